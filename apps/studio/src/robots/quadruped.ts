// The generated quadruped with the masses and lengths of Solo-12, and the shapes of its trunk and legs.
import { box, capsule, type Shape } from 'proximal';
import { quadrupedUrdf } from 'proximal/control';
import type { Model } from 'proximal/dynamics';
import { readUrdf } from 'proximal/io';

export const trunk = 'base_link';
const legs = ['FL', 'FR', 'HL', 'HR'];

/** Half extents of the trunk, in meters. */
export const trunkExtents = [0.185, 0.06, 0.03] as const;

/** A shape on a link, and its center in the frame of the link. */
export interface LinkShape {
  readonly link: string;
  readonly shape: Shape;
  readonly position: readonly number[];
}

export function quadrupedShapes(): LinkShape[] {
  const legShapes = legs.flatMap((leg): LinkShape[] => {
    const side = leg[1] === 'L' ? 1 : -1;
    return [
      { link: `${leg}_SHOULDER`, shape: box(0.03, 0.022, 0.03), position: [0, -0.004 * side, 0] },
      { link: `${leg}_UPPER_LEG`, shape: box(0.014, 0.008, 0.08), position: [0, 0.0187 * side, -0.08] },
      { link: `${leg}_LOWER_LEG`, shape: capsule(0.008, 0.075), position: [0, 0.004 * side, -0.08] },
    ];
  });
  return [{ link: trunk, shape: box(...trunkExtents), position: [0, 0, 0] }, ...legShapes];
}

/** The quadruped whose shapes all collide. Its knees are bent by 1.6 rad in the reference configuration. */
export function quadruped(root: 'fixed' | 'free-flyer'): Promise<Model> {
  const collisions = new Map(quadrupedShapes().map((each) => [each.link, collisionText(each)]));
  const text = quadrupedUrdf().replace(
    /<link name="(\w+)">/g,
    (start, name: string) => start + (collisions.get(name) ?? ''),
  );
  return readUrdf(text, { root });
}

function collisionText({ shape, position }: LinkShape): string {
  const { kind, hx, hy, hz, radius, halfLength } = shape.toJSON() as Readonly<Record<string, unknown>>;
  const form =
    kind === 'box'
      ? `<box size="${[hx, hy, hz].map((half) => 2 * Number(half)).join(' ')}"/>`
      : `<capsule radius="${radius}" length="${2 * Number(halfLength)}"/>`;
  return `<collision><origin xyz="${position.join(' ')}"/><geometry>${form}</geometry></collision>`;
}
