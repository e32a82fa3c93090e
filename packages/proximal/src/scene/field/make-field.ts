// Computes a distance field.
import { grownBox, reachOf } from './boxes.ts';
import { coarseCount, GridBuilder, planGrid } from './build.ts';
import { DistanceField } from './distance-field.ts';
import { fingerprintOf } from './fingerprint.ts';
import { side } from './grid.ts';
import { checkBytes, type DistanceFieldOptions, readFieldOptions } from './options.ts';
import { type FieldBody, geometryOf, sourceOf } from './source.ts';

/** The share of the work that coarse cells take, for the progress. */
const coarseShare = 0.1;
/** Bounds of the relative rounding errors of single precision, and of a few operations in double precision. */
const [singleRounding, rounding] = [2 ** -24, 2 ** -47];

/**
 * The distance field of a body: bounds of its signed distance at every point, from a grid that is fine near the surface. The distance is negative
 * inside a convex shape, a height field, a compound (that of the deepest part) and a closed mesh (where its winding number is not 0). An open mesh
 * has no inside, and `notices` says so. Unbounded shapes are refused, and so are fields that would take more than `maxBytes`.
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
  const reach = reachOf(grownBox(source.region, padding + side * resolution));
  report(0);
  const builder = new GridBuilder(source, plan, (share) => report(coarseShare * share));
  const coarse = builder.coarse();
  const cells = builder.near(coarse, band);
  checkBytes(where, settings, { ...counts, blocks: cells.length }, 2);
  const fine = new GridBuilder(source, plan, (share) => report(coarseShare + (1 - coarseShare) * share));
  const blocks = fine.blocks(coarse, cells);
  // Corners of blocks are within half a diagonal of a coarse corner.
  const farthest = coarse.reduce((most, value) => Math.max(most, Math.abs(value)), 0) + side;
  const { min, max } = source.box;
  return new DistanceField({
    origin: plan.origin,
    resolution,
    // The error of the source, of single precision, and of the corners' coordinates.
    error: source.error + singleRounding * farthest * resolution + rounding * reach,
    isSigned: source.isSigned,
    box: [...min, ...max],
    grid: { counts: plan.counts, coarse, cells, blocks },
    notices: source.notices,
    fingerprint: fingerprintOf(geometry),
  });
}
