import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provenance } from './provenance.ts';
import type { Target } from './targets.ts';

/** `bench/results/`, or what PROXIMAL_BENCH_RESULTS names. */
export const resultsFolder =
  process.env['PROXIMAL_BENCH_RESULTS'] ?? fileURLToPath(new URL('../results/', import.meta.url));

/** The path of a file in `bench/results/`, whose folders exist after this. */
export function resultPath(name: string): string {
  const file = join(resultsFolder, name);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

/** Writes a file as a whole or not at all: whoever reads it, or is cut off while writing, never leaves half of it. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** Writes `bench/results/<name>.json`, with where it comes from beside the numbers, and returns the path for the user. */
export function writeResults(name: string, content: object): string {
  const file = resultPath(`${name}.json`);
  writeWhole(file, `${JSON.stringify({ name, ...provenance(), ...content }, spellNumbers, 2)}\n`);
  return relative(process.cwd(), file);
}

/** The numbers of a benchmark in whatever form they have, and what was asked of them. */
export interface Content {
  readonly targets: readonly Target[];
  /** Tables in Markdown that the docs include: see report/blocks.ts. */
  readonly tables?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

/**
 * What every benchmark leaves in `bench/results/<name>/`: `results.json` for programs, and `README.md` for people, whose
 * plots lie beside it. `report` reads both, `compare` the first.
 */
export function publish(name: string, content: Content, page: string): void {
  const written = writeResults(`${name}/results`, content);
  const file = resultPath(`${name}/README.md`);
  writeWhole(file, page);
  console.log(`\nWritten to ${written}\nand, to read, ${relative(process.cwd(), file)}`);
}

/** JSON has no NaN and no infinity: they become words. Typed arrays become lists. */
export function spellNumbers(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value instanceof Float64Array ? [...value] : value;
}
