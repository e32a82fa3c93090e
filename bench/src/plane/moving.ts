// Pairs that move a little from query to query, for warm starts: the paper has none, the libraries are made for them.
import { cos, Rng, sin } from 'proximal/math';
import { type PlaneProblem, type PlaneSet, placeAtGap, proven, randomPolygon } from './sets.ts';

const frames = 20;
/** B goes round a circle of this radius, and turns to and fro by as many radians, so that the last frame leads to the first. */
const motion = 0.05;

/** Frame after frame, all pairs in each; polygons 2k and 2k + 1 are a pair, so that A's number tells which. */
export function movingSet(vertices: number, count: number, seed: number): PlaneSet {
  const rng = new Rng((seed * 1000 + vertices * 10 + 9) >>> 0);
  const pairs = Math.ceil(count / frames);
  const polygons = Array.from({ length: 2 * pairs }, () => randomPolygon(rng, vertices));
  const starts = Array.from({ length: pairs }, (_, k) =>
    placeAtGap(rng, polygons[2 * k], polygons[2 * k + 1], rng.uniform(0.15, 0.5)),
  );
  const problems: PlaneProblem[] = [];
  for (let frame = 0; frame < frames; frame++) {
    for (let k = 0; k < pairs; k++) {
      const [poseA, poseB] = starts[k];
      problems.push(proven(polygons, 2 * k, 2 * k + 1, poseA, moved(poseB, (frame / frames) * 2 * Math.PI)));
    }
  }
  return { vertices, situation: 'moving', polygons, problems };
}

function moved([x, y, cosine, sine]: Float64Array, phase: number): Float64Array {
  const [turnX, turnY] = [cos(motion * sin(phase)), sin(motion * sin(phase))];
  return Float64Array.of(
    x + motion * cos(phase),
    y + motion * sin(phase),
    turnX * cosine - turnY * sine,
    turnX * sine + turnY * cosine,
  );
}
