// The five columns of Table I, with the paper's parameters where they mean the same here.
import type { ContactPoseOptions } from 'proximal/derivatives';

export interface Column {
  readonly key: string;
  readonly title: string;
  readonly options: ContactPoseOptions;
}

/**
 * The paper's noise of the two first-order columns, 1e-3 and 1e-4, is on the separation vector x*, and constant. That of
 * `contactPose` is on the unit normal; it starts at 1 and falls by 8 % with each step.
 */
export const columns: readonly Column[] = [
  {
    key: 'fd-6',
    title: 'finite differences, 1e-6',
    options: { estimator: 'finite-difference', noise: 1e-6 },
  },
  {
    key: 'fd-3',
    title: 'finite differences, 1e-3',
    options: { estimator: 'finite-difference', noise: 1e-3 },
  },
  {
    key: 'zeroth',
    title: '0th order, M = 50',
    options: { estimator: 'zeroth-order', noise: 1e-2, samples: 50 },
  },
  { key: 'gaussian', title: '1st order, Gaussian, M = 20', options: { estimator: 'gaussian', samples: 20 } },
  { key: 'gumbel', title: '1st order, Gumbel, n_l = 1', options: { estimator: 'gumbel', neighbors: 1 } },
];

/** The paper's numbers, constant: on x*, as printed, and on the unit normal. */
export const constantColumns: readonly Column[] = (['separation', 'normal'] as const).flatMap((noiseOn) => {
  const place = noiseOn === 'separation' ? 'x*' : 'the normal';
  return [
    {
      key: `gaussian-${noiseOn}`,
      title: `Gaussian, M = 20, 1e-3 on ${place}`,
      options: { estimator: 'gaussian', samples: 20, noise: 1e-3, noiseOn, decay: 1 },
    },
    {
      key: `gumbel-${noiseOn}`,
      title: `Gumbel, n_l = 1, 1e-4 on ${place}`,
      options: { estimator: 'gumbel', neighbors: 1, noise: 1e-4, noiseOn, decay: 1 },
    },
  ] as const;
});

export const quantiles = [
  { name: 'D1', share: 0.1 },
  { name: 'Q1', share: 0.25 },
  { name: 'median', share: 0.5 },
  { name: 'Q3', share: 0.75 },
  { name: 'D9', share: 0.9 },
] as const;

/** Table I as printed, in the order of the quantiles. */
export const paperTable1: Readonly<Record<string, readonly number[]>> = {
  'fd-6': [2e-33, 4e-32, 3e-3, 4e-2, 8e-2],
  'fd-3': [8e-33, 7e-23, 4e-14, 1e-2, 5e-2],
  zeroth: [4e-23, 5e-20, 2e-13, 2e-3, 5e-3],
  gaussian: [4e-16, 1e-10, 4e-8, 3e-7, 2e-6],
  gumbel: [6e-16, 3e-10, 1e-8, 7e-8, 2e-5],
};

/** Table II as printed: microseconds, mean ± deviation. */
export const paperTable2: Readonly<Record<string, readonly [collision: string, apart: string]>> = {
  'finite differences, M = 12': ['78 ± 48', '11.0 ± 7.3'],
  '0th order, M = 10': ['65 ± 36', '9 ± 6'],
  '0th order, M = 20': ['122 ± 130', '17 ± 10'],
  '0th order, M = 50': ['338 ± 391', '47 ± 30'],
  '0th order, M = 100': ['613 ± 402', '86 ± 45'],
  'Gaussian, M = 10': ['4.8 ± 1.4', '3.1 ± 0.3'],
  'Gaussian, M = 20': ['8.9 ± 2.8', '5.8 ± 0.5'],
  'Gaussian, M = 50': ['22 ± 8', '15 ± 3'],
  'Gaussian, M = 100': ['42 ± 13', '27 ± 3'],
  'Gumbel, n_l = 1': ['1.7 ± 0.5', '1.6 ± 0.5'],
  'Gumbel, n_l = 3': ['4.1 ± 1.8', '3.9 ± 1.4'],
  'Gumbel, n_l = 5': ['9.6 ± 7.8', '9.7 ± 8.1'],
};
