// Names in comments exist: renaming a parameter or a function must not leave its old name behind.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['packages/proximal/src', 'packages/proximal/kernel', 'packages/cli/src'];
const sources = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** Names of other libraries. */
const foreign = ['Object3D', 'Vector2', 'Vector3', 'Matrix4', 'log2', 'find_portal', 'update_portal'];

/** The text in the first parentheses after an index: the parameters, if a function is declared there. Empty if none follow. */
function parametersAt(text: string, from: number): string {
  const start = text.indexOf('(', from);
  if (start < 0) return '';
  let depth = 0;
  for (let k = start; k < text.length; k++) {
    if (text[k] === '(') depth++;
    else if (text[k] === ')' && --depth === 0) return text.slice(start + 1, k);
  }
  return '';
}

/** The `@param` tags that name no parameter. Declarations with a destructured parameter are not checked. */
function unknownParameters([file, text]: readonly [string, string]): string[] {
  return Array.from(text.matchAll(/\/\*\*(?:(?!\*\/).)*@param(?:(?!\*\/).)*\*\//gs)).flatMap(
    ({ 0: comment, index }) => {
      const parameters = parametersAt(text, index + comment.length);
      if (/(?:^|,)\s*[{[]/.test(parameters)) return [];
      return Array.from(comment.matchAll(/@param (\w+)/g), ([, name]) => name)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(parameters))
        .map((name) => `${file}: @param ${name}`);
    },
  );
}

/** Comments. A `//` after a quotation mark, a colon or a backslash begins none: it is part of a string, an address or a regular expression. */
const comments = /\/\*.*?\*\/|(?<![:'"`\\])\/\/[^\n]*/gs;

describe('comments', () => {
  it('document parameters that exist', () => {
    expect(sources.flatMap(unknownParameters)).toEqual([]);
  });

  it('quote names that exist', () => {
    const words = new Set(foreign);
    for (const [, text] of sources) for (const word of text.replace(comments, '').match(/\w+/g) ?? []) words.add(word);
    const unknown = sources.flatMap(([file, text]) =>
      Array.from(
        text
          .match(comments)
          ?.join('\n')
          .replace(/```.*?```/gs, '')
          .matchAll(/`([A-Za-z_][\w.]*)`/g) ?? [],
      )
        .filter(([, name]) => !name.split('.').every((word) => words.has(word)))
        .map(([quoted]) => `${file}: ${quoted}`),
    );
    expect(unknown).toEqual([]);
  });
});
