// Vectors of any dimension, for code that is not performance-critical.

/** a + factor · b */
export function add<Vector extends number[]>(a: Vector, b: readonly number[], factor = 1): Vector {
  return a.map((x, k) => x + factor * b[k]) as Vector;
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}

export function length(a: readonly number[]): number {
  return Math.sqrt(dot(a, a));
}
