// @dimforge/rapier3d-compat: 32-bit numbers in WebAssembly. Colliders, since its shapes are rebuilt in every call.
import type { Box, Capsule, Convex, Shape } from 'proximal';
import { compose, fromAxisAngle } from 'proximal/math';
import { load } from '../plane/peers/load.ts';
import { type DepthAnswer, type DepthContender, timed } from './contender.ts';
import type { DepthSet } from './sets.ts';

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface Contact {
  readonly distance: number;
  readonly normal1: Vector;
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
    convexHull(points: Float32Array): ColliderDesc | null;
  };
  readonly ShapeContact: new (distance: number, ...vectors: object[]) => Contact;
}

/** Its capsules stand along y. */
const upright = fromAxisAngle([1, 0, 0], Math.PI / 2);

/** The pairs as colliders that are placed before the clock, or which shape it does not have. */
export async function rapierContender({ shapes, problems }: DepthSet): Promise<DepthContender | string> {
  const library = await load<Rapier>('@dimforge/rapier3d-compat');
  await library.init();
  const unknown = shapes.find((shape) => describe(library, shape) === null);
  if (unknown) return `unsupported ${unknown.kind}`;
  const world = new library.World({ x: 0, y: 0, z: 0 });
  const place = (shape: Shape, pose: Float64Array): Collider => {
    const [x, y, z, qx, qy, qz, qw] = shape.kind === 'capsule' ? compose(pose, upright) : pose;
    const desc = describe(library, shape) as ColliderDesc;
    return world.createCollider(desc.setTranslation(x, y, z).setRotation({ x: qx, y: qy, z: qz, w: qw }));
  };
  const pairs = problems.map(({ a, b, poseA, poseB }) => ({ a: place(shapes[a], poseA), b: place(shapes[b], poseB) }));
  const zero = (): Vector => ({ x: 0, y: 0, z: 0 });
  const found = new library.ShapeContact(0, zero(), zero(), zero(), zero());
  const ask = (k: number): Contact | null => pairs[k].a.contactCollider(pairs[k].b, 0, found);
  return {
    title: 'rapier3d',
    supportCalls: null,
    isSingle: true,
    run: timed(() => {
      for (let k = 0; k < pairs.length; k++) ask(k);
    }, pairs.length),
    answers: async () =>
      pairs.map((_, k): DepthAnswer => {
        const contact = ask(k);
        if (!contact) return { depth: 0, normal: [0, 0, 0] };
        const { x, y, z } = contact.normal1;
        return { depth: -contact.distance, normal: [x, y, z] };
      }),
  };
}

function describe({ ColliderDesc }: Rapier, shape: Shape): ColliderDesc | null {
  switch (shape.kind) {
    case 'sphere':
      return ColliderDesc.ball(shape.radius);
    case 'capsule':
      return ColliderDesc.capsule((shape as Capsule).halfLength, shape.radius);
    case 'box':
      return ColliderDesc.cuboid(...(shape as Box).halfExtents);
    case 'convex': {
      const hull = shape as Convex;
      return ColliderDesc.convexHull(
        Float32Array.from(Array.from({ length: hull.vertexCount }, (_, k) => hull.vertex(k)).flat()),
      );
    }
    default:
      return null;
  }
}
