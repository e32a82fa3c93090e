// Cases of two random shapes in a random situation. Seed and number identify a case: `randomPair(seed, number)`.
import { Rng } from 'proximal/math';
import { type KnownGap, randomStep, situations } from './poses.ts';
import { buildShape, randomKinds, randomShape, randomSize, relatedSize, type ShapeSpec, writeShape } from './shapes.ts';

/** Two shapes and where they are, as plain data that survives JSON. */
export interface PairCase {
  readonly situation: string;
  readonly a: ShapeSpec;
  readonly poseA: readonly number[];
  readonly b: ShapeSpec;
  readonly poseB: readonly number[];
  /** From where B came, relative to `poseB`: what a warm start remembers. */
  readonly step: readonly number[];
  /** The gap that the placement was made for; left out when it is unknown. */
  readonly gap?: KnownGap;
}

/**
 * Case `number` of `seed`, or null if `only` leaves out one of its kinds. Placements close to contact ask a query
 * themselves, so a change of the kernel may move them by a rounding error: the printed case is what lasts.
 */
export function randomPair(seed: number, number: number, only: readonly string[] = []): PairCase | null {
  const rng = new Rng(mix(seed, number));
  const situation = situations[rng.index(situations.length)];
  const kindA = randomKinds[rng.index(randomKinds.length)].kind;
  const other = randomKinds[rng.index(randomKinds.length)].kind;
  const kindB = situation.sameShape ? kindA : other;
  if (only.length > 0 && !(only.includes(kindA) && only.includes(other))) return null;
  const size = randomSize(rng);
  const a = randomShape(kindA, rng, size);
  const b = situation.sameShape ? a : randomShape(kindB, rng, relatedSize(rng, size));
  const [shapeA, shapeB] = [buildShape(a), buildShape(b)];
  const { poseA, poseB, gap } = situation.place(rng, shapeA, shapeB);
  return {
    situation: situation.name,
    a,
    poseA: [...poseA],
    b,
    poseB: [...poseB],
    step: randomStep(rng, shapeA, shapeB),
    ...(gap !== undefined && { gap }),
  };
}

/** 32 well mixed bits of the two numbers. */
function mix(seed: number, number: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15) ^ (number >>> 0), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13) ^ Math.floor(number / 0x100000000), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The pair of kinds that a case belongs to, in one order for both. */
export function classOf({ a, b }: PairCase): string {
  const names = randomKinds.map(({ kind }) => kind);
  return [a[0], b[0]].sort((x, y) => names.indexOf(x) - names.indexOf(y)).join(' – ');
}

/** The query as a line of source. */
export function writePair({ a, poseA, b, poseB }: PairCase): string {
  return `distance(${writeShape(a)}, [${poseA.join(', ')}], ${writeShape(b)}, [${poseB.join(', ')}])`;
}
