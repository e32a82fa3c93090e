import { problem, shape, simulation } from './documents.ts';
import { distanceFields } from './fields.ts';
import type { FileFormat } from './format.ts';
import { knownInputs } from './known.ts';
import { meshFormats } from './meshes.ts';
import { mjcf, urdf } from './robots.ts';
import { scene, simulator, world } from './snapshots.ts';
import { srdf } from './srdf.ts';
import { randomOf } from './templates.ts';

/** Every format that the library reads. */
export const fileFormats: readonly FileFormat[] = [
  urdf,
  mjcf,
  simulation,
  problem,
  shape,
  scene,
  simulator,
  ...meshFormats,
  world,
  srdf,
  distanceFields,
];

/** The format of a case, by its number: the known inputs come first, then all formats in turn. */
export function formatOf(number: number): FileFormat {
  return number < firstRandom ? knownInputs[number].format : fileFormats[(number - firstRandom) % fileFormats.length];
}

/** The number of the first random input. */
export const firstRandom = knownInputs.length;
/** One in this many random inputs of a format is not mutated, to check that its reader accepts what the generator makes. */
const validOneIn = 40;

/** The input of a case, determined by seed and number. */
export function makeInput(seed: number, number: number): Uint8Array {
  if (number < firstRandom) return knownInputs[number].make();
  const rng = randomOf(seed, number);
  return formatOf(number).make(rng, isValid(number) ? 0 : 1 + rng.index(4), seed);
}

/** Whether the case is a random input without mutations, which is a valid document. False for known inputs, valid or not. */
export function isValid(number: number): boolean {
  return number >= firstRandom && Math.floor((number - firstRandom) / fileFormats.length) % validOneIn === 0;
}

/** A readable title of a case. */
export function titleOf(number: number): string {
  return number < firstRandom ? `${formatOf(number).name}, ${knownInputs[number].title}` : formatOf(number).name;
}

/** The number of a valid document of a case's format. */
export function validLike(number: number): number {
  return firstRandom + fileFormats.indexOf(formatOf(number));
}
