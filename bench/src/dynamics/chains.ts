// How the algorithms grow with the number of joints.
import { summarize } from '../measure.ts';
import { type Algorithm, algorithms, own, randomStates } from './own.ts';
import { chain } from './robots.ts';

export interface ChainTimes {
  readonly algorithm: Algorithm;
  readonly sizes: readonly number[];
  /** Microseconds per call. */
  readonly times: readonly number[];
  /** The exponent of the growth: the slope of log(time) over log(size), by least squares. */
  readonly slope: number;
}

/** @param duration milliseconds for each number */
export function measureChains(sizes: readonly number[], seed: number, duration: number): ChainTimes[] {
  const models = sizes.map(chain);
  return algorithms.map((algorithm) => {
    const times = models.map((model) => {
      const { run } = own(model, algorithm, randomStates(model, seed, 2));
      return fastest(run, duration);
    });
    process.stderr.write(`${algorithm}: chains\n`);
    return { algorithm, sizes, times, slope: slopeOf(sizes, times) };
  });
}

/**
 * Microseconds of the processor per call, at the lower end of the samples. What is asked is how they grow, and a call on a long chain
 * takes longer than a busy machine leaves it alone: so it is not the clock that is read.
 */
function fastest(run: () => void, duration: number): number {
  const samples: number[] = [];
  let repeats = 1;
  const end = performance.now() + duration;
  while (samples.length < 3 || performance.now() < end) {
    const start = process.cpuUsage();
    for (let k = 0; k < repeats; k++) run();
    const { user, system } = process.cpuUsage(start);
    // Two milliseconds and more: the clock of the processor's time is no finer than a microsecond.
    if (user + system < 2000) repeats *= 2;
    else samples.push((user + system) / repeats);
  }
  return summarize(samples).low;
}

function slopeOf(sizes: readonly number[], times: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = times.map(Math.log);
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [mx, my] = [mean(x), mean(y)];
  const covariance = x.reduce((sum, value, k) => sum + (value - mx) * (y[k] - my), 0);
  return covariance / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}
