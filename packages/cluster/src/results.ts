// The results of a job in a folder: one merged file and a report. A run that was interrupted is continued from the folder.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import type { Job } from './job-file.ts';
import { kindOf } from './kinds/registry.ts';
import type { ItemFailure } from './queue/ledger.ts';
import type { Run, WaitOptions } from './run.ts';
import { hashOf, manifestOf, version } from './work.ts';

/** What was computed, in `report.json`. */
export interface Report {
  readonly version: string;
  readonly kind: string;
  /** The SHA-256 of what was computed: kind, fields and files. */
  readonly work: string;
  readonly items: number;
  /** The merged file. */
  readonly file: string;
  /** The SHA-256 of the merged file. */
  readonly sha256: string;
  /** Items whose computation ended their workers. */
  readonly failures: readonly ItemFailure[];
  /** The time that workers computed, in seconds. */
  readonly computeSeconds: number;
}

/** Options of `runJob`. */
export interface RunJobOptions extends WaitOptions {
  /** Called when the run has been submitted, or found again. */
  readonly onStart?: (run: Run, isContinued: boolean) => void;
}

const runFile = 'run.json';
const reportFile = 'report.json';

/**
 * Runs a job and writes `results.jsonl` or `results.bin`, and `report.json`, into a folder. If a run of the same job was interrupted in this folder, it
 * continues.
 * @example
 * ```ts
 * const report = await runJob(cluster, job, 'results');
 * ```
 */
export async function runJob(cluster: Cluster, job: Job, folder: string, options: RunJobOptions = {}): Promise<Report> {
  const { onStart, ...waiting } = options;
  await mkdir(folder, { recursive: true });
  const earlier = await earlierRun(cluster, job, folder);
  const run = earlier ?? (await cluster.submit(job));
  await writeAtomically(join(folder, runFile), `${JSON.stringify({ run: run.id })}\n`);
  onStart?.(run, earlier !== null);
  const parts = (async function* () {
    for await (const { bytes, from, to } of run.results(waiting)) yield { from, to, bytes };
  })();
  const report = await writeResults(folder, job, parts, run.failures, () => run.milliseconds);
  await rm(join(folder, runFile), { force: true });
  await run.remove();
  return report;
}

/** The run of the same job that was interrupted in the folder; null if there is none. */
async function earlierRun(cluster: Cluster, job: Job, folder: string): Promise<Run | null> {
  try {
    const { run } = JSON.parse(await readFile(join(folder, runFile), 'utf8')) as { run: string };
    return await cluster.attach(run, job);
  } catch {
    return null;
  }
}

/** The bytes of a range of items. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/** Writes the merged file and the report. The files appear when they are complete. */
export async function writeResults(
  folder: string,
  { work }: Job,
  parts: AsyncIterable<Part>,
  failures: readonly ItemFailure[],
  milliseconds: () => number,
): Promise<Report> {
  const kind = kindOf(work.kind);
  const file = `results.${kind.extension}`;
  const path = join(folder, file);
  const draft = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const hash = createHash('sha256');
  const handle = await open(draft, 'wx');
  let items = 0;
  try {
    for await (const { bytes, to } of withFailures(parts, failures, kind.failure)) {
      hash.update(bytes);
      await handle.write(bytes);
      items = to;
    }
    await handle.close();
    await rename(draft, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
  const report: Report = {
    version,
    kind: work.kind,
    work: hashOf(manifestOf(work)),
    items,
    file,
    sha256: hash.digest('hex'),
    failures: [...failures].sort((a, b) => a.from - b.from),
    computeSeconds: milliseconds() / 1000,
  };
  await writeAtomically(join(folder, reportFile), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** The parts in order, with the results that stand for failed items between them. */
async function* withFailures(
  parts: AsyncIterable<Part>,
  failures: readonly ItemFailure[],
  failure: ((index: number, message: string) => Uint8Array) | undefined,
): AsyncGenerator<Part> {
  let at = 0;
  const failed = (): ItemFailure | undefined => failures.find(({ from }) => from === at);
  const lines = function* (): Generator<Part> {
    for (let next = failed(); next; next = failed()) {
      const { from, to, message } = next;
      if (!failure) throw new Error(`items ${from} to ${to - 1} could not be computed: ${message}`);
      yield { from, to, bytes: failure(from, message) };
      at = to;
    }
  };
  for await (const part of parts) {
    yield* lines();
    if (part.from !== at) throw new Error(`the results of items ${at} to ${part.from - 1} are missing`);
    yield part;
    at = part.to;
  }
  yield* lines();
}

/** Writes a file that appears when it is complete. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  await writeFile(draft, content, { flag: 'wx' });
  await rename(draft, path);
}
