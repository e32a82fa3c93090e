// Jobs without Redis: each of several processes computes a shard of the items, and the files of all shards are merged.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPool } from 'proximal/parallel';
import { type Fields, invalid, messageOf, parseJSON, readFields, readInteger, readText } from './check.ts';
import { computeAlone } from './compute-alone.ts';
import { computeIn, WorkError } from './compute-in-pool.ts';
import { sizeOf } from './cost.ts';
import type { Job } from './job-file.ts';
import { kindOf, openWork } from './kinds/registry.ts';
import { type MergedFile, type Piece, writeAtomically, writeMerged } from './merged-file.ts';
import { halvesOf, inOrder, type Range, rangeOf, tasksOf } from './ranges.ts';
import { type MergedItems, type Report, writeResults } from './results.ts';
import { hashOf, manifestOf, shareFiles, version, type Work } from './work.ts';

/** Shard `index` of `count`, from 1 on. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Options of `runShard`. */
export interface ShardOptions {
  /** Tasks computed at a time, each in a thread. Default: the number of cores. */
  readonly concurrency?: number;
  /** The address of an ES module for jobs of kind `module`. */
  readonly module?: string;
  /** Called with the number of finished items of the shard, and the number of its items. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** The description of a part, in a file beside its results. */
export interface PartReport extends MergedFile, MergedItems, Range {
  readonly version: string;
  readonly milliseconds: number;
}

const partFields = ['version', 'kind', 'work', 'count', 'from', 'to', 'file', 'sha256', 'failures', 'milliseconds'];

/**
 * Reads a shard from a text such as `3/16`.
 * @example
 * ```ts
 * readShard('3/16'); // { index: 3, count: 16 }
 * ```
 */
export function readShard(text: string): Shard {
  const [index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  if (index === undefined || index < 1 || index > count)
    throw invalid('readShard', 'shard', text, 'give i/n, with i from 1 to n');
  return { index, count };
}

/**
 * Computes a shard of a job in this process, without Redis, and writes its part into a folder: `part-3-of-16.jsonl`, and `part-3-of-16.json`.
 * @example
 * ```ts
 * await runShard(job, { index: 3, count: 16 }, 'parts');
 * const report = await mergeParts(['parts'], 'results'); // when all 16 shards are computed
 * ```
 */
export async function runShard(
  job: Job,
  shard: Shard,
  folder: string,
  options: ShardOptions = {},
): Promise<PartReport> {
  const where = 'runShard';
  const { concurrency, module, onProgress = () => {} } = readOptions(where, options);
  readInteger(where, 'shard.count', shard.count, 1, 1e9);
  readInteger(where, 'shard.index', shard.index, 1, shard.count);
  const { work } = job;
  const opened = await openWork(work, { module });
  const size = await sizeOf(job, opened);
  const range = rangeOf(shard, opened);
  const hash = hashOf(manifestOf(work));
  const shared = shareFiles(work);
  const pool = createPool(concurrency === undefined ? {} : { size: concurrency });
  let [milliseconds, done] = [0, 0];
  const compute = async (task: Range, isAlone = false): Promise<Piece[]> => {
    try {
      const own = { hash, work: filesOf(shared, task), ...task, module };
      const computed = await (isAlone ? computeAlone(own) : computeIn(pool, own));
      milliseconds += computed.milliseconds;
      done += task.to - task.from;
      onProgress(done, range.to - range.from);
      return [{ ...task, bytes: computed.bytes }];
    } catch (error) {
      if (error instanceof WorkError) throw error;
      // Another task may have ended the thread: in a process of its own, only this one can.
      if (!isAlone) return compute(task, true);
      const halves = halvesOf(task, opened.grain);
      if (!halves) return [{ ...task, message: messageOf(error) }];
      return [...(await compute(halves[0], true)), ...(await compute(halves[1], true))];
    }
  };
  try {
    await mkdir(folder, { recursive: true });
    const name = `part-${shard.index}-of-${shard.count}`;
    const pieces = inOrder(tasksOf(range, size), 2 * pool.size, (task) => compute(task));
    const merged = await writeMerged(folder, name, work.kind, range, pieces);
    const part = { version, kind: work.kind, work: hash, count: opened.count, ...range, ...merged, milliseconds };
    await writeAtomically(join(folder, `${name}.json`), `${JSON.stringify(part, null, 2)}\n`);
    return part;
  } finally {
    pool.close();
  }
}

function readOptions(where: string, options: ShardOptions): ShardOptions {
  readFields(where, 'options', options, ['concurrency', 'module', 'onProgress']);
  if (options.concurrency !== undefined) readInteger(where, 'options.concurrency', options.concurrency, 1, 1024);
  return options;
}

/** The work with the files that a range needs. */
function filesOf({ kind, fields, files }: Work, range: Range): Work {
  const names = kindOf(kind).filesOf?.(fields, range) ?? [...files.keys()];
  return { kind, fields, files: new Map(names.map((name) => [name, files.get(name) as Uint8Array])) };
}

/**
 * Merges the parts of all shards of a job into `results.jsonl` or `results.bin`, and `report.json`. Equal parts are merged once.
 * @param folders in which the parts are
 * @throws Error if a part is missing, damaged, or of another job
 * @example
 * ```ts
 * const report = await mergeParts(['parts'], 'results');
 * ```
 */
export async function mergeParts(folders: readonly string[], out: string): Promise<Report> {
  const where = 'mergeParts';
  const parts: (readonly [folder: string, part: PartReport])[] = [];
  for (const folder of folders)
    for (const file of (await readdir(folder)).filter((name) => /^part-\d+-of-\d+\.json$/.test(name)))
      parts.push([folder, readPart(`${where}: ${file}`, await readFile(join(folder, file), 'utf8'))]);
  if (parts.length === 0)
    throw invalid(where, 'folders', folders.join(', '), 'the folders contain no parts (part-1-of-2.json …)');
  const [, { kind, work, count }] = parts[0];
  for (const [folder, part] of parts)
    if (part.work !== work || part.version !== version)
      throw new Error(
        `${where}: ${join(folder, part.file)} is of another job than ${parts[0][1].file}, or of another version of proximal`,
      );
  // Equal parts are merged once.
  const distinct = new Map(parts.map((entry) => [`${entry[1].from}-${entry[1].to}-${entry[1].sha256}`, entry]));
  const sorted = [...distinct.values()].sort(([, a], [, b]) => a.from - b.from);
  await mkdir(out, { recursive: true });
  const pieces = inOrder(sorted, 1, async ([folder, part]): Promise<Piece[]> => {
    const bytes = await readFile(join(folder, part.file));
    if (createHash('sha256').update(bytes).digest('hex') !== part.sha256)
      throw new Error(
        `${where}: ${join(folder, part.file)} is not the file that its report describes; compute it again`,
      );
    return part.from === part.to ? [] : [{ from: part.from, to: part.to, bytes }];
  });
  const milliseconds = sorted.reduce((sum, [, part]) => sum + part.milliseconds, 0);
  const failures = sorted.flatMap(([, part]) => part.failures);
  return writeResults(out, { kind, work, count }, pieces, () => milliseconds, failures);
}

function readPart(where: string, text: string): PartReport {
  const part: Fields = readFields(where, 'part', parseJSON(where, text), partFields);
  for (const name of ['version', 'kind', 'work', 'sha256']) readText(where, name, part[name]);
  if (!/^part-\d+-of-\d+\.\w+$/.test(readText(where, 'file', part['file'])))
    throw invalid(
      where,
      'file',
      part['file'],
      'give the name of a file beside the description, such as part-1-of-2.jsonl',
    );
  for (const name of ['count', 'from', 'to']) readInteger(where, name, part[name], 0, Number.MAX_SAFE_INTEGER);
  if (!Array.isArray(part['failures'])) throw invalid(where, 'failures', part['failures'], 'give a list');
  return part as unknown as PartReport;
}
