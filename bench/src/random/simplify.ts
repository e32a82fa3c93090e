// Simpler variants of a case, for shrinking what a fuzzer found.
import { compose, inverse } from 'proximal/math';
import type { PairCase } from './pairs.ts';
import { isSpec, type ShapeSpec, type SpecValue } from './shapes.ts';

/** Variants of a pair that are simpler to read, the most promising first. A changed case no longer has a known gap. */
export function* simplifyPair(item: PairCase): Generator<PairCase> {
  const { gap: _gap, ...base } = item;
  if (base.poseA.some((x, k) => x !== (k === 6 ? 1 : 0))) {
    const relative = compose(inverse(base.poseA), base.poseB);
    yield { ...base, poseA: [0, 0, 0, 0, 0, 0, 1], poseB: [...relative] };
    yield { ...base, poseA: [0, 0, 0, 0, 0, 0, 1] };
    yield { ...base, poseA: [...base.poseA.slice(0, 3), 0, 0, 0, 1] };
  }
  if (base.poseB[6] !== 1) yield { ...base, poseB: [...base.poseB.slice(0, 3), 0, 0, 0, 1] };
  if (base.step.some((x) => x !== 0)) yield { ...base, step: [0, 0, 0] };
  for (const a of simplifyShape(base.a)) yield { ...base, a };
  for (const b of simplifyShape(base.b)) yield { ...base, b };
  yield* rescale(base);
  for (const poseA of simplifyNumbers(base.poseA)) yield { ...base, poseA };
  for (const poseB of simplifyNumbers(base.poseB)) yield { ...base, poseB };
}

/** The whole scene in a unit that makes its largest length about 1. */
function* rescale(item: PairCase): Generator<PairCase> {
  const lengths = [...lengthsOf(item.a), ...lengthsOf(item.b)].map(Math.abs);
  const power = Math.round(Math.log10(Math.max(...lengths)));
  if (power === 0 || !Number.isFinite(power)) return;
  const scaled = (x: number): number => (power > 0 ? x / 10 ** power : x * 10 ** -power);
  const pose = (values: readonly number[]): number[] => values.map((x, k) => (k < 3 ? scaled(x) : x));
  yield {
    ...item,
    a: scaleShape(item.a, scaled),
    b: scaleShape(item.b, scaled),
    poseA: pose(item.poseA),
    poseB: pose(item.poseB),
    step: item.step.map(scaled),
  };
}

function lengthsOf([, ...values]: ShapeSpec): number[] {
  return values.flatMap((value) =>
    typeof value === 'number' ? [value] : isSpec(value) ? lengthsOf(value) : [...value],
  );
}

function scaleShape([kind, ...values]: ShapeSpec, scaled: (x: number) => number): ShapeSpec {
  const scale = (value: SpecValue): SpecValue =>
    typeof value === 'number' ? scaled(value) : isSpec(value) ? scaleShape(value, scaled) : value.map(scaled);
  return [kind, ...values.map(scale)];
}

function* simplifyShape(spec: ShapeSpec): Generator<ShapeSpec> {
  const [kind, ...values] = spec;
  for (const value of values) if (typeof value !== 'number' && isSpec(value)) yield value;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    for (const simpler of simplifyValue(value)) yield [kind, ...values.slice(0, k), simpler, ...values.slice(k + 1)];
  }
}

function* simplifyValue(value: SpecValue): Generator<SpecValue> {
  if (typeof value === 'number') yield* simplifyNumber(value);
  else if (isSpec(value)) yield* simplifyShape(value);
  else {
    yield* withoutPoints(value);
    yield* simplifyNumbers(value);
  }
}

/** A list of points without its first or second half, then without each single point. */
function* withoutPoints(points: readonly number[]): Generator<number[]> {
  const count = points.length / 3;
  for (let size = count >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < count; from += size) {
      const rest = [...points.slice(0, 3 * from), ...points.slice(3 * (from + size))];
      if (rest.length > 0) yield rest;
    }
  }
}

function* simplifyNumbers(values: readonly number[]): Generator<number[]> {
  for (let k = 0; k < values.length; k++) {
    for (const simpler of simplifyNumber(values[k])) yield values.map((x, n) => (n === k ? simpler : x));
  }
}

/** Zero, one, and the number with fewer digits. */
function* simplifyNumber(value: number): Generator<number> {
  if (value === 0) return;
  yield 0;
  if (value !== 1) yield 1;
  for (const digits of [1, 2, 4, 8]) {
    const rounded = Number(value.toPrecision(digits));
    if (rounded === value) return;
    yield rounded;
  }
}
