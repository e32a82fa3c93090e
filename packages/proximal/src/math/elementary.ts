// The kernel's own elementary functions, under plain number types.
import * as kernel from '../../kernel/elementary.ts';

type Unary = (x: number) => number;
type Binary = (x: number, y: number) => number;

/** eˣ, with the same bits in every engine, unlike `Math.exp`. */
export const exp: Unary = kernel.exp;
/** The natural logarithm, with the same bits in every engine. */
export const log: Unary = kernel.log;
/** xʸ, with the same bits in every engine. */
export const pow: Binary = kernel.pow;
/** The sine of an angle in radians, with the same bits in every engine. NaN beyond 2⁵³. */
export const sin: Unary = kernel.sin;
/** The cosine of an angle in radians, with the same bits in every engine. NaN beyond 2⁵³. */
export const cos: Unary = kernel.cos;
/** The angle of the point (x, y), in radians from −π to π, with the same bits in every engine. */
export const atan2: (y: number, x: number) => number = kernel.atan2;
/** The angle from 0 to π with cosine x, with the same bits in every engine. */
export const acos: Unary = kernel.acos;
