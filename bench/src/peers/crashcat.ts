// crashcat: Jolt's algorithms in JavaScript, 64-bit numbers.
import { compose, fromAxisAngle, inverse } from 'proximal/math';
import type { FileSet, FileShape } from '../problems/problem-set.ts';
import type { BodyScene } from '../sim/body-scene.ts';
import type { Engine } from '../sim/engine.ts';
import {
  cornersOf,
  halfExtentsOf,
  load,
  type Peer,
  type Queries,
  queriesOf,
  rejectJointsAndDrum,
  Unsupported,
} from './peer.ts';

type Triple = [number, number, number];

interface Hit {
  readonly penetration: number;
  readonly penetrationAxis: Triple;
}

interface Support {
  hasTransform: boolean;
  transform: number[];
  /** The radius of spheres and capsules. Their support function is the support function of the core, without the radius. */
  readonly convexRadius: number;
}

interface Closest {
  readonly squaredDistance: number;
  readonly pointA: Triple;
  readonly pointB: Triple;
}

type SetSupport = (out: Support, shape: object, mode: number, scale: Triple) => void;

interface Maker {
  create(settings: object): object;
}

interface Settings {
  gravity: number[];
  readonly sleeping: { allowSleeping: boolean };
}
interface RigidBody {
  readonly position: readonly number[];
  readonly quaternion: readonly number[];
  readonly motionProperties: {
    readonly linearVelocity: readonly number[];
    readonly angularVelocity: readonly number[];
  };
}
interface Crashcat {
  registerAll(): void;
  readonly box: Maker;
  readonly sphere: Maker;
  readonly capsule: Maker;
  readonly cylinder: Maker;
  readonly convexHull: Maker;
  readonly SupportFunctionMode: { readonly EXCLUDE_CONVEX_RADIUS: number };
  readonly setBoxSupport: SetSupport;
  readonly setSphereSupport: SetSupport;
  readonly setCapsuleSupport: SetSupport;
  readonly setCylinderSupport: SetSupport;
  readonly setHullSupport: SetSupport;
  createSupport(): Support;
  createGjkClosestPoints(): Closest;
  gjkClosestPoints(
    out: Closest,
    a: Support,
    b: Support,
    tolerance: number,
    direction: Triple,
    maxDistanceSquared: number,
  ): void;
  createDefaultCollideShapeSettings(): object;
  createClosestCollideShapeCollector(): { readonly hit: Hit | null; reset(): void };
  createAnyCollideShapeCollector(): { readonly hit: Hit | null; reset(): void };
  collideShapeVsShape(collector: object, settings: object, ...rest: unknown[]): void;
  createWorldSettings(): Settings;
  addBroadphaseLayer(settings: Settings): number;
  addObjectLayer(settings: Settings, layer: number): number;
  enableCollision(settings: Settings, a: number, b: number): void;
  createWorld(settings: Settings): object;
  updateWorld(world: object, listener: undefined, timeStep: number): void;
  readonly MotionType: { readonly STATIC: number; readonly DYNAMIC: number };
  readonly rigidBody: { create(world: object, options: object): RigidBody };
}

export const crashcat: Peer = {
  name: 'crashcat',
  package: 'crashcat',
  query: { queries: queriesOf('crashcat', ['distance', 'collide', 'depth']), open },
  simulate,
};

/** Rotates y, the axis of crashcat's capsules and cylinders, to z. */
const upright = fromAxisAngle([1, 0, 0], Math.PI / 2);
const unitScale: Triple = [1, 1, 1];
/** The largest number of vertices of a hull. */
const maxVertices = 256;
/** The tolerance of GJK in meters: closer cores count as overlapping. */
const tolerance = 1e-6;

/** Distances by crashcat's GJK, collisions and depths by its narrow phase, as in its simulations. */
async function open({ shapes, problems }: FileSet): Promise<Queries> {
  const library = await load<Crashcat>('crashcat');
  library.registerAll();
  const made = shapes.map((shape) => shapeOf(library, shape));
  const placed = (k: number, pose: Float64Array): Float64Array => (made[k].hasAxis ? compose(pose, upright) : pose);
  const pairs = problems.map(({ a, b, poseA, poseB }) => {
    const [poseOfA, poseOfB] = [placed(a, poseA), placed(b, poseB)];
    return { a: made[a], b: made[b], poseOfA, poseOfB, relative: matrixOf(compose(inverse(poseOfA), poseOfB)) };
  });
  const settings = library.createDefaultCollideShapeSettings();
  const [closest, any] = [library.createClosestCollideShapeCollector(), library.createAnyCollideShapeCollector()];
  const [supportA, supportB] = [library.createSupport(), library.createSupport()];
  const { EXCLUDE_CONVEX_RADIUS } = library.SupportFunctionMode;
  const found = library.createGjkClosestPoints();
  const runQuery = (k: number, collector: typeof any): Hit | null => {
    const { a, b, poseOfA, poseOfB } = pairs[k];
    collector.reset();
    library.collideShapeVsShape(
      collector,
      settings,
      ...[a.shape, 0, 0, poseOfA[0], poseOfA[1], poseOfA[2], poseOfA[3], poseOfA[4], poseOfA[5], poseOfA[6], 1, 1, 1],
      ...[b.shape, 0, 0, poseOfB[0], poseOfB[1], poseOfB[2], poseOfB[3], poseOfB[4], poseOfB[5], poseOfB[6], 1, 1, 1],
    );
    return collector.hit;
  };
  return {
    distance: (k, answer) => {
      const { a, b, relative } = pairs[k];
      a.setSupport(supportA, a.shape, EXCLUDE_CONVEX_RADIUS, unitScale);
      b.setSupport(supportB, b.shape, EXCLUDE_CONVEX_RADIUS, unitScale);
      supportA.hasTransform = false;
      supportB.hasTransform = true;
      for (let m = 0; m < 16; m++) supportB.transform[m] = relative[m];
      const toward: Triple = [relative[12], relative[13], relative[14]];
      library.gjkClosestPoints(found, supportA, supportB, tolerance, toward, Number.MAX_VALUE);
      const core = Math.sqrt(found.squaredDistance);
      answer[0] = core - supportA.convexRadius - supportB.convexRadius;
      // The points are moved from the cores to the surfaces. They stay in A's frame, because only the distance between them is checked.
      for (let axis = 0; axis < 3; axis++) {
        const along = (found.pointB[axis] - found.pointA[axis]) / core;
        answer[1 + axis] = found.pointA[axis] + supportA.convexRadius * along;
        answer[4 + axis] = found.pointB[axis] - supportB.convexRadius * along;
      }
    },
    collide: (k, answer) => {
      answer[0] = runQuery(k, any) ? 1 : 0;
    },
    depth: (k, answer) => {
      const hit = runQuery(k, closest);
      answer[0] = hit ? hit.penetration : 0;
      if (!hit) return;
      const [x, y, z] = hit.penetrationAxis;
      const length = Math.hypot(x, y, z);
      answer.set([x / length, y / length, z / length], 1);
    },
  };
}

interface Made {
  readonly shape: object;
  readonly setSupport: SetSupport;
  readonly hasAxis: boolean;
}

function shapeOf(library: Crashcat, { kind, parameters: [p, q, r], vertices }: FileShape): Made {
  const convexRadius = 0;
  switch (kind) {
    case 'sphere':
      return { shape: library.sphere.create({ radius: p }), setSupport: library.setSphereSupport, hasAxis: false };
    case 'box': {
      const shape = library.box.create({ halfExtents: [p, q, r], convexRadius });
      return { shape, setSupport: library.setBoxSupport, hasAxis: false };
    }
    case 'capsule': {
      const shape = library.capsule.create({ radius: p, halfHeightOfCylinder: q });
      return { shape, setSupport: library.setCapsuleSupport, hasAxis: true };
    }
    case 'cylinder': {
      const shape = library.cylinder.create({ radius: p, halfHeight: q, convexRadius });
      return { shape, setSupport: library.setCylinderSupport, hasAxis: true };
    }
    case 'hull': {
      // crashcat would omit further vertices.
      if (vertices.length > maxVertices) throw new Unsupported(`hull of ${vertices.length} vertices`);
      // The default tolerance is 1 mm; with a tolerance that is too small, crashcat finds no hull.
      for (const hullTolerance of [1e-9, 1e-7, 1e-5]) {
        try {
          const shape = library.convexHull.create({ positions: vertices.flat(), convexRadius, hullTolerance });
          return { shape, setSupport: library.setHullSupport, hasAxis: false };
        } catch {
          // Try the next tolerance.
        }
      }
      throw new Unsupported(`hull of ${vertices.length} vertices for which crashcat finds no hull`);
    }
  }
  throw new Unsupported(kind);
}

/** Sixteen numbers, column by column. */
function matrixOf([x, y, z, qx, qy, qz, qw]: Float64Array): number[] {
  return [
    ...[1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw), 0],
    ...[2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qx * qw), 0],
    ...[2 * (qx * qz + qy * qw), 2 * (qy * qz - qx * qw), 1 - 2 * (qx * qx + qy * qy), 0],
    ...[x, y, z, 1],
  ];
}

/** Default settings, except for gravity along −z, no damping, and sleeping only in scenes that allow it. */
async function simulate(scene: BodyScene): Promise<Engine> {
  rejectJointsAndDrum(scene);
  const { bodies, sleeps = false, friction, timeStep } = scene;
  const library = await load<Crashcat>('crashcat');
  library.registerAll();
  const settings = library.createWorldSettings();
  settings.gravity = [0, 0, -9.81];
  settings.sleeping.allowSleeping = sleeps;
  const [moving, fixed] = [0, 1].map(() => library.addObjectLayer(settings, library.addBroadphaseLayer(settings)));
  library.enableCollision(settings, moving, fixed);
  library.enableCollision(settings, moving, moving);
  const world = library.createWorld(settings);
  const { MotionType, box, convexHull, rigidBody } = library;
  rigidBody.create(world, {
    motionType: MotionType.STATIC,
    shape: box.create({ halfExtents: [50, 50, 1] }),
    objectLayer: fixed,
    position: [0, 0, -1],
    friction,
  });
  const all = bodies.map(({ shape, mass, pose }) => {
    const half = halfExtentsOf(shape);
    return rigidBody.create(world, {
      motionType: MotionType.DYNAMIC,
      shape: half ? box.create({ halfExtents: [...half] }) : convexHull.create({ positions: cornersOf(shape) }),
      objectLayer: moving,
      position: Array.from(pose.subarray(0, 3)),
      quaternion: Array.from(pose.subarray(3, 7)),
      mass,
      friction,
      restitution: 0,
      linearDamping: 0,
      angularDamping: 0,
    });
  });
  return {
    name: 'crashcat',
    step: () => library.updateWorld(world, undefined, timeStep),
    read(k, out) {
      const { position, quaternion, motionProperties } = all[k];
      out.pose.set([...position, ...quaternion]);
      out.velocity.set(motionProperties.linearVelocity);
      out.spin.set(motionProperties.angularVelocity);
    },
  };
}
