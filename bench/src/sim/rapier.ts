// rapier3d on the same bodies. Its numbers have 32 bits.
import { load } from '../plane/peers/load.ts';
import { type BodyScene, cornersOf, type Engine, halfExtentsOf } from './engine.ts';

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface ColliderDesc {
  setMass(mass: number): ColliderDesc;
  setFriction(friction: number): ColliderDesc;
}
interface BodyDesc {
  setTranslation(x: number, y: number, z: number): BodyDesc;
  setRotation(turn: object): BodyDesc;
  setCanSleep(can: boolean): BodyDesc;
}
interface RigidBody {
  translation(): Vector;
  rotation(): Vector & { readonly w: number };
  linvel(): Vector;
  angvel(): Vector;
}
interface Rapier {
  init(): Promise<void>;
  readonly World: new (
    gravity: object,
  ) => {
    timestep: number;
    createRigidBody(desc: BodyDesc): RigidBody;
    createCollider(desc: ColliderDesc, body?: RigidBody): object;
    step(): void;
  };
  readonly ColliderDesc: {
    cuboid(x: number, y: number, z: number): ColliderDesc;
    convexHull(points: Float32Array): ColliderDesc | null;
    halfspace?(normal: object): ColliderDesc;
  };
  readonly RigidBodyDesc: { dynamic(): BodyDesc; fixed(): BodyDesc };
}

export async function rapier({ bodies, friction, timeStep }: BodyScene): Promise<Engine> {
  const library = await load<Rapier>('@dimforge/rapier3d-compat');
  await library.init();
  const world = new library.World({ x: 0, y: 0, z: -9.81 });
  world.timestep = timeStep;
  const floor = world.createRigidBody(library.RigidBodyDesc.fixed().setTranslation(0, 0, -1));
  world.createCollider(library.ColliderDesc.cuboid(50, 50, 1).setFriction(friction), floor);
  const all = bodies.map(({ shape, mass, pose }) => {
    const [x, y, z, qx, qy, qz, qw] = pose;
    const desc = library.RigidBodyDesc.dynamic().setTranslation(x, y, z);
    const body = world.createRigidBody(desc.setRotation({ x: qx, y: qy, z: qz, w: qw }).setCanSleep(false));
    const half = halfExtentsOf(shape);
    const collider = half
      ? library.ColliderDesc.cuboid(half[0], half[1], half[2])
      : library.ColliderDesc.convexHull(Float32Array.from(cornersOf(shape)));
    if (!collider) throw new Error('rapier makes no hull of these points');
    world.createCollider(collider.setMass(mass).setFriction(friction), body);
    return body;
  });
  return {
    name: 'rapier3d',
    step: () => world.step(),
    read(k, { pose, velocity, spin }) {
      const [place, turn, linear, angular] = [
        all[k].translation(),
        all[k].rotation(),
        all[k].linvel(),
        all[k].angvel(),
      ];
      pose.set([place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w]);
      velocity.set([linear.x, linear.y, linear.z]);
      spin.set([angular.x, angular.y, angular.z]);
    },
  };
}
