// Jolt on the same bodies, with its own settings but for sleep. Its numbers have 32 bits.
import { type BodyScene, cornersOf, type Engine, halfExtentsOf, type MovingBody } from './engine.ts';

// biome-ignore lint/suspicious/noExplicitAny: its declarations are of another build than the one that Node can load.
type Jolt = any;

export async function jolt({ bodies, friction, timeStep }: BodyScene): Promise<Engine> {
  const library: Jolt = await (
    (await import('jolt-physics/wasm-compat' as string)) as { default: () => Promise<Jolt> }
  ).default();
  const { Vec3, RVec3, Quat, BodyCreationSettings } = library;
  const system = new library.JoltInterface(settingsOf(library, bodies.length));
  const physics = system.GetPhysicsSystem();
  physics.SetGravity(new Vec3(0, 0, -9.81));
  const all = physics.GetBodyInterface();
  const add = (desc: Jolt): Jolt => {
    desc.mFriction = friction;
    desc.mRestitution = 0;
    desc.mAllowSleeping = false;
    desc.mLinearDamping = 0;
    desc.mAngularDamping = 0;
    const body = all.CreateBody(desc);
    all.AddBody(body.GetID(), library.EActivation_Activate);
    library.destroy(desc);
    return body;
  };
  const ground = new library.BoxShape(new Vec3(50, 50, 1), 0, null);
  const upright = new Quat(0, 0, 0, 1);
  add(new BodyCreationSettings(ground, new RVec3(0, 0, -1), upright, library.EMotionType_Static, 0));
  const moving = bodies.map((body) => {
    const [x, y, z, qx, qy, qz, qw] = body.pose;
    const [place, turn] = [new RVec3(x, y, z), new Quat(qx, qy, qz, qw)];
    const desc = new BodyCreationSettings(shapeOf(library, body), place, turn, library.EMotionType_Dynamic, 1);
    desc.mOverrideMassProperties = library.EOverrideMassProperties_CalculateInertia;
    desc.mMassPropertiesOverride.mMass = body.mass;
    return add(desc);
  });
  return {
    name: 'jolt',
    step: () => system.Step(timeStep, 1),
    read(k, { pose, velocity, spin }) {
      const body = moving[k];
      // Copied at once: Jolt hands out the same objects again.
      const place = body.GetPosition();
      pose.set([place.GetX(), place.GetY(), place.GetZ()]);
      const turn = body.GetRotation();
      pose.set([turn.GetX(), turn.GetY(), turn.GetZ(), turn.GetW()], 3);
      const linear = body.GetLinearVelocity();
      velocity.set([linear.GetX(), linear.GetY(), linear.GetZ()]);
      const angular = body.GetAngularVelocity();
      spin.set([angular.GetX(), angular.GetY(), angular.GetZ()]);
    },
  };
}

/** Two layers: what stays, and what moves. */
function settingsOf(library: Jolt, bodies: number): Jolt {
  const settings = new library.JoltSettings();
  settings.mMaxBodies = bodies + 10;
  settings.mMaxBodyPairs = 64 * bodies;
  settings.mMaxContactConstraints = 16 * bodies;
  const layers = new library.ObjectLayerPairFilterTable(2);
  layers.EnableCollision(0, 1);
  layers.EnableCollision(1, 1);
  const broad = new library.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [0, 1]) broad.MapObjectToBroadPhaseLayer(layer, new library.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new library.ObjectVsBroadPhaseLayerFilterTable(broad, 2, layers, 2);
  return settings;
}

function shapeOf(library: Jolt, { shape }: MovingBody): Jolt {
  const half = halfExtentsOf(shape);
  if (half) return new library.BoxShape(new library.Vec3(...half), 0, null);
  const settings = new library.ConvexHullShapeSettings();
  const corners = cornersOf(shape);
  for (let k = 0; k < corners.length; k += 3)
    settings.mPoints.push_back(new library.Vec3(corners[k], corners[k + 1], corners[k + 2]));
  return settings.Create().Get();
}
