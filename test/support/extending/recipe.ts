// A recipe of docs/extending.md: the files that it lists, and changes to a copy of the tree that follow it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../folders.ts';

export interface Recipe {
  /** The heading of its table. */
  readonly section: string;
  /** The replacement for `<name>` in paths. */
  readonly name: string;
  /** By path: the text of a new file, or a function that edits an existing one. */
  readonly changes: Readonly<Record<string, string | ((text: string) => string)>>;
}

/** The files in the first table below a heading, sorted. */
export function documentedFiles(section: string): string[] {
  const page = readFileSync(join(root, 'docs/extending.md'), 'utf8');
  const [, below] = page.split(new RegExp(`^#+ ${section}$`, 'm'));
  const [table] = /(?:^\|.*\n)+/m.exec((below ?? '').split(/^#/m)[0]) ?? [''];
  const rows = table.split('\n').slice(2, -1);
  return rows.map((row) => /^\| `([^`]+)` \|/.exec(row)?.[1] ?? row).sort();
}

/** The files that a recipe adds or changes, written as on the page, sorted. */
export function touchedFiles({ name, changes }: Recipe): string[] {
  return Object.keys(changes)
    .map((path) => path.replace(`/${name}.ts`, '/<name>.ts'))
    .sort();
}

export function apply({ changes }: Recipe, folder: string): void {
  for (const [path, change] of Object.entries(changes)) {
    const file = join(folder, path);
    if ((typeof change === 'string') === existsSync(file))
      throw new Error(`${path} ${existsSync(file) ? 'exists already' : 'does not exist'}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof change === 'string' ? change : change(readFileSync(file, 'utf8')));
  }
}

/** Inserts text before the only occurrence of `anchor`. */
export function before(anchor: string, added: string): (text: string) => string {
  return (text) => {
    if (text.split(anchor).length !== 2) throw new Error(`${anchor}: not once in the file`);
    return text.replace(anchor, () => added + anchor);
  };
}

/** Applies changes in sequence. */
export function inSequence(...changes: readonly ((text: string) => string)[]): (text: string) => string {
  return (text) => changes.reduce((changed, change) => change(changed), text);
}
