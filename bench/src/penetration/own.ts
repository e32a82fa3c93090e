// Our own ways of answering.
import type { PenetrationOptions } from 'proximal';
import { type DepthContender, ownContender, tiltedStarts } from './contender.ts';
import type { DepthSet } from './sets.ts';

export const ownTitles = {
  auto: 'proximal',
  fine: 'proximal, to 1e-9',
  epa: 'our EPA',
  sqp45: 'our SQP at 45°',
} as const;

export const angles = [5, 25, 45] as const;

export function incrementalTitle(degrees: number): string {
  return `incremental at ${degrees}°`;
}

/** A micrometer: what the paper's numbers and the peers are asked for. */
const likeTheOthers: PenetrationOptions = { tolerance: 1e-6, direction: 'centers' };

export function ownContenders(set: DepthSet, seed: number, some: readonly number[] = angles): DepthContender[] {
  return [
    ownContender(ownTitles.auto, set, () => likeTheOthers),
    ownContender(ownTitles.fine, set, () => ({ direction: 'centers' })),
    ownContender(ownTitles.epa, set, () => ({ ...likeTheOthers, algorithm: 'epa' })),
    ...some.map((degrees) => startedAt(incrementalTitle(degrees), 'incremental', set, degrees, seed)),
  ];
}

/** Alg. 3, without the shortcut. */
export function withoutShortcut(set: DepthSet, seed: number): DepthContender {
  return startedAt(ownTitles.sqp45, 'sqp', set, 45, seed);
}

function startedAt(
  title: string,
  algorithm: 'incremental' | 'sqp',
  set: DepthSet,
  degrees: number,
  seed: number,
): DepthContender {
  const starts = tiltedStarts(set, degrees, seed);
  return ownContender(title, set, (k) => ({ ...likeTheOthers, algorithm, direction: starts[k] }));
}
