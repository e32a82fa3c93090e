// The warm starts of a pair as numbers, for another pair of the same shapes and options that continues with the same bits. Only
// `penetration` may differ: the points of the last overlap, from which it starts, are not included.
import type { Tape } from '../check/tape.ts';
import { GUESS_DIRECTION, GUESS_SIMPLEX, GUESS_WITNESSES } from '../engine/layout.ts';
import { type GrowthSubject, warmNumbers } from './growth-subject.ts';
import type { Pair } from './pair.ts';
import type { Subject } from './query.ts';

/** The smallest length of a pair's warm starts: a direction and the warm starts of two subjects. That of growth distances may follow. */
export const leastLength = 19;
/** The numbers of a subject: its warm start, the kind of the warm start, and whether the shapes have overlapped. */
const subjectSize = 8;
/** The numbers at the end if distances start from a simplex: its directions after the first one, and their count. */
const simplexSize = 7;
const zeroMemory: Float64Array = /* @__PURE__ */ new Float64Array(6);

export function storeWarmStarts({ subject, penetrationSubject, growthSubject }: Pair, tape: Tape): void {
  tape.putAll(subject.separation, 3);
  storeSubject(subject, tape);
  storeSubject(penetrationSubject, tape);
  if (growthSubject) storeGrowthSubject(growthSubject, tape);
  const { memory, guessKind, guessCount } = subject;
  if (!memory || guessKind !== GUESS_SIMPLEX) return;
  for (let k = 6; k < 12; k++) tape.put(memory[k]);
  tape.put(guessCount);
}

/** The length without a simplex, which may be below `leastLength` if the numbers are invalid. */
function lengthBeforeSimplex(numbers: Float64Array, at: number, length: number): number {
  return numbers[at + 3 + 6] === GUESS_SIMPLEX ? length - simplexSize : length;
}

/** Whether this many numbers from `at` on can be the warm starts of a pair. */
export function haveLength(numbers: Float64Array, at: number, length: number): boolean {
  return length >= leastLength && lengthBeforeSimplex(numbers, at, length) >= leastLength;
}

/** Whether the numbers include the warm start of growth distances. */
export function haveGrowth(numbers: Float64Array, at: number, length: number): boolean {
  return lengthBeforeSimplex(numbers, at, length) > leastLength;
}

/** Sets all warm starts of a pair. @param length the count of numbers from `at` on, for which `haveLength` is true */
export function writeWarmStarts(pair: Pair, numbers: Float64Array, at: number, length: number): void {
  const { subject, penetrationSubject } = pair;
  copy(numbers, at, subject.separation, 3);
  writeSubject(subject, numbers, at + 3);
  writeSubject(penetrationSubject, numbers, at + 3 + subjectSize);
  const end = at + lengthBeforeSimplex(numbers, at, length);
  if (end < at + length && subject.memory) {
    for (let k = 6; k < 12; k++) subject.memory[k] = numbers[end + k - 6];
    subject.guessKind = GUESS_SIMPLEX;
    subject.guessCount = numbers[end + 6] === 3 ? 3 : 2;
  }
  if (!haveGrowth(numbers, at, length)) pair.growthSubject?.forget();
  else writeGrowthSubject(pair.requireGrowthSubject('Pair.growthDistance'), numbers, at + leastLength, end);
}

function storeSubject({ memory, guessKind, hasOverlapped }: Subject, tape: Tape): void {
  tape.putAll(memory ?? zeroMemory, 6);
  tape.put(guessKind);
  tape.put(hasOverlapped ? 1 : 0);
}

function writeSubject(subject: Subject, numbers: Float64Array, at: number): void {
  if (subject.memory) copy(numbers, at, subject.memory, 6);
  subject.guessKind = numbers[at + 6] === GUESS_WITNESSES ? GUESS_WITNESSES : GUESS_DIRECTION;
  subject.hasOverlapped = numbers[at + 7] === 1;
}

function storeGrowthSubject(subject: GrowthSubject, tape: Tape): void {
  subject.save();
  storeSubject(subject, tape);
  tape.put(subject.hasLast ? 1 : 0);
  if (subject.isWarm) tape.putAll(subject.numbers, warmNumbers);
}

function writeGrowthSubject(subject: GrowthSubject, numbers: Float64Array, at: number, end: number): void {
  const first = at + subjectSize + 1;
  if (first <= end) writeSubject(subject, numbers, at);
  subject.save();
  subject.hasLast = first <= end && numbers[first - 1] === 1;
  if (subject.isWarm) copy(numbers, first, subject.numbers, Math.min(warmNumbers, end - first));
}

function copy(from: Float64Array, at: number, to: Float64Array, count: number): void {
  for (let k = 0; k < count; k++) to[k] = from[at + k];
}
