// The steps of GJK on the difference of two shapes, one every 1.3 seconds.
import { distance, polygon, type TraceStep } from 'proximal/2d';
import { decimals } from '../picture/decimals.ts';
import { area, dot, line, type Point, text } from '../picture/marks.ts';
import { differenceOutline, poseOf, worldVector } from '../picture/placed.ts';
import type { LivePicture } from './live-picture.ts';

const pentagon = polygon([1, -0.5, 0.9, 0.55, 0, 1.05, -0.95, 0.5, -0.7, -0.75]);
const wedge = polygon([0.9, -0.55, 0.15, 0.8, -0.8, -0.3]);

export function searchPicture(time: number): LivePicture {
  const a = { shape: pentagon, position: [0, 0], angle: 0.15 };
  const round = Math.floor(time / 9);
  const b = { shape: wedge, position: [-2.05, 0.75 - 0.35 * (round % 3)], angle: 0.4 + 1.1 * round };
  const steps: TraceStep[] = [];
  distance(a.shape, poseOf(a), b.shape, poseOf(b), { trace: (step) => steps.push({ ...step }) });
  const at = Math.min(steps.length - 1, Math.floor((time % 9) / 1.3));
  const world = (point: Point): Point => worldVector(a, point);
  const { point, support, lower, upper } = steps[at];
  const simplex = steps[at].simplex.slice(0, steps[at].size).map(world);
  const marks = [
    area(differenceOutline(a, b), 'set'),
    line(simplex.length > 1 ? simplex : [], 'simplex', 'strong'),
    line([[0, 0], world(point)], 'proof', 'strong'),
    ...simplex.map((corner) => dot(corner, 'simplex')),
    dot(world(point), 'proof', 'small'),
    dot(world(support), 'support'),
    dot([0, 0], 'contact'),
    text([0, 0], 'origin', 'contact', [-58, -5]),
  ];
  const bounds = `${decimals(Math.max(0, lower), 2)} ≤ distance ≤ ${Number.isFinite(upper) ? decimals(upper, 2) : '∞'}`;
  return { marks, window: { center: [1.2, -0.45], height: 4.6 }, numbers: `step ${at + 1}: ${bounds}` };
}
