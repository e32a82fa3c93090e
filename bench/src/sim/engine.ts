// What every simulator of the comparison can do, and ours.
import { type Shape, setTarget } from 'proximal';
import type { Pose } from 'proximal/math';
import { type Simulation, type Simulator, startSimulation } from 'proximal/sim';

/** A convex body that moves; meters, kilograms. */
export interface MovingBody {
  readonly shape: Shape;
  readonly mass: number;
  readonly pose: Pose;
}

export interface BodyScene {
  readonly name: string;
  readonly simulation: Simulation;
  readonly bodies: readonly MovingBody[];
  readonly friction: number;
  readonly timeStep: number;
  readonly steps: number;
}

/** Where a body is and how fast: the pose of its frame, the velocity of its center of mass and its spin, in the world. */
export interface Motion {
  readonly pose: Float64Array;
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
}

export interface Engine {
  readonly name: string;
  step(): void;
  read(body: number, out: Motion): void;
  /** What it says of itself after the last step. */
  remark?(): string;
}

/** The bodies that move in a simulation on a floor; their volumes weigh 1000 kg/m³ unless it says otherwise. */
export function sceneOf(name: string, simulation: Simulation, seconds: number): BodyScene {
  const { friction = 0.7, timeStep = 1 / 240 } = simulation.options;
  const bodies = simulation.bodies
    .filter((body) => !body.static)
    .map(({ shape, mass, pose }) => {
      const convex = shape as Shape;
      return { shape: convex, mass: mass ?? 1000 * convex.massProperties().volume, pose };
    });
  return { name, simulation, bodies, friction, timeStep, steps: Math.round(seconds / timeStep) };
}

/**
 * How far each scene is solved: as far as it takes to leave less penetration than rapier3d, crashcat and MuJoCo. Contacts go along with
 * bodies that have moved by less than about half a millimeter, crashcat's for up to one. Fewer sweeps than these, or sweeps without
 * acceleration, leave a wall that sways by the order in which they visit the corners of bricks, so that positions are corrected in most steps.
 */
const ours: Readonly<Record<string, Simulation['options']>> = {
  polytopes: {
    solver: { solver: 'ncp-pgs', acceleration: 'anderson', maxIterations: 15, relativeTolerance: 1e-5 },
    allowedPenetration: 1.5e-5,
    baumgarte: 0.1,
    contactReuse: 1e-3,
  },
  wall: {
    solver: { solver: 'ncp-pgs', acceleration: 'anderson', maxIterations: 10, relativeTolerance: 1e-5 },
    allowedPenetration: 9e-5,
    baumgarte: 0.1,
    contactReuse: 2e-3,
  },
};

export function own(scene: BodyScene): Engine {
  setTarget('wasm');
  const options = { ...scene.simulation.options, ...ours[scene.name] };
  const { simulator } = startSimulation({ ...scene.simulation, options });
  return {
    name: 'proximal',
    step: () => simulator.step(),
    read: (body, out) => readOwn(simulator, scene, body, out),
    remark: () => {
      const { residuals, contacts } = simulator.report();
      return `${contacts.length} contacts, residual ${residuals.ncp.toExponential(1)}`;
    },
  };
}

function readOwn(simulator: Simulator, { bodies }: BodyScene, body: number, { pose, velocity, spin }: Motion): void {
  const { q, v } = simulator.state;
  pose.set(q.subarray(7 * body, 7 * body + 7));
  const [vx, vy, vz, wx, wy, wz] = v.subarray(6 * body, 6 * body + 6);
  const [cx, cy, cz] = bodies[body].shape.massProperties().centerOfMass;
  rotate(pose, [vx + wy * cz - wz * cy, vy + wz * cx - wx * cz, vz + wx * cy - wy * cx], velocity);
  rotate(pose, [wx, wy, wz], spin);
}

/** A vector in a body's axes, in the world's. */
export function rotate(pose: Float64Array, [x, y, z]: readonly number[], out: Float64Array): void {
  const [qx, qy, qz, qw] = pose.subarray(3, 7);
  const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  out[0] = x + qw * tx + qy * tz - qz * ty;
  out[1] = y + qw * ty + qz * tx - qx * tz;
  out[2] = z + qw * tz + qx * ty - qy * tx;
}

/** The half extents of a box, or null. */
export function halfExtentsOf(shape: Shape): readonly number[] | null {
  const { kind, hx, hy, hz } = shape.toJSON() as unknown as Readonly<Record<string, number>> & { kind: string };
  return kind === 'box' ? [hx, hy, hz] : null;
}

/** The corners of a polytope, three numbers each. */
export function cornersOf(shape: Shape): number[] {
  return (shape.toJSON() as unknown as { points: number[] }).points;
}
