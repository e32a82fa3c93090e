// Compares the bounds of the GPU with the kernel's, in a browser.
import { collideBatch, distanceBatch } from 'proximal';
import { createGpu, refine } from 'proximal/gpu';
import { gpuSet, setNames } from '../../bench/src/gpu/sets.ts';

export interface GpuOutcome {
  readonly error?: string;
  readonly sets: readonly {
    readonly name: string;
    readonly count: number;
    /** Pairs whose bounds exclude the kernel's. */
    readonly violated: number;
    /** Of 20,000 pairs, those that collide by one side's answer only. */
    readonly differing: number;
    readonly apart: number;
    readonly overlapping: number;
    readonly undecided: number;
    /** The median width of the bounds of pairs that are apart, relative to the distance. */
    readonly width: number;
    /** The largest gap between the bounds of refined results, in meters. */
    readonly refinedGap: number;
  }[];
}

async function compare(): Promise<GpuOutcome> {
  const address = new URL(location.href).searchParams;
  const [pairs, seed] = [Number(address.get('pairs')), Number(address.get('seed'))];
  const gpu = await createGpu();
  const sets = [];
  for (const name of setNames) {
    const { bodies, pairs: list } = gpuSet(name, 2000, pairs, seed);
    const found = await gpu.distanceBatch(bodies, list);
    const exact = distanceBatch(bodies, list);
    const sample = list.subarray(0, 40_000);
    const collides = await gpu.collideBatch(bodies, sample);
    const wanted = collideBatch(bodies, sample);
    let [violated, differing, overlapping, refinedGap] = [0, 0, 0, 0];
    const widths = [];
    const undecided = [];
    for (let k = 0; k < pairs; k++) {
      if (!(found.lower[k] <= exact.upper[k] && found.upper[k] >= exact.lower[k])) violated++;
      if (collides[k] !== wanted[k]) differing++;
      if (found.upper[k] === 0) overlapping++;
      else if (found.lower[k] > 0) widths.push((found.upper[k] - found.lower[k]) / found.upper[k]);
      else undecided.push(k);
    }
    for (const { lower, upper } of refine(bodies, list, found, undecided.slice(0, 100)))
      refinedGap = Math.max(refinedGap, upper - lower);
    const width = widths.sort((a, b) => a - b)[widths.length >> 1];
    const [apart, open] = [widths.length, undecided.length];
    sets.push({ name, count: pairs, violated, differing, apart, overlapping, undecided: open, width, refinedGap });
  }
  gpu.close();
  return { sets };
}

compare()
  .catch((error: unknown) => ({ error: String(error instanceof Error ? error.stack : error), sets: [] }))
  .then((outcome) => fetch(`/report${location.search}`, { method: 'POST', body: JSON.stringify(outcome) }));
