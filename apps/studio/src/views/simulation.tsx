// Scenes that run in a worker: played, paused, stepped and scrubbed, with their forces, energies and residuals.
import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { contactSolvers } from 'proximal/contact';
import { set, viewState } from '../model/document.ts';
import { Choice, Segments } from '../parts/fields.tsx';
import { frameRate } from '../parts/frame-rate.ts';
import { Transport } from '../parts/transport.tsx';
import {
  contactModelTitle,
  heldRobot,
  isEveryModel,
  scenes,
  soloScene,
  solversOfContactModels,
} from '../simulation/scenes.ts';
import { heldAngles, player, simulationFiles, takeSimulation } from '../simulation/session.ts';
import { Canvas, type StageContent } from '../stage/canvas.tsx';
import { simulationContent } from '../stage/simulated.ts';
import type { Stage } from '../stage/stage.ts';
import { changeBodiesByKey, HeldJoints, PhysicsControls } from './physics-controls.tsx';
import { SimulationPlots } from './simulation-plots.tsx';
import { SimulationState } from './simulation-state.tsx';
import { ContactModels, WalkingControls } from './walking-controls.tsx';

const settings = computed(() => viewState.value.settings.simulation);
const hasForces = computed(() => settings.value.hasForces);
/** Whether the scene always runs once for each contact model. */
const isAlwaysEveryModel = computed(() => simulationFiles.value.length === 0 && isEveryModel(settings.value.scene));
const isSideBySide = computed(() => isAlwaysEveryModel.value || settings.value.isSideBySide);
const isWalking = computed(() => simulationFiles.value.length === 0 && settings.value.scene === soloScene.name);
/** Whether one of the user's files describes a robot. */
const hasRobot = computed(() => simulationFiles.value.some(({ name }) => /\.(urdf|xml|mjcf)$/i.test(name)));
const title = computed(() => player.opening.value?.title ?? '');
/** Speeds of the simulation relative to real time. */
const paces = [
  ['8', '8 ×'],
  ['1', 'Real time'],
  ['0.25', '¼ ×'],
  ['0.0625', '¹⁄₁₆ ×'],
] as const;
/** The entry of the scene menu for the user's files. */
const ownFiles = 'own-files';

function makeContent(stage: Stage): StageContent {
  return simulationContent(stage, player, () => hasForces.value);
}

function control(event: KeyboardEvent): void {
  if (event.key === ' ') toggle();
  else if (event.key === 'ArrowRight') player.step();
  else if (event.key === 'ArrowLeft') player.seek(player.index.value - 1);
  else if (event.key === 'Home') player.seek(0);
  else if (event.key === 'End') player.seek(player.count.value - 1);
  else if (event.key === 'r') player.restart();
  else if (!changeBodiesByKey(event)) return;
  event.preventDefault();
}

function toggle(): void {
  if (player.isPlaying.value) player.pause();
  else player.play();
}

export function SimulationView() {
  const { scene, root, hasSelfCollision, hasMeshes, roughness, models } = settings.value;
  const files = simulationFiles.value;
  const sideBySide = isSideBySide.value;
  useEffect(() => {
    const { solver, command } = settings.peek();
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const robot = { root, hasSelfCollision, hasMeshes };
    const isHeld = files.length === 0 && heldRobot(scene) !== null;
    const source = {
      scene,
      files,
      ...robot,
      solver,
      isSideBySide: sideBySide,
      models,
      roughness,
      command: isHeld ? heldAngles.peek() : command,
    };
    player.open(source, !prefersReducedMotion);
    return () => player.close();
  }, [scene, files, root, hasSelfCollision, hasMeshes, sideBySide, models, roughness]);
  return (
    <>
      <Canvas
        label="The simulation. Drag a body to pull or throw it. The space bar plays and pauses, arrow keys step, B, O, C and H add bodies."
        make={makeContent}
        onKeyDown={control}
      >
        <Speed />
        <Frames />
      </Canvas>
      <aside class="panel">
        <Choices />
        <Failures />
        {player.problem.value ? (
          <p class="notice" role="alert">
            {player.problem.value.replace(/^\w+: /, '').replace(/; \{ meshes: 'skip' \} ignores meshes$/, '')}
          </p>
        ) : (
          <SimulationState />
        )}
        <Notices />
        <SimulationPlots />
      </aside>
    </>
  );
}

/** A separate component, because it changes with every frame and the rest of the page does not. */
function Frames() {
  return (
    <Transport
      label="Frame"
      count={player.count.value}
      index={player.index.value}
      isPlaying={player.isPlaying.value}
      onSeek={(to) => player.seek(to)}
      onForward={() => player.step()}
      onPlay={toggle}
      text={`${(player.frame.value?.time ?? 0).toFixed(3)} s`}
    />
  );
}

/** The speed of the simulation relative to real time, and the frame rate of the page. */
function Speed() {
  const { value: speed } = player.speed;
  const isSlow = speed < 0.95 * player.pace.value;
  return (
    <p class={isSlow ? 'speed slow' : 'speed'} role="status">
      <b data-speed={speed}>{speed.toFixed(2)} × real time</b>
      {isSlow && (
        <span>
          {' '}
          — this machine is too slow to simulate the scene {player.pace.value === 1 ? 'in real time' : 'at this speed'}.
        </span>
      )}
      {player.isPlaying.value && frameRate.value > 0 && <span> · {frameRate.value} frames per second</span>}
    </p>
  );
}

function Choices() {
  const { scene, solver, root } = settings.value;
  const userScene = simulationFiles.value.length > 0 ? [[ownFiles, title.value || 'Own files'] as const] : [];
  const isUrdf = simulationFiles.value.some(({ name }) => /\.urdf$/i.test(name));
  return (
    <>
      <Choice
        label="Scene"
        value={simulationFiles.value.length > 0 ? ownFiles : scene}
        choices={[...userScene, ...scenes().map((each) => [each.name, each.title] as const)]}
        onChange={(value) => {
          if (value === ownFiles) return;
          simulationFiles.value = [];
          set('simulation', { scene: value, solver: '' });
        }}
      />
      <label class="file">
        Robot or simulation file…
        <input
          type="file"
          multiple
          accept=".json,.urdf,.xml,.mjcf,.obj,.stl,.ply,.glb,.gltf,.dae"
          onChange={(event) => {
            void takeSimulation([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p class="note">URDF and MJCF with their meshes: choose or drop all the files together.</p>
      {isUrdf && (
        <Segments
          label="Root"
          value={root}
          choices={[
            ['free-flyer', 'Root moves freely'],
            ['fixed', 'Root is fixed'],
          ]}
          onChange={(value) => set('simulation', { root: value as typeof root })}
        />
      )}
      {isWalking.value && <WalkingControls />}
      {isWalking.value && !isSideBySide.value && <ContactModels />}
      {!isSideBySide.value && (
        <Choice
          label="Contact solver"
          value={solver}
          choices={[['', 'the scene’s own'], ...contactSolvers().map((each) => [each.name, each.title] as const)]}
          onChange={(value) => {
            set('simulation', { solver: value });
            player.change({ solver: value });
          }}
        />
      )}
      {isSideBySide.value && <ComparedModels />}
      <HeldJoints />
      <Segments
        label="Speed"
        value={String(player.pace.value)}
        choices={paces}
        onChange={(value) => player.setPace(Number(value))}
      />
      <Checks />
      <div class="row">
        <button type="button" onClick={() => player.restart()}>
          Restart
        </button>
      </div>
      <PhysicsControls />
    </>
  );
}

/** Which contact models run side by side: two or more. */
function ComparedModels() {
  const all = solversOfContactModels();
  const { models } = settings.value;
  const isChosen = (name: string): boolean => models.length === 0 || models.includes(name);
  const chosen = all.map(({ name }) => name).filter(isChosen);
  return (
    <fieldset class="checks" aria-label="Contact models">
      {all.map((solver) => (
        <label key={solver.name} class="check">
          <input
            type="checkbox"
            checked={isChosen(solver.name)}
            disabled={chosen.length === 2 && isChosen(solver.name)}
            onChange={({ currentTarget: { checked } }) => {
              const next = all
                .map(({ name }) => name)
                .filter((name) => (name === solver.name ? checked : isChosen(name)));
              set('simulation', { models: next.length === all.length ? [] : next });
            }}
          />
          {contactModelTitle(solver)}
        </label>
      ))}
    </fieldset>
  );
}

function Checks() {
  return (
    <div class="checks">
      <label class="check">
        <input
          type="checkbox"
          checked={hasForces.value}
          onChange={(event) => set('simulation', { hasForces: event.currentTarget.checked })}
        />
        Contact forces
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isSideBySide.value}
          disabled={isAlwaysEveryModel.value}
          onChange={(event) => set('simulation', { isSideBySide: event.currentTarget.checked })}
        />
        Every contact model, side by side
      </label>
      {hasRobot.value && (
        <>
          <label class="check">
            <input
              type="checkbox"
              checked={settings.value.hasSelfCollision}
              onChange={(event) => set('simulation', { hasSelfCollision: event.currentTarget.checked })}
            />
            Links collide with each other
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={settings.value.hasMeshes}
              onChange={(event) => set('simulation', { hasMeshes: event.currentTarget.checked })}
            />
            Meshes of the robot (without them: its other shapes and its skeleton)
          </label>
        </>
      )}
    </div>
  );
}

/** Why controllers have failed at the displayed frame, one sentence in each line. The text rarely changes, so its component is rarely rendered. */
const failures = computed(() => {
  const { simulators = [] } = player.frame.value ?? {};
  const titles = player.opening.value?.simulators ?? [];
  const sentences = simulators.map(({ failure }, k) =>
    failure && simulators.length > 1 ? `${titles[k].title}: ${failure}` : failure,
  );
  return sentences.filter((sentence) => sentence !== '').join('\n');
});

function Failures() {
  if (failures.value === '') return null;
  return (
    <div class="notice failure" role="alert">
      <p>{failures.value}</p>
      <button type="button" onClick={() => player.restart()}>
        Start again
      </button>
    </div>
  );
}

/** The notices, expanded if one of them is a warning. */
function Notices() {
  const notices = player.opening.value?.notices ?? [];
  if (notices.length === 0) return null;
  const warnings = notices.filter(({ isWarning }) => isWarning).length;
  return (
    <details class="notices" open={warnings > 0}>
      <summary>
        {notices.length === 1 ? '1 notice' : `${notices.length} notices`}
        {warnings > 0 && `, ${warnings === 1 ? '1 warning' : `${warnings} warnings`}`}
      </summary>
      <ul>
        {notices.map(({ isWarning, message }, k) => (
          <li key={k} class={isWarning ? 'warning' : ''}>
            {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
