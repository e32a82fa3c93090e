// The results of a job in a folder: one merged file and a report. A run that was interrupted is continued from the folder.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import type { Job } from './job-file.ts';
import { type MergedFile, type Piece, writeAtomically, writeMerged } from './merged-file.ts';
import type { ItemFailure } from './queue/ledger.ts';
import type { Run, WaitOptions } from './run.ts';
import { hashOf, manifestOf, version } from './work.ts';

/** What was computed, in `report.json`. */
export interface Report extends MergedFile {
  /** The version of the library. */
  readonly version: string;
  readonly kind: string;
  /** The SHA-256 of what was computed: kind, fields and files. */
  readonly work: string;
  /** The number of items. */
  readonly items: number;
  /** The computing time of all results, in seconds. */
  readonly computeSeconds: number;
}

/** Options of `runJob`. */
export interface RunJobOptions extends WaitOptions {
  /** Called when the run has been submitted, or found again. */
  readonly onStart?: (run: Run, isContinued: boolean) => void;
}

const runFile = 'run.json';

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
  const { kind, work, count } = run.record;
  const report = await writeResults(folder, { kind, work, count }, run.pieces(waiting), () => run.milliseconds);
  await run.remove();
  await rm(join(folder, runFile), { force: true });
  return report;
}

/** The run of the same job that was interrupted in the folder; null if there is none. */
async function earlierRun(cluster: Cluster, job: Job, folder: string): Promise<Run | null> {
  const text = await readFile(join(folder, runFile), 'utf8').catch(() => null);
  const [, id] = /"run":"([\w-]+)"/.exec(text ?? '') ?? [];
  const record = id === undefined ? null : await cluster.find(id);
  const isSame = record?.state === 'open' && record.work === hashOf(manifestOf(job.work));
  return isSame ? cluster.attach(record.id) : null;
}

/** The items whose results a merged file has. */
export interface MergedItems {
  readonly kind: string;
  readonly work: string;
  readonly count: number;
}

/**
 * Writes the merged file of all items, and the report.
 * @param failures of items whose results are in the pieces
 */
export async function writeResults(
  folder: string,
  { kind, work, count }: MergedItems,
  pieces: AsyncIterable<Piece>,
  milliseconds: () => number,
  failures: readonly ItemFailure[] = [],
): Promise<Report> {
  const merged = await writeMerged(folder, 'results', kind, { from: 0, to: count }, pieces);
  const all = [...failures, ...merged.failures];
  const report = { version, kind, work, items: count, ...merged, failures: all, computeSeconds: milliseconds() / 1000 };
  await writeAtomically(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
