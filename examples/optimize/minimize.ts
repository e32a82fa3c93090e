// A quasi-Newton method for a handful of unknowns: BFGS with a line search that halves its step.

/** An accepted point of a minimization. */
export interface Progress {
  readonly x: readonly number[];
  readonly loss: number;
  /** Since the start. */
  readonly seconds: number;
}

export interface MinimizeOptions {
  /** The search ends when the loss is at most this number. */
  readonly goal: number;
  readonly iterations: number;
}

export function minimize(
  lossAt: (x: readonly number[]) => number,
  gradientAt: (x: readonly number[]) => readonly number[],
  start: readonly number[],
  { goal, iterations }: MinimizeOptions,
): Progress[] {
  const began = performance.now();
  const history: Progress[] = [];
  const record = (x: readonly number[], loss: number): void => {
    history.push({ x, loss, seconds: (performance.now() - began) / 1000 });
  };
  let x = [...start];
  let loss = lossAt(x);
  let gradient = gradientAt(x);
  // The first step has length 0.1, since the curvature is not known yet.
  let inverse = identity(x.length, 0.1 / Math.max(1e-300, length(gradient)));
  record(x, loss);
  while (history.length <= iterations && loss > goal) {
    const direction = inverse.map((row) => -dot(row, gradient));
    const slope = dot(direction, gradient);
    let step = 1;
    let next = x;
    let nextLoss = Infinity;
    for (; step > 1e-8; step /= 2) {
      next = x.map((value, k) => value + step * direction[k]);
      nextLoss = lossAt(next);
      if (nextLoss <= loss + 1e-4 * step * slope) break;
    }
    // No further decrease, or hardly any.
    if (!(nextLoss < loss * (1 - 1e-7))) break;
    const nextGradient = gradientAt(next);
    inverse = update(
      inverse,
      next.map((value, k) => value - x[k]),
      nextGradient.map((value, k) => value - gradient[k]),
      history.length === 1,
    );
    [x, loss, gradient] = [next, nextLoss, nextGradient];
    record(x, loss);
  }
  return history;
}

/** Central differences. */
export function differences(lossAt: (x: readonly number[]) => number, x: readonly number[], size = 1e-6): number[] {
  return x.map((_, k) => {
    const at = (change: number): number => lossAt(x.map((value, i) => (i === k ? value + change : value)));
    return (at(size) - at(-size)) / (2 * size);
  });
}

/** H ← (1 − s yᵀ/sᵀy) H (1 − y sᵀ/sᵀy) + s sᵀ/sᵀy, for the step s and the change of gradient y; H stays the same unless sᵀy > 0. */
function update(h: number[][], s: readonly number[], y: readonly number[], isFirst: boolean): number[][] {
  const curvature = dot(s, y);
  if (!(curvature > 1e-14 * length(s) * length(y))) return h;
  // The first curvature gives the scale of H.
  const from = isFirst ? identity(s.length, curvature / dot(y, y)) : h;
  const product = from.map((row) => dot(row, y));
  const factor = (1 + dot(y, product) / curvature) / curvature;
  return from.map((row, i) =>
    row.map((value, j) => value + factor * s[i] * s[j] - (product[i] * s[j] + s[i] * product[j]) / curvature),
  );
}

const identity = (size: number, scale: number): number[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? scale : 0)));
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
const length = (a: readonly number[]): number => Math.sqrt(dot(a, a));
