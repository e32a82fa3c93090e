// The contenders of the paper, with the paper's stop and first guess.
import type { DistanceOptions } from 'proximal';

export interface Method {
  readonly key: string;
  readonly title: string;
  readonly options: DistanceOptions;
}

/** The duality gap (16) below 1e-8 m², from bounding box to bounding box (Sec. IV). */
export const paperStop = { criterion: 'duality-gap', tolerance: 1e-8, guess: 'bounds' } as const;

/**
 * The momentum δ of the accelerations: the authors' published code, which their figures come from, has another one than the paper
 * prints. The code's decides whether a number agrees; the printed one is shown beside it.
 */
export type Schedule = NonNullable<DistanceOptions['schedule']>;

export const gjk: Method = { key: 'gjk', title: 'GJK', options: { ...paperStop, algorithm: 'gjk' } };
export const polyak: Method = {
  key: 'polyak',
  title: 'Polyak',
  options: { ...paperStop, algorithm: 'polyak', schedule: 'code' },
};
export const nesterov: Method = {
  key: 'nesterov',
  title: 'Nesterov',
  options: { ...paperStop, algorithm: 'nesterov', schedule: 'code' },
};

/** In the order of the tables. Nesterov's normalization is the library's default: on meshes, off on ellipsoids. */
export const methods: readonly Method[] = [gjk, polyak, nesterov];

/** The key of a method with the printed δ. */
export const printedKey = (key: string): string => `${key}-printed`;

/** The same method with the δ that the paper prints. */
function printed({ key, title, options }: Method): Method {
  return { key: printedKey(key), title: `${title}, printed δ`, options: { ...options, schedule: 'paper' } };
}

/** On ellipsoids nothing is normalized, and plain Nesterov's δ is the same in print and in the code. */
export const ellipsoidMethods: readonly Method[] = [...methods, printed(polyak)];
export const meshMethods: readonly Method[] = [...methods, printed(polyak), printed(nesterov)];

const variant = ({ key, title, options }: Method, normalize: boolean): Method => ({
  key: `${key}-${normalize ? 'normalized' : 'plain'}`,
  title: `${title}, ${normalize ? 'normalized' : 'as it is'}`,
  options: { ...options, normalize },
});

/** Fig. 8: each acceleration with and without normalized directions. */
export const normalizations: readonly Method[] = [
  gjk,
  ...[polyak, nesterov].flatMap((method) => [variant(method, false), variant(method, true)]),
];
export const allNormalizations: readonly Method[] = [
  ...normalizations,
  printed(variant(polyak, false)),
  printed(variant(polyak, true)),
  printed(variant(nesterov, true)),
];

/** What a check reads of a method: the variant with the printed δ where that is asked for and another one. */
export function keyIn(keys: readonly string[], method: string, schedule: Schedule): string {
  return schedule === 'paper' && keys.includes(printedKey(method)) ? printedKey(method) : method;
}

/** What is asked: the distance, or only whether there is a collision. */
export type Query = 'distance' | 'collide';
export const queries: readonly { readonly query: Query; readonly title: string }[] = [
  { query: 'distance', title: 'distance' },
  { query: 'collide', title: 'Boolean' },
];
