// Tests of wrong calls, in a table by the names of the functions.
import { describe, expect, it } from 'vitest';
import type { Row } from './row.ts';

/** @param expectSameState fails unless the state is the same as before the call that threw */
export function describeErrors(rows: Readonly<Record<string, readonly Row[]>>, expectSameState: () => void): void {
  describe.each(Object.entries(rows))('%s', (_name, cases) => {
    it.each(cases.map(([call, kind, message]) => ({ call, kind, message })))(
      'says "$message"',
      ({ call, kind, message }) => {
        let error: unknown;
        try {
          call();
        } catch (thrown) {
          error = thrown;
        }
        expect(error).toBeInstanceOf(kind);
        expect((error as Error).message).toContain(message);
        expectSameState();
      },
    );
  });
}
