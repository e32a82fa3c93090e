import { distance, type TraceStep } from 'proximal/2d';
import { digits, mount } from './explorable.ts';
import type { PlacedPair } from './pair.ts';
import type { Point } from './view.ts';

function search({ a, b, poseB }: PlacedPair): TraceStep[] {
  const steps: TraceStep[] = [];
  distance(a, {}, b, poseB, { trace: (step) => void steps.push(structuredClone(step)) });
  return steps;
}

const names = ['no point', 'a point', 'a segment', 'a triangle'];

mount<TraceStep>('gjk', {
  start: { a: 'ellipse', b: 'triangle', x: 1.9, y: 1.2, angle: 0.3 },
  halfWidths: [3.2, 4],
  title: 'The Minkowski difference A − B and the origin O',
  search,
  draw({ point, direction, support, simplex }, pair, view, world) {
    view.area(pair.difference(), 'difference');
    if (simplex.length === 3) view.area(simplex, 'simplex');
    if (simplex.length === 2) view.line(simplex[0], simplex[1], 'simplex');
    for (const corner of simplex) view.dot(corner, 'simplex');
    if (Number.isFinite(support[0])) {
      view.boundary(support, direction, 'bound');
      view.dot(support, 'support', 'w');
    }
    if (Number.isFinite(point[0]) && simplex.length < 3) {
      view.line(point, [0, 0], 'nearest');
      view.dot(point, 'nearest', 'v');
      view.arrow(point, direction, 0.6, 'direction');
    }
    view.dot([0, 0], 'origin', 'O');
    const { pointA, pointB, status } = distance(pair.a, {}, pair.b, pair.poseB);
    if (status === 'separated') world.line(pointA as Point, pointB as Point, 'nearest');
  },
  describe({ iteration, simplex, lower, upper, support }, pair) {
    const { status, distance: found } = distance(pair.a, {}, pair.b, pair.poseB);
    const isLast = !Number.isFinite(support[0]) || upper - lower < 1e-8;
    const text =
      simplex.length === 3
        ? 'The triangle contains the origin: A and B have a common point. This is the proof that they overlap.'
        : iteration === 1
          ? 'The search begins with a direction. The support point <b>w</b> is the farthest point of A − B along it: a support point of A minus one of B.'
          : `The search knows ${names[simplex.length]} of A − B. Its nearest point to the origin is <b>v</b>: the distance is at most |v|. The next support point <b>w</b> is the farthest one from v toward the origin. No point of A − B is beyond the dashed line through w: the distance is at least that of the line${
              isLast ? '. Both agree: the search ends, with proof' : ''
            }.`;
    return {
      text,
      numbers: [
        ['lower bound, the dashed line', digits(Math.max(0, lower))],
        ['upper bound, |v|', digits(upper)],
        ['answer of the library', `${digits(found)} m, ${status}`],
      ],
    };
  },
});
