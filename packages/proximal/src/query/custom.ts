// Custom shapes in 3D and 2D: sizes given by the user, and sizes computed from support points along the axes.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';

interface Bounds<Vector> {
  readonly min: Vector;
  readonly max: Vector;
}

/** The sizes of a custom shape that queries need. */
export interface CustomMeasures<Vector> {
  readonly center: Readonly<Vector>;
  readonly bounds: Bounds<Vector>;
  readonly inradius: number;
  readonly boundingRadius: number;
}

/** The sizes given by the user. */
export type GivenMeasures<Vector> = Partial<Omit<CustomMeasures<Vector>, 'boundingRadius'>>;

/** The fields of a custom shape that give these sizes. */
interface Given<VectorLike> {
  readonly center?: VectorLike;
  readonly inradius?: number;
  readonly boundingBox?: { readonly min: VectorLike; readonly max: VectorLike };
}

/** The fields that custom shapes have in 3D and in 2D. */
const fieldNames = ['support', 'center', 'inradius', 'boundingBox'];

/**
 * Checks that there is a support function, and no unknown field.
 * @param components the components of a direction, as the function's parameters
 * @param more additional fields of 3D or 2D
 */
export function checkCustom(
  shape: { readonly support: unknown },
  components: string,
  more: readonly string[] = [],
): void {
  const where = 'custom';
  const remedy = `give { support(${components}, out) { … } } that writes the farthest point into out`;
  if (typeof shape !== 'object' || shape === null) throw wrongType(where, 'shape', shape, remedy);
  // Objects of a class may have further fields.
  if (Object.getPrototypeOf(shape) === Object.prototype) checkOptions(where, 'shape', shape, [...fieldNames, ...more]);
  if (typeof shape.support !== 'function') throw wrongType(where, 'shape.support', shape.support, remedy);
}

/** Throws: a support function cannot be serialized. */
export function refuseJson(): never {
  throw new TypeError(
    'toJSON: a custom shape is a program and has no JSON form; write the arguments that made it instead.',
  );
}

type Reader<VectorLike, Vector> = (where: string, argument: string, value: VectorLike) => Vector;

/** Checks the sizes given by the user. */
export function readMeasures<VectorLike, Vector extends number[]>(
  where: string,
  { center, inradius, boundingBox }: Given<VectorLike>,
  read: Reader<VectorLike, Vector>,
): GivenMeasures<Vector> {
  const remedy = 'give a radius in meters, finite and not negative';
  return {
    ...(center !== undefined && { center: read(where, 'shape.center', center) }),
    ...(inradius !== undefined && { inradius: checkNumber(where, 'shape.inradius', inradius, remedy, 0) }),
    ...(boundingBox !== undefined && { bounds: readBounds(where, boundingBox, read) }),
  };
}

function readBounds<VectorLike, Vector extends number[]>(
  where: string,
  bounds: Bounds<VectorLike>,
  read: Reader<VectorLike, Vector>,
): Bounds<Vector> {
  if (typeof bounds !== 'object' || bounds === null)
    throw wrongType(where, 'shape.boundingBox', bounds, 'give { min, max }, two points');
  const min = read(where, 'shape.boundingBox.min', bounds.min);
  const max = read(where, 'shape.boundingBox.max', bounds.max);
  for (const [k, upper] of max.entries()) {
    if (min[k] > upper)
      throw outOfRange(where, `shape.boundingBox.min[${k}]`, min[k], `it must not exceed max[${k}], ${upper}`);
  }
  return { min, max };
}

/**
 * Computes the sizes that the user did not give.
 * @param support calls the user's function with a unit vector along an axis
 * @param inradiusOf the radius of a ball around the center inside the hull of the support points: `highest` along the axes, `lowest` against them
 */
export function measureCustom<Vector extends number[]>(
  dimension: 2 | 3,
  given: GivenMeasures<Vector>,
  support: (direction: Vector, out: Float64Array) => void,
  inradiusOf: (center: Readonly<Vector>, highest: readonly Vector[], lowest: readonly Vector[]) => number,
  norm: (v: Vector) => number,
): CustomMeasures<Vector> {
  if (given.center && given.bounds && given.inradius !== undefined)
    return complete(given.center, given.bounds, given.inradius, norm);
  const axes = Array.from({ length: dimension }, (_, k) => k);
  const vector = (entry: (k: number) => number): Vector => axes.map(entry) as Vector;
  const farthest = (sign: number): Vector[] =>
    axes.map((axis) => {
      // NaN first: otherwise a support function that writes nothing would appear to return the origin.
      const out = new Float64Array(dimension).fill(Number.NaN);
      support(
        vector((k) => (k === axis ? sign : 0)),
        out,
      );
      return vector((k) => out[k]);
    });
  const highest = farthest(1);
  const lowest = farthest(-1);
  const all = [...highest, ...lowest];
  const center = given.center ?? vector((k) => all.reduce((sum, point) => sum + point[k] * (1 / all.length), 0));
  const bounds = given.bounds ?? { min: vector((k) => lowest[k][k]), max: vector((k) => highest[k][k]) };
  return complete(center, bounds, given.inradius ?? inradiusOf(center, highest, lowest), norm);
}

function complete<Vector extends number[]>(
  center: Readonly<Vector>,
  bounds: Bounds<Vector>,
  inradius: number,
  norm: (v: Vector) => number,
): CustomMeasures<Vector> {
  const extent = center.map((x, k) => Math.max(bounds.max[k] - x, x - bounds.min[k])) as Vector;
  const boundingRadius = norm(extent);
  if (Number.isFinite(boundingRadius)) return { center, bounds, inradius, boundingRadius };
  // If a support point is NaN or infinite, the sizes are unknown and marked as such.
  const everywhere = (x: number): Vector => center.map(() => x) as Vector;
  return {
    center: everywhere(0),
    bounds: { min: everywhere(-Infinity), max: everywhere(Infinity) },
    inradius: 0,
    boundingRadius: Infinity,
  };
}
