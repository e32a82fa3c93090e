// The answer to a query, drawn over the bodies: nearest points, the translation that separates, and bodies grown until they touch.
import type { Shape } from 'proximal';
import { transformPoint } from 'proximal/math';
import type { Answer } from 'proximal/problem';
import { Group, type Object3D } from 'three';
import type { Pair } from '../model/document.ts';
import { palette } from '../model/palette.ts';
import { drawnShape } from './bodies.ts';
import { sizeOf } from './framing.ts';
import { arrow, dot, line, type Point } from './marks.ts';

const ghostOpacity = 0.18;
/** Bodies that would grow or shrink by a larger factor than this are not drawn. */
const largestGrowth = 20;

/** The marks of an answer; none if it has no points. */
export function queryMarks(query: string, answer: Answer, pair: Pair): Object3D[] {
  const { pointA, pointB, normal } = answer;
  if (!pointA || !pointB || !normal || !pointA.every(Number.isFinite)) return [];
  if (query === 'growthDistance') return growthMarks(pair, Number(answer.value), pointA, pointB);
  if (query === 'penetration' && Number(answer.value) > 0)
    return separationMarks(
      pair,
      pointB,
      normal.map((x) => x * Number(answer.value)),
    );
  const isOverlapping = answer.status === 'overlapping';
  const color = isOverlapping ? palette.contact : palette.proof;
  const length = 0.25 * Math.min(sizeOf(pair.a), sizeOf(pair.b));
  const end = pointA.map((x, k) => x + length * normal[k]);
  return [
    line(pointA, pointB, color, 3),
    arrow(pointA, end, palette.neutral, 2),
    dot(pointA, color),
    dot(pointB, color),
  ];
}

/** B moved out of A, and the arrow of that translation. */
function separationMarks({ b, poseB }: Pair, from: Point, by: Point): Object3D[] {
  const end = from.map((x, k) => x + by[k]);
  const moved = poseB.map((x, k) => (k < 3 ? x + by[k] : x));
  return [ghost(b, moved, palette.b), arrow(from, end, palette.contact, 3), dot(from, palette.contact)];
}

/** Both bodies scaled about their centers until they touch, and the two points that then coincide. */
function growthMarks({ a, poseA, b, poseB }: Pair, growth: number, pointA: Point, pointB: Point): Object3D[] {
  const isDrawn = growth > 1 / largestGrowth && growth < largestGrowth;
  const ghosts = isDrawn ? [ghost(a, poseA, palette.a, growth), ghost(b, poseB, palette.b, growth)] : [];
  const center = transformPoint(poseA, a.center);
  const contact = pointA.map((x, k) => center[k] + growth * (x - center[k]));
  const color = growth < 1 ? palette.contact : palette.proof;
  return [...ghosts, line(pointA, contact, palette.a, 2), line(pointB, contact, palette.b, 2), dot(contact, color)];
}

/** A transparent copy of a body, scaled about its center. */
function ghost(shape: Shape, pose: Float64Array, color: string, scale = 1): Group {
  const group = new Group();
  if (!shape.isBounded) return group;
  const drawn = drawnShape(shape, color, ghostOpacity);
  const material = drawn.material as { depthWrite: boolean };
  material.depthWrite = false;
  drawn.scale.setScalar(scale);
  drawn.position.fromArray(shape.center.map((x) => (1 - scale) * x));
  group.position.fromArray(pose);
  group.quaternion.fromArray(pose, 3);
  return group.add(drawn);
}
