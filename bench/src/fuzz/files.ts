// Damaged files of every format, each in a process that can be stopped: read or refused by the error that is documented, within the limits
// of time and memory, and with nothing else changed. See files/.

import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { resultPath, writeResults } from '../results.ts';
import type { Named } from '../usage.ts';
import { type Checked, checkAlone, checkSideBySide } from './files/pool.ts';
import { fileFormats, formatOf, makeInput, titleOf } from './files/registry.ts';
import { Findings } from './findings.ts';
import { Progress } from './progress.ts';
import { Tally } from './tally.ts';

export const filesFuzzer: Named & { readonly kinds: readonly string[] } = {
  name: 'files',
  title: 'Files: damaged ones of every format, with limits of time and memory',
  kinds: fileFormats.map(({ name }) => name),
};

export interface FilesOptions {
  /** How many inputs. */
  readonly count: number;
  readonly seed: number;
  /** Names of formats; all, if there are none. */
  readonly only: readonly string[];
}

/** Checks so many inputs, prints what was found, and sets the exit code to 1 if one failed. */
export async function fuzzFiles({ count, seed, only }: FilesOptions): Promise<void> {
  const tally = new Tally('format');
  const findings = new Findings<object>();
  const progress = new Progress(count, 'inputs');
  const start = performance.now();
  let [next, asked, done] = [0, 0, 0];
  const take = (most: number): number[] => {
    const numbers: number[] = [];
    for (; asked < count && numbers.length < most; next++) {
      if (only.length > 0 && !only.includes(formatOf(next).name)) continue;
      numbers.push(next);
      asked++;
    }
    return numbers;
  };
  const report = ({ number, result }: Checked): void => {
    const { name } = formatOf(number);
    const { isRead, seconds, memory, kind, detail = '' } = result;
    const failures = kind === undefined ? [] : [{ kind, detail }];
    const counts = { read: isRead ? 1 : 0 };
    tally.add(name, { counts, worst: { ms: 1000 * seconds, MB: memory / 2 ** 20 }, failures, notes: [], details: {} });
    if (kind !== undefined) {
      const kept = findings.list.length;
      findings.add({ class: name, number, item: { file: writeInput(seed, number) }, found: failures });
      if (findings.list.length > kept)
        console.log(`${titleOf(number)}, case ${number}: ${kind}: ${detail.slice(0, 600)}\n`);
    }
    progress.update(++done, findings.total);
  };
  await checkSideBySide({ seed, workers: availableParallelism(), take, report });
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
  console.log(`See one again: npm run fuzz -- files --seed ${seed} --case ${list[0].number}`);
  process.exitCode = 1;
}

/** Checks one input again, alone. */
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
