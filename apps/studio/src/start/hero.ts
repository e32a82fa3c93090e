// The first picture: the distance of two bodies with its proof.
import { certify, ellipse, polygon, signedDistance } from 'proximal/2d';
import { decimals } from '../picture/decimals.ts';
import type { Window } from '../picture/marks.ts';
import { add, area, band, dot, line, type Mark, type Point, text, turned, unit } from '../picture/marks.ts';
import { outline, type Placed, poseOf } from '../picture/placed.ts';

const pentagon = polygon([1, -0.5, 0.9, 0.55, 0, 1.05, -0.95, 0.5, -0.7, -0.75]);
const egg = ellipse(0.85, 0.5);

/** The two bodies of the first picture; B follows a path unless it was dragged. */
export function heroBodies(time: number, dragged: Point | null): { readonly a: Placed; readonly b: Placed } {
  const a = { shape: pentagon, position: [-0.75, -0.05], angle: 0.06 * time };
  const path: Point = [1.15 + 0.45 * Math.cos(0.5 * time), 0.55 * Math.sin(0.37 * time)];
  return { a, b: { shape: egg, position: dragged ?? path, angle: 0.5 + 0.21 * time } };
}

export const heroWindow: Window = { center: [0, 0], height: 3.4 };

export interface HeroAnswer {
  readonly marks: readonly Mark[];
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly valid: boolean;
}

/** The distance of the two bodies with its proof: the slab between the support lines proves the lower bound, the segment the upper one. */
export function heroAnswer(a: Placed, b: Placed): HeroAnswer {
  const [poseA, poseB] = [poseOf(a), poseOf(b)];
  const result = signedDistance(a.shape, poseA, b.shape, poseB);
  const { valid } = certify(a.shape, poseA, b.shape, poseB, result);
  const { distance: value, lower, upper, normal, pointA, pointB } = result;
  const isApart = value > 0;
  const role = isApart ? 'proof' : 'contact';
  const slab = isApart ? [band(pointA, pointB, 'proof')] : [];
  const middle: Point = [(pointA[0] + pointB[0]) / 2, (pointA[1] + pointB[1]) / 2];
  const marks = [
    ...slab,
    area(outline(a), 'a'),
    area(outline(b), 'b'),
    line([pointA, pointB], role, 'strong'),
    dot(pointA, 'a'),
    dot(pointB, 'b'),
    text(a.position, 'A', 'a', [-5, -5]),
    text(b.position, 'B', 'b', [-5, -5]),
    text(add(middle, turned(unit(normal)), 0.28), decimals(value), role, [-20, -5]),
  ];
  return { marks, distance: value, lower, upper, valid };
}
