// The request of the test, in the page's address, and the report of the page.
import { type Answer, answerQuery } from './query.ts';
import { type Hashes, simulate } from './simulate.ts';

export interface Case {
  /** One query, or 1,000 steps of simulations. */
  readonly work: 'query' | 'simulation';
  /** Where the work is done. */
  readonly place: 'page' | 'worker';
  /** A target for `setTarget`; `'auto'` leaves the choice to the library. */
  readonly choice: 'auto' | 'js' | 'wasm';
  /** Whether page and worker are served with a policy that forbids code from strings and WebAssembly. */
  readonly policy: 'none' | 'strict';
}

export interface Outcome extends Answer {
  /** What the policy blocked, for example 'wasm-eval'. */
  readonly violations: readonly string[];
}

export function readCase(address: string): Case {
  return Object.fromEntries(new URL(address).searchParams) as unknown as Case;
}

export function writeCase({ work, place, choice, policy }: Case): string {
  return new URLSearchParams({ work, place, choice, policy }).toString();
}

/** Runs the work of a case. Simulations need a given target; with `'auto'`, the query is run. */
export async function runCase(wanted: Case): Promise<Outcome | Hashes> {
  const { work, choice } = wanted;
  return work === 'simulation' && choice !== 'auto' ? simulate(choice) : runQuery(wanted);
}

/** Runs the query; under the strict policy, also waits for all violation reports that it caused. */
async function runQuery({ choice, policy }: Case): Promise<Outcome> {
  const violations: string[] = [];
  const sentinelSeen = new Promise<void>((resolve) => {
    addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      if (blockedURI === 'eval') resolve();
      else violations.push(blockedURI || 'unnamed');
    });
  });
  const answer = choice === 'auto' ? answerQuery() : answerQuery(choice);
  if (policy === 'strict') {
    // Reports arrive later, but in order. One more violation is caused here: when its report arrives, all earlier ones have
    // arrived, and the policy is known to be active.
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
