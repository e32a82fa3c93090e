// The thread that a command runs in, if it is not the main one: what it shares with the main thread, and a terminal as the main thread sees it.
import { parentPort, workerData } from 'node:worker_threads';

/** Exit codes as shells have them, 128 and the number of the signal. */
export const endings = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Values of the cell that both threads share: what Ctrl-C finds. */
export const care = { none: 0, careful: 1, asked: 2 } as const;

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

export interface Shared {
  /** One of `care`. */
  readonly cell: Int32Array;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
}

/** Null in the main thread. */
export const shared = (workerData as { readonly proximal?: Shared } | null)?.proximal ?? null;

if (shared) {
  Object.assign(process.stdout, shared.stdout);
  Object.assign(process.stderr, shared.stderr);
}

/** Lets the main thread know of a file that it has to remove if it ends this thread. */
export function announceDraft(path: string): void {
  if (shared) parentPort?.postMessage(path);
}
