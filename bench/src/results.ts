import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Writes `bench/results/<name>.json`, with the machine beside the numbers, and returns the path for the user. */
export function writeResults(name: string, content: object): string {
  const folder = fileURLToPath(new URL('../results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', platform: process.platform };
  const file = `${folder}${name}.json`;
  writeFileSync(
    file,
    `${JSON.stringify({ name, date: new Date().toISOString(), machine, ...content }, spellNumbers, 2)}\n`,
  );
  return relative(process.cwd(), file);
}

/** JSON has no NaN and no infinity: they become words. Typed arrays become lists. */
export function spellNumbers(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value instanceof Float64Array ? [...value] : value;
}
