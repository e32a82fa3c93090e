// The ground, the contact model, the commanded velocity and the push of the walking scene.
import type { JSX } from 'preact';
import { set, viewState } from '../model/document.ts';
import { roughnesses } from '../model/settings.ts';
import { Segments } from '../parts/fields.tsx';
import { contactModelTitle, solversOfContactModels } from '../simulation/scenes.ts';
import { player } from '../simulation/session.ts';

const inputs = [
  { label: 'Forward', unit: 'm/s', max: 0.6 },
  { label: 'Left', unit: 'm/s', max: 0.3 },
  { label: 'Turn', unit: 'rad/s', max: 0.6 },
] as const;

/** The push of the button: an impulse to the left, as a change of the velocity in m/s, and its duration in seconds. */
const [pushSpeed, pushTime] = [0.4, 0.1];

export function WalkingControls(): JSX.Element {
  const { roughness, command } = viewState.value.settings.simulation;
  return (
    <>
      <Segments
        label="Ground"
        value={String(roughness)}
        choices={roughnesses.map((height) => [String(height), height === 0 ? 'Flat' : `Bumps, ${100 * height} cm`])}
        onChange={(value) => set('simulation', { roughness: Number(value) })}
      />
      <p class="note">Friction: µ = 0.9 on flat ground, 0.3 on bumps.</p>
      <fieldset class="joints" aria-label="Commanded velocity">
        {inputs.map(({ label, unit, max }, k) => (
          <label key={label} class="joint">
            <span>
              {label} <small>{unit}</small>
            </span>
            <input
              type="range"
              min={-max}
              max={max}
              step={0.05}
              value={command[k]}
              onInput={({ currentTarget }) =>
                setCommand(command.map((x, at) => (at === k ? currentTarget.valueAsNumber : x)))
              }
            />
            <output>{command[k].toFixed(2)}</output>
          </label>
        ))}
      </fieldset>
      <div class="row">
        <button type="button" onClick={pushSideways}>
          Push sideways
        </button>
        <small>or drag the robot</small>
      </div>
    </>
  );
}

function setCommand(command: readonly number[]): void {
  set('simulation', { command });
  player.setCommand(command);
}

/** Pushes the followed body of the first simulator along the y axis of the world, which is its left when it walks along x. */
function pushSideways(): void {
  const followed = player.opening.value?.control?.followed;
  const body = player.bodyViews.value.findIndex(({ name }) => name === followed);
  if (body < 0) return;
  const force = (player.bodyViews.value[body].mass * pushSpeed) / pushTime;
  player.push({ body, point: [0, 0, 0], force: [0, force, 0] }, pushTime);
}

/** The contact models, each with one solver. */
export function ContactModels(): JSX.Element {
  const { solver } = viewState.value.settings.simulation;
  const solvers = solversOfContactModels();
  return (
    <Segments
      label="Contact model"
      value={solver === '' ? 'ncp-pgs' : solver}
      choices={solvers.map((each) => [each.name, contactModelTitle(each)] as const)}
      onChange={(value) => {
        set('simulation', { solver: value });
        player.change({ solver: value });
      }}
    />
  );
}
