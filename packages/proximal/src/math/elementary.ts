// The kernel's own elementary functions, under plain number types.
import * as kernel from '../../kernel/elementary.ts';

/**
 * eˣ, with the same bits in every engine, unlike `Math.exp`.
 * @example
 * ```ts
 * exp(1); // 2.718281828459045
 * ```
 */
export const exp: (x: number) => number = (x) => kernel.exp(Number(x));

/**
 * The natural logarithm, with the same bits in every engine.
 * @example
 * ```ts
 * log(2); // 0.6931471805599453
 * ```
 */
export const log: (x: number) => number = (x) => kernel.log(Number(x));

/**
 * xʸ, with the same bits in every engine.
 * @example
 * ```ts
 * pow(2, 10); // 1024
 * ```
 */
export const pow: (x: number, y: number) => number = (x, y) => kernel.pow(Number(x), Number(y));

/**
 * The sine of an angle in radians, with the same bits in every engine. NaN beyond 2⁵³.
 * @example
 * ```ts
 * sin(Math.PI / 2); // 1
 * ```
 */
export const sin: (x: number) => number = (x) => kernel.sin(Number(x));

/**
 * The cosine of an angle in radians, with the same bits in every engine. NaN beyond 2⁵³.
 * @example
 * ```ts
 * cos(0); // 1
 * ```
 */
export const cos: (x: number) => number = (x) => kernel.cos(Number(x));

/**
 * The angle of the point (x, y), in radians from −π to π, with the same bits in every engine.
 * @example
 * ```ts
 * atan2(1, 1); // 0.7853981633974483
 * ```
 */
export const atan2: (y: number, x: number) => number = (y, x) => kernel.atan2(Number(y), Number(x));

/**
 * The angle from 0 to π with cosine x, in radians, with the same bits in every engine.
 * @example
 * ```ts
 * acos(-1); // 3.141592653589793
 * ```
 */
export const acos: (x: number) => number = (x) => kernel.acos(Number(x));
