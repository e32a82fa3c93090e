// Requirements that not every machine meets. Tests without them are skipped, and the summary counts the reasons.
import type {} from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The missing requirement of a skipped test. */
    readonly needs?: string;
  }
}

/**
 * Options for `it` and `describe`.
 *
 * @param what the requirement as the summary names it, with its location or how to install it
 */
export function needs(isThere: boolean, what: string): { skip?: true; meta?: { readonly needs: string } } {
  return isThere ? {} : { skip: true, meta: { needs: what } };
}
