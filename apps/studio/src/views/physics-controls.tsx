// What the user changes while a simulation runs: bodies, gravity, friction, restitution and time step; and the targets of joints.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fromJSON, type ShapeJSON } from 'proximal';
import { Choice } from '../parts/fields.tsx';
import { JointSliders } from '../parts/joint-sliders.tsx';
import type { Change, Physics } from '../simulation/protocol.ts';
import { heldAngles, player } from '../simulation/session.ts';
import { openStage } from '../stage/canvas.tsx';

/** The twelve corners of an icosahedron that is longer along x, for a hull. */
const hullPoints = [-1, 1].flatMap((s) =>
  [-1.618, 1.618].flatMap((t) => [0, s, t, 1.2 * s, t, 0, 1.2 * t, 0, s].map((x) => 0.5 * x)),
);

const shapes = {
  box: (size: number): ShapeJSON => ({ version: 1, kind: 'box', hx: 0.6 * size, hy: 0.6 * size, hz: 0.6 * size }),
  ball: (size: number): ShapeJSON => ({ version: 1, kind: 'sphere', radius: 0.6 * size }),
  capsule: (size: number): ShapeJSON => ({ version: 1, kind: 'capsule', radius: 0.35 * size, halfLength: 0.5 * size }),
  hull: (size: number): ShapeJSON => ({ version: 1, kind: 'convex', points: hullPoints.map((x) => size * x) }),
} as const;
type AddedKind = keyof typeof shapes;

/** The keys of the picture that add bodies. */
const addKeys: Readonly<Record<string, AddedKind>> = { b: 'box', o: 'ball', c: 'capsule', h: 'hull' };
/** A thrown ball reaches the middle of the picture after this time, in seconds. */
const flightTime = 0.4;
/** The radius of new bodies if nothing in the scene moves, in meters. */
const firstSize = 0.1;

/** The mean bounding radius of the bodies that move. */
function sizeOfBodies(): number {
  const radii = player.bodyViews.value
    .filter(({ mass, isRobot, shape }) => mass > 0 && !isRobot && shape.kind !== 'halfspace')
    .slice(0, 20)
    .map(({ shape }) => fromJSON(shape).boundingRadius);
  return radii.length === 0 ? firstSize : radii.reduce((sum, radius) => sum + radius, 0) / radii.length;
}

/** Bodies can be added to and removed from scenes without a controller. */
export const canChangeBodies = (): boolean => player.opening.value?.control === null;

/** Adds a body above the middle of the picture. */
function add(kind: AddedKind): void {
  if (!openStage) return;
  const { target } = openStage.controls;
  const size = sizeOfBodies();
  const height = 0.25 * openStage.camera.position.distanceTo(target);
  player.change({
    added: { shape: shapes[kind](size), position: [target.x, target.y, target.z + height], velocity: [0, 0, 0] },
  });
}

/** Throws a ball from the camera to the middle of the picture. */
function throwBall(): void {
  if (!openStage) return;
  const { camera, controls } = openStage;
  const from = camera.position.clone().lerp(controls.target, 0.3);
  const velocity = controls.target.clone().sub(from).divideScalar(flightTime).toArray();
  velocity[2] += 0.5 * player.physics.value.gravity * flightTime;
  player.change({ added: { shape: shapes.ball(sizeOfBodies()), position: from.toArray(), velocity } });
}

/** The index of the body that was grabbed last, or else of the newest one; −1 if none can be removed. */
function removable(): number {
  const poses = player.frame.value?.poses ?? [];
  const isThere = (k: number): boolean => {
    const view = player.bodyViews.value[k];
    return view !== undefined && view.mass > 0 && !view.isRobot && 7 * k < poses.length && !Number.isNaN(poses[7 * k]);
  };
  const { value: grabbed } = player.grabbed;
  if (grabbed !== null && isThere(grabbed)) return grabbed;
  return player.bodyViews.value.reduce((found, _, k) => (isThere(k) ? k : found), -1);
}

function remove(): void {
  const removed = removable();
  if (removed >= 0) player.change({ removed });
}

/** Keys that add, throw and remove bodies. Returns whether the key is one of them. */
export function changeBodiesByKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || !canChangeBodies()) return false;
  const kind = addKeys[key.toLowerCase()];
  if (kind) add(kind);
  else if (key.toLowerCase() === 't') throwBall();
  else if (key === 'Delete' || key === 'Backspace') remove();
  else return false;
  return true;
}

const sliders: readonly {
  readonly name: keyof Physics;
  readonly title: string;
  readonly max: number;
  readonly unit: string;
}[] = [
  { name: 'gravity', title: 'Gravity', max: 20, unit: 'm/s²' },
  { name: 'friction', title: 'Friction µ', max: 1.5, unit: '' },
  { name: 'restitution', title: 'Restitution', max: 1, unit: '' },
];
const timeSteps = [1 / 60, 1 / 120, 1 / 240, 1 / 480, 1 / 1000];

export function PhysicsControls() {
  const { value: physics } = player.physics;
  const change = (part: Change): void => player.change(part);
  const steps = [...new Set([...timeSteps, physics.timeStep])].sort((p, q) => q - p);
  return (
    <details class="physics" open>
      <summary>Physics</summary>
      {canChangeBodies() && (
        <div class="row">
          {(Object.keys(shapes) as AddedKind[]).map((kind) => (
            <button key={kind} type="button" onClick={() => add(kind)}>
              + {kind}
            </button>
          ))}
          <button type="button" onClick={throwBall}>
            Throw
          </button>
          <button type="button" disabled={removable() < 0} onClick={remove}>
            Remove
          </button>
        </div>
      )}
      <div class="joints">
        {sliders.map(({ name, title, max, unit }) => (
          <label key={name} class="joint">
            <span>{title}</span>
            <input
              type="range"
              min={0}
              max={max}
              step={max / 100}
              value={physics[name]}
              onChange={(event) => change({ [name]: event.currentTarget.valueAsNumber })}
            />
            <output>{`${Number(physics[name].toPrecision(3))} ${unit}`.trimEnd()}</output>
          </label>
        ))}
      </div>
      <Choice
        label="Time step"
        value={String(physics.timeStep)}
        choices={steps.map((step) => [String(step), `1/${Math.round(1 / step)} s`])}
        onChange={(value) => change({ timeStep: Number(value) })}
      />
    </details>
  );
}

/** The present targets, by the joints' order. */
const angles = signal<readonly number[]>([]);

/** Sliders for the targets of a robot that PD control holds. */
export function HeldJoints() {
  const targets = player.opening.value?.targets ?? [];
  useEffect(() => {
    angles.value = targets.map(({ value }) => value);
  }, [targets]);
  if (targets.length === 0) return null;
  const indexOf = (name: string): number => targets.findIndex((each) => each.name === name);
  return (
    <fieldset class="body-a">
      <legend>Targets of the joints</legend>
      <JointSliders
        coordinates={targets}
        angleOf={({ name, value }) => angles.value[indexOf(name)] ?? value}
        onChange={({ name }, value) => {
          angles.value = angles.value.map((x, k) => (k === indexOf(name) ? value : x));
          heldAngles.value = angles.value;
          player.setCommand(angles.value);
        }}
      />
    </fieldset>
  );
}
