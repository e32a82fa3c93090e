// crashcat on the same bodies, with its own settings but for sleep.
import { load } from '../plane/peers/load.ts';
import { type BodyScene, cornersOf, type Engine, halfExtentsOf } from './engine.ts';

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
  createWorldSettings(): Settings;
  addBroadphaseLayer(settings: Settings): number;
  addObjectLayer(settings: Settings, layer: number): number;
  enableCollision(settings: Settings, a: number, b: number): void;
  createWorld(settings: Settings): object;
  updateWorld(world: object, listener: undefined, timeStep: number): void;
  readonly MotionType: { readonly STATIC: number; readonly DYNAMIC: number };
  readonly box: { create(options: object): object };
  readonly convexHull: { create(options: object): object };
  readonly rigidBody: { create(world: object, options: object): RigidBody };
}

export async function crashcat({ bodies, friction, timeStep }: BodyScene): Promise<Engine> {
  const library = await load<Crashcat>('crashcat');
  library.registerAll();
  const settings = library.createWorldSettings();
  settings.gravity = [0, 0, -9.81];
  settings.sleeping.allowSleeping = false;
  const [moving, still] = [0, 1].map(() => library.addObjectLayer(settings, library.addBroadphaseLayer(settings)));
  library.enableCollision(settings, moving, still);
  library.enableCollision(settings, moving, moving);
  const world = library.createWorld(settings);
  const { MotionType, box, convexHull, rigidBody } = library;
  rigidBody.create(world, {
    motionType: MotionType.STATIC,
    shape: box.create({ halfExtents: [50, 50, 1] }),
    objectLayer: still,
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
