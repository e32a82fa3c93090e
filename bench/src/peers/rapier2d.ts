// @dimforge/rapier2d-compat: 32-bit numbers in WebAssembly. Queries between colliders, because rapier builds its own form of a polygon again
// in every query between shapes.
import type { PreparedQueries } from '../plane/methods.ts';
import type { PlaneSet } from '../plane/sets.ts';
import { load, type Peer, verticesOf } from './peer.ts';

interface Collider {
  contactCollider(other: Collider, prediction: number, target?: object): { readonly distance: number } | null;
}

interface ColliderDesc {
  setTranslation(x: number, y: number): ColliderDesc;
  setRotation(angle: number): ColliderDesc;
}

interface Rapier {
  readonly init: () => Promise<void>;
  readonly World: new (gravity: object) => { createCollider(desc: ColliderDesc): Collider; free(): void };
  readonly ColliderDesc: { convexPolyline(vertices: Float32Array): ColliderDesc | null };
  readonly ShapeContact: new (distance: number, ...vectors: object[]) => { readonly distance: number };
}

/** The prediction distance in meters. */
const predictionDistance = 1e3;

export const rapier2d: Peer = {
  name: 'rapier2d',
  package: '@dimforge/rapier2d-compat',
  isSingle: true,
  plane: {
    how: 'contactCollider on colliders placed before timing, into one result; level 1 with a prediction distance of zero; it keeps no state between queries',
    prepare,
  },
};

async function prepare({ polygons, problems }: PlaneSet): Promise<PreparedQueries> {
  const library = await load<Rapier>('@dimforge/rapier2d-compat');
  await library.init();
  const world = new library.World({ x: 0, y: 0 });
  const outline = polygons.map((shape) => Float32Array.from(verticesOf(shape).flat()));
  const make = (shape: number, [x, y, cosine, sine]: Float64Array): Collider => {
    const desc = library.ColliderDesc.convexPolyline(outline[shape]);
    if (desc === null) throw new Error('rapier found a polygon degenerate');
    return world.createCollider(desc.setTranslation(x, y).setRotation(Math.atan2(sine, cosine)));
  };
  const pairs = problems.map(({ a, b, poseA, poseB }) => ({ a: make(a, poseA), b: make(b, poseB) }));
  const zero = (): object => ({ x: 0, y: 0 });
  const found = new library.ShapeContact(0, zero(), zero(), zero(), zero());
  return {
    distances(out) {
      for (let k = 0; k < pairs.length; k++)
        out[k] = pairs[k].a.contactCollider(pairs[k].b, predictionDistance, found)?.distance ?? Number.NaN;
    },
    collisions(out) {
      for (let k = 0; k < pairs.length; k++) out[k] = pairs[k].a.contactCollider(pairs[k].b, 0, found) ? 1 : 0;
    },
  };
}
