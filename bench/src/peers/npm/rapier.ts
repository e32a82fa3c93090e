// @dimforge/rapier3d-compat: 32-bit numbers in WebAssembly. Colliders, since its shapes are rebuilt in every call.
import { compose, fromAxisAngle } from 'proximal/math';
import { load } from '../../plane/peers/load.ts';
import type { FileSet, FileShape } from '../../problems/problem-set.ts';
import { type Named, type Queries, store, Unsupported } from './library.ts';

interface Contact {
  readonly distance: number;
  readonly point1: Named;
  readonly point2: Named;
  readonly normal1: Named;
}

interface Collider {
  contactCollider(other: Collider, prediction: number, target?: object): Contact | null;
}

interface ColliderDesc {
  setTranslation(x: number, y: number, z: number): ColliderDesc;
  setRotation(rotation: object): ColliderDesc;
}

interface Rapier {
  readonly init: () => Promise<void>;
  readonly World: new (gravity: object) => { createCollider(desc: ColliderDesc): Collider };
  readonly ColliderDesc: {
    ball(radius: number): ColliderDesc;
    cuboid(x: number, y: number, z: number): ColliderDesc;
    capsule(halfHeight: number, radius: number): ColliderDesc;
    cylinder(halfHeight: number, radius: number): ColliderDesc;
    cone(halfHeight: number, radius: number): ColliderDesc;
    convexMesh(points: Float32Array, triangles: Uint32Array): ColliderDesc | null;
  };
  readonly ShapeContact: new (distance: number, ...vectors: object[]) => Contact;
}

/** Its axes are y. */
const upright = fromAxisAngle([1, 0, 0], Math.PI / 2);
const hasAxis = new Set(['capsule', 'cylinder', 'cone']);
/** Meters: everything is nearer than this, and with 32-bit numbers it should not be much more. */
const far = 10;

export async function rapier({ shapes, problems }: FileSet): Promise<Queries> {
  const library = await load<Rapier>('@dimforge/rapier3d-compat');
  await library.init();
  const world = new library.World({ x: 0, y: 0, z: 0 });
  const place = (shape: FileShape, pose: Float64Array): Collider => {
    const [x, y, z, qx, qy, qz, qw] = hasAxis.has(shape.kind) ? compose(pose, upright) : pose;
    const desc = describe(library, shape);
    return world.createCollider(desc.setTranslation(x, y, z).setRotation({ x: qx, y: qy, z: qz, w: qw }));
  };
  const pairs = problems.map(({ a, b, poseA, poseB }) => ({ a: place(shapes[a], poseA), b: place(shapes[b], poseB) }));
  const zero = (): Named => ({ x: 0, y: 0, z: 0 });
  const found = new library.ShapeContact(0, zero(), zero(), zero(), zero());
  const ask = (k: number, within: number): Contact | null => pairs[k].a.contactCollider(pairs[k].b, within, found);
  return {
    distance: (k, answer) => {
      const contact = ask(k, far);
      answer[0] = contact ? contact.distance : Number.NaN;
      if (!contact) return;
      store(answer, 1, contact.point1);
      store(answer, 4, contact.point2);
    },
    collide: (k, answer) => {
      // Within rounding it also finds contacts of what is apart.
      const contact = ask(k, 0);
      answer[0] = contact && contact.distance <= 0 ? 1 : 0;
    },
    depth: (k, answer) => {
      const contact = ask(k, 0);
      answer[0] = contact ? Math.max(0, -contact.distance) : 0;
      if (contact) store(answer, 1, contact.normal1);
    },
  };
}

function describe(
  { ColliderDesc }: Rapier,
  { kind, parameters: [p, q, r], vertices, triangles }: FileShape,
): ColliderDesc {
  switch (kind) {
    case 'sphere':
      return ColliderDesc.ball(p);
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return ColliderDesc[kind](q, p);
    case 'box':
      return ColliderDesc.cuboid(p, q, r);
    case 'hull': {
      const hull = ColliderDesc.convexMesh(Float32Array.from(vertices.flat()), Uint32Array.from(triangles.flat()));
      if (hull) return hull;
    }
  }
  throw new Unsupported(kind);
}
