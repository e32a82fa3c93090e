// What is drawn over the bodies for a query: separating planes, the translation that resolves an overlap, bodies that grow until they touch, sweeps, and
// the response to a small motion.
import type { Shape } from 'proximal';
import { type Pose, transformPoint } from 'proximal/math';
import type { Answer } from 'proximal/problem';
import type { CastResult } from 'proximal/scene';
import { Group, type Object3D } from 'three';
import type { Pair } from '../model/document.ts';
import { type BoundsStep, poseInSweep, type Responses, type Slab, type Sweep } from '../model/illustrations.ts';
import { palette } from '../model/palette.ts';
import { drawnShape } from './bodies.ts';
import { sizeOf } from './framing.ts';
import { arrow, disc, dot, line, type Point } from './marks.ts';

const ghostOpacity = 0.18;
/** Bodies that would grow by a larger factor than this are not drawn. */
const largestGrowth = 20;

/** How far an illustration has proceeded, from 0 to 1, and the steps of a distance algorithm; none if the query has no steps. */
export interface Progress {
  readonly fraction: number;
  readonly step: BoundsStep | undefined;
}

/** The marks of an answer; none if it has no points. */
export function queryMarks(query: string, answer: Answer, pair: Pair, { fraction, step }: Progress): Object3D[] {
  const { pointA, pointB, normal } = answer;
  if (!pointA || !pointB || !normal || !pointA.every(Number.isFinite)) return [];
  if (query === 'growthDistance') return growthMarks(pair, 1 + fraction * (Number(answer.value) - 1), pointA, pointB);
  if (query === 'penetration' && Number(answer.value) > 0) {
    const by = normal.map((x) => x * Number(answer.value));
    return separationMarks(pair, pointB, by, fraction);
  }
  if (step && fraction < 1) return boundsMarks(pair, step, pointA);
  const length = 0.25 * smallerSize(pair);
  const end = pointA.map((x, k) => x + length * normal[k]);
  const color = answer.status === 'overlapping' ? palette.contact : palette.proof;
  return [
    ...(step ? slabMarks(pair, step.slab, pointA) : []),
    line(pointA, pointB, color, 3),
    arrow(pointA, end, palette.neutral, 2),
    dot(pointA, color),
    dot(pointB, color),
  ];
}

function smallerSize({ a, b }: Pair): number {
  return Math.min(sizeOf(a), sizeOf(b));
}

/** The projection of a point onto A's supporting plane, moved along the normal by a distance. */
function above({ pointA, normal }: Slab, point: Point, distance: number): Point {
  const height = normal.reduce((sum, x, k) => sum + x * (pointA[k] - point[k]), 0);
  return point.map((x, k) => x + (height + distance) * normal[k]);
}

/** Both supporting planes, drawn around a point. */
function slabMarks(pair: Pair, slab: Slab, around: Point): Object3D[] {
  // Planes that do not separate the bodies prove nothing.
  const color = slab.width > 0 ? palette.proof : palette.neutral;
  return [0, slab.width].map((distance) =>
    disc(above(slab, around, distance), slab.normal, 0.9 * smallerSize(pair), color),
  );
}

/** The slab of a step, whose width is the lower bound, and from A's plane along the normal the upper bound, which ends beyond B's plane. */
function boundsMarks(pair: Pair, { slab, upper }: BoundsStep, around: Point): Object3D[] {
  const at = (distance: number): Point => above(slab, around, distance);
  const width = Math.max(0, slab.width);
  return [
    ...slabMarks(pair, slab, around),
    ...(width > 0 ? [line(at(0), at(width), palette.proof, 4)] : []),
    ...(Number.isFinite(upper) ? [arrow(at(width), at(Math.max(upper, width)), palette.neutral, 2)] : []),
    dot(at(0), palette.neutral, 5),
  ];
}

/** B on its way out of A, and the arrow of that translation. */
function separationMarks({ b, poseB }: Pair, from: Point, by: Point, fraction: number): Object3D[] {
  const end = from.map((x, k) => x + by[k]);
  const moved = poseB.map((x, k) => (k < 3 ? x + fraction * by[k] : x));
  return [ghost(b, moved, palette.b), arrow(from, end, palette.contact, 3), dot(from, palette.contact)];
}

/** The number of ghosts along a sweep. */
const sweepGhosts = 5;

/** B along its sweep up to a time, and where it first touches A. */
export function sweepMarks({ b, poseB }: Pair, sweep: Sweep, impact: CastResult | string, time: number): Object3D[] {
  const at = (each: number): Pose => poseInSweep(poseB, sweep, each);
  const center = (pose: Pose): Point => transformPoint(pose, b.center);
  const hit = typeof impact === 'string' || !impact.hit ? null : impact;
  const isPast = hit !== null && time > hit.time;
  const ghosts = Array.from({ length: sweepGhosts }, (_, k) =>
    ghost(b, at((k * time) / sweepGhosts), palette.b, 1, 0.06),
  );
  const path = Array.from({ length: 32 }, (_, k) => [center(at(k / 32)), center(at((k + 1) / 32))] as const);
  return [
    ...ghosts,
    ...path.map(([from, to]) => line(from, to, palette.neutral, 1.5)),
    ghost(b, at(time), isPast ? palette.contact : palette.b, 1, isPast ? 0.15 : 0.4),
    ...(hit
      ? [
          ghost(b, at(hit.time), palette.proof, 1, 0.3),
          arrow(
            hit.pointA,
            hit.pointA.map((x, k) => x + 0.3 * sizeOf(b) * hit.normal[k]),
            palette.contact,
            3,
          ),
          dot(hit.pointA, palette.contact),
        ]
      : []),
  ];
}

/** The colors of predicted and true responses. */
export const responseColors = { exact: palette.a, smoothed: palette.set, true: palette.proof } as const;

/** B after a small motion, and how the nearest point of A moves, predicted and true. */
export function responseMarks({ b }: Pair, { exact, smoothed, true: real, moved, pointA }: Responses): Object3D[] {
  const end = ({ pointA: by }: typeof exact): Point => pointA.map((x, k) => x + by[k]);
  const isSeen = ({ pointA: by }: typeof exact): boolean => Math.hypot(...by) > 1e-6;
  const arrows = (['true', 'smoothed', 'exact'] as const).flatMap((name) => {
    const response = { exact, smoothed, true: real }[name];
    return isSeen(response) ? [arrow(pointA, end(response), responseColors[name], 4)] : [];
  });
  return [ghost(b, moved, palette.b, 1, 0.3), ...arrows, dot(pointA, palette.neutral)];
}

/** Both bodies scaled about their centers until they touch, and the two points that then coincide. */
function growthMarks({ a, poseA, b, poseB }: Pair, growth: number, pointA: Point, pointB: Point): Object3D[] {
  const isDrawn = growth > 0 && growth < largestGrowth;
  const ghosts = isDrawn ? [ghost(a, poseA, palette.a, growth), ghost(b, poseB, palette.b, growth)] : [];
  const center = transformPoint(poseA, a.center);
  const contact = pointA.map((x, k) => center[k] + growth * (x - center[k]));
  const color = growth < 1 ? palette.contact : palette.proof;
  return [...ghosts, line(pointA, contact, palette.a, 2), line(pointB, contact, palette.b, 2), dot(contact, color)];
}

/** A transparent copy of a body, scaled about its center. */
function ghost(shape: Shape, pose: Float64Array, color: string, scale = 1, opacity = ghostOpacity): Group {
  const group = new Group();
  if (!shape.isBounded) return group;
  const drawn = drawnShape(shape, color, opacity);
  const material = drawn.material as { depthWrite: boolean };
  material.depthWrite = false;
  drawn.scale.setScalar(scale);
  drawn.position.fromArray(shape.center.map((x) => (1 - scale) * x));
  group.position.fromArray(pose);
  group.quaternion.fromArray(pose, 3);
  return group.add(drawn);
}
