// The speed promises, held against a run.
import { short } from '../table.ts';
import type { Target } from '../targets.ts';
import { meshMethods } from './methods.ts';
import type { GjkResults } from './results.ts';
import type { Table1Cell } from './table1.ts';

export function checkPromises({ table1, growth, limits, batch }: GjkResults): Target[] {
  const distances = table1.filter(({ query }) => query === 'distance');
  return [
    ...distances.map(checkIterations),
    ...distances.filter(({ wanted }) => wanted[0] === wanted[1]).map(checkTime),
    checkGrowth(growth),
    ...limits.map(({ algorithm, queries, limit, stalled }) => ({
      what: `iteration-limit exits in ${queries} queries at the default tolerance, ${algorithm}`,
      wanted: '0',
      found: stalled === 0 ? `${limit}` : `${limit} (and ${stalled} stalled)`,
      isMet: limit === 0,
    })),
    ...batch.map(({ name, pairs, total, copying, overhead }) => ({
      what: `distanceBatch of ${pairs} pairs, ${name}: JavaScript on top of the kernel`,
      wanted: 'at most 5 %',
      found: `${(100 * overhead).toFixed(1)} % (${total.toFixed(0)} ns in all, ${copying.toFixed(0)} ns of it JavaScript)`,
      isMet: overhead <= 0.05,
    })),
  ];
}

/** The best of the accelerations, with either δ. */
function best(numbers: Readonly<Record<string, { readonly mean: number }>>): [string, number] {
  const accelerations = meshMethods.filter(({ key }) => key !== 'gjk');
  const { key, title } = accelerations.reduce((a, b) => (numbers[b.key].mean < numbers[a.key].mean ? b : a));
  return [title, numbers[key].mean];
}

function checkIterations({ actual, iterations }: Table1Cell): Target {
  const [name, mean] = best(iterations);
  const plain = iterations['gjk'].mean;
  return {
    what: `iterations at ${actual.join(' × ')} vertices, ${name} against GJK`,
    wanted: 'fewer',
    found: `${short(mean)} / ${short(plain)} = ${(mean / plain).toFixed(2)}`,
    isMet: mean < plain,
  };
}

function checkTime({ wanted, actual, time }: Table1Cell): Target {
  const [name, mean] = best(time);
  const least = wanted[0] < 1800 ? 1.15 : 1.3;
  const ratio = time['gjk'].mean / mean;
  return {
    what: `time at ${actual.join(' × ')} vertices, GJK / ${name}`,
    wanted: `at least ${least}`,
    found: `${ratio.toFixed(2)} (${short(time['gjk'].mean)} / ${short(mean)} µs)`,
    isMet: ratio >= least,
  };
}

function checkGrowth(growth: GjkResults['growth']): Target {
  const [first, last] = [growth[0], growth[growth.length - 1]];
  const ratio = last.time / first.time;
  return {
    what: `time per distance query, ${last.vertices} vertices / ${first.vertices} vertices`,
    wanted: 'less than 3',
    found: `${ratio.toFixed(2)} (${short(last.time)} / ${short(first.time)} µs)`,
    isMet: ratio < 3,
  };
}
