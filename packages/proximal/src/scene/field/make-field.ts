// Computes a distance field.
import { grownBox, largestCoordinateOf } from './boxes.ts';
import { coarseCount, GridBuilder, planGrid } from './build.ts';
import { DistanceField } from './distance-field.ts';
import { fingerprintOf } from './fingerprint.ts';
import { side } from './grid.ts';
import { checkBytes, type DistanceFieldOptions, readFieldOptions } from './options.ts';
import { type FieldBody, geometryOf, sourceOf } from './source.ts';

/** The fraction of the progress that is reported for the coarse cells. */
const coarseFraction = 0.1;
/** Bounds of the relative rounding errors of single precision, and of a few operations in double precision. */
const [singleRounding, rounding] = [2 ** -24, 2 ** -47];

/**
 * The distance field of a body: bounds of its signed distance at every point, from a grid that is fine near the surface. The distance
 * is negative inside a convex shape, below a height field, inside a compound (where it is minus the largest depth in any of the parts) and
 * inside a closed mesh (where its winding number is not 0). An open mesh has no inside, and `notices` says so. Unbounded shapes are refused,
 * and so are fields that would take more than `maxBytes`.
 * @example
 * ```ts
 * const field = distanceField(mug, { resolution: 0.002 });
 * field.bounds([0, 0, 0.3]); // the distance is between lower and upper
 * ```
 */
export function distanceField(body: FieldBody, options?: DistanceFieldOptions): DistanceField {
  const where = 'distanceField';
  const geometry = geometryOf(where, body);
  const source = sourceOf(where, geometry);
  const settings = readFieldOptions(where, source, options);
  const { resolution, band, padding, report } = settings;
  const plan = planGrid(grownBox(source.region, padding), resolution);
  const counts = coarseCount(plan);
  checkBytes(where, settings, { ...counts, blocks: 0 }, 3);
  const largestCoordinate = largestCoordinateOf(grownBox(source.region, padding + side * resolution));
  report(0);
  const coarseBuilder = new GridBuilder(source, plan, (fraction) => report(coarseFraction * fraction));
  const coarse = coarseBuilder.coarseValues();
  const cells = coarseBuilder.nearCells(coarse, band);
  checkBytes(where, settings, { ...counts, blocks: cells.length }, 2);
  const fineBuilder = new GridBuilder(source, plan, (fraction) =>
    report(coarseFraction + (1 - coarseFraction) * fraction),
  );
  const blocks = fineBuilder.blockValues(coarse, cells);
  // A corner of a block is within half the diagonal of a coarse cell, √3/2 · side, of a coarse corner, and the distance has slope at most 1.
  const largestValue = coarse.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) + side;
  const { min, max } = source.box;
  return new DistanceField({
    origin: plan.origin,
    resolution,
    // The error of the source, of single precision, and of the corners' coordinates.
    error: source.error + singleRounding * largestValue * resolution + rounding * largestCoordinate,
    isSigned: source.isSigned,
    box: [...min, ...max],
    grid: { counts: plan.counts, coarse, cells, blocks },
    notices: source.notices,
    fingerprint: fingerprintOf(geometry),
  });
}
