// @dimforge/rapier3d-compat: 32-bit numbers in WebAssembly.
import { compose, fromAxisAngle, inverse, transformPoint } from 'proximal/math';
import type { FileSet, FileShape } from '../problems/problem-set.ts';
import type { Crowd, SceneContender } from '../scene/crowd.ts';
import type { BodyScene, Drum } from '../sim/body-scene.ts';
import type { Engine } from '../sim/engine.ts';
import {
  cornersOf,
  halfExtentsOf,
  load,
  type Peer,
  type Queries,
  queriesOf,
  store,
  Unsupported,
  type Vector,
} from './peer.ts';

interface Contact {
  readonly distance: number;
  readonly point1: Vector;
  readonly point2: Vector;
  readonly normal1: Vector;
}

interface Collider {
  contactCollider(other: Collider, prediction: number, target?: object): Contact | null;
}

interface ColliderDesc {
  setTranslation(x: number, y: number, z: number): ColliderDesc;
  setRotation(rotation: object): ColliderDesc;
  setMass(mass: number): ColliderDesc;
  setFriction(friction: number): ColliderDesc;
  setSensor(isSensor: boolean): ColliderDesc;
  setActiveCollisionTypes(types: number): ColliderDesc;
}

interface BodyDesc {
  setTranslation(x: number, y: number, z: number): BodyDesc;
  setRotation(rotation: object): BodyDesc;
  setAngvel(spin: object): BodyDesc;
  setCanSleep(isAllowed: boolean): BodyDesc;
}

interface RigidBody {
  translation(): Vector;
  rotation(): Vector & { readonly w: number };
  linvel(): Vector;
  angvel(): Vector;
  setTranslation(position: object, wake: boolean): void;
  setRotation(rotation: object, wake: boolean): void;
  collider(k: number): Collider;
}

interface World {
  timestep: number;
  createRigidBody(desc: BodyDesc): RigidBody;
  createCollider(desc: ColliderDesc, body?: RigidBody): Collider;
  createImpulseJoint(
    data: object,
    a: RigidBody,
    b: RigidBody,
    wake: boolean,
  ): { setContactsEnabled(areEnabled: boolean): void };
  intersectionPairsWith(collider: Collider, found: () => void): void;
  step(): void;
}

interface Rapier {
  init(): Promise<void>;
  readonly World: new (gravity: object) => World;
  readonly ColliderDesc: {
    ball(radius: number): ColliderDesc;
    cuboid(x: number, y: number, z: number): ColliderDesc;
    capsule(halfHeight: number, radius: number): ColliderDesc;
    cylinder(halfHeight: number, radius: number): ColliderDesc;
    cone(halfHeight: number, radius: number): ColliderDesc;
    convexHull(points: Float32Array): ColliderDesc | null;
    convexMesh(points: Float32Array, triangles: Uint32Array): ColliderDesc | null;
  };
  readonly RigidBodyDesc: {
    dynamic(): BodyDesc;
    fixed(): BodyDesc;
    kinematicPositionBased(): BodyDesc;
    kinematicVelocityBased(): BodyDesc;
  };
  readonly JointData: { spherical(onA: object, onB: object): object };
  readonly ActiveCollisionTypes: { readonly ALL: number };
  readonly ShapeContact: new (distance: number, ...vectors: object[]) => Contact;
}

const plain = '@dimforge/rapier3d-compat';
const simd = '@dimforge/rapier3d-simd-compat';

async function loadRapier(name = plain): Promise<Rapier> {
  const library = await load<Rapier>(name);
  await library.init();
  return library;
}

export const rapier3d: Peer = {
  name: 'rapier3d',
  package: plain,
  isSingle: true,
  query: { queries: queriesOf('rapier3d', ['distance', 'collide', 'depth']), open },
  simulate: (scene) => simulate(scene, 'rapier3d', plain),
  crowd,
};

/** The build whose solver and broad phase use SIMD. */
export const rapier3dSimd: Peer = {
  name: 'rapier3d SIMD',
  package: simd,
  isSingle: true,
  simulate: (scene) => simulate(scene, 'rapier3d SIMD', simd),
};

/** Rotates the axis y of capsules, cylinders and cones of rapier to z. */
const upright = fromAxisAngle([1, 0, 0], Math.PI / 2);
const hasAxis = new Set(['capsule', 'cylinder', 'cone']);
/** The prediction distance in meters: more than all distances, and not much more because of 32-bit numbers. */
const predictionDistance = 10;

/** Queries between colliders, because rapier builds its own form of a hull again in every query between shapes. */
async function open({ shapes, problems }: FileSet): Promise<Queries> {
  const library = await loadRapier();
  const world = new library.World({ x: 0, y: 0, z: 0 });
  const make = (shape: FileShape, pose: Float64Array): Collider => {
    const [x, y, z, qx, qy, qz, qw] = hasAxis.has(shape.kind) ? compose(pose, upright) : pose;
    const desc = colliderOf(library, shape);
    return world.createCollider(desc.setTranslation(x, y, z).setRotation({ x: qx, y: qy, z: qz, w: qw }));
  };
  const pairs = problems.map(({ a, b, poseA, poseB }) => ({ a: make(shapes[a], poseA), b: make(shapes[b], poseB) }));
  const zero = (): Vector => ({ x: 0, y: 0, z: 0 });
  const found = new library.ShapeContact(0, zero(), zero(), zero(), zero());
  const runQuery = (k: number, within: number): Contact | null => pairs[k].a.contactCollider(pairs[k].b, within, found);
  return {
    distance: (k, answer) => {
      const contact = runQuery(k, predictionDistance);
      answer[0] = contact ? contact.distance : Number.NaN;
      if (!contact) return;
      store(answer, 1, contact.point1);
      store(answer, 4, contact.point2);
    },
    collide: (k, answer) => {
      // rapier also reports contacts of bodies that are separated by rounding errors.
      const contact = runQuery(k, 0);
      answer[0] = contact && contact.distance <= 0 ? 1 : 0;
    },
    depth: (k, answer) => {
      const contact = runQuery(k, 0);
      answer[0] = contact ? Math.max(0, -contact.distance) : 0;
      if (contact) store(answer, 1, contact.normal1);
    },
  };
}

function colliderOf(
  { ColliderDesc }: Rapier,
  { kind, parameters: [p, q, r], vertices, triangles }: FileShape,
): ColliderDesc {
  switch (kind) {
    case 'sphere':
      return ColliderDesc.ball(p);
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return ColliderDesc[kind](q, p);
    case 'box':
      return ColliderDesc.cuboid(p, q, r);
    case 'hull': {
      const hull = ColliderDesc.convexMesh(Float32Array.from(vertices.flat()), Uint32Array.from(triangles.flat()));
      if (hull) return hull;
    }
  }
  throw new Unsupported(kind);
}

/** The scene's friction and time step, otherwise default settings, except that bodies sleep only in scenes that allow it. */
async function simulate(scene: BodyScene, name: string, build: string): Promise<Engine> {
  const { bodies, joints = [], drum, sleeps = false, friction, timeStep } = scene;
  const library = await loadRapier(build);
  const world = new library.World({ x: 0, y: 0, z: -9.81 });
  world.timestep = timeStep;
  const floor = world.createRigidBody(library.RigidBodyDesc.fixed().setTranslation(0, 0, -1));
  world.createCollider(library.ColliderDesc.cuboid(50, 50, 1).setFriction(friction), floor);
  const all = bodies.map(({ shape, mass, pose }) => {
    const [x, y, z, qx, qy, qz, qw] = pose;
    const desc = library.RigidBodyDesc.dynamic().setTranslation(x, y, z);
    const body = world.createRigidBody(desc.setRotation({ x: qx, y: qy, z: qz, w: qw }).setCanSleep(sleeps));
    const half = halfExtentsOf(shape);
    const collider = half
      ? library.ColliderDesc.cuboid(half[0], half[1], half[2])
      : library.ColliderDesc.convexHull(Float32Array.from(cornersOf(shape)));
    if (!collider) throw new Error('rapier makes no hull of these points');
    world.createCollider(collider.setMass(mass).setFriction(friction), body);
    return body;
  });
  for (const { a, b, anchor } of joints) {
    const [onA, onB] = [a, b].map((k) => vectorOf(transformPoint(inverse(bodies[k].pose), anchor)));
    world.createImpulseJoint(library.JointData.spherical(onA, onB), all[a], all[b], true).setContactsEnabled(false);
  }
  if (drum) addDrum(library, world, drum, friction);
  return {
    name,
    step: () => world.step(),
    read(k, { pose, velocity, spin }) {
      const [position, rotation, linear, angular] = [
        all[k].translation(),
        all[k].rotation(),
        all[k].linvel(),
        all[k].angvel(),
      ];
      pose.set([position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w]);
      velocity.set([linear.x, linear.y, linear.z]);
      spin.set([angular.x, angular.y, angular.z]);
    },
  };
}

function vectorOf([x, y, z]: Readonly<ArrayLike<number>> & Iterable<number>): Vector {
  return { x, y, z };
}

function addDrum({ RigidBodyDesc, ColliderDesc }: Rapier, world: World, drum: Drum, friction: number): void {
  const [x, y, z] = drum.position;
  const desc = RigidBodyDesc.kinematicVelocityBased().setTranslation(x, y, z).setAngvel({ x: 0, y: drum.speed, z: 0 });
  const body = world.createRigidBody(desc);
  for (const { half, pose } of drum.boxes) {
    const [px, py, pz, qx, qy, qz, qw] = pose;
    const slab = ColliderDesc.cuboid(...half).setTranslation(px, py, pz);
    world.createCollider(slab.setRotation({ x: qx, y: qy, z: qz, w: qw }).setFriction(friction), body);
  }
}

/** Kinematic bodies with sensors, so that a step of rapier only finds and tests pairs. */
async function crowd({ kinds, models }: Crowd, next: () => readonly Float64Array[]): Promise<SceneContender> {
  const library = await loadRapier();
  const world = new library.World({ x: 0, y: 0, z: 0 });
  const bodies = [...kinds].map((kind) => {
    const { halfExtents, points, triangles } = models[kind];
    const { ColliderDesc } = library;
    const desc =
      points && triangles
        ? ColliderDesc.convexMesh(points, triangles)
        : ColliderDesc.cuboid(...(halfExtents ?? ([0, 0, 0] as const)));
    const body = world.createRigidBody(library.RigidBodyDesc.kinematicPositionBased());
    if (desc)
      world.createCollider(desc.setSensor(true).setActiveCollisionTypes(library.ActiveCollisionTypes.ALL), body);
    return body;
  });
  const position = { x: 0, y: 0, z: 0 };
  const rotation = { x: 0, y: 0, z: 0, w: 1 };
  const step = (): void => {
    const frame = next();
    for (let k = 0; k < bodies.length; k++) {
      [position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w] = frame[k];
      bodies[k].setTranslation(position, false);
      bodies[k].setRotation(rotation, false);
    }
    world.step();
  };
  const count = (): number => {
    let found = 0;
    for (const body of bodies) world.intersectionPairsWith(body.collider(0), () => found++);
    return found / 2;
  };
  return { name: 'rapier3d', step, count };
}
