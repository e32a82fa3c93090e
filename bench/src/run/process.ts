// One part of a run in a process group of its own, which is ended as a whole when its time is over.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ended } from './parts.ts';

export interface ProcessOptions {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The file that takes what it prints. */
  readonly log: string;
  /** Seconds. */
  readonly limit: number;
  /** Ends it at once. */
  readonly signal?: AbortSignal;
}

/** Milliseconds between the request to end and the end. */
const grace = 2000;

/** Runs Node with `args`. Whatever it leaves in the temporary folder goes with it. */
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
    // Those that it started itself and that go on without it.
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
    // All processes of the group have ended.
  }
}
