// Polynomials of swinging feet.

/**
 * Advances a point with a velocity and an acceleration by `step` along the polynomial of degree 5 that ends at rest at `target` after
 * `duration`: p, p' and p'' are given at its start and are `target`, 0 and 0 at its end. The three numbers at `at` are replaced.
 */
export function advanceQuintic(state: Float64Array, at: number, target: number, duration: number, step: number): void {
  const [p, v, a] = [state[at], state[at + 1], state[at + 2]];
  if (step >= duration) {
    state[at] = target;
    state[at + 1] = 0;
    state[at + 2] = 0;
    return;
  }
  // In s = time / duration: p(s) = c0 + c1 s + … + c5 s⁵.
  const T = duration;
  const [c1, c2] = [v * T, (a * T * T) / 2];
  const d = target - p;
  const c3 = 10 * d - 6 * c1 - 3 * c2;
  const c4 = -15 * d + 8 * c1 + 3 * c2;
  const c5 = 6 * d - 3 * c1 - c2;
  const s = step / T;
  state[at] = p + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
  state[at + 1] = (c1 + s * (2 * c2 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / T;
  state[at + 2] = (2 * c2 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (T * T);
}

/**
 * Writes height, velocity and acceleration at `time` of a swing from height `from` to height `to`: a quintic between them plus
 * 64 apex s³ (1 − s)³ with s = time / duration. Velocity and acceleration are zero at both ends.
 */
export function swingHeight(
  from: number,
  to: number,
  apex: number,
  duration: number,
  time: number,
  out: Float64Array,
  at: number,
): void {
  const s = Math.min(Math.max(time / duration, 0), 1);
  const r = 1 - s;
  const d = to - from;
  out[at] = from + d * s * s * s * (10 + s * (6 * s - 15)) + 64 * apex * s * s * s * r * r * r;
  out[at + 1] = (30 * d * s * s * r * r + 192 * apex * s * s * r * r * (r - s)) / duration;
  out[at + 2] = (60 * d * s * r * (r - s) + 384 * apex * s * r * ((r - s) * (r - s) - s * r)) / (duration * duration);
}
