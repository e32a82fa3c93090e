// Simpler variants of a case, for shrinking failures.
import type { ShapeField } from 'proximal';
import { compose, inverse } from 'proximal/math';
import type { PairCase } from './pairs.ts';
import { fieldsOf, type ShapeSpec } from './specs.ts';

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
  for (const poseA of simplifyPose(base.poseA)) yield { ...base, poseA };
  for (const poseB of simplifyPose(base.poseB)) yield { ...base, poseB };
}

/** The whole scene scaled by a power of ten, so that the largest length of the shapes is about 1. */
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

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The fields with a unit of length: maps and exponents have none. */
const lengthTypes = ['length', 'vector', 'points'];

function lengthsOf(spec: ShapeSpec): number[] {
  return fieldsOf(spec).flatMap(({ name, type }) => {
    if (type === 'shape') return lengthsOf(spec[name] as ShapeSpec);
    return lengthTypes.includes(type) ? [spec[name] as number | number[]].flat(2) : [];
  });
}

function scaleShape(spec: ShapeSpec, scaled: (x: number) => number): ShapeSpec {
  const values = fieldsOf(spec).map(({ name, type }) => {
    const value = spec[name];
    if (type === 'shape') return [name, scaleShape(value as ShapeSpec, scaled)];
    if (!lengthTypes.includes(type)) return [name, value];
    return [name, typeof value === 'number' ? scaled(value) : (value as number[]).map(scaled)];
  });
  return { ...spec, ...Object.fromEntries(values) };
}

/** A part of the shape, then simpler fields. The shape functions reject invalid fields. */
function* simplifyShape(spec: ShapeSpec): Generator<ShapeSpec> {
  const fields = fieldsOf(spec);
  for (const { name, type } of fields) if (type === 'shape') yield spec[name] as ShapeSpec;
  for (const field of fields) {
    for (const simpler of simplifyValue(field, spec[field.name])) yield { ...spec, [field.name]: simpler };
  }
}

function* simplifyValue({ type }: ShapeField, value: unknown): Generator<unknown> {
  if (type === 'shape') yield* simplifyShape(value as ShapeSpec);
  else if (typeof value === 'number') yield* simplifyNumber(value);
  else {
    if (type === 'matrix' && String(value) !== String(identity)) yield identity;
    if (type === 'points') yield* withoutPoints(value as number[]);
    yield* simplifyNumbers(value as number[]);
  }
}

/** A list of points without each half, then without each quarter, and so on down to each single point. */
function* withoutPoints(points: readonly number[]): Generator<number[]> {
  const count = points.length / 3;
  for (let size = count >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < count; from += size) {
      const rest = [...points.slice(0, 3 * from), ...points.slice(3 * (from + size))];
      if (rest.length > 0) yield rest;
    }
  }
}

export function* simplifyNumbers(values: readonly number[]): Generator<number[]> {
  for (let k = 0; k < values.length; k++) {
    for (const simpler of simplifyNumber(values[k])) yield values.map((x, n) => (n === k ? simpler : x));
  }
}

/** Poses with one simpler number, except those whose quaternion is zero. */
function* simplifyPose(pose: readonly number[]): Generator<number[]> {
  for (const simpler of simplifyNumbers(pose)) if (simpler.slice(3).some((x) => x !== 0)) yield simpler;
}

/** Zero, one, and the number with fewer digits. */
export function* simplifyNumber(value: number): Generator<number> {
  if (value === 0) return;
  yield 0;
  if (value !== 1) yield 1;
  for (const digits of [1, 2, 4, 8]) {
    const rounded = Number(value.toPrecision(digits));
    if (rounded === value) return;
    yield rounded;
  }
}
