import { Rng } from 'proximal/math';

export interface HullCase {
  readonly name: string;
  readonly points: Float64Array;
}

/** Seeded clouds: most points inside, all points vertices, all points in ties. */
export function hullCases(seed: number): HullCase[] {
  const rng = new Rng(seed);
  const cloud = (count: number, make: () => readonly number[]): Float64Array =>
    Float64Array.from(Array.from({ length: count }, make).flat());
  const inBall = (): number[] => {
    const radius = Math.cbrt(rng.uniform());
    return rng.direction().map((x) => radius * x);
  };
  return [
    ...[1_000, 10_000, 100_000].map((count) => ({ name: `in a ball ${count}`, points: cloud(count, inBall) })),
    ...[64, 250, 1_000, 4_000, 100_000].map((count) => ({
      name: `on a sphere ${count}`,
      points: cloud(count, () => rng.direction()),
    })),
    { name: 'lattice 20³', points: lattice(20) },
  ];
}

function lattice(side: number): Float64Array {
  const points = new Float64Array(3 * side ** 3);
  for (let k = 0; k < side ** 3; k++) {
    points.set([k % side, Math.floor(k / side) % side, Math.floor(k / side / side)], 3 * k);
  }
  return points;
}
