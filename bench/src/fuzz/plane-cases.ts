// Pairs of 2D shapes for the fuzzer. All 66 pairs of twelve shapes form a block of cases, since building a polygon costs more than a query.
import { distance, type Shape } from 'proximal/2d';
import { cos, pow, Rng, sin } from 'proximal/math';
import { mix } from '../random/pairs.ts';
import type { PairOfFile } from './case-problem.ts';
import { buildShape, polygonSpec, randomPoints, randomSpec, type Spec2, writeShape } from './plane-shapes.ts';

/**
 * `identity`: polygons given by their world vertices, for which every Boolean answer can be decided exactly. `posed`: polygons in
 * random poses. `shapes`: all kinds.
 */
export const runs = ['identity', 'posed', 'shapes'] as const;
export type Run = (typeof runs)[number];

/** Two shapes and their poses, as plain data for JSON. */
export interface PlaneCase {
  readonly run: Run;
  readonly situation: string;
  /** Whether the case is also queried with a warm start, with A and B exchanged, by signed and growth distance, and in a batch. */
  readonly isThorough: boolean;
  readonly a: Spec2;
  /** x y cos sin. */
  readonly poseA: Float64Array;
  readonly b: Spec2;
  readonly poseB: Float64Array;
}

const situations = ['random', 'sliver', 'parallel', 'grid', 'duplicates', 'identical', 'touching', 'far', 'ratio'];
/** The cycle of runs, one per block. */
const order: readonly Run[] = ['identity', 'posed', 'identity', 'posed', 'shapes'];
const shapesPerBlock = 12;
/** One case in this many is thorough. */
const thoroughOneIn = 16;
const pairs: readonly (readonly [number, number])[] = Array.from({ length: shapesPerBlock }, (_, i) =>
  Array.from({ length: i }, (_, j) => [j, i] as const),
).flat();
const identity = Float64Array.of(0, 0, 1, 0);

interface Block {
  readonly seed: number;
  readonly number: number;
  readonly cases: readonly PlaneCase[];
}

/** Case `number` of `seed`, or null if it belongs to a run that `only` excludes. */
export function randomCase(seed: number, number: number, only: readonly string[]): PlaneCase | null {
  const block = Math.floor(number / pairs.length);
  const run = order[block % order.length];
  if (only.length > 0 && !only.includes(run)) return null;
  if (latest?.seed !== seed || latest.number !== block)
    latest = { seed, number: block, cases: makeBlock(seed, block, run) };
  return latest.cases[number - block * pairs.length];
}

let latest: Block | null = null;

function makeBlock(seed: number, number: number, run: Run): PlaneCase[] {
  const rng = new Rng(mix(seed ^ 0x2545f491, number));
  const situation = situations[rng.index(situations.length)];
  // Scaling by powers of two keeps grid points on a grid.
  const exponent = rng.uniform(-6, 6);
  const size = situation === 'grid' ? 2 ** Math.round(3.3 * exponent) : pow(10, exponent);
  const make = run === 'shapes' ? randomSpec : run === 'posed' ? localPolygon : worldPolygon;
  const specs: Spec2[] = [];
  for (let k = 0; k < shapesPerBlock; k++) {
    const factor = situation === 'ratio' && k % 2 === 1 ? pow(10, -rng.uniform(0, 4)) : 1;
    specs.push(make(rng, factor * size, situation, size, specs));
  }
  return pairs.map(([i, j], k) => {
    const isThorough = k % thoroughOneIn === 0;
    const a = specs[i];
    if (run === 'identity') return { run, situation, isThorough, a, poseA: identity, b: specs[j], poseB: identity };
    const isPair = buildShape(a).isBounded || buildShape(specs[j]).isBounded;
    const b = situation === 'identical' && buildShape(a).isBounded ? a : isPair ? specs[j] : point;
    const { poseA, poseB } = place(rng, situation, size, buildShape(a), buildShape(b));
    return { run, situation, isThorough, a, poseA, b, poseB };
  });
}

/** Replaces one of two half-planes, which are not a valid pair. */
const point: Spec2 = { version: 1, kind: 'point' };

function localPolygon(rng: Rng, size: number, situation: string): Spec2 {
  return polygonSpec(randomPoints(rng, situation).map((x) => size * x));
}

/**
 * A polygon by its world vertices. `identical`: a copy of the first polygon of the block, moved. `touching`: moved into or close to contact with
 * the first polygon, unless they overlap.
 */
function worldPolygon(rng: Rng, size: number, situation: string, spacing: number, previous: readonly Spec2[]): Spec2 {
  const isCopy = situation === 'identical' && previous.length > 0;
  const points = isCopy ? (previous[0]['vertices'] as number[]) : randomPoints(rng, situation).map((x) => size * x);
  const spec = polygonSpec(moved(points, offset(rng, situation, spacing, isCopy)));
  if (situation !== 'touching' || previous.length === 0) return spec;
  const { distance: gap, normal } = distance(buildShape(previous[0]), {}, buildShape(spec), {});
  const shift = contactGap(rng) * spacing - gap;
  return polygonSpec(moved(spec['vertices'] as number[], [shift * normal[0], shift * normal[1]]));
}

function moved(points: readonly number[], [x, y]: readonly [number, number]): number[] {
  return points.map((value, k) => value + (k % 2 === 0 ? x : y));
}

function offset(rng: Rng, situation: string, size: number, isOnGrid: boolean): [number, number] {
  if (situation === 'grid' || situation === 'parallel' || isOnGrid) {
    // Multiples of a quarter of the size: edges and corners often coincide, and sometimes whole polygons.
    return [(size * (rng.index(13) - 6)) / 4, (size * (rng.index(13) - 6)) / 4];
  }
  const far = situation === 'far' ? 1e8 * size : 0;
  return [far + size * rng.uniform(-1.5, 1.5), far + size * rng.uniform(-1.5, 1.5)];
}

/** A signed distance relative to the size: 0 for contact, or so near to it that rounding matters; negative for an overlap. */
function contactGap(rng: Rng): number {
  const gap = rng.uniform() < 0.2 ? 0 : pow(10, -rng.uniform(8, 17));
  return rng.uniform() < 0.5 ? gap : -gap;
}

function place(
  rng: Rng,
  situation: string,
  size: number,
  a: Shape,
  b: Shape,
): { poseA: Float64Array; poseB: Float64Array } {
  const [poseA, poseB] = [randomPose(rng, situation, size), randomPose(rng, situation, size)];
  if (situation !== 'touching') return { poseA, poseB };
  const { distance: gap, normal } = distance(a, poseA, b, poseB);
  const shift = contactGap(rng) * size - gap;
  if (Number.isFinite(shift)) for (const k of [0, 1] as const) poseB[k] += shift * normal[k];
  return { poseA, poseB };
}

function randomPose(rng: Rng, situation: string, size: number): Float64Array {
  const quarter = rng.index(4);
  const angle = rng.uniform(0, 2 * Math.PI);
  const isAligned = situation === 'grid' || situation === 'parallel' || rng.uniform() < 0.2;
  const [x, y] = offset(rng, situation, size, rng.uniform() < 0.1);
  return isAligned
    ? Float64Array.of(x, y, [1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter])
    : Float64Array.of(x, y, cos(angle), sin(angle));
}

/** The query as a line of source. */
export function writeCase({ a, poseA, b, poseB }: PlaneCase): string {
  return `distance(${writeShape(a)}, [${poseA.join(', ')}], ${writeShape(b)}, [${poseB.join(', ')}])`;
}

/** A case from a problem file; data that only the fuzzer writes has defaults. */
export function readCase({ a, poseA, b, poseB, rest }: PairOfFile): PlaneCase {
  const unknown = { run: 'shapes', situation: 'a file', isThorough: true } as const;
  const poses = { poseA: Float64Array.from(poseA), poseB: Float64Array.from(poseB) };
  return { ...unknown, ...rest, ...poses, a: a as Spec2, b: b as Spec2 };
}
