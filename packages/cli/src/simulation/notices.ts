// Notices before a simulation runs: ignored parts of files, links that do not collide, joints beyond their limits.
import type { SimulatorNotice, StepReport } from 'proximal/sim';
import { errorColors } from '../colors.ts';
import { visible } from '../visible.ts';
import type { Source } from './source.ts';

/** The largest number of printed lines; the others are counted. */
const maxLines = 8;

/** All notices, for JSON, the notices about the robots' files first. */
export function noticesOf({ simulator, parts }: Source): { level: string; message: string }[] {
  return [...parts.flatMap(({ model }) => model?.notices ?? []), ...simulator.notices].map(({ level, message }) => ({
    level,
    message,
  }));
}

/** Prints the warnings about robots' files and the notices about overlapping links and joints beyond their limits to standard error. */
export function printNotices({ simulator, parts }: Source): void {
  const warnings = parts.flatMap(({ model }) => model?.notices ?? []).filter(({ level }) => level === 'warning');
  const lines = [
    ...warnings.map(({ message }) => `${errorColors.yellow('warning')} ${message}`),
    ...simulator.notices.filter(isUnexpected).map(({ message }) => message),
  ];
  const rest = lines.length - maxLines;
  if (rest > 0) lines.splice(maxLines, rest, errorColors.dim(`… and ${rest} more notices: --json has all`));
  for (const line of lines) console.error(visible(line));
}

/** Prints to standard error in how many steps pairs or contacts were left out. */
export function printCrowd(crowded: number, { pairs, contacts }: StepReport['leftOut']): void {
  console.error(
    `${errorColors.yellow('warning')} ${crowded} ${crowded === 1 ? 'step was' : 'steps were'} crowded: up to ${pairs} pairs and ${contacts} contacts were left out; maxPairs and maxContacts are the limits`,
  );
}

function isUnexpected({ reason }: SimulatorNotice): boolean {
  return reason === 'overlap' || reason === 'limit';
}
