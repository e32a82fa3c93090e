// The editor of the chosen obstacle; boxes are added and removed.
import { shapeOf, space } from '../model/body.ts';
import type { Obstacle } from '../model/planning.ts';
import { Choice, NumberField } from '../parts/fields.tsx';
import { boxShape } from '../planning/scenes.ts';
import { changeObstacle, changePlanning, obstacles } from '../planning/session.ts';
import { chosen } from '../stage/planned.ts';

const none = 'none';

export function ObstaclePanel() {
  const { value } = chosen;
  const index = typeof value === 'number' ? value : -1;
  const obstacle = obstacles.value[index];
  return (
    <fieldset>
      <legend>Obstacles</legend>
      <div class="row">
        <Choice
          label="Obstacle"
          value={obstacle ? String(index) : none}
          choices={[[none, 'none chosen'], ...obstacles.value.map(({ name }, k) => [String(k), name] as const)]}
          onChange={(next) => {
            chosen.value = next === none ? 'goal' : Number(next);
          }}
        />
        <button type="button" onClick={addBox}>
          Add a box
        </button>
        {obstacle && (
          <button type="button" onClick={() => remove(index)}>
            Remove
          </button>
        )}
      </div>
      {obstacle && <Fields obstacle={obstacle} index={index} />}
    </fieldset>
  );
}

/** Adds a cube of 12 cm on the floor behind the robot, where it is rarely in the way, with a name that is not in use. */
function addBox(): void {
  const list = obstacles.value;
  let number = 1;
  while (list.some(({ name }) => name === `box ${number}`)) number++;
  const added: Obstacle = {
    name: `box ${number}`,
    shape: boxShape([0.06, 0.06, 0.06]),
    position: [-0.6, 0, 0.06],
    angles: [0, 0, 0],
  };
  changePlanning({ obstacles: [...list, added] });
  chosen.value = list.length;
}

function remove(index: number): void {
  changePlanning({ obstacles: obstacles.value.filter((_, k) => k !== index) });
  chosen.value = 'goal';
}

interface Properties {
  readonly obstacle: Obstacle;
  readonly index: number;
}

function Fields({ obstacle, index }: Properties) {
  const { shape, position, angles } = obstacle;
  const sizes = ['hx', 'hy', 'hz'].filter((name) => typeof shape[name] === 'number');
  const take = (part: 'position' | 'angles', k: number, value: number): string | undefined => {
    if (!Number.isFinite(value) || Math.abs(value) > 1e4) return 'between −10⁴ and 10⁴';
    changeObstacle(index, { [part]: obstacle[part].map((each, at) => (at === k ? value : each)) });
    return undefined;
  };
  const takeSize = (name: string, value: number): string | undefined => {
    const next = { ...obstacle, shape: { ...shape, [name]: value } };
    try {
      shapeOf(space, next);
    } catch (error) {
      return (error as Error).message.replace(/^.*; /, '');
    }
    changeObstacle(index, { shape: next.shape });
    return undefined;
  };
  return (
    <>
      <fieldset class="vector">
        <legend>Half extents</legend>
        {sizes.map((name) => (
          <NumberField
            key={name}
            label={name}
            unit="m"
            step={0.01}
            value={shape[name] as number}
            onChange={(value) => takeSize(name, value)}
          />
        ))}
      </fieldset>
      <Numbers
        label="Position"
        names={space.axes}
        unit="m"
        step={0.02}
        values={position}
        onChange={(k, value) => take('position', k, value)}
      />
      <Numbers
        label="Rotation"
        names={space.angleNames}
        unit="°"
        step={5}
        values={angles}
        onChange={(k, value) => take('angles', k, value)}
      />
    </>
  );
}

interface NumbersProperties {
  readonly label: string;
  readonly names: readonly string[];
  readonly unit: string;
  readonly step: number;
  readonly values: readonly number[];
  readonly onChange: (index: number, value: number) => string | undefined;
}

function Numbers({ label, names, unit, step, values, onChange }: NumbersProperties) {
  return (
    <fieldset class="vector">
      <legend>{label}</legend>
      {names.map((name, k) => (
        <NumberField
          key={name}
          label={name}
          unit={unit}
          step={step}
          value={values[k]}
          onChange={(value) => onChange(k, value)}
        />
      ))}
    </fieldset>
  );
}
