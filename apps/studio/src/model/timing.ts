// Times of queries on this machine.

/** The microseconds of a call: the median of five runs, each of many calls in 2 ms. */
export function medianTime(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < 2) {
      run();
      count++;
    }
    return ((performance.now() - start) / count) * 1000;
  });
  return times.sort((first, second) => first - second)[2];
}
