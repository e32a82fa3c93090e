// Jobs without Redis: shards, the merged file, and the errors of job files.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeParts, readJob, readShard, runShard } from '@proximal/cluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, root, temporaryFolder, writeFiles } from '../support/folders.ts';
import { tryNode } from '../support/run.ts';
import { expectedHash, jobOf, writeProblems } from './jobs.ts';
import { program } from './worker-process.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder('shards');
  writeProblems(folder, 25);
});
afterAll(() => removeFolder(folder));

describe('shards', () => {
  it('are merged into the file of one process', async () => {
    const job = await jobOf(folder, { kind: 'problems', problems: 'problems.jsonl' });
    const parts = join(folder, 'parts');
    for (const index of [3, 1, 2]) await runShard(job, { index, count: 3 }, parts, { concurrency: 1 });
    const report = await mergeParts([parts, parts], join(folder, 'merged'));
    expect(report).toMatchObject({
      kind: 'problems',
      items: 25,
      failures: [],
      sha256: await expectedHash(folder, job),
    });
    writeFileSync(join(parts, 'part-2-of-3.jsonl'), '{}\n');
    await expect(mergeParts([parts], join(folder, 'damaged'))).rejects.toThrow('compute it again');
    rmSync(join(parts, 'part-2-of-3.json'));
    await expect(mergeParts([parts], join(folder, 'missing'))).rejects.toThrow(
      'the results of items 8 to 15 are missing',
    );
    const other = await jobOf(folder, { kind: 'problems', problems: ['problems.jsonl', 'problems.jsonl'] });
    await runShard(other, { index: 2, count: 3 }, parts, { concurrency: 1 });
    await expect(mergeParts([parts], join(folder, 'mixed'))).rejects.toThrow('of another job');
  });

  it('may be empty', async () => {
    const lines = readFileSync(join(folder, 'problems.jsonl'), 'utf8').split('\n').slice(0, 2);
    const job = await jobOf(folder, { kind: 'problems', problems: lines.map((line) => JSON.parse(line)) });
    const parts = join(folder, 'many');
    for (const index of [1, 2, 3]) await runShard(job, { index, count: 3 }, parts, { concurrency: 1 });
    expect((await mergeParts([parts], join(folder, 'from-many'))).sha256).toBe(await expectedHash(folder, job));
  });

  it('are computed and merged by the command', () => {
    writeFiles(folder, {
      'job.json': { format: 'proximal-job', version: 1, kind: 'problems', problems: 'problems.jsonl' },
    });
    for (const shard of ['1/2', '2/2']) {
      const words = ['cluster', 'run', 'job.json', '--shard', shard, '--out', 'shards', '-c', '1'];
      expect(tryNode(folder, [program, ...words])).toMatchObject({ status: 0, stderr: '' });
    }
    const { status, stdout } = tryNode(folder, [program, 'merge', 'shards', '--out', 'results', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(folder, 'results/report.json'), 'utf8')));
  });

  it('have a number from 1 on', () => {
    expect(readShard('3/16')).toEqual({ index: 3, count: 16 });
    for (const text of ['0/2', '3/2', '1', '1/2/3', 'a/b'])
      expect(() => readShard(text)).toThrow(`readShard: shard is "${text}"; give i/n, with i from 1 to n`);
  });
});

describe('shards of a fuzzer', () => {
  it('check the cases of one run', () => {
    const fuzz = (...words: string[]): string => {
      const args = [join(root, 'bench/dist/fuzz/main.js'), 'qp', '--seed', '5', '--target', 'wasm', ...words];
      const { status, stdout } = tryNode(folder, args);
      expect(status).toBe(0);
      return stdout;
    };
    // A case is one query.
    expect(fuzz('--cases', '5', '--shard', '2/2')).toContain('3 cases');
    expect(tryNode(folder, [join(root, 'bench/dist/fuzz/main.js'), 'qp', '--shard', '3/2']).stderr).toContain(
      "--shard is '3/2'; give i/n",
    );
  });
});

describe('a job file', () => {
  const rows: readonly (readonly [fields: unknown, message: string])[] = [
    ['{', 'readJob: it is not JSON'],
    [[], 'readJob: format is undefined; a job file has "proximal-job"'],
    [{ format: 'x' }, 'readJob: format is "x"; a job file has "proximal-job"'],
    [{ version: 2 }, 'readJob: version is 2; this copy of @proximal/cluster reads version 1'],
    [{ kind: 'code' }, 'readJob: kind is "code"; give one of problems, '],
    [{ kind: 'problems', problem: [] }, 'readJob: json.problem is a list; the fields are format, version'],
    [{ kind: 'problems' }, 'readJob: problems is undefined; give a list'],
    [{ kind: 'problems', problems: 'none.jsonl' }, 'readJob: none.jsonl cannot be read: '],
    [{ kind: 'problems', problems: '../x.jsonl' }, 'readJob: ../x.jsonl cannot be read: '],
    [{ kind: 'problems', problems: '..' }, 'readJob: .. cannot be read: it is outside the folder of the job'],
    [{ kind: 'problems', problems: 'bad.jsonl' }, 'readJob: bad.jsonl:2: it is not JSON'],
    [{ kind: 'problems', problems: [{}] }, 'readJob: problems[0]: readProblem: format is undefined'],
    [
      { kind: 'problems', problems: 'problems.jsonl', itemsPerTask: 0 },
      'itemsPerTask is 0; give a whole number from 1',
    ],
    [{ kind: 'module', items: [1] }, 'readJob: function is undefined; give the name of a function'],
    [{ kind: 'module', function: 'f', items: [] }, 'readJob: items is a list; give a list with at least one entry'],
    [{ kind: 'module', function: 'f', items: 'x.csv' }, 'readJob: items is "x.csv"; give a list, or a .jsonl file'],
  ];
  it.each(rows)('%j: %s', async (fields, message) => {
    const [line] = readFileSync(join(folder, 'problems.jsonl'), 'utf8').split('\n');
    writeFiles(folder, { 'bad.jsonl': `${line}\n{` });
    const isPlain = typeof fields === 'object' && !Array.isArray(fields);
    const json = isPlain ? { format: 'proximal-job', version: 1, ...(fields as object) } : (fields as string);
    await expect(readJob(json, folder)).rejects.toThrow(message);
  });
});
