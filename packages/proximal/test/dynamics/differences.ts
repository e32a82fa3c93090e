// Central differences in the tangent space of a configuration.
import { integrate, type Model } from '../../src/dynamics/index.ts';
import { relativeError } from './robots.ts';

/** A function of configuration and velocity. */
export type StateFunction = (q: Float64Array, v: Float64Array) => Float64Array;

/**
 * The difference of derivatives (row-major matrices with nv columns) from central differences, relative to the largest central difference,
 * or to 1 if that is larger. Richardson extrapolation over two step widths cancels the leading error.
 */
export function derivativeErrors(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  f: StateFunction,
  dq: Float64Array,
  dv: Float64Array,
): { dq: number; dv: number } {
  const { nv } = model;
  const unit = (k: number, size: number): Float64Array =>
    Float64Array.from({ length: nv }, (_, i) => (i === k ? size : 0));
  const along = (k: number, at: (step: Float64Array) => Float64Array): number[] => {
    const slope = (h: number): number[] => {
      const plus = at(unit(k, h)).slice();
      const minus = at(unit(k, -h)).slice();
      return [...plus.map((x, i) => (x - minus[i]) / (2 * h))];
    };
    const [coarse, fine] = [slope(2e-4), slope(1e-4)];
    return fine.map((x, i) => (4 * x - coarse[i]) / 3);
  };
  const columns = (at: (step: Float64Array) => Float64Array): Float64Array => {
    const list = Array.from({ length: nv }, (_, k) => along(k, at));
    return Float64Array.from({ length: dq.length }, (_, i) => list[i % nv][Math.floor(i / nv)]);
  };
  return {
    dq: relativeError(
      columns((step) => f(integrate(model, q, step), v)),
      dq,
    ),
    dv: relativeError(
      columns((step) =>
        f(
          q,
          v.map((x, k) => x + step[k]),
        ),
      ),
      dv,
    ),
  };
}
