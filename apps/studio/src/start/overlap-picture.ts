// A body that moves into another one and out, with the shortest translation that ends the overlap.
import { box, polygon, rounded, signedDistance } from 'proximal/2d';
import { decimals } from '../picture/decimals.ts';
import { area, arrow, dot, line, add as sum } from '../picture/marks.ts';
import { outline, poseOf } from '../picture/placed.ts';
import type { LivePicture } from './live-picture.ts';

const block = rounded(box(0.85, 0.5), 0.1);
const wedge = polygon([0.9, -0.55, 0.15, 0.8, -0.8, -0.3]);

export function overlapPicture(time: number): LivePicture {
  const a = { shape: block, position: [-0.35, 0], angle: 0.25 };
  const depthOfPath = 0.75 + 0.55 * Math.cos(0.6 * time);
  const b = { shape: wedge, position: [0.25 + depthOfPath, 0.35 * Math.sin(0.4 * time)], angle: 0.3 * time };
  const result = signedDistance(a.shape, poseOf(a), b.shape, poseOf(b));
  const { distance: value, normal, pointA, pointB } = result;
  const bodies = [area(outline(a), 'a'), area(outline(b), 'b')];
  if (value >= 0) {
    const marks = [...bodies, line([pointA, pointB], 'proof', 'strong'), dot(pointA, 'a'), dot(pointB, 'b')];
    return { marks, window: { center: [0.25, 0], height: 2.5 }, numbers: `distance ${decimals(value)} m` };
  }
  const moved = { ...b, position: sum(b.position, normal, -value) };
  const marks = [
    ...bodies,
    area(outline(moved), 'b', 'ghost'),
    arrow(pointB, pointA, 'contact', 'strong'),
    arrow(b.position, moved.position, 'contact'),
    dot(pointB, 'contact', 'small'),
  ];
  return { marks, window: { center: [0.25, 0], height: 2.5 }, numbers: `depth ${decimals(-value)} m, proven minimal` };
}
