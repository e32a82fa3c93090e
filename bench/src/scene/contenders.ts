// One step of a crowd: all poses, the pairs whose boxes meet, and which of them collide.
import { Scene } from 'proximal/scene';
import { load } from '../plane/peers/load.ts';
import { type Crowd, playback } from './crowd.ts';

export interface SceneContender {
  readonly name: string;
  /** Moves everything to the next frame and finds all collisions. */
  readonly step: () => void;
  /** How many pairs the last step found to collide; null if it can't be told. */
  readonly count: () => number | null;
}

export function own(crowd: Crowd): SceneContender {
  const next = playback(crowd);
  const scene = new Scene();
  const bodies = crowd.frames[0].map((pose, k) => scene.add(crowd.models[crowd.kinds[k]].shape, pose));
  let found = 0;
  const step = (): void => {
    const frame = next();
    for (let k = 0; k < bodies.length; k++) bodies[k].setPose(frame[k]);
    found = scene.collisions().length;
  };
  return { name: 'proximal', step, count: () => found };
}

interface RapierBody {
  setTranslation(place: object, wake: boolean): void;
  setRotation(turn: object, wake: boolean): void;
  collider(k: number): object;
}
interface RapierDesc {
  setSensor(isSensor: boolean): RapierDesc;
  setActiveCollisionTypes(types: number): RapierDesc;
}
interface RapierWorld {
  createRigidBody(desc: object): RapierBody;
  createCollider(desc: RapierDesc, body: RapierBody): object;
  intersectionPairsWith(collider: object, found: () => void): void;
  step(): void;
}
interface Rapier {
  init(): Promise<void>;
  readonly World: new (gravity: object) => RapierWorld;
  readonly ColliderDesc: {
    cuboid(...half: number[]): RapierDesc;
    convexMesh(points: Float32Array, triangles: Uint32Array): RapierDesc | null;
  };
  readonly RigidBodyDesc: { kinematicPositionBased(): object };
  readonly ActiveCollisionTypes: { readonly ALL: number };
}

/** Kinematic bodies with sensors: its step then finds pairs and tests them, and nothing else. 32-bit numbers. */
export async function rapier(crowd: Crowd): Promise<SceneContender> {
  const library = await load<Rapier>('@dimforge/rapier3d-compat');
  await library.init();
  const next = playback(crowd);
  const world = new library.World({ x: 0, y: 0, z: 0 });
  const bodies = [...crowd.kinds].map((kind) => {
    const { halfExtents, points, triangles } = crowd.models[kind];
    const { ColliderDesc } = library;
    const desc =
      points && triangles ? ColliderDesc.convexMesh(points, triangles) : ColliderDesc.cuboid(...(halfExtents ?? []));
    const body = world.createRigidBody(library.RigidBodyDesc.kinematicPositionBased());
    if (desc)
      world.createCollider(desc.setSensor(true).setActiveCollisionTypes(library.ActiveCollisionTypes.ALL), body);
    return body;
  });
  const place = { x: 0, y: 0, z: 0 };
  const turn = { x: 0, y: 0, z: 0, w: 1 };
  const step = (): void => {
    const frame = next();
    for (let k = 0; k < bodies.length; k++) {
      [place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w] = frame[k];
      bodies[k].setTranslation(place, false);
      bodies[k].setRotation(turn, false);
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

// biome-ignore lint/suspicious/noExplicitAny: its declarations are a namespace inside a module that Node does not resolve
type Jolt = any;

/** Kinematic sensors. Its step does the same, and finds contact points as well. 32-bit numbers. */
export async function jolt(crowd: Crowd): Promise<SceneContender> {
  const library: Jolt = await (
    (await import('jolt-physics/wasm-compat' as string)) as { default: () => Promise<Jolt> }
  ).default();
  const count = crowd.kinds.length;
  const settings = new library.JoltSettings();
  settings.mMaxBodies = count + 10;
  settings.mMaxBodyPairs = 8 * count;
  // More do not fit into the ten megabytes of its temporary memory; sensors have no constraints anyway.
  settings.mMaxContactConstraints = Math.min(8 * count, 16_000);
  const layers = new library.ObjectLayerPairFilterTable(1);
  layers.EnableCollision(0, 0);
  const broad = new library.BroadPhaseLayerInterfaceTable(1, 1);
  broad.MapObjectToBroadPhaseLayer(0, new library.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new library.ObjectVsBroadPhaseLayerFilterTable(broad, 1, layers, 1);
  const system = new library.JoltInterface(settings);
  const bodies = system.GetPhysicsSystem().GetBodyInterface();
  system.GetPhysicsSystem().SetGravity(new library.Vec3(0, 0, 0));
  const shapes = crowd.models.map((model) => joltShape(library, model));
  const [place, turn] = [new library.RVec3(0, 0, 0), new library.Quat(0, 0, 0, 1)];
  const ids = [...crowd.kinds].map((kind) => {
    const desc = new library.BodyCreationSettings(shapes[kind], place, turn, library.EMotionType_Kinematic, 0);
    desc.mIsSensor = true;
    desc.mCollideKinematicVsNonDynamic = true;
    desc.mAllowSleeping = false;
    const id = bodies.CreateBody(desc).GetID();
    bodies.AddBody(id, library.EActivation_Activate);
    library.destroy(desc);
    return id;
  });
  const next = playback(crowd);
  const step = (): void => {
    const frame = next();
    for (let k = 0; k < ids.length; k++) {
      const [x, y, z, qx, qy, qz, qw] = frame[k];
      place.Set(x, y, z);
      turn.Set(qx, qy, qz, qw);
      bodies.SetPositionAndRotation(ids[k], place, turn, library.EActivation_Activate);
    }
    system.Step(1 / 60, 1);
  };
  return { name: 'jolt', step, count: () => null };
}

function joltShape(library: Jolt, { halfExtents, points }: Crowd['models'][number]): Jolt {
  if (halfExtents) return new library.BoxShape(new library.Vec3(...halfExtents), 0, null);
  const settings = new library.ConvexHullShapeSettings();
  for (let k = 0; k < (points?.length ?? 0); k += 3)
    settings.mPoints.push_back(new library.Vec3(...(points?.subarray(k, k + 3) ?? [])));
  settings.mMaxConvexRadius = 0;
  return settings.Create().Get();
}
