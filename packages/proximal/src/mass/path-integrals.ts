// The integrands along a meridian over points H G z, as derived in meridian.ts.

/** Number of integrals along each meridian. */
export const integralCount = 10;

/** The ten integrands at the point of `points` at `at`; `sumsOfMeridian` combines their integrals. */
export function evaluate(points: Float64Array, at: number, out: Float64Array, to: number): void {
  const h = points[at];
  const g = points[at + 1];
  const z = points[at + 2];
  const hh = h * h;
  const gg = g * g;
  const area = hh - gg;
  const firstA = h * (hh - 1.5 * gg);
  const firstB = -0.5 * g * gg;
  out[to] = area;
  out[to + 1] = area * z;
  out[to + 2] = area * z * z;
  out[to + 3] = firstA;
  out[to + 4] = firstB;
  out[to + 5] = firstA * z;
  out[to + 6] = firstB * z;
  out[to + 7] = hh * (hh - 2 * gg);
  out[to + 8] = (-2 / 3) * h * g * gg;
  out[to + 9] = (-1 / 3) * gg * gg;
}

/**
 * The contribution of a meridian to the moments (1 x y z xx xy xz yy yz zz, z along the axis) per radian, given its ten
 * integrals and the cosine c and sine s of its angle: a = (c, s), b = (−s, c).
 */
export function sumsOfMeridian(i: Float64Array, at: number, c: number, s: number, out: Float64Array, to: number): void {
  const [aa, ab, bb] = [i[at + 7], i[at + 8], i[at + 9]];
  out[to] = i[at] / 2;
  out[to + 1] = (c * i[at + 3] - s * i[at + 4]) / 3;
  out[to + 2] = (s * i[at + 3] + c * i[at + 4]) / 3;
  out[to + 3] = i[at + 1] / 2;
  out[to + 4] = (aa * c * c - 2 * ab * c * s + bb * s * s) / 4;
  out[to + 5] = ((aa - bb) * c * s + ab * (c * c - s * s)) / 4;
  out[to + 6] = (c * i[at + 5] - s * i[at + 6]) / 3;
  out[to + 7] = (aa * s * s + 2 * ab * c * s + bb * c * c) / 4;
  out[to + 8] = (s * i[at + 5] + c * i[at + 6]) / 3;
  out[to + 9] = i[at + 2] / 2;
}

/**
 * ∫ f dz over five equidistant nodes, where f and z are the quartics that interpolate their values at the nodes, is Σ fᵢ Qᵢⱼ zⱼ with
 * Qᵢⱼ = ∫ lᵢ lⱼ′ and the Lagrange polynomials lᵢ. The table has 1890 Qᵢⱼ.
 */
const quartic: readonly number[] = [
  -945, 1472, -804, 384, -107, -1472, 0, 2112, -1024, 384, 804, -2112, 0, 2112, -804, -384, 1024, -2112, 0, 1472, 107,
  -384, 804, -1472, 945,
];

/** The weight of each of the five nodes from `at` on, `stride` numbers apart, in the integral over them. */
export function quarticWeights(
  nodes: Float64Array,
  at: number,
  stride: number,
  weights: Float64Array,
  to: number,
): void {
  // The rows of the coefficients sum to zero, so z may be replaced by z − z₀, which avoids cancellation.
  const z0 = nodes[at + 2];
  const z1 = nodes[at + stride + 2] - z0;
  const z2 = nodes[at + 2 * stride + 2] - z0;
  const z3 = nodes[at + 3 * stride + 2] - z0;
  const z4 = nodes[at + 4 * stride + 2] - z0;
  for (let k = 0; k < 5; k++) {
    const row = 5 * k;
    weights[to + k] =
      (quartic[row + 1] * z1 + quartic[row + 2] * z2 + quartic[row + 3] * z3 + quartic[row + 4] * z4) / 1890;
  }
}

/** Boole's rule, in units of 1/90: exact for quintic polynomials. */
export const boole: readonly number[] = [7, 32, 12, 32, 7];

const chordPoint = /* @__PURE__ */ new Float64Array(3);
const chordValues = /* @__PURE__ */ new Float64Array(integralCount);

/** Adds the integrals along a straight chord, on which the integrands are quartic: Boole's rule is exact. */
export function addChord(points: Float64Array, from: number, to: number, sums: Float64Array, at: number): void {
  const rise = points[to + 2] - points[from + 2];
  for (let k = 0; k < 5; k++) {
    for (let c = 0; c < 3; c++) chordPoint[c] = points[from + c] + (k / 4) * (points[to + c] - points[from + c]);
    evaluate(chordPoint, 0, chordValues, 0);
    for (let c = 0; c < integralCount; c++) sums[at + c] += (rise * boole[k] * chordValues[c]) / 90;
  }
}

/** The distance between the points at the offsets `a` and `b` of `points`. */
export function distance(points: Float64Array, a: number, b: number): number {
  const [x, y, z] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}
