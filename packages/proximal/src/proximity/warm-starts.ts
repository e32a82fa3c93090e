// The warm starts of a pair as numbers, for another pair of the same shapes and options that continues with the same bits. Only
// `penetration` may differ: the points of the last overlap, from which it starts, are not included.
import type { Tape } from '../check/tape.ts';
import { GUESS_DIRECTION, GUESS_WITNESSES } from '../engine/layout.ts';
import { type GrowthSubject, warmNumbers } from './growth-subject.ts';
import type { Pair } from './pair.ts';
import type { Subject } from './query.ts';

/** The index of the warm start of growth distances, if present: after a direction and the warm starts of two subjects. */
export const growthAt = 19;
/** The numbers of a subject: its warm start, the kind of the warm start, and whether the shapes have overlapped. */
const subjectSize = 8;
const zeroMemory: Float64Array = /* @__PURE__ */ new Float64Array(6);

export function storeWarmStarts({ subject, penetrationSubject, growthSubject }: Pair, tape: Tape): void {
  tape.putAll(subject.separation, 3);
  storeSubject(subject, tape);
  storeSubject(penetrationSubject, tape);
  if (growthSubject) storeGrowthSubject(growthSubject, tape);
}

/** Sets all warm starts of a pair. @param length the count of numbers from `at` on: at least `growthAt` */
export function writeWarmStarts(pair: Pair, numbers: Float64Array, at: number, length: number): void {
  copy(numbers, at, pair.subject.separation, 3);
  writeSubject(pair.subject, numbers, at + 3);
  writeSubject(pair.penetrationSubject, numbers, at + 3 + subjectSize);
  if (length <= growthAt) pair.growthSubject?.forget();
  else writeGrowthSubject(pair.requireGrowthSubject('Pair.growthDistance'), numbers, at + growthAt, at + length);
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
