// What Thirugnanam and Sreenath print, to stand beside ours: other machine, other sets, C++.

/** Table III: the median and the 99.99th percentile of the solution times in µs, by set and by our name of the method. */
export const table3: Readonly<Record<string, Readonly<Record<string, readonly [median: number, last: number]>>>> = {
  'curved primitives': {
    'internal-expanding': [2.83, 6.86],
    conic: [7.61, 21.4],
    ray: [1.86, 4.6],
    'ray, primal': [2.01, 4.52],
  },
  meshes: {
    'internal-expanding': [1.79, 6.15],
    incremental: [3.93, 22.4],
    'incremental, warm': [0.6, 2.14],
    ray: [1.33, 4.7],
    'ray, primal': [0.69, 3.57],
  },
  'differentiable sets': {
    'internal-expanding': [165, 1390],
    smooth: [94.4, 848],
    ray: [156, 1300],
  },
};

/** Iterations in the plane, on average. */
export const planeIterationsInPaper = 9.67;
