// The distance to a turning body as a function of its angle, with the tangent that the exact derivative gives.
import { differentiate, distance, polygon } from 'proximal/2d';
import { decimals } from '../picture/decimals.ts';
import { add, area, arrow, dot, line, type Point, subtract, text, turned, unit } from '../picture/marks.ts';
import { outline, type Placed, poseOf } from '../picture/placed.ts';
import type { LivePicture } from './live-picture.ts';

const fixed: Placed = { shape: polygon([-0.5, -0.9, 0.45, -0.9, 0.45, 0.9, -0.5, 0.9]), position: [-1.5, 0], angle: 0 };
const turning = polygon([0.75, 0, 0.1, 0.42, -0.55, 0.2, -0.4, -0.4]);
const position: Point = [-0.15, 0];
const samples = 120;

/** The point of the plot for a distance at an angle. */
const inPlot = (angle: number, value: number): Point => [0.8 + (1.2 * angle) / (2 * Math.PI), -0.85 + 2.6 * value];

let curve: readonly Point[] | null = null;

function distances(): readonly Point[] {
  return Array.from({ length: samples + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / samples;
    const placed = { shape: turning, position, angle };
    return inPlot(angle, distance(fixed.shape, poseOf(fixed), turning, poseOf(placed)).distance);
  });
}

/** A piece of the tangent with the same length at every slope. */
function tangentAt(angle: number, value: number, slope: number): readonly Point[] {
  const at = inPlot(angle, value);
  const along = unit(subtract(inPlot(angle + 1, value + slope), at));
  return [add(at, along, -0.35), add(at, along, 0.35)];
}

export function derivativePicture(time: number): LivePicture {
  curve ??= distances();
  const angle = (0.55 * time) % (2 * Math.PI);
  const b = { shape: turning, position, angle };
  const { result, byB } = differentiate(fixed.shape, poseOf(fixed), b.shape, poseOf(b));
  const { pointA, pointB, distance: value } = result;
  const slope = byB[2];
  const tangent = tangentAt(angle, value, slope);
  const lever: Point = turned([pointB[0] - position[0], pointB[1] - position[1]]);
  const marks = [
    area(outline(fixed), 'a'),
    area(outline(b), 'b'),
    line([pointA, pointB], 'ink', 'dashed'),
    dot(pointA, 'a', 'small'),
    arrow(pointB, [pointB[0] + 0.7 * lever[0], pointB[1] + 0.7 * lever[1]], 'support', 'strong'),
    dot(pointB, 'b', 'small'),
    line([inPlot(0, 0), inPlot(2 * Math.PI, 0)], 'quiet', 'thin'),
    text(inPlot(0, 0), 'angle', 'quiet', [0, -16]),
    text(inPlot(0, 0.72), 'distance', 'quiet'),
    line(curve, 'ink'),
    line(tangent, 'support', 'strong'),
    dot(inPlot(angle, value), 'support'),
  ];
  return {
    marks,
    window: { center: [0.05, -0.05], height: 2.7 },
    numbers: `∂distance/∂angle ${decimals(slope)} m/rad`,
  };
}
