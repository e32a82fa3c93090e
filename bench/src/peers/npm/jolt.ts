// jolt-physics: 32-bit numbers in WebAssembly. `TransformedShape.CollideShape` of two shapes without convex radius; distances by letting
// it look for contacts that are far apart.
import type { FileSet, FileShape } from '../../problems/problem-set.ts';
import { type Queries, store, Unsupported } from './library.ts';

// biome-ignore lint/suspicious/noExplicitAny: its declarations are a namespace inside a module that Node does not resolve
type Jolt = any;

/** Of a hull. */
const mostVertices = 256;
/** Meters. What is farther apart has no answer, and the more this is the less exact are the answers. */
const far = 2;

export async function jolt({ shapes, problems }: FileSet): Promise<Queries> {
  const module = (await import('jolt-physics/wasm-compat' as string)) as { default: () => Promise<Jolt> };
  const library: Jolt = await module.default();
  registerShapes(library);
  const made = shapes.map((shape) => shapeOf(library, shape));
  const scale = new library.Vec3(1, 1, 1);
  const origin = new library.RVec3(0, 0, 0);
  const filter = new library.ShapeFilter();
  const closest = new library.CollideShapeClosestHitCollisionCollector();
  const any = new library.CollideShapeAnyHitCollisionCollector();
  const touching = new library.CollideShapeSettings();
  const within = new library.CollideShapeSettings();
  within.mMaxSeparationDistance = far;
  const pairs = problems.map(({ a, b, poseA, poseB }) => {
    const bodyA = new library.TransformedShape();
    bodyA.mShape = made[a].shape;
    const { place, turn } = frame(library, made[a], poseA);
    bodyA.SetWorldTransform(place, turn, scale);
    return { bodyA, b: made[b].shape, poseB: centerOfMass(library, made[b], poseB) };
  });
  const ask = (k: number, settings: Jolt, collector: Jolt): boolean => {
    const { bodyA, b, poseB } = pairs[k];
    collector.Reset();
    bodyA.CollideShape(b, scale, poseB, settings, origin, collector, filter);
    return collector.HadHit();
  };
  return {
    distance: (k, answer) => {
      const isFound = ask(k, within, closest);
      answer[0] = isFound ? -closest.mHit.mPenetrationDepth : Number.NaN;
      if (isFound) storePoints(answer, closest.mHit);
    },
    collide: (k, answer) => {
      answer[0] = ask(k, touching, any) ? 1 : 0;
    },
    depth: (k, answer) => {
      const isFound = ask(k, touching, closest);
      answer[0] = isFound ? closest.mHit.mPenetrationDepth : 0;
      if (!isFound) return;
      // B is its first shape, and its axis moves the second out: A, so B goes the other way.
      const axis = closest.mHit.mPenetrationAxis;
      const [x, y, z] = [axis.GetX(), axis.GetY(), axis.GetZ()];
      const length = -Math.hypot(x, y, z);
      store(answer, 1, { x: x / length, y: y / length, z: z / length });
    },
  };
}

/** It knows how shapes collide only after a world has been made. */
function registerShapes(library: Jolt): void {
  const settings = new library.JoltSettings();
  const layers = new library.ObjectLayerPairFilterTable(1);
  const broad = new library.BroadPhaseLayerInterfaceTable(1, 1);
  broad.MapObjectToBroadPhaseLayer(0, new library.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new library.ObjectVsBroadPhaseLayerFilterTable(broad, 1, layers, 1);
  new library.JoltInterface(settings);
}

function storePoints(answer: Float64Array, hit: Jolt): void {
  const [onB, onA] = [hit.mContactPointOn1, hit.mContactPointOn2];
  store(answer, 1, { x: onA.GetX(), y: onA.GetY(), z: onA.GetZ() });
  store(answer, 4, { x: onB.GetX(), y: onB.GetY(), z: onB.GetZ() });
}

interface Made {
  readonly shape: Jolt;
  /** Its axes are y. */
  readonly hasAxis: boolean;
}

const halfTurn = Math.SQRT1_2;

function frame(library: Jolt, { hasAxis }: Made, [x, y, z, qx, qy, qz, qw]: Float64Array): { place: Jolt; turn: Jolt } {
  const turn = new library.Quat(qx, qy, qz, qw);
  const upright = new library.Quat(halfTurn, 0, 0, halfTurn);
  return { place: new library.RVec3(x, y, z), turn: hasAxis ? turn.MulQuat(upright) : turn };
}

/** It moves hulls to their center of mass. */
function centerOfMass(library: Jolt, made: Made, pose: Float64Array): Jolt {
  const { place, turn } = frame(library, made, pose);
  const center = made.shape.GetCenterOfMass();
  const moved = turn.MulVec3(center);
  const at = new library.RVec3(place.GetX() + moved.GetX(), place.GetY() + moved.GetY(), place.GetZ() + moved.GetZ());
  const matrix = library.RMat44.prototype.sRotationTranslation(turn, at);
  // What its functions return is overwritten by their next call.
  const kept = new library.RMat44();
  for (let column = 0; column < 4; column++) kept.SetColumn4(column, matrix.GetColumn4(column));
  return kept;
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
      if (vertices.length > mostVertices) throw new Unsupported(`hull of ${vertices.length} vertices`);
      // By default it leaves out what is within a millimeter; with too little tolerance it finds no hull.
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
