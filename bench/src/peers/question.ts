// The queries that libraries are compared by.

/** `incremental` (the local depth, from the centers) and `growth` are only for ours and our kernel in C++. */
export type Question = 'distance' | 'collide' | 'depth' | 'incremental' | 'growth';

/** `warm` is only for ours: the local depth from the normal of the pair's last query, after a small motion. */
export type OwnQuestion = Question | 'warm';

export const questions: Readonly<Record<Question, string>> = {
  distance: 'Distance with witness points',
  collide: 'Boolean collision',
  depth: 'Penetration depth',
  incremental: 'Local penetration depth',
  growth: 'Growth distance',
};

/** Names of our own rows in tables. */
export const ownTitle = 'proximal';
export const batchTitle = 'proximal, batch';
export const kernelTitle = 'our kernel in C++';

/** Whether a title is one of ours. */
export function isOurs(title: string): boolean {
  return title === kernelTitle || /^proximal\b/.test(title);
}
