// Who is who in the tables.
export const ownTitle = 'proximal';
export const batchTitle = 'proximal, batch';
export const kernelTitle = 'our kernel in C++';

/** Whether it is ours, in whatever form. */
export function isOurs(title: string): boolean {
  return title === kernelTitle || /^proximal\b/.test(title);
}
