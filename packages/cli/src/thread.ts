// The worker thread of a command: the memory it shares with the main thread, and the properties of the main thread's terminal.
import { parentPort, workerData } from 'node:worker_threads';

/** Exit codes as in shells: 128 plus the number of the signal. */
export const endings = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Values of the shared cell: the thread does not handle Ctrl-C, handles it, or must end because of Ctrl-C. */
export const interruptState = { unhandled: 0, handled: 1, requested: 2 } as const;

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

export interface Shared {
  /** One of `interruptState`. */
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

/** Announces a temporary file that the main thread must remove if it ends this thread. */
export function announceDraft(path: string): void {
  if (shared) parentPort?.postMessage(path);
}
