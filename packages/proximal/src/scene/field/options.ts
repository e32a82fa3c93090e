// Options of distance fields.
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { largestCoordinateOf, longestSideOf } from './boxes.ts';
import { Grid, side } from './grid.ts';
import type { DistanceSource } from './source.ts';

/** The progress of a distance field. */
export interface DistanceFieldProgress {
  /** From 0 to 1. */
  readonly fraction: number;
}

/** Options of `distanceField`. */
export interface DistanceFieldOptions {
  /** The side of the fine cells near the surface, in meters. Default: a 64th of the body's longest side, for a height field without its depth. */
  readonly resolution?: number;
  /** Cells within this distance of the surface are fine, in meters; others are eight times as large. Default: eight times `resolution`. */
  readonly band?: number;
  /** The grid extends beyond the body's box (of a height field, the box of its surface) by this, in meters. Default: sixteen times `resolution`. */
  readonly padding?: number;
  /** The largest memory of the field, in bytes. More is refused before it is allocated. Default 2²⁷, 128 MiB. */
  readonly maxBytes?: number;
  /** An `AbortSignal`: when it is aborted, its reason is thrown. It is read before every call of `onProgress`. */
  readonly signal?: { throwIfAborted(): void };
  /** Called at the start, and after every row of coarse corners and every block of fine cells. If it throws, the computation ends with this error. */
  readonly onProgress?: (progress: DistanceFieldProgress) => void;
}

export interface FieldSettings {
  readonly resolution: number;
  readonly band: number;
  readonly padding: number;
  readonly maxBytes: number;
  readonly report: (fraction: number) => void;
}

const optionNames = ['resolution', 'band', 'padding', 'maxBytes', 'signal', 'onProgress'];
/** The default side of the fine cells, as a fraction of the body's longest side. */
const defaultFraction = 1 / 64;
const defaultBytes = 2 ** 27;
const maxBytesLimit = 2 ** 31;
/** The smallest resolution, as a fraction of the largest coordinate: in finer grids rounding would exceed the cells. */
const finestFraction = 1e-10;

export function readFieldOptions(
  where: string,
  { region }: DistanceSource,
  options: DistanceFieldOptions = {},
): FieldSettings {
  checkOptions(where, 'options', options, optionNames);
  const { resolution = defaultFraction * longestSideOf(region), maxBytes = defaultBytes, signal, onProgress } = options;
  if (options.resolution === undefined && resolution === 0)
    throw outOfRange(where, 'options.resolution', undefined, 'the body is a point; give the side of a cell in meters');
  const remedy = 'give a length in meters, finite and';
  checkNumber(where, 'options.resolution', resolution, `${remedy} positive`, 0, true);
  const { band = side * resolution, padding = 2 * side * resolution } = options;
  checkNumber(where, 'options.band', band, `${remedy} not negative`, 0);
  checkNumber(where, 'options.padding', padding, `${remedy} not negative`, 0);
  checkInteger(where, 'options.maxBytes', maxBytes, 1, maxBytesLimit);
  const least = finestFraction * largestCoordinateOf(region);
  if (!(resolution > least))
    throw outOfRange(
      where,
      'options.resolution',
      resolution,
      `give more than ${least} m: finer cells of this body are within rounding`,
    );
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw wrongType(where, 'options.signal', signal, 'give an AbortSignal');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrongType(where, 'options.onProgress', onProgress, 'give a function, or leave it out');
  const report = (fraction: number): void => {
    signal?.throwIfAborted();
    onProgress?.({ fraction });
  };
  return { resolution, band, padding, maxBytes, report };
}

/** Throws if a grid is too large. @param power the exponent p: the memory is proportional to 1 / resolutionᵖ */
export function checkBytes(
  where: string,
  { resolution, maxBytes }: FieldSettings,
  counts: { readonly cells: number; readonly corners: number; readonly blocks: number },
  power: number,
): void {
  const bytes = Grid.bytesOf(counts.cells, counts.corners, counts.blocks);
  if (bytes <= maxBytes) return;
  const enough = resolution * (bytes / maxBytes) ** (1 / power);
  const advice = Number.isFinite(enough) ? `about ${enough.toPrecision(2)}` : 'much more';
  throw outOfRange(
    where,
    'options.resolution',
    resolution,
    `the field would take ${bytes} bytes, more than maxBytes, ${maxBytes}; give ${advice}, a smaller band or padding, or more maxBytes`,
  );
}
