// cannon-es on the same bodies, with its own settings but for damping and the faster of its broad phases. Bodies sleep only if asked to.
import type { Convex } from 'proximal';
import { compose, inverse, type Pose, transformPoint } from 'proximal/math';
import { load } from '../plane/peers/load.ts';
import { type BodyScene, type Engine, halfExtentsOf, type MovingBody } from './engine.ts';
import { principal } from './principal.ts';

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  set(x: number, y: number, z: number): void;
}
interface RigidBody {
  readonly position: Vector;
  readonly quaternion: Vector & { readonly w: number };
  readonly velocity: Vector;
  readonly angularVelocity: Vector;
  readonly inertia: Vector;
  readonly invInertia: Vector;
  updateInertiaWorld(force: boolean): void;
}
interface World {
  readonly defaultContactMaterial: { friction: number; restitution: number };
  readonly contacts: readonly object[];
  addBody(body: RigidBody): void;
  step(timeStep: number): void;
}
interface Cannon {
  readonly Vec3: new (x: number, y: number, z: number) => Vector;
  readonly Quaternion: new (x: number, y: number, z: number, w: number) => object;
  readonly World: new (options: object) => World;
  readonly SAPBroadphase: new () => { useBoundingBoxes: boolean };
  readonly Body: new (options: object) => RigidBody;
  readonly Plane: new () => object;
  readonly Box: new (halfExtents: Vector) => object;
  readonly ConvexPolyhedron: new (mesh: { vertices: Vector[]; faces: number[][] }) => object;
}

export async function cannon({ bodies, friction, timeStep }: BodyScene): Promise<Engine> {
  const library = await load<Cannon>('cannon-es');
  const { Vec3, Body, Plane } = library;
  const broadphase = new library.SAPBroadphase();
  broadphase.useBoundingBoxes = true;
  const world = new library.World({ gravity: new Vec3(0, 0, -9.81), broadphase });
  Object.assign(world.defaultContactMaterial, { friction, restitution: 0 });
  // Its upper side is up already: the normal is z.
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  const all = bodies.map((body) => {
    const { rigid, frame } = bodyOf(library, body);
    world.addBody(rigid);
    return { rigid, back: inverse(frame) };
  });
  return {
    name: 'cannon-es',
    step: () => world.step(timeStep),
    read(k, out) {
      const { rigid, back } = all[k];
      const { position, quaternion, velocity, angularVelocity } = rigid;
      const { x, y, z, w } = quaternion;
      out.pose.set(compose([position.x, position.y, position.z, x, y, z, w], back));
      out.velocity.set([velocity.x, velocity.y, velocity.z]);
      out.spin.set([angularVelocity.x, angularVelocity.y, angularVelocity.z]);
    },
    remark: () => `${world.contacts.length} contacts`,
  };
}

/** It takes the moments of a box around the body, unless others are set. */
function bodyOf(library: Cannon, { shape, mass, pose }: MovingBody): { rigid: RigidBody; frame: Pose } {
  const { Vec3, Quaternion, Body, Box } = library;
  const { frame, moments } = principal(shape);
  const half = halfExtentsOf(shape);
  const [x, y, z, qx, qy, qz, qw] = compose(pose, frame);
  const rigid = new Body({
    mass,
    shape: half ? new Box(new Vec3(half[0], half[1], half[2])) : polyhedronOf(library, shape as Convex, inverse(frame)),
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

function polyhedronOf({ Vec3, ConvexPolyhedron }: Cannon, hull: Convex, toFrame: Pose): object {
  const corners = Array.from({ length: hull.vertexCount }, (_, k) => transformPoint(toFrame, hull.vertex(k)));
  return new ConvexPolyhedron({
    vertices: corners.map(([x, y, z]) => new Vec3(x, y, z)),
    faces: Array.from({ length: hull.faceCount }, (_, k) => hull.face(k)),
  });
}
