// Damaged files of every format, each in a process that can be stopped: they must be read or rejected with a documented error, within limits
// of time and memory, without changing shared state. See files/.

import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { resultPath, writeResults } from '../harness/results.ts';
import type { Named } from '../harness/usage.ts';
import { batchesOf } from './files/batches.ts';
import { type Checked, checkAlone, checkSideBySide, type Passed } from './files/pool.ts';
import { fileFormats, formatOf, makeInput, titleOf } from './files/registry.ts';
import { Findings } from './findings.ts';
import type { Failure } from './fuzzer.ts';
import { Progress } from './progress.ts';
import { Tally } from './tally.ts';

export const filesFuzzer: Named & { readonly kinds: readonly string[] } = {
  name: 'files',
  title: 'damaged files of every format, read within limits of time and memory',
  kinds: fileFormats.map(({ name }) => name),
};

export interface FilesOptions {
  /** The number of inputs. */
  readonly count: number;
  readonly seed: number;
  /** Names of formats; all formats if it is empty. */
  readonly only: readonly string[];
  /** The number of parallel processes. */
  readonly workers: number;
  /** Wall-clock seconds after which no more inputs are started. */
  readonly seconds: number;
}

/** Checks the inputs, prints the findings, and sets the exit code to 1 if one failed. */
export async function fuzzFiles({ count, seed, only, workers, seconds }: FilesOptions): Promise<void> {
  const tally = new Tally('format');
  const findings = new Findings<object>();
  const progress = new Progress(count, 'inputs');
  const start = performance.now();
  let done = 0;
  const add = (passed: Passed, failures: readonly Failure[]): void => {
    const { name, count, read, seconds, memory } = passed;
    const worst = { ms: 1000 * seconds, MB: memory / 2 ** 20 };
    tally.add(name, { counts: { read }, worst, failures, notes: [], details: {} }, count);
    done += count;
    progress.update(done, findings.total);
  };
  const onFailed = ({ number, result }: Checked): void => {
    const { name } = formatOf(number);
    const { kind = '', detail = '', isRead, seconds, memory } = result;
    const kept = findings.list.length;
    findings.add({ class: name, number, item: { file: writeInput(seed, number) }, found: [{ kind, detail }] });
    if (findings.list.length > kept)
      console.log(`${titleOf(number)}, case ${number}: ${kind}: ${detail.slice(0, 600)}\n`);
    add({ name, count: 1, read: isRead ? 1 : 0, seconds, memory }, [{ kind, detail }]);
  };
  const batches = until(start + 1000 * seconds, batchesOf(count, only));
  await checkSideBySide({ seed, workers, batches, onPassed: (passed) => add(passed, []), onFailed });
  progress.end();
  console.log(`${tally}\n`);
  const rate = Math.round(done / ((performance.now() - start) / 1000));
  const { total, list } = findings;
  const path = writeResults('fuzz-files', { seed, only, inputs: done, rate, failed: total, failures: list, tally });
  const outcome = total === 0 ? 'all passed' : `${total} failed`;
  console.log(
    `${done.toLocaleString('en-US')} inputs of seed ${seed}, ${rate} a second: ${outcome}. Written to ${path}`,
  );
  if (total === 0) return;
  console.log(`Repeat the first failure: npm run fuzz -- files --seed ${seed} --case ${list[0].number}`);
  process.exitCode = 1;
}

/** The items until a wall-clock time. */
function* until<T>(end: number, items: Iterable<T>): Generator<T, void> {
  for (const item of items) {
    if (performance.now() > end) return;
    yield item;
  }
}

/** Writes one input to a file and checks it again, alone. */
export async function replayInput(seed: number, number: number): Promise<void> {
  const { detail = '', ...result } = await checkAlone(seed, number);
  console.log(`${titleOf(number)}, written to ${writeInput(seed, number)}`);
  console.log(JSON.stringify(result), detail);
  if (result.kind !== undefined) process.exitCode = 1;
}

function writeInput(seed: number, number: number): string {
  const file = resultPath(`failures/files-${seed}-${number}.${formatOf(number).ending}`);
  writeFileSync(file, makeInput(seed, number));
  return relative(process.cwd(), file);
}
