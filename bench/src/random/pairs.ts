// Cases of two random shapes in a random situation. Seed and number identify a case: `randomPair(seed, number)`.
import type { Shape } from 'proximal';
import { Rng } from 'proximal/math';
import type { PairOfFile } from '../fuzz/case-problem.ts';
import { randomRanges, supported } from './extents.ts';
import { type KnownGap, randomStep, situations } from './poses.ts';
import { randomKinds, randomShape } from './shapes.ts';
import { buildShape, kindNames, type ShapeSpec, writeShape } from './specs.ts';

/** Two shapes with their poses, as plain data for JSON. */
export interface PairCase {
  /** `'extreme'` if sizes or aspect ratios may be beyond the supported range: see `supported`. */
  readonly scope: 'supported' | 'extreme';
  readonly situation: string;
  readonly a: ShapeSpec;
  readonly poseA: readonly number[];
  readonly b: ShapeSpec;
  readonly poseB: readonly number[];
  /** The displacement from `poseB` to B's previous position, in world axes, for warm starts. */
  readonly step: readonly number[];
  /** The gap of the placement, if it is known. */
  readonly gap?: KnownGap;
  /** The momentum schedule of the accelerated algorithms. Default `'paper'`. */
  readonly schedule?: 'paper' | 'code';
}

/**
 * Case `number` of `seed`, or null if `only` is not empty and lacks one of the two kinds. Poses close to contact are found by a query, so a
 * change of the kernel may change them by a rounding error; the printed case stays valid.
 */
export function randomPair(seed: number, number: number, only: readonly string[] = []): PairCase | null {
  const rng = new Rng(mix(seed, number));
  const situation = situations[rng.index(situations.length)];
  const group = Math.floor(number / casesPerPair);
  if (only.length > 0 && !kindsOf(shapeRng(seed, group)).every((kind) => only.includes(kind))) return null;
  const { isExtreme, a, b } = randomShapes(seed, group);
  const shapeA = buildShape(a);
  const other = situation.sameShape && shapeA.isBounded ? a : b;
  const shapeB = buildShape(other);
  const { poseA, poseB, gap } = situation.place(rng, shapeA, shapeB);
  return {
    scope: isExtreme || !isSupported(shapeA, shapeB) ? 'extreme' : 'supported',
    situation: situation.name,
    a,
    poseA: [...poseA],
    b: other,
    poseB: [...poseB],
    step: randomStep(rng, shapeA, shapeB),
    ...(gap !== undefined && { gap }),
    schedule: number % 2 === 0 ? 'paper' : 'code',
  };
}

/** The number of consecutive cases with the same two shapes: making a shape takes longer than a query. */
const casesPerPair = 4;

interface RandomShapes {
  readonly seed: number;
  readonly number: number;
  readonly isExtreme: boolean;
  readonly a: ShapeSpec;
  readonly b: ShapeSpec;
}

function shapeRng(seed: number, number: number): Rng {
  return new Rng(mix(seed ^ 0x5bd1e995, number));
}

function kindsOf(rng: Rng): [string, string] {
  return [randomKinds[rng.index(randomKinds.length)], randomKinds[rng.index(randomKinds.length)]];
}

let latest: RandomShapes | null = null;

function randomShapes(seed: number, number: number): RandomShapes {
  if (latest?.seed === seed && latest.number === number) return latest;
  const rng = shapeRng(seed, number);
  const kinds = kindsOf(rng);
  const isExtreme = rng.uniform() < extremeShare;
  const ranges = randomRanges(rng, isExtreme);
  const a = randomShape(kinds[0], rng, ranges[0]);
  let b = randomShape(kinds[1], rng, ranges[1]);
  // Two half-spaces are not a valid pair.
  while (!buildShape(a).isBounded && !buildShape(b).isBounded) b = randomShape('box', rng, ranges[1]);
  latest = { seed, number, isExtreme, a, b };
  return latest;
}

/** The probability that aspect ratios, and the ratio of the two sizes, may be beyond the supported range. */
const extremeShare = 0.1;

/**
 * Whether the sizes are in the supported range; ten times the largest size is allowed, because composed shapes are larger than their parts.
 * Points and half-spaces have no size.
 */
function isSupported(a: Shape, b: Shape): boolean {
  const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  return (
    sizes.length === 0 ||
    (smallest >= supported.smallest && largest <= 10 * supported.largest && largest <= supported.ratio * smallest)
  );
}

/** A 32-bit hash of the two numbers. */
export function mix(seed: number, number: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15) ^ (number >>> 0), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13) ^ Math.floor(number / 0x100000000), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The kinds of the two shapes, in the order of `kindNames`. */
export function classOf({ a, b }: PairCase): string {
  return [a.kind, b.kind].sort((x, y) => kindNames.indexOf(x) - kindNames.indexOf(y)).join(' – ');
}

/** The query as a line of source. */
export function writePair({ a, poseA, b, poseB }: PairCase): string {
  return `distance(${writeShape(a)}, [${poseA.join(', ')}], ${writeShape(b)}, [${poseB.join(', ')}])`;
}

/** A case from a problem file. Fields that only fuzzers write have defaults. */
export function readPair({ a, poseA, b, poseB, rest }: PairOfFile): PairCase {
  const defaults = { scope: 'supported', situation: 'a file', step: [0, 0, 0] } as const;
  return {
    ...defaults,
    ...rest,
    a: a as ShapeSpec,
    poseA: Array.from(poseA),
    b: b as ShapeSpec,
    poseB: Array.from(poseB),
  };
}
