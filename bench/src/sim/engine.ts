// Scenes of rigid bodies for all simulators, and our own simulator.

import { type Shape, setTarget } from 'proximal';
import type { Pose } from 'proximal/math';
import { type Simulation, type Simulator, startSimulation } from 'proximal/sim';
import { rotate } from '../peers/peer.ts';

/** A convex body that moves, in meters and kilograms. */
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

/** The pose of a body's frame, the velocity of its center of mass and its angular velocity, in world axes. */
export interface Motion {
  readonly pose: Float64Array;
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
}

export interface Engine {
  readonly name: string;
  step(): void;
  read(body: number, out: Motion): void;
  /** A remark for the table, after the last step. */
  remark?(): string;
}

/** The moving bodies of a simulation on a floor. Their default density is 1000 kg/m³. */
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
 * Settings with less penetration than rapier3d, crashcat and MuJoCo. Contacts are reused for bodies that have moved by less than about half a
 * millimeter (crashcat: one millimeter). With fewer sweeps, or without acceleration, a wall sways depending on the order of the contacts in the
 * sweeps, and positions are corrected in most steps.
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
