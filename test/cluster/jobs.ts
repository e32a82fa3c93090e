// Jobs of the tests, and the module of their workers.
import { join } from 'node:path';
import { type Job, readJob, runShard } from '@proximal/cluster';
import { writeFiles } from '../support/folders.ts';

/** Problems at different distances, one per line. */
export function writeProblems(folder: string, count: number): void {
  const problems = Array.from({ length: count }, (_, k) => ({
    format: 'proximal-problem',
    version: 1,
    title: `${k}`,
    a: { shape: { version: 1, kind: 'box', hx: 1, hy: 1, hz: 1 } },
    b: { shape: { version: 1, kind: 'sphere', radius: 1 }, pose: { position: [3 + k / 7, k / 3, -k] } },
    query: 'distance',
  }));
  writeFiles(folder, { 'problems.jsonl': problems.map((problem) => JSON.stringify(problem)).join('\n') });
}

export function jobOf(folder: string, fields: object): Promise<Job> {
  return readJob(JSON.stringify({ format: 'proximal-job', version: 1, ...fields }), folder);
}

/** The SHA-256 of a job's results in one process, with one thread. */
export async function expectedHash(folder: string, job: Job, module?: string): Promise<string> {
  const options = { concurrency: 1, ...(module === undefined ? {} : { module }) };
  const { sha256 } = await runShard(job, { index: 1, count: 1 }, join(folder, 'alone'), options);
  return sha256;
}

/** A module for workers. */
export const moduleText = `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Several milliseconds of work. */
export function work(item) {
  let value = item;
  for (let k = 0; k < 3e6; k++) value = (value * 1.1) % 7;
  return value;
}

/** Throws for multiples of 5. */
export function poison(item) {
  if (item % 5 === 0) throw new RangeError('poison ' + item);
  return item;
}

/** Ends the thread for 6. */
export function exit(item) {
  if (item === 6) process.exit(3);
  return item;
}

/** Ends the process for 2. */
export function kill(item) {
  if (item === 2) process.kill(process.pid, 'SIGKILL');
  return item;
}

/** Reports that it has begun, and waits for a file. */
export async function hold({ name, value }) {
  writeFileSync(name + '.' + process.pid, '');
  while (!existsSync(name + '.go')) await setTimeout(5);
  return value;
}
`;
