import { Rng } from 'proximal/math';

/** Unit vectors that have nothing to do with each other: the worst case of every search that starts from the last. */
export function randomDirections(count: number, seed: number): Float64Array {
  const rng = new Rng(seed);
  const out = new Float64Array(3 * count);
  for (let k = 0; k < out.length; k += 3) out.set(rng.direction(), k);
  return out;
}

/** Unit vectors of a random walk with steps of about two degrees, as the iterations of a query make them. */
export function coherentDirections(count: number, seed: number): Float64Array {
  const rng = new Rng(seed);
  const step = 0.02;
  const out = new Float64Array(3 * count);
  let [x, y, z] = rng.direction();
  for (let k = 0; k < out.length; k += 3) {
    x += step * rng.normal();
    y += step * rng.normal();
    z += step * rng.normal();
    const length = Math.sqrt(x * x + y * y + z * z);
    x /= length;
    y /= length;
    z /= length;
    out.set([x, y, z], k);
  }
  return out;
}
