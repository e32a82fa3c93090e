// Job files: a kind of job, its fields, and the files that it names, below the folder of the job file.
import { readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { loadFileBelow } from 'proximal/io';
import { type Fields, invalid, messageOf, parseJSON, readFields, readInteger } from './check.ts';
import { kinds } from './kinds/registry.ts';
import type { LoadFile, Work } from './work.ts';

const format = 'proximal-job';
const formatVersion = 1;
const common = ['format', 'version', 'title', 'kind', 'itemsPerTask'];
/** The largest file of a job, in bytes: the limit of a value in Redis. */
const maxBytes = 512 * 2 ** 20;

/** A job: what to compute, and how to divide it into tasks. */
export interface Job {
  readonly work: Work;
  /** Items per task. Undefined: as many as take a quarter of a second, measured on some items. */
  readonly itemsPerTask?: number;
}

/**
 * Reads a job file. Untrusted data is safe: all fields are checked, and files must be below `folder`.
 * @param json the text of the file, or the result of `JSON.parse`
 * @example
 * ```ts
 * const job = await readJob('{ "format": "proximal-job", "version": 1, "kind": "problems", "problems": "problems.jsonl" }', 'jobs');
 * ```
 */
export async function readJob(json: string | object, folder: string): Promise<Job> {
  const where = 'readJob';
  const data = typeof json === 'string' ? parseJSON(where, json) : json;
  if (typeof data !== 'object' || data === null) throw invalid(where, 'json', data, 'give an object');
  const given = data as Fields;
  const kind = kinds.find(({ name }) => name === given['kind']);
  if (given['format'] !== format) throw invalid(where, 'format', given['format'], `a job file has "${format}"`);
  if (given['version'] !== formatVersion)
    throw invalid(where, 'version', given['version'], `this copy of @proximal/cluster reads version ${formatVersion}`);
  if (!kind) throw invalid(where, 'kind', given['kind'], `give one of ${kinds.map(({ name }) => name).join(', ')}`);
  readFields(where, 'json', data, [...common, ...kind.fields]);
  const { itemsPerTask } = given;
  if (itemsPerTask !== undefined) readInteger(where, 'itemsPerTask', itemsPerTask, 1, 2 ** 40);
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => kind.fields.includes(name)));
  const read = await kind.read(where, own, loadBelow(where, folder));
  return {
    work: { kind: kind.name, ...read },
    ...(itemsPerTask === undefined ? {} : { itemsPerTask: itemsPerTask as number }),
  };
}

/** Reads files below a folder by relative paths. */
function loadBelow(where: string, folder: string): LoadFile {
  const attempt = async <Result>(path: string, action: () => Promise<Result>): Promise<Result> => {
    try {
      return await action();
    } catch (error) {
      throw new TypeError(`${where}: ${path} cannot be read: ${messageOf(error)}`);
    }
  };
  const load = (path: string) => attempt(path, () => loadFileBelow(join(folder, path), [folder], { maxBytes }));
  const list = (path: string) =>
    attempt(path, async () => {
      const [base, real] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
      const inside = relative(base, real);
      if (inside === '..' || inside.startsWith(`..${sep}`)) throw new Error('it is outside the folder of the job file');
      const entries = await readdir(real, { withFileTypes: true });
      // Sorted, so that the order of the items does not depend on the file system.
      return entries
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort();
    });
  return Object.assign(load, { list });
}
