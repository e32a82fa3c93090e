// Benchmarks in several processes and threads, and the division of their time.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { GroupSamples } from './timer.ts';

/** The environment variable with the number of the process, in processes that repeat a benchmark. */
const variable = 'PROXIMAL_BENCH_PROCESS';

/** Whether this process was started by `inFreshProcesses` to repeat a benchmark. */
export function isRepetition(): boolean {
  return process.env[variable] !== undefined;
}

/**
 * Calls `work` in `count` new processes that run the same benchmark, and returns the results. Code that a process has run before changes the
 * speed of its JavaScript, so that samples of several processes are pooled. In such a process, this function runs `work`, writes its result to
 * standard output and exits.
 */
export async function inFreshProcesses<T>(
  benchmark: string,
  args: readonly string[],
  count: number,
  work: (processNumber: number) => T | Promise<T>,
): Promise<T[]> {
  const processNumber = process.env[variable];
  if (processNumber !== undefined) {
    const answer = JSON.stringify(await work(Number(processNumber)));
    // Exit only after the whole result has been written to the pipe.
    await new Promise<void>((done) => process.stdout.write(answer, () => done()));
    process.exit(0);
  }
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  return Array.from({ length: count }, (_, k) => {
    const env = { ...process.env, ...shareOf(count), [variable]: String(k + 1) };
    const child = spawnSync(process.execPath, [main, benchmark, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (child.status !== 0)
      throw new Error(`process ${k + 1} of the benchmark ${benchmark} ended with code ${child.status}`);
    return JSON.parse(child.stdout) as T;
  });
}

/** Appends the samples of the other processes to those of the first as further rounds. */
export function pool(byProcess: readonly (readonly GroupSamples[])[]): GroupSamples[] {
  return byProcess[0].map(({ name, samples }, g) => ({
    name,
    samples: samples.map((_, c) => byProcess.flatMap((groups) => groups[g].samples[c])),
  }));
}

/** The environment variable with the seconds that `npm run bench` gives a benchmark. */
export const shareVariable = 'PROXIMAL_BENCH_SECONDS';

function share(): number {
  return Number(process.env[shareVariable] ?? Number.POSITIVE_INFINITY);
}

/** An equal part of the time for each of `count` processes. */
function shareOf(count: number): NodeJS.ProcessEnv {
  return Number.isFinite(share()) ? { [shareVariable]: String(share() / count) } : {};
}

/** The time, by `performance.now()`, at which the share `part` of the given time is over. Infinite if no time was given. */
export function deadlineOf(part: number): number {
  return 1000 * part * share();
}

/** The part of the given time for measurements. The rest is for tables and plots. */
const measurementShare = 0.85;

/** Divides the given time into steps. Each step gets an equal part of the remaining time, so that unused time goes to later steps. */
export class Pace {
  private readonly due: number;

  /** @param now milliseconds since the process started */
  constructor(
    private steps: number,
    seconds = share(),
    private readonly now = () => performance.now(),
  ) {
    this.due = 1000 * measurementShare * seconds;
  }

  /** Starts a step and returns when it should be done, by the same clock. */
  next(): number {
    const [now, steps] = [this.now(), Math.max(1, this.steps--)];
    return now + Math.max(0, this.due - now) / steps;
  }
}

/** The function that a thread calls for each task: an export of a module. */
interface WorkerData {
  readonly module: string;
  readonly answer: string;
}

/**
 * Answers tasks on all cores, for work that is not timed. The answers are in the order of the tasks.
 * @param module the URL of the module whose export `answer` turns a task into an answer
 * @param until by `performance.now()`: no task is started later, and tasks that are left have no answer
 */
export async function inThreads<Task, Answer>(
  module: string,
  answer: string,
  tasks: readonly Task[],
  done: (answer: Answer) => void,
  until = Number.POSITIVE_INFINITY,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const data: WorkerData = { module, answer };
  let next = 0;
  const threads = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
    const thread = new Worker(new URL(import.meta.url), { workerData: data });
    try {
      while (next < tasks.length && performance.now() < until) {
        const k = next++;
        answers[k] = await answerOf<Task, Answer>(thread, tasks[k]);
        done(answers[k]);
      }
    } finally {
      await thread.terminate();
    }
  });
  await Promise.all(threads);
  return answers;
}

function answerOf<Task, Answer>(thread: Worker, task: Task): Promise<Answer> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread.once('message', resolve).once('error', reject);
    thread.postMessage(task);
  });
}

/** In a thread of `inThreads`: loads the module and answers. */
async function answerTasks(port: NonNullable<typeof parentPort>, { module, answer }: WorkerData): Promise<void> {
  const { [answer]: answerTo } = (await import(module)) as Readonly<Record<string, (task: unknown) => unknown>>;
  port.on('message', (task) => port.postMessage(answerTo(task)));
}

const isWorker = !isMainThread && typeof (workerData as Partial<WorkerData> | null)?.answer === 'string';
if (isWorker && parentPort) void answerTasks(parentPort, workerData as WorkerData);
