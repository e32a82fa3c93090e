// Every public function, class and constant has a comment with an example.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../packages/proximal/src', import.meta.url));
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('embedded'))
  .map((file) => readFileSync(join(source, file), 'utf8'));

/** The comment above the declaration of an exported name; the first one if there are overloads. */
function commentOf(name: string): string {
  const declaration = new RegExp(
    `/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport (?:abstract |async )?(?:function|class|const) ${name}\\b`,
  );
  return texts.map((text) => declaration.exec(text)?.[1] ?? '').find((comment) => comment !== '') ?? '';
}

const { exports: subpaths } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
};
const entries = Object.keys(subpaths)
  .filter((subpath) => !subpath.endsWith('.json'))
  .map((subpath) => subpath.replace(/^\./, 'proximal'));
const modules = await Promise.all(
  entries.map(async (entry) => ({ entry, names: Object.keys((await import(entry)) as object) })),
);

describe.each(modules)('$entry', ({ names }) => {
  it.each(names)('%s has a comment with an example', (name) => {
    expect(commentOf(name)).toContain('@example');
  });
});
