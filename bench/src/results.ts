import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../results/', import.meta.url));

/** The path of a file in `bench/results/`, whose folders exist after this. */
export function resultPath(name: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

/** Writes a file as a whole or not at all: whoever reads it, or is cut off while writing, never leaves half of it. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** Writes `bench/results/<name>.json`, with the machine beside the numbers, and returns the path for the user. */
export function writeResults(name: string, content: object): string {
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', platform: process.platform };
  const file = resultPath(`${name}.json`);
  const all = { name, date: new Date().toISOString(), machine, ...content };
  writeWhole(file, `${JSON.stringify(all, spellNumbers, 2)}\n`);
  return relative(process.cwd(), file);
}

/** JSON has no NaN and no infinity: they become words. Typed arrays become lists. */
export function spellNumbers(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value instanceof Float64Array ? [...value] : value;
}
