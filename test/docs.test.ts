// README and docs are programs: every TypeScript snippet is compiled and run, and prints what its comments say.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside node_modules, so that the snippets find `proximal` as a user's project would, and git sees nothing.
const folder = join(root, 'node_modules', '.proximal-docs');

interface Snippet {
  readonly name: string;
  readonly code: string;
}

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const snippets: Snippet[] = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(([, code], k) => ({
    name: `${page} #${k + 1}`,
    code,
  })),
);
const fileOf = (snippet: Snippet): string => snippet.name.replaceAll(/\W+/g, '-');
/** What the comments behind `console.log(…);` promise. */
const promised = (code: string): string[] =>
  [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const snippet of snippets) writeFileSync(join(folder, `${fileOf(snippet)}.ts`), snippet.code);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    strict: true,
    types: ['node'],
    noUnusedLocals: false,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    throw new Error(`a snippet does not compile:\n${(error as { stdout: string }).stdout}`);
  }
});

describe('the documentation', () => {
  it('has snippets with promises', () => {
    expect(snippets.length).toBeGreaterThan(5);
    expect(snippets.flatMap(({ code }) => promised(code)).length).toBeGreaterThan(10);
  });

  it.each(snippets)('$name runs and prints what it says', (snippet) => {
    const output = execFileSync(process.execPath, [join(folder, `${fileOf(snippet)}.js`)], { encoding: 'utf8' });
    expect(output.trimEnd().split('\n')).toEqual(promised(snippet.code));
  });

  it('opens with the two commands, then at most a dozen lines of code', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toMatch(/^# Proximal\n\n```sh\nnpm start .*\nnpm test .*\n```/);
    expect(snippets[0].code.split('\n').filter((line) => line.trim()).length).toBeLessThanOrEqual(12);
  });

  it('links only to pages that exist', () => {
    for (const page of pages) {
      const base = new URL(page, new URL('..', import.meta.url));
      for (const [, link] of readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)) {
        expect(() => readFileSync(new URL(link, base))).not.toThrow();
      }
    }
  });
});

describe('the examples', () => {
  const programs = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.ts'));
  it.each(programs)('%s runs', (file) => {
    const output = execFileSync(process.execPath, [join(root, 'examples/dist', file.replace(/\.ts$/, '.js'))], {
      encoding: 'utf8',
    });
    expect(output.length).toBeGreaterThan(100);
    expect(output).not.toMatch(/INVALID|NaN|undefined/);
  });
});
