// The test's request in the page's address, and the page's report.
import { type Answer, ask } from './query.ts';

export interface Case {
  /** Where the query runs. */
  readonly place: 'page' | 'worker';
  /** `'js'` calls `setTarget('js')` first; `'auto'` leaves the choice to the library. */
  readonly choice: 'auto' | 'js';
  /** Whether the page is served with a policy that refuses code from strings and WebAssembly. */
  readonly policy: 'none' | 'strict';
}

export interface Outcome extends Answer {
  /** What the policy refused, for example 'wasm-eval'. */
  readonly violations: readonly string[];
}

export function readCase(address: string): Case {
  return Object.fromEntries(new URL(address).searchParams) as unknown as Case;
}

export function writeCase({ place, choice, policy }: Case): string {
  return new URLSearchParams({ place, choice, policy }).toString();
}

/** Runs the query, and waits for all violation reports that it caused. */
export async function runCase({ choice, policy }: Case): Promise<Outcome> {
  const violations: string[] = [];
  const sentinelSeen = new Promise<void>((resolve) => {
    addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      if (blockedURI === 'eval') resolve();
      else violations.push(blockedURI || 'unnamed');
    });
  });
  const answer = choice === 'js' ? ask('js') : ask();
  if (policy === 'strict') {
    // Reports arrive later, but in order. So one more is provoked here: when it arrives, all earlier ones have, and the
    // policy is known to be active and reported.
    if (compilesStrings()) throw new Error('the policy is not in force');
    await sentinelSeen;
  }
  return { ...answer, violations };
}

function compilesStrings(): boolean {
  try {
    return new Function('return true')() as boolean;
  } catch {
    return false;
  }
}
