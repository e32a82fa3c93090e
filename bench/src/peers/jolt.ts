// jolt-physics: 32-bit numbers in WebAssembly.
import type { FileSet, FileShape } from '../problems/problem-set.ts';
import type { Crowd, SceneContender } from '../scene/crowd.ts';
import type { BallJoint, BodyScene, Drum, MovingBody } from '../sim/body-scene.ts';
import type { Engine } from '../sim/engine.ts';
import { cornersOf, halfExtentsOf, type Peer, type Queries, queriesOf, store, Unsupported } from './peer.ts';

// biome-ignore lint/suspicious/noExplicitAny: its declarations are a namespace inside a module that Node does not resolve
type Jolt = any;

async function loadJolt(): Promise<Jolt> {
  const module = (await import('jolt-physics/wasm-compat' as string)) as { default: () => Promise<Jolt> };
  return module.default();
}

export const jolt: Peer = {
  name: 'jolt',
  package: 'jolt-physics',
  isSingle: true,
  query: { queries: queriesOf('jolt', ['distance', 'collide', 'depth']), open },
  simulate,
  crowd,
};

/** Settings of a world with layers of objects, and the pairs of layers that collide. */
function settingsOf(library: Jolt, layers: number, colliding: readonly (readonly [number, number])[]): Jolt {
  const settings = new library.JoltSettings();
  const pairs = new library.ObjectLayerPairFilterTable(layers);
  for (const [a, b] of colliding) pairs.EnableCollision(a, b);
  const broad = new library.BroadPhaseLayerInterfaceTable(layers, layers);
  for (let layer = 0; layer < layers; layer++)
    broad.MapObjectToBroadPhaseLayer(layer, new library.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new library.ObjectVsBroadPhaseLayerFilterTable(
    broad,
    layers,
    pairs,
    layers,
  );
  return settings;
}

/** The largest number of vertices of a hull. */
const maxVertices = 256;
/** The maximum separation in meters. Bodies farther apart have no answer, and a larger value makes answers less exact. */
const maxSeparation = 2;

/** `TransformedShape.CollideShape` of shapes without convex radius; distances by contacts with a large maximum separation. */
async function open({ shapes, problems }: FileSet): Promise<Queries> {
  const library = await loadJolt();
  // Collision functions are registered when a world is made.
  new library.JoltInterface(settingsOf(library, 1, []));
  const made = shapes.map((shape) => shapeOf(library, shape));
  const scale = new library.Vec3(1, 1, 1);
  const origin = new library.RVec3(0, 0, 0);
  const filter = new library.ShapeFilter();
  const closest = new library.CollideShapeClosestHitCollisionCollector();
  const any = new library.CollideShapeAnyHitCollisionCollector();
  const touching = new library.CollideShapeSettings();
  const within = new library.CollideShapeSettings();
  within.mMaxSeparationDistance = maxSeparation;
  const pairs = problems.map(({ a, b, poseA, poseB }) => {
    const bodyA = new library.TransformedShape();
    bodyA.mShape = made[a].shape;
    const { position, rotation } = frame(library, made[a], poseA);
    bodyA.SetWorldTransform(position, rotation, scale);
    return { bodyA, b: made[b].shape, poseB: centerOfMass(library, made[b], poseB) };
  });
  const runQuery = (k: number, settings: Jolt, collector: Jolt): boolean => {
    const { bodyA, b, poseB } = pairs[k];
    collector.Reset();
    bodyA.CollideShape(b, scale, poseB, settings, origin, collector, filter);
    return collector.HadHit();
  };
  return {
    distance: (k, answer) => {
      const isFound = runQuery(k, within, closest);
      answer[0] = isFound ? -closest.mHit.mPenetrationDepth : Number.NaN;
      if (isFound) storePoints(answer, closest.mHit);
    },
    collide: (k, answer) => {
      answer[0] = runQuery(k, touching, any) ? 1 : 0;
    },
    depth: (k, answer) => {
      const isFound = runQuery(k, touching, closest);
      answer[0] = isFound ? closest.mHit.mPenetrationDepth : 0;
      if (!isFound) return;
      // B is Jolt's first shape; the penetration axis moves the second, A, out of B.
      const axis = closest.mHit.mPenetrationAxis;
      const [x, y, z] = [axis.GetX(), axis.GetY(), axis.GetZ()];
      const length = -Math.hypot(x, y, z);
      store(answer, 1, { x: x / length, y: y / length, z: z / length });
    },
  };
}

function storePoints(answer: Float64Array, hit: Jolt): void {
  const [onB, onA] = [hit.mContactPointOn1, hit.mContactPointOn2];
  store(answer, 1, { x: onA.GetX(), y: onA.GetY(), z: onA.GetZ() });
  store(answer, 4, { x: onB.GetX(), y: onB.GetY(), z: onB.GetZ() });
}

interface Made {
  readonly shape: Jolt;
  /** Whether the shape has an axis, which is y in Jolt. */
  readonly hasAxis: boolean;
}

/** The sine and cosine of 45°: the quaternion (s, 0, 0, s) is a quarter turn about x. */
const s = Math.SQRT1_2;

function frame(
  library: Jolt,
  { hasAxis }: Made,
  [x, y, z, qx, qy, qz, qw]: Float64Array,
): { position: Jolt; rotation: Jolt } {
  const rotation = new library.Quat(qx, qy, qz, qw);
  const upright = new library.Quat(s, 0, 0, s);
  return { position: new library.RVec3(x, y, z), rotation: hasAxis ? rotation.MulQuat(upright) : rotation };
}

/** The pose of a shape's center of mass, to which Jolt moves the vertices of hulls. */
function centerOfMass(library: Jolt, made: Made, pose: Float64Array): Jolt {
  const { position, rotation } = frame(library, made, pose);
  const center = made.shape.GetCenterOfMass();
  const moved = rotation.MulVec3(center);
  const at = new library.RVec3(
    position.GetX() + moved.GetX(),
    position.GetY() + moved.GetY(),
    position.GetZ() + moved.GetZ(),
  );
  const matrix = library.RMat44.prototype.sRotationTranslation(rotation, at);
  // The returned object is overwritten by the next call.
  const copy = new library.RMat44();
  for (let column = 0; column < 4; column++) copy.SetColumn4(column, matrix.GetColumn4(column));
  return copy;
}

function shapeOf(library: Jolt, { kind, parameters: [p, q, r], vertices }: FileShape): Made {
  switch (kind) {
    case 'sphere':
      return { shape: new library.SphereShape(p), hasAxis: false };
    case 'box':
      return { shape: new library.BoxShape(new library.Vec3(p, q, r), 0, null), hasAxis: false };
    case 'capsule':
      return { shape: new library.CapsuleShape(q, p), hasAxis: true };
    case 'cylinder':
      return { shape: new library.CylinderShape(q, p, 0), hasAxis: true };
    case 'hull': {
      if (vertices.length > maxVertices) throw new Unsupported(`hull of ${vertices.length} vertices`);
      // The default tolerance is 1 mm; with a tolerance that is too small, Jolt finds no hull.
      for (const tolerance of [1e-6, 1e-5, 1e-4]) {
        const settings = new library.ConvexHullShapeSettings();
        for (const [x, y, z] of vertices) settings.mPoints.push_back(new library.Vec3(x, y, z));
        settings.mMaxConvexRadius = 0;
        settings.mHullTolerance = tolerance;
        const created = settings.Create();
        if (!created.HasError()) return { shape: created.Get(), hasAxis: false };
      }
      throw new Unsupported(`hull of ${vertices.length} vertices`);
    }
  }
  throw new Unsupported(kind);
}

/** The largest number of contact constraints: more do not fit into Jolt's temporary memory of 10 MB. */
const maxConstraints = 16_000;

/**
 * Default settings, except for friction, restitution, no damping, no convex radius of boxes, sleeping only in scenes that allow it, and room
 * for all bodies and contacts.
 */
async function simulate(scene: BodyScene): Promise<Engine> {
  const { bodies, joints = [], drum, sleeps = false, friction, timeStep } = scene;
  const library = await loadJolt();
  const { Vec3, RVec3, Quat, BodyCreationSettings } = library;
  const settings = settingsOf(library, 2, [
    [0, 1],
    [1, 1],
  ]);
  settings.mMaxBodies = bodies.length + 10;
  settings.mMaxBodyPairs = 64 * bodies.length;
  settings.mMaxContactConstraints = Math.min(16 * bodies.length, maxConstraints);
  const system = new library.JoltInterface(settings);
  const physics = system.GetPhysicsSystem();
  physics.SetGravity(new Vec3(0, 0, -9.81));
  const all = physics.GetBodyInterface();
  const add = (desc: Jolt): Jolt => {
    desc.mFriction = friction;
    desc.mRestitution = 0;
    desc.mAllowSleeping = sleeps;
    desc.mLinearDamping = 0;
    desc.mAngularDamping = 0;
    const body = all.CreateBody(desc);
    all.AddBody(body.GetID(), library.EActivation_Activate);
    library.destroy(desc);
    return body;
  };
  const ground = new library.BoxShape(new Vec3(50, 50, 1), 0, null);
  const unrotated = new Quat(0, 0, 0, 1);
  add(new BodyCreationSettings(ground, new RVec3(0, 0, -1), unrotated, library.EMotionType_Static, 0));
  const groups = groupsOf(library, bodies.length, joints);
  const moving = bodies.map((body, k) => {
    const [x, y, z, qx, qy, qz, qw] = body.pose;
    const [position, rotation] = [new RVec3(x, y, z), new Quat(qx, qy, qz, qw)];
    const desc = new BodyCreationSettings(
      movingShape(library, body),
      position,
      rotation,
      library.EMotionType_Dynamic,
      1,
    );
    desc.mOverrideMassProperties = library.EOverrideMassProperties_CalculateInertia;
    desc.mMassPropertiesOverride.mMass = body.mass;
    if (groups[k]) desc.mCollisionGroup = groups[k];
    return add(desc);
  });
  for (const { a, b, anchor } of joints) {
    const point = new library.PointConstraintSettings();
    point.mPoint1 = new RVec3(...anchor);
    point.mPoint2 = point.mPoint1;
    physics.AddConstraint(point.Create(moving[a], moving[b]));
  }
  if (drum) {
    const [shape, position] = [drumShape(library, drum), new RVec3(...drum.position)];
    const turning = add(new BodyCreationSettings(shape, position, unrotated, library.EMotionType_Kinematic, 1));
    all.SetAngularVelocity(turning.GetID(), new Vec3(0, drum.speed, 0));
  }
  return {
    name: 'jolt',
    step: () => system.Step(timeStep, 1),
    read: (k, state) => readState(moving[k], state),
  };
}

/** Copies the state of a body. Each object is copied at once: later calls overwrite it. */
function readState(body: Jolt, { pose, velocity, spin }: Parameters<Engine['read']>[1]): void {
  const position = body.GetPosition();
  pose.set([position.GetX(), position.GetY(), position.GetZ()]);
  const rotation = body.GetRotation();
  pose.set([rotation.GetX(), rotation.GetY(), rotation.GetZ(), rotation.GetW()], 3);
  const linear = body.GetLinearVelocity();
  velocity.set([linear.GetX(), linear.GetY(), linear.GetZ()]);
  const angular = body.GetAngularVelocity();
  spin.set([angular.GetX(), angular.GetY(), angular.GetZ()]);
}

/** Bodies that a joint connects do not collide: one group for each tree of joints, with a table of its pairs. */
function groupsOf(library: Jolt, count: number, joints: readonly BallJoint[]): Jolt[] {
  const root = Array.from({ length: count }, (_, k) => k);
  // A joint's second body is later in the list, and has one joint with an earlier body.
  for (const { a, b } of joints) root[b] = root[a];
  const tables = new Map(joints.map(({ a }) => [root[a], new library.GroupFilterTable(count - root[a])]));
  for (const { a, b } of joints) tables.get(root[a]).DisableCollision(a - root[a], b - root[a]);
  return root.map((first, k) => {
    const table = tables.get(first);
    return table && new library.CollisionGroup(table, first, k - first);
  });
}

function drumShape(library: Jolt, { boxes }: Drum): Jolt {
  const settings = new library.StaticCompoundShapeSettings();
  for (const { half, pose } of boxes) {
    const [x, y, z, qx, qy, qz, qw] = pose;
    const shape = new library.BoxShape(new library.Vec3(...half), 0, null);
    settings.AddShapeShape(new library.Vec3(x, y, z), new library.Quat(qx, qy, qz, qw), shape, 0);
  }
  return settings.Create().Get();
}

function movingShape(library: Jolt, { shape }: MovingBody): Jolt {
  const half = halfExtentsOf(shape);
  if (half) return new library.BoxShape(new library.Vec3(...half), 0, null);
  const settings = new library.ConvexHullShapeSettings();
  const corners = cornersOf(shape);
  for (let k = 0; k < corners.length; k += 3)
    settings.mPoints.push_back(new library.Vec3(corners[k], corners[k + 1], corners[k + 2]));
  return settings.Create().Get();
}

/** Kinematic sensors. A step of Jolt also finds contact points. */
async function crowd({ kinds, models }: Crowd, next: () => readonly Float64Array[]): Promise<SceneContender> {
  const library = await loadJolt();
  const count = kinds.length;
  const settings = settingsOf(library, 1, [[0, 0]]);
  settings.mMaxBodies = count + 10;
  settings.mMaxBodyPairs = 8 * count;
  // Sensors have no constraints.
  settings.mMaxContactConstraints = Math.min(8 * count, maxConstraints);
  const system = new library.JoltInterface(settings);
  const bodies = system.GetPhysicsSystem().GetBodyInterface();
  system.GetPhysicsSystem().SetGravity(new library.Vec3(0, 0, 0));
  const shapes = models.map((model) => crowdShape(library, model));
  const [position, rotation] = [new library.RVec3(0, 0, 0), new library.Quat(0, 0, 0, 1)];
  const ids = [...kinds].map((kind) => {
    const desc = new library.BodyCreationSettings(shapes[kind], position, rotation, library.EMotionType_Kinematic, 0);
    desc.mIsSensor = true;
    desc.mCollideKinematicVsNonDynamic = true;
    desc.mAllowSleeping = false;
    const id = bodies.CreateBody(desc).GetID();
    bodies.AddBody(id, library.EActivation_Activate);
    library.destroy(desc);
    return id;
  });
  const step = (): void => {
    const frame = next();
    for (let k = 0; k < ids.length; k++) {
      const [x, y, z, qx, qy, qz, qw] = frame[k];
      position.Set(x, y, z);
      rotation.Set(qx, qy, qz, qw);
      bodies.SetPositionAndRotation(ids[k], position, rotation, library.EActivation_Activate);
    }
    system.Step(1 / 60, 1);
  };
  return { name: 'jolt', step, count: () => null };
}

function crowdShape(library: Jolt, { halfExtents, points }: Crowd['models'][number]): Jolt {
  if (halfExtents) return new library.BoxShape(new library.Vec3(...halfExtents), 0, null);
  const settings = new library.ConvexHullShapeSettings();
  for (let k = 0; k < (points?.length ?? 0); k += 3)
    settings.mPoints.push_back(new library.Vec3(...(points?.subarray(k, k + 3) ?? [])));
  settings.mMaxConvexRadius = 0;
  return settings.Create().Get();
}
