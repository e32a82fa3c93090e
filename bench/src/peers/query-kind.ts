// The kinds of queries by which libraries are compared.

/** Only Proximal and its kernel in C++ have `incremental`, the local depth from the direction between the centers; DGD, too, has `growth`. */
export type QueryKind = 'distance' | 'collide' | 'depth' | 'incremental' | 'growth';

/** Only Proximal has `warm`: the local depth after a small motion, continued from the pair's last overlap. */
export type OwnQueryKind = QueryKind | 'warm';

/** The titles of the kinds in tables. */
export const queryTitles: Readonly<Record<QueryKind, string>> = {
  distance: 'Distance with witness points',
  collide: 'Boolean collision',
  depth: 'Penetration depth',
  incremental: 'Local penetration depth',
  growth: 'Growth distance',
};

/** The names of Proximal's rows in tables. */
export const ownTitle = 'proximal';
export const batchTitle = 'proximal, batch';
export const kernelTitle = 'our kernel in C++';

/** Whether a row of a table is Proximal, or its kernel in C++. */
export function isOurs(title: string): boolean {
  return title === kernelTitle || /^proximal\b/.test(title);
}
