// cannon-es: JavaScript, 64-bit numbers. Boxes and hulls collide by separating axes over all faces and all pairs of edges.
import type { Convex, Shape } from 'proximal';
import { compose, fromAxisAngle, inverse, type Pose, transformPoint } from 'proximal/math';
import type { FileSet, FileShape } from '../problems/problem-set.ts';
import type { BodyScene, MovingBody } from '../sim/body-scene.ts';
import type { Engine } from '../sim/engine.ts';
import {
  halfExtentsOf,
  load,
  type Peer,
  type Queries,
  queriesOf,
  rejectJointsAndDrum,
  rotate,
  store,
  Unsupported,
  type Vector,
} from './peer.ts';

interface Polyhedron {
  findSeparatingAxis(
    other: Polyhedron,
    positionA: Vector,
    quaternionA: object,
    positionB: Vector,
    quaternionB: object,
    axis: Vector,
  ): boolean;
  testSepAxis(
    axis: Vector,
    other: Polyhedron,
    positionA: Vector,
    quaternionA: object,
    positionB: Vector,
    quaternionB: object,
  ): number | false;
}

interface MutableVector extends Vector {
  set(x: number, y: number, z: number): void;
}

interface RigidBody {
  readonly position: MutableVector;
  readonly quaternion: MutableVector & { readonly w: number };
  readonly velocity: MutableVector;
  readonly angularVelocity: MutableVector;
  readonly inertia: MutableVector;
  readonly invInertia: MutableVector;
  updateInertiaWorld(force: boolean): void;
}

interface World {
  readonly defaultContactMaterial: { friction: number; restitution: number };
  readonly contacts: readonly object[];
  addBody(body: RigidBody): void;
  step(timeStep: number): void;
}

interface Cannon {
  readonly Vec3: new (x?: number, y?: number, z?: number) => MutableVector;
  readonly Quaternion: new (x: number, y: number, z: number, w: number) => object;
  readonly World: new (options: object) => World;
  readonly SAPBroadphase: new () => { useBoundingBoxes: boolean };
  readonly Body: new (options: object) => RigidBody;
  readonly Plane: new () => object;
  readonly Box: new (halfExtents: Vector) => { readonly convexPolyhedronRepresentation: Polyhedron };
  readonly ConvexPolyhedron: new (mesh: { vertices: Vector[]; faces: number[][] }) => Polyhedron;
}

export const cannon: Peer = {
  name: 'cannon-es',
  package: 'cannon-es',
  query: { queries: queriesOf('cannon-es', ['collide', 'depth']), open },
  simulate,
};

/** The largest number of bodies: cannon-es keeps a table with an entry for every pair. */
const maxBodies = 2000;
/** The largest number of vertices of a hull: a query tests all pairs of edges, which takes tens of milliseconds for larger hulls. */
const maxVertices = 64;

async function open({ shapes, problems }: FileSet): Promise<Queries> {
  const library = await load<Cannon>('cannon-es');
  const { Vec3, Quaternion } = library;
  const hulls = shapes.map((shape) => polyhedronOf(library, shape));
  const frame = ([x, y, z, qx, qy, qz, qw]: Float64Array) => ({
    position: new Vec3(x, y, z),
    quaternion: new Quaternion(qx, qy, qz, qw),
  });
  const pairs = problems.map(({ a, b, poseA, poseB }) => ({
    a: hulls[a],
    b: hulls[b],
    frameA: frame(poseA),
    frameB: frame(poseB),
  }));
  const axis = new Vec3();
  const overlaps = (k: number): boolean => {
    const { a, b, frameA, frameB } = pairs[k];
    return a.findSeparatingAxis(b, frameA.position, frameA.quaternion, frameB.position, frameB.quaternion, axis);
  };
  return {
    collide: (k, answer) => {
      answer[0] = overlaps(k) ? 1 : 0;
    },
    depth: (k, answer) => {
      if (!overlaps(k)) {
        answer[0] = 0;
        return;
      }
      const { a, b, frameA, frameB } = pairs[k];
      const depth = a.testSepAxis(axis, b, frameA.position, frameA.quaternion, frameB.position, frameB.quaternion);
      answer[0] = depth === false ? 0 : depth;
      // The axis of cannon-es points from B to A.
      store(answer, 1, { x: -axis.x, y: -axis.y, z: -axis.z });
    },
  };
}

function polyhedronOf({ Vec3, Box, ConvexPolyhedron }: Cannon, shape: FileShape): Polyhedron {
  const { kind, parameters, vertices, triangles } = shape;
  if (kind === 'box') return new Box(new Vec3(...parameters)).convexPolyhedronRepresentation;
  if (kind !== 'hull') throw new Unsupported(kind);
  if (vertices.length > maxVertices) throw new Unsupported(`hull of ${vertices.length} vertices (too slow)`);
  return new ConvexPolyhedron({
    vertices: vertices.map(([x, y, z]) => new Vec3(x, y, z)),
    faces: triangles.map((corners) => [...corners]),
  });
}

/** Default settings, except for friction, restitution, no damping and the faster of the broad phases. By default bodies do not sleep. */
async function simulate(scene: BodyScene): Promise<Engine> {
  rejectJointsAndDrum(scene);
  if (scene.bodies.length > maxBodies)
    throw new Unsupported(`${scene.bodies.length} bodies (its table of pairs exceeds the memory)`);
  const { bodies, sleeps = false, friction, timeStep } = scene;
  const library = await load<Cannon>('cannon-es');
  const { Vec3, Body, Plane } = library;
  const broadphase = new library.SAPBroadphase();
  broadphase.useBoundingBoxes = true;
  const world = new library.World({ gravity: new Vec3(0, 0, -9.81), broadphase, allowSleep: sleeps });
  Object.assign(world.defaultContactMaterial, { friction, restitution: 0 });
  // The normal of a plane of cannon-es is +z.
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  const all = bodies.map((body) => {
    const { rigid, frame } = bodyOf(library, body);
    world.addBody(rigid);
    return { rigid, toBody: inverse(frame) };
  });
  return {
    name: 'cannon-es',
    step: () => world.step(timeStep),
    read(k, out) {
      const { rigid, toBody } = all[k];
      const { position, quaternion, velocity, angularVelocity } = rigid;
      const { x, y, z, w } = quaternion;
      out.pose.set(compose([position.x, position.y, position.z, x, y, z, w], toBody));
      out.velocity.set([velocity.x, velocity.y, velocity.z]);
      out.spin.set([angularVelocity.x, angularVelocity.y, angularVelocity.z]);
    },
    remark: () => `${world.contacts.length} contacts`,
  };
}

/**
 * Makes a body in the principal axes of its shape: bodies of cannon-es have their center of mass at the origin and one moment of inertia for
 * each axis, by default the moments of the bounding box.
 */
function bodyOf(library: Cannon, { shape, mass, pose }: MovingBody): { rigid: RigidBody; frame: Pose } {
  const { Vec3, Quaternion, Body, Box } = library;
  const { frame, moments } = principal(shape);
  const half = halfExtentsOf(shape);
  const [x, y, z, qx, qy, qz, qw] = compose(pose, frame);
  const rigid = new Body({
    mass,
    shape: half ? new Box(new Vec3(half[0], half[1], half[2])) : movingHull(library, shape as Convex, inverse(frame)),
    position: new Vec3(x, y, z),
    quaternion: new Quaternion(qx, qy, qz, qw),
    linearDamping: 0,
    angularDamping: 0,
  });
  const density = mass / shape.massProperties().volume;
  const [jx, jy, jz] = moments.map((moment) => density * moment);
  rigid.inertia.set(jx, jy, jz);
  rigid.invInertia.set(1 / jx, 1 / jy, 1 / jz);
  rigid.updateInertiaWorld(true);
  return { rigid, frame };
}

function movingHull({ Vec3, ConvexPolyhedron }: Cannon, hull: Convex, toFrame: Pose): object {
  const corners = Array.from({ length: hull.vertexCount }, (_, k) => transformPoint(toFrame, hull.vertex(k)));
  return new ConvexPolyhedron({
    vertices: corners.map(([x, y, z]) => new Vec3(x, y, z)),
    faces: Array.from({ length: hull.faceCount }, (_, k) => hull.face(k)),
  });
}

interface Principal {
  /** Center of mass and principal axes, in the body's frame. */
  readonly frame: Pose;
  /** About these axes for unit density, in m⁵. */
  readonly moments: readonly [number, number, number];
}

const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** The principal axes by Jacobi rotations about one axis after the other. The axes of a box stay the same. */
export function principal(shape: Shape): Principal {
  const { centerOfMass, inertia } = shape.massProperties();
  let frame = fromAxisAngle(axes[0], 0, centerOfMass);
  // Convergence is quadratic: five or six rounds are enough, and eight are made.
  for (let k = 0; k < 3 * 8; k++) {
    const [p, q] = [(k + 1) % 3, (k + 2) % 3];
    const rotated = inFrame(inertia, frame);
    const offDiagonal = rotated[3 * p + q];
    if (offDiagonal === 0) continue;
    const angle = Math.atan((2 * offDiagonal) / (rotated[4 * p] - rotated[4 * q])) / 2;
    frame = compose(frame, fromAxisAngle(axes[k % 3], angle));
  }
  const rotated = inFrame(inertia, frame);
  return { frame, moments: [rotated[0], rotated[4], rotated[8]] };
}

/** A symmetric matrix, nine numbers, in the axes of a frame. */
function inFrame(matrix: readonly number[], frame: Pose): number[] {
  const rotated = axes.map((axis) => {
    const out = new Float64Array(3);
    rotate(frame, axis, out);
    return out;
  });
  const row = (i: number, [x, y, z]: Float64Array): number =>
    matrix[3 * i] * x + matrix[3 * i + 1] * y + matrix[3 * i + 2] * z;
  return rotated.flatMap((a) => rotated.map((b) => a[0] * row(0, b) + a[1] * row(1, b) + a[2] * row(2, b)));
}
