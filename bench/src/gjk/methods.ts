// The contenders of the paper, with the paper's stop and first guess.
import type { DistanceOptions } from 'proximal';

export interface Method {
  readonly key: string;
  readonly title: string;
  readonly options: DistanceOptions;
}

/** The duality gap (16) below 1e-8 m², from bounding box to bounding box (Sec. IV). */
export const paperStop = { criterion: 'duality-gap', tolerance: 1e-8, guess: 'bounds' } as const;

export const gjk: Method = { key: 'gjk', title: 'GJK', options: { ...paperStop, algorithm: 'gjk' } };
export const polyak: Method = { key: 'polyak', title: 'Polyak', options: { ...paperStop, algorithm: 'polyak' } };
export const nesterov: Method = {
  key: 'nesterov',
  title: 'Nesterov',
  options: { ...paperStop, algorithm: 'nesterov' },
};

/** In the order of the tables. Nesterov's normalisation is the library's default: on meshes, off on ellipsoids. */
export const methods: readonly Method[] = [gjk, polyak, nesterov];

/** Fig. 8: each acceleration with and without normalised directions. */
export const normalizations: readonly Method[] = [
  gjk,
  ...[polyak, nesterov].flatMap(({ key, title, options }) => [
    { key: `${key}-plain`, title: `${title}, as it is`, options: { ...options, normalize: false } },
    { key: `${key}-normalized`, title: `${title}, normalised`, options: { ...options, normalize: true } },
  ]),
];

/** What is asked: the distance, or only whether there is a collision. */
export type Query = 'distance' | 'collide';
export const queries: readonly { readonly query: Query; readonly title: string }[] = [
  { query: 'distance', title: 'distance' },
  { query: 'collide', title: 'Boolean' },
];
