// Workers of Node (worker_threads) and of browsers (Web Workers) behind one interface.

/** A running worker. */
export interface RunningWorker {
  send(message: unknown): void;
  /** Ends the worker at once. */
  stop(): void;
  /** Whether the worker keeps the process alive: while it works. */
  keep(isKept: boolean): void;
}

/** Called with the messages of a worker, and once if it ends by itself. */
export interface WorkerEvents {
  readonly onMessage: (message: unknown) => void;
  readonly onEnd: (reason: string) => void;
}

interface NodeWorker {
  postMessage(message: unknown): void;
  on(event: string, listener: (value: unknown) => void): void;
  terminate(): Promise<number>;
  ref(): void;
  unref(): void;
}
interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?: () => void }) => void) | null;
}
export interface WorkerThreads {
  readonly parentPort: {
    on(event: 'message', listener: (value: unknown) => void): void;
    postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  } | null;
  readonly Worker: new (file: URL, options: { name: string; execArgv: readonly string[] }) => NodeWorker;
}

interface Globals {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly execArgv?: readonly string[];
    readonly getBuiltinModule?: (name: string) => unknown;
  };
  readonly Worker?: new (url: URL, options: { type: 'module'; name: string }) => WebWorker;
  readonly crossOriginIsolated?: boolean;
  readonly navigator?: { readonly hardwareConcurrency?: number };
}
const globals = globalThis as unknown as Globals;

/** Node's worker_threads, or null in browsers. Not imported, so that bundlers for browsers find nothing to resolve. */
export function workerThreads(): WorkerThreads | null {
  if (globals.process?.versions?.node === undefined) return null;
  return (globals.process.getBuiltinModule?.('node:worker_threads') as WorkerThreads | undefined) ?? null;
}

/** Whether workers can share memory: in Node, and on pages that are cross-origin isolated. */
export function sharesMemory(): boolean {
  return typeof SharedArrayBuffer === 'function' && (workerThreads() !== null || globals.crossOriginIsolated === true);
}

/** The number of cores, or 2 if it is unknown. */
export function coreCount(): number {
  const os = globals.process?.getBuiltinModule?.('node:os') as { availableParallelism?: () => number } | undefined;
  return os?.availableParallelism?.() ?? globals.navigator?.hardwareConcurrency ?? 2;
}

/** Starts a worker of the library. @throws Error if the platform has no workers */
export type StartWorker = (events: WorkerEvents) => RunningWorker;

// In this form, bundlers recognize the workers and bundle their files.

/** Starts a worker of batches and of `map`. */
export const startBatchWorker: StartWorker = (events) =>
  start(
    events,
    () => new URL('./worker.js', import.meta.url),
    () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'proximal' }),
  );

/** Starts a worker of rollouts and plans. */
export const startTaskWorker: StartWorker = (events) =>
  start(
    events,
    () => new URL('./task-worker.js', import.meta.url),
    () => new Worker(new URL('./task-worker.js', import.meta.url), { type: 'module', name: 'proximal' }),
  );

function start({ onMessage, onEnd }: WorkerEvents, file: () => URL, startInBrowser: () => unknown): RunningWorker {
  const threads = workerThreads();
  if (threads) {
    // A worker takes the flags of the process, such as loaders. It refuses the one that belongs to `node -e`.
    const execArgv = (globals.process?.execArgv ?? []).filter((flag) => !flag.startsWith('--input-type'));
    const worker = new threads.Worker(file(), { name: 'proximal', execArgv });
    worker.on('message', onMessage);
    worker.on('error', (error) => onEnd(String((error as Error)?.message ?? error)));
    worker.on('exit', (code) => onEnd(`exit code ${code}`));
    worker.unref();
    return {
      send: (message) => worker.postMessage(message),
      stop: () => void worker.terminate(),
      keep: (isKept) => (isKept ? worker.ref() : worker.unref()),
    };
  }
  if (!globals.Worker)
    throw new Error('createPool: there are no workers here; use the functions of proximal on one core');
  const worker = startInBrowser() as WebWorker;
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault?.();
    onEnd(event.message ?? 'the worker could not be loaded');
  };
  return {
    send: (message) => worker.postMessage(message),
    stop: () => worker.terminate(),
    keep: () => {},
  };
}
