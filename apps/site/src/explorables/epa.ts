import { certify, penetration, type TraceStep } from 'proximal/2d';
import { digits, mount } from './explorable.ts';
import type { PlacedPair } from './pair.ts';
import type { Point } from './view.ts';

function search({ a, b, poseB }: PlacedPair): TraceStep[] {
  const steps: TraceStep[] = [];
  penetration(a, {}, b, poseB, { algorithm: 'epa', trace: (step) => void steps.push(structuredClone(step)) });
  return steps;
}

mount<TraceStep>('epa', {
  start: { a: 'pentagon', b: 'ellipse', x: 0.7, y: 0.3, angle: 0.5 },
  halfWidths: [2.4, 2.4],
  title: 'The Minkowski difference A − B, the polygon inside it, and the origin O',
  search,
  draw({ phase, polygon, simplex, direction, support }, pair, view, world) {
    view.area(pair.difference(), 'difference');
    if (phase === 'epa') view.area(polygon, 'simplex');
    else if (simplex.length > 1) view.path(simplex, 'simplex');
    for (const corner of phase === 'epa' ? polygon : simplex) view.dot(corner, 'simplex');
    if (phase === 'epa' && simplex.length === 2) view.line(simplex[0], simplex[1], 'nearest');
    if (Number.isFinite(support[0])) {
      view.boundary(support, direction, 'bound');
      view.dot(support, 'support', 'w');
    }
    if (phase === 'epa') view.arrow([0, 0], direction, 0.5, 'direction');
    view.dot([0, 0], 'origin', 'O');
    const { depth, normal } = penetration(pair.a, {}, pair.b, pair.poseB);
    if (depth > 0) {
      const [nx, ny] = normal;
      world.area(
        pair.outlineB().map(([x, y]): Point => [x + depth * nx, y + depth * ny]),
        'moved',
      );
      world.arrow(pair.poseB.position, [nx, ny], depth, 'nearest');
    }
  },
  describe({ phase, polygon, lower, upper }, pair) {
    const result = penetration(pair.a, {}, pair.b, pair.poseB, { algorithm: 'epa' });
    const { valid } = certify(pair.a, {}, pair.b, pair.poseB, result);
    const text =
      phase !== 'epa'
        ? result.depth > 0
          ? 'GJK searches for a triangle of A − B around the origin. EPA begins with it.'
          : 'A and B do not overlap: the search ends with GJK. Drag B into A.'
        : `The polygon with ${polygon.length} corners lies in A − B. Its nearest edge to the origin (thick) is a lower bound on the depth: the origin cannot leave A − B on a shorter way. The support point <b>w</b> along the normal of this edge gives the upper bound: moved to the dashed line, the origin is outside. If w is beyond the edge, it becomes a corner.`;
    return {
      text,
      numbers: [
        // The steps have bounds on the signed distance, which is minus the depth.
        ['lower bound of the depth, the edge', phase === 'epa' ? digits(Math.max(0, -upper)) : '–'],
        ['upper bound of the depth, the line', phase === 'epa' ? digits(-lower) : '–'],
        ['answer of the library', `${digits(result.depth)} m, ${valid ? 'certified' : 'not certified'}`],
      ],
    };
  },
});
