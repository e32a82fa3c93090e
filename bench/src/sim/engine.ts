// The interface of a simulator in the comparison, and the adapter of Proximal.
import { box, halfspace, setTarget } from 'proximal';
import { compound } from 'proximal/scene';
import { type RigidBody, World, type WorldOptions } from 'proximal/sim';
import { rotate } from '../peers/peer.ts';
import type { BodyScene } from './body-scene.ts';

/** The pose of a body's frame, the velocity of its center of mass and its angular velocity, in world axes. */
export interface Motion {
  readonly pose: Float64Array;
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
}

export interface Engine {
  readonly name: string;
  /** Whether it is Proximal, with any settings. */
  readonly isOurs?: boolean;
  step(): void;
  read(body: number, out: Motion): void;
  /** A remark for the table, after the last step. */
  remark?(): string;
}

/**
 * Settings with less penetration than rapier3d, crashcat and MuJoCo. Contacts are reused for bodies that have moved by less than about half a
 * millimeter (crashcat: one millimeter). With fewer sweeps, or without acceleration, a wall sways depending on the order of the contacts in the
 * sweeps, and positions are corrected in most steps.
 */
const defaultOptions: WorldOptions = {
  solver: { solver: 'ncp-pgs', acceleration: 'anderson', maxIterations: 15, relativeTolerance: 1e-5 },
  allowedPenetration: 1.5e-5,
  baumgarte: 0.1,
  contactReuse: 1e-3,
};

const sceneOptions: Readonly<Record<string, WorldOptions>> = {
  wall: {
    solver: { solver: 'ncp-pgs', acceleration: 'anderson', maxIterations: 10, relativeTolerance: 1e-5 },
    allowedPenetration: 9e-5,
    contactReuse: 2e-3,
  },
};

/**
 * Settings for scenes in which the default settings leave far less penetration than any other simulator: about as many sweeps as the other simulators
 * make, and less penetration than the best of them.
 */
const coarseOptions: WorldOptions = {
  solver: { solver: 'ncp-pgs', maxIterations: 4, relativeTolerance: 1e-5 },
  allowedPenetration: 1e-3,
  baumgarte: 0.1,
  contactReuse: 2e-2,
};
const coarseScenes: readonly string[] = ['heap', 'ragdolls', 'drum'];

/** Proximal, first with the settings of the scene, then with the coarse ones if the scene has them. */
export function ownEngines(scene: BodyScene): Engine[] {
  const first = own(scene, 'proximal', { ...defaultOptions, ...sceneOptions[scene.name] });
  return coarseScenes.includes(scene.name) ? [first, own(scene, 'proximal, 4 sweeps', coarseOptions)] : [first];
}

function own(scene: BodyScene, name: string, options: WorldOptions): Engine {
  setTarget('wasm');
  const { bodies, joints = [], drum, friction, timeStep, sleeps = false } = scene;
  const world = new World({ ...options, friction, timeStep, sleeping: sleeps });
  world.add(halfspace(), { type: 'static' });
  const all = bodies.map(({ shape, mass, pose }) => world.add(shape, { mass, pose }));
  for (const { a, b, anchor } of joints) world.connect(all[a], all[b], { kind: 'ball', anchor });
  if (drum) {
    const shape = compound(drum.boxes.map(({ half, pose }) => ({ shape: box(...half), pose })));
    const velocity = { angular: [0, drum.speed, 0] };
    world.add(shape, { type: 'kinematic', pose: { position: drum.position }, velocity });
  }
  return {
    name,
    isOurs: true,
    step: () => world.step(),
    read: (body, out) => readOwn(all[body], scene, body, out),
    remark: () => {
      const { residuals, contacts } = world.report();
      return `${contacts.length} contacts, residual ${residuals.ncp.toExponential(1)}`;
    },
  };
}

function readOwn(handle: RigidBody, { bodies }: BodyScene, body: number, { pose, velocity, spin }: Motion): void {
  pose.set(handle.pose);
  const { linear, angular } = handle.velocity;
  rotate(pose, bodies[body].shape.massProperties().centerOfMass, velocity);
  const [cx, cy, cz] = velocity;
  const [wx, wy, wz] = angular;
  velocity.set([linear[0] + wy * cz - wz * cy, linear[1] + wz * cx - wx * cz, linear[2] + wx * cy - wy * cx]);
  spin.set(angular);
}
