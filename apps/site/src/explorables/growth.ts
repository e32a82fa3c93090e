import { certify, type GrowthStep, growthDistance } from 'proximal/2d';
import { digits, mount } from './explorable.ts';
import type { PlacedPair } from './pair.ts';
import type { Point } from './view.ts';

function search({ a, b, poseB }: PlacedPair): GrowthStep[] {
  const steps: GrowthStep[] = [];
  growthDistance(a, {}, b, poseB, { trace: (step) => void steps.push(structuredClone(step)) });
  return steps;
}

mount<GrowthStep>('growth', {
  start: { a: 'pentagon', b: 'ellipse', x: 2, y: 0.8, angle: 0.5 },
  halfWidths: [3, 3.2],
  title: 'A − B with both centers at O, and the ray to the center of B',
  search,
  draw({ ray, chord, support, normal, direction }, pair, view, world) {
    view.area(pair.difference(true), 'difference');
    view.boundary(support, direction, 'bound');
    view.line(chord[0], chord[1], 'simplex');
    for (const end of chord) view.dot(end, 'simplex');
    view.line([0, 0], ray, 'nearest');
    view.dot(ray, 'nearest', 'B');
    view.dot(support, 'support', 'w');
    view.arrow([0, 0], normal, 0.5, 'direction');
    view.dot([0, 0], 'origin', 'O');
    const { growth, contact } = growthDistance(pair.a, {}, pair.b, pair.poseB);
    world.area(pair.outlineA(growth), 'moved');
    world.area(pair.outlineB(growth), 'moved');
    world.dot(contact as Point, 'nearest');
  },
  describe({ lower, upper }, pair) {
    const result = growthDistance(pair.a, {}, pair.b, pair.poseB);
    const { valid } = certify(pair.a, {}, pair.b, pair.poseB, result);
    return {
      text: 'Where does the ray from O toward the center of B leave A − B? The <b>chord</b> joins two points of A − B on both sides of the ray: the ray leaves behind it. The dashed line through the support point <b>w</b> has all of A − B on one side: the ray leaves before it. Then w replaces one end of the chord. Left: both bodies, grown by the answer, just touch.',
      numbers: [
        ['lower bound of the factor, the best line so far', digits(lower)],
        ['upper bound of the factor, the chord', digits(upper)],
        [
          'answer of the library',
          `${digits(result.growth)}, ${result.status}, ${valid ? 'certified' : 'not certified'}`,
        ],
      ],
    };
  },
});
