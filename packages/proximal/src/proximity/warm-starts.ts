// The warm starts of a pair as numbers, for another pair of the same shapes and options that continues with the same bits.
import { GUESS_DIRECTION, GUESS_WITNESSES } from '../engine/layout.ts';
import type { GrowthSubject } from './growth-subject.ts';
import type { Pair } from './pair.ts';
import type { Subject } from './query.ts';

/** The index of the warm start of growth distances, if present: after a direction and the warm starts of two subjects. */
export const growthAt = 19;

export function readWarmStarts({ subject, penetrationSubject, growthSubject }: Pair): number[] {
  return [
    ...subject.separation,
    ...readSubject(subject),
    ...readSubject(penetrationSubject),
    ...(growthSubject ? readGrowthSubject(growthSubject) : []),
  ];
}

export function writeWarmStarts(pair: Pair, numbers: ArrayLike<number>): void {
  const all = Array.from(numbers);
  pair.subject.separation.set(all.slice(0, 3));
  writeSubject(pair.subject, all.slice(3, 11));
  writeSubject(pair.penetrationSubject, all.slice(11, 19));
  if (all.length > growthAt) writeGrowthSubject(pair.growing('Pair.growthDistance'), all.slice(growthAt));
}

/** Eight numbers. */
function readSubject({ memory, remembers, hasOverlapped }: Subject): number[] {
  return [...(memory ?? new Float64Array(6)), remembers, hasOverlapped ? 1 : 0];
}

function writeSubject(subject: Subject, numbers: readonly number[]): void {
  subject.memory?.set(numbers.slice(0, 6));
  subject.remembers = numbers[6] === GUESS_WITNESSES ? GUESS_WITNESSES : GUESS_DIRECTION;
  subject.hasOverlapped = numbers[7] === 1;
}

function readGrowthSubject(subject: GrowthSubject): number[] {
  subject.save();
  return [...readSubject(subject), subject.hasLast ? 1 : 0, ...(subject.last ?? [])];
}

function writeGrowthSubject(subject: GrowthSubject, numbers: readonly number[]): void {
  writeSubject(subject, numbers);
  subject.save();
  subject.hasLast = numbers[8] === 1;
  subject.last?.set(numbers.slice(9, 9 + subject.last.length));
}
