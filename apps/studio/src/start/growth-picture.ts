// Two bodies that grow about their centers until they touch.
import { box, growthDistance, polygon, rounded } from 'proximal/2d';
import { decimals } from '../picture/decimals.ts';
import { area, dot, line, lineAcross } from '../picture/marks.ts';
import { outline, poseOf } from '../picture/placed.ts';
import type { LivePicture } from './live-picture.ts';

const plate = polygon([-0.55, -0.4, 0.5, -0.45, 0.6, 0.2, -0.1, 0.55]);
const bar = rounded(box(0.5, 0.14), 0.12);

export function growthPicture(time: number): LivePicture {
  const a = { shape: plate, position: [-0.85, -0.15], angle: 0.12 * time };
  const b = { shape: bar, position: [0.85, 0.25 * Math.sin(0.3 * time)], angle: 0.8 + 0.17 * time };
  const { growth, contact, normal } = growthDistance(a.shape, poseOf(a), b.shape, poseOf(b));
  // Grows for three seconds, then rests for two.
  const phase = Math.min(1, (time % 5) / 3);
  const scale = 1 + (growth - 1) * phase * phase * (3 - 2 * phase);
  const marks = [
    area(outline(a, scale), 'a', 'ghost'),
    area(outline(b, scale), 'b', 'ghost'),
    area(outline(a), 'a'),
    area(outline(b), 'b'),
    line([a.position, b.position], 'quiet', 'dashed'),
    ...(phase === 1 ? [lineAcross(contact, normal, 'proof'), dot(contact, 'contact')] : []),
  ];
  return {
    marks,
    window: { center: [0, 0], height: 2.5 },
    numbers: `growth ${decimals(growth)}, shown ${decimals(scale)}`,
  };
}
