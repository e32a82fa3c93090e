// The parts of `npm run bench`: one after the other within a time limit, each in its own process.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Part {
  readonly name: string;
  /** Planned seconds, on two idle cores. */
  readonly seconds: number;
}

export type Ending = 'done' | 'failed' | 'cut off' | 'left out';

export interface PartOutcome extends Part {
  readonly ending: Ending;
  /** Seconds. */
  readonly took: number;
  /** The failure, or an empty string. */
  readonly detail: string;
}

/** How a part that was started ended. */
export interface Ended {
  readonly ending: 'done' | 'failed' | 'cut off';
  readonly detail: string;
}

interface Allowance {
  /** Seconds that the part should take. Parts that can make fewer rounds do so. */
  readonly share: number;
  /** Seconds after which the part is stopped. */
  readonly limit: number;
}

/** A part may take this many times its expected time, even if later parts then have less than planned. */
const stopFactor = 1.5;

/**
 * The time of part `k` out of the seconds that are left. Its share is proportional to its planned time. Its limit is all time that is not
 * planned for later parts; the plans of later parts shrink if too little time is left. The limit is at least `stopFactor` times the
 * expected time of the part (the planned time times the slowness of earlier parts), because some complete parts are better than many
 * incomplete ones. No limit exceeds the time that is left.
 * @param slowness the time of the complete parts so far over their planned time, at least 1
 */
export function allowanceOf(parts: readonly Part[], k: number, secondsLeft: number, slowness = 1): Allowance {
  const sum = (some: readonly Part[]): number => some.reduce((all, { seconds }) => all + seconds, 0);
  const [rest, later] = [sum(parts.slice(k)), sum(parts.slice(k + 1))];
  const scale = secondsLeft / rest;
  const unplanned = secondsLeft - Math.min(1, scale) * later;
  const tolerated = stopFactor * slowness * parts[k].seconds;
  return { share: scale * parts[k].seconds, limit: Math.max(unplanned, Math.min(secondsLeft, tolerated)) };
}

interface RunOptions<P extends Part> {
  /** The time limit of all parts together. */
  readonly seconds: number;
  readonly start: (part: P, allowance: Allowance) => Promise<Ended>;
  /** Why no other part should start, or null. */
  readonly stopped: () => string | null;
  readonly begin?: (part: P) => void;
  readonly end?: (outcome: PartOutcome) => void;
  /** Milliseconds. */
  readonly now?: () => number;
}

export async function runParts<P extends Part>(parts: readonly P[], options: RunOptions<P>): Promise<PartOutcome[]> {
  const { seconds, start, stopped, begin, end, now = () => performance.now() } = options;
  const deadline = now() / 1000 + seconds;
  const outcomes: PartOutcome[] = [];
  for (const [k, part] of parts.entries()) {
    begin?.(part);
    const began = now() / 1000;
    const reason = stopped() ?? (began >= deadline ? 'the time was over' : null);
    const ended =
      reason === null
        ? await start(part, allowanceOf(parts, k, deadline - began, slownessOf(outcomes)))
        : { ending: 'left out' as const, detail: reason };
    const outcome = { name: part.name, seconds: part.seconds, took: now() / 1000 - began, ...ended };
    outcomes.push(outcome);
    end?.(outcome);
  }
  return outcomes;
}

/**
 * The time of the complete parts over their planned time. At least 1: if parts are faster than planned, the rest of their time is given to
 * later parts in any case.
 */
function slownessOf(outcomes: readonly PartOutcome[]): number {
  const done = outcomes.filter(({ ending }) => ending === 'done');
  const sum = (of: 'took' | 'seconds'): number => done.reduce((all, outcome) => all + outcome[of], 0);
  return done.length > 0 ? Math.max(1, sum('took') / sum('seconds')) : 1;
}

export function outcomeText({ name, ending, took, detail }: PartOutcome): string {
  if (ending === 'left out') return `${name}: LEFT OUT, ${detail}`;
  const time = `${took.toFixed(0)} s`;
  if (ending === 'done') return `${name}: ${time}`;
  return `${name}: ${ending.toUpperCase()} after ${time}, ${detail}`;
}

interface ProcessOptions {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The file for its output. */
  readonly log: string;
  /** Seconds. */
  readonly limit: number;
  /** Aborts the process. */
  readonly signal?: AbortSignal;
}

/** Milliseconds between SIGTERM and SIGKILL. */
const grace = 2000;

/** Runs Node with `args` in its own process group and temporary folder, then ends the group and removes the folder. */
export async function runProcess({ args, env, log, limit, signal }: ProcessOptions): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'proximal-run-'));
  const file = openSync(log, 'w');
  let reason: string | null = null;
  try {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', file, file],
      env: { ...process.env, ...env, TMPDIR: folder },
      detached: true,
    });
    const end = (why: string): void => {
      reason ??= why;
      endGroup(child, 'SIGTERM');
      setTimeout(() => endGroup(child, 'SIGKILL'), grace).unref();
    };
    const timer = setTimeout(() => end('its time was over'), 1000 * limit);
    const interrupt = (): void => end('interrupted');
    signal?.addEventListener('abort', interrupt);
    const code = await new Promise<number | string | null>((done) => {
      child.on('close', (status, name) => done(name ?? status));
      child.on('error', (error) => done(error.message));
    });
    clearTimeout(timer);
    signal?.removeEventListener('abort', interrupt);
    // Ends processes that the child has started and that are still running.
    endGroup(child, 'SIGKILL');
    if (reason !== null) return { ending: 'cut off', detail: reason };
    return code === 0 ? { ending: 'done', detail: '' } : { ending: 'failed', detail: `${code}` };
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}
