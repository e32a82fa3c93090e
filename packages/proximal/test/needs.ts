// Tests with requirements that not every machine meets: skipped if one is missing; the summary counts the reasons.
import type {} from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test has missed. */
    readonly needs?: string;
  }
}

/**
 * Options for `it` and `describe`.
 *
 * @param what as the end of the run names it, with where it should be or how to install it
 */
export function needs(isThere: boolean, what: string): { skip?: true; meta?: { readonly needs: string } } {
  return isThere ? {} : { skip: true, meta: { needs: what } };
}
