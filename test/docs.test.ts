// Every TypeScript snippet of README and docs/*.md is compiled and run, and must print the output in its comments.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, root, temporaryFolder, writeFiles } from './support/folders.ts';
import { node } from './support/run.ts';

interface Snippet {
  readonly page: string;
  readonly name: string;
  readonly code: string;
}

const pagesIn = (place: string): string[] =>
  readdirSync(join(root, place))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${place}/${file}`);
const folders = ['docs', ...['start', 'guides', 'concepts', 'explorables', 'migrating'].map((name) => `docs/${name}`)];
const pages = ['README.md', ...folders.flatMap(pagesIn)];
/** Pages whose snippets are not run. */
const plainPages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesIn('docs/internals')];
const snippets: Snippet[] = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(([, code], k) => ({
    page,
    name: `${page} #${k + 1}`,
    code,
  })),
);
const fileOf = (snippet: Snippet): string => snippet.name.replaceAll(/\W+/g, '-');
/** The expected output, from the comments after `console.log(…);`. */
const expectedOutput = (code: string): string[] =>
  [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);

/** Runs modules in sequence, and prints the output and the error of each, as JSON. */
const runner = `
  const { format } = await import('node:util');
  const outputs = {};
  let lines = [];
  const log = console.log;
  console.log = (...words) => lines.push(...format(...words).split('\\n'));
  for (const file of process.argv.slice(1)) {
    lines = outputs[file] = [];
    await import(file).catch((error) => lines.push(String(error.stack)));
  }
  log(JSON.stringify(outputs));`;

let folder: string;
/** The output of each snippet, by its file. The snippets of a page run in one process, which loads the library once. */
const printed = new Map<string, string[]>();

beforeAll(() => {
  folder = temporaryFolder('docs');
  // The snippets find `proximal` as a user's project would.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFiles(folder, Object.fromEntries(snippets.map((snippet) => [`${fileOf(snippet)}.ts`, snippet.code])));
  writeFiles(folder, { 'package.json': { type: 'module' } });
  // The library's declarations need no names of browsers; those of three.js and cannon-es do.
  const [withDom, others] = [true, false].map((needsNames) =>
    snippets.filter(({ code }) => / from '(three|cannon-es)'/.test(code) === needsNames),
  );
  compile('tsconfig.json', ['es2022'], others);
  compile('tsconfig.dom.json', ['es2022', 'dom'], withDom);
  for (const page of pages) {
    const files = snippets.filter((snippet) => snippet.page === page).map((snippet) => `./${fileOf(snippet)}.js`);
    const outputs = JSON.parse(node(folder, '--input-type=module', '--eval', runner, ...files));
    for (const file of files) printed.set(file, outputs[file]);
  }
});

afterAll(() => removeFolder(folder));

function compile(config: string, lib: readonly string[], compiled: readonly Snippet[]): void {
  const compilerOptions = {
    target: 'es2022',
    lib,
    module: 'nodenext',
    strict: true,
    types: ['node'],
    noUnusedLocals: false,
  };
  writeFiles(folder, { [config]: { compilerOptions, files: compiled.map((snippet) => `${fileOf(snippet)}.ts`) } });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [tsc, '-p', join(folder, config)], { encoding: 'utf8' });
  } catch (error) {
    throw new Error(`a snippet does not compile:\n${(error as { stdout: string }).stdout}`);
  }
}

describe('the documentation', () => {
  it('has snippets with expected output', () => {
    expect(snippets.length).toBeGreaterThan(5);
    expect(snippets.flatMap(({ code }) => expectedOutput(code)).length).toBeGreaterThan(10);
  });

  it.each(snippets)('$name prints the output in its comments', (snippet) => {
    expect(printed.get(`./${fileOf(snippet)}.js`)).toEqual(expectedOutput(snippet.code));
  });

  it('opens with the two commands, then at most a dozen lines of code', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toMatch(/^# Proximal\n\n```sh\nnpm start .*\nnpm test .*\n```/);
    expect(snippets[0].code.split('\n').filter((line) => line.trim()).length).toBeLessThanOrEqual(12);
  });

  it('names only files that exist in extending.md', () => {
    const page = readFileSync(join(root, 'docs/extending.md'), 'utf8');
    const named = [...page.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(30);
    const bases = ['', 'packages/proximal'];
    expect(named.filter((path) => !bases.some((base) => existsSync(join(root, base, path))))).toEqual([]);
  });

  it('names only source files that exist', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
    const names = [...pages, ...plainPages].flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      return [...text.matchAll(/(?<![\w/<.…])[\w@/-]+(\.[\w-]+)*\.(ts|tsx|mjs|hpp|cpp|jsonc)\b/g)].map(
        ([name]) => [page, name] as const,
      );
    });
    expect(names.length).toBeGreaterThan(200);
    // Sources that the build generates are not committed.
    const missing = names.filter(
      ([, name]) => !/\b(blocks|dispatch)\//.test(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
    );
    expect(missing).toEqual([]);
  });

  it('has an ARCHITECTURE.md of at most 1,500 words', () => {
    const words = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/\s+/).filter(Boolean);
    expect(words.length).toBeLessThanOrEqual(1500);
  });

  it('links only to pages that exist', () => {
    for (const page of [...pages, ...plainPages]) {
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
