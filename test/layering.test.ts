// biome.jsonc defines which layers may import which. Here every import between layers, allowed or not, is linted in files at the same paths
// in a temporary folder, to check that each rule matches.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

const belowScene = ['check', 'math', 'engine', 'shapes', 'proximity'];
/** The layers of packages/proximal/src, and which others each may import. */
const layers: Readonly<Record<string, readonly string[]>> = {
  check: [],
  math: ['check'],
  bounds: ['check', 'math'],
  broad: ['check', 'math'],
  hull: ['check', 'math'],
  mass: ['check', 'math'],
  engine: ['check', 'math', 'kernel'],
  query: ['check', 'math', 'engine'],
  shapes: ['check', 'math', 'bounds', 'hull', 'mass', 'engine', 'query'],
  proximity: ['check', 'math', 'engine', 'query', 'shapes', 'derivatives'],
  scene: [...belowScene, 'query', 'broad', 'hull'],
  derivatives: [...belowScene, 'query'],
  '2d': ['check', 'math', 'broad', 'engine', 'query'],
  contact: ['check', 'math', 'engine'],
  dynamics: ['check', 'math', 'shapes'],
  draw: ['check', 'math', 'shapes', 'scene'],
  robots: ['check', 'math', 'scene', 'dynamics'],
  qp: ['check', 'math'],
  control: ['check', 'math', 'dynamics', 'qp', 'sim'],
  planning: [
    'check',
    'math',
    'engine',
    'broad',
    'shapes',
    'proximity',
    'derivatives',
    'scene',
    'dynamics',
    'robots',
    'qp',
  ],
  sim: [
    'check',
    'math',
    'broad',
    'shapes',
    'proximity',
    'derivatives',
    'scene',
    'draw',
    'dynamics',
    'robots',
    'contact',
  ],
  gpu: ['check', 'math', 'engine', 'query', 'shapes', 'proximity'],
  parallel: ['check', 'query', 'shapes', 'proximity', 'derivatives', 'scene', 'sim', 'planning'],
  three: ['check', 'math', 'scene', 'draw', 'sim'],
  io: ['check', 'math', 'shapes', 'dynamics'],
  problem: ['check', 'math', 'shapes', 'proximity', '2d'],
};

interface Row {
  readonly file: string;
  readonly specifier: string;
  /** A part of the message that rejects the import; undefined if the import is allowed. */
  readonly message: string | undefined;
}

const source = 'packages/proximal/src';
const kernel = 'packages/proximal/kernel';
const kernelRule = 'the kernel imports only files of the kernel';
const publicRule = "use only the public subpaths of 'proximal'";

const rows: readonly Row[] = [
  ...Object.entries(layers).flatMap(([layer, allowed]) => layerRows(layer, allowed)),
  { file: `${source}/math/elementary.ts`, specifier: '../../kernel/elementary.ts', message: undefined },
  {
    file: `${source}/math/elementary.ts`,
    specifier: '../../kernel/exports.ts',
    message: 'math/elementary.ts imports only',
  },
  { file: `${source}/math/vec3.ts`, specifier: '../../kernel/elementary.ts', message: 'math imports only check' },
  { file: `${source}/io/robots/xml.ts`, specifier: 'fast-xml-parser', message: 'io builds plain data' },
  { file: `${source}/dynamics/rnea.ts`, specifier: 'fast-xml-parser', message: 'dynamics imports only' },
  { file: `${source}/index.ts`, specifier: './proximity/distance.ts', message: undefined },
  { file: `${source}/index.ts`, specifier: '../kernel/exports.ts', message: 'a source imports only its own folder' },
  { file: `${source}/newcomer/x.ts`, specifier: './y.ts', message: undefined },
  {
    file: `${source}/newcomer/x.ts`,
    specifier: '../math/y.ts',
    message: 'until the folder gets its line in biome.jsonc',
  },
  { file: `${kernel}/distance.ts`, specifier: './gjk/gjk.ts', message: undefined },
  { file: `${kernel}/distance.ts`, specifier: '../src/math/vec3.ts', message: kernelRule },
  { file: `${kernel}/distance.ts`, specifier: 'node:fs', message: kernelRule },
  { file: `${kernel}/gjk/gjk.ts`, specifier: './simplex.ts', message: undefined },
  { file: `${kernel}/gjk/gjk.ts`, specifier: '../port/memory.ts', message: undefined },
  { file: `${kernel}/gjk/gjk.ts`, specifier: '../../src/math/vec3.ts', message: kernelRule },
  ...['packages/cli/src', 'packages/cluster/src', 'apps/studio/src', 'bench/src', 'examples'].flatMap((folder) =>
    publicRows(folder),
  ),
];

function layerRows(layer: string, allowed: readonly string[]): Row[] {
  const file = `${source}/${layer}/x.ts`;
  const refusal = `Layering: ${layer} `;
  const others = Object.keys(layers).filter((other) => other !== layer);
  return [
    ...others.map((other) => ({
      file,
      specifier: `../${other}/y.ts`,
      message: allowed.includes(other) ? undefined : refusal,
    })),
    { file, specifier: '../../kernel/exports.ts', message: allowed.includes('kernel') ? undefined : refusal },
    { file, specifier: './y.ts', message: undefined },
    // Paths that lead through an allowed layer.
    { file, specifier: '../check/../../kernel/exports.ts', message: refusal },
    { file, specifier: '../math/../proximity/distance.ts', message: refusal },
    { file, specifier: './part/y.ts', message: undefined },
    ...['../index.ts', './../index.ts', 'proximal', 'three', 'node:fs'].map((specifier) => ({
      file,
      specifier,
      message: refusal,
    })),
    // A folder inside the layer has the same rights.
    { file: `${source}/${layer}/part/x.ts`, specifier: '../y.ts', message: undefined },
    { file: `${source}/${layer}/part/x.ts`, specifier: `../../${layer}/other/y.ts`, message: undefined },
    ...others.map((other) => ({
      file: `${source}/${layer}/part/x.ts`,
      specifier: `../../${other}/y.ts`,
      message: allowed.includes(other) ? undefined : refusal,
    })),
  ];
}

function publicRows(folder: string): Row[] {
  const file = `${folder}/x.ts`;
  const hidden = [
    '../packages/proximal/src/index.ts',
    '../../packages/proximal/kernel/exports.ts',
    '../../proximal/src/index.ts',
  ];
  return [
    ...['proximal', 'proximal/math', './y.ts', 'node:fs'].map((specifier) => ({ file, specifier, message: undefined })),
    ...[...hidden, 'proximal/dist/src/index.js', 'proximal/src/index.ts'].map((specifier) => ({
      file,
      specifier,
      message: publicRule,
    })),
  ];
}

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

/** Writes each file with one import per line, lints all of them at once and returns Biome's message for each rejected import, by file:line. */
function lint(folder: string, imports: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  copyFileSync(join(root, 'biome.jsonc'), join(folder, 'biome.jsonc'));
  for (const [file, lines] of imports) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), lines.join('\n'));
  }
  const args = [biome, 'lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json', '.'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const start = stdout.indexOf('{"summary"');
  if (start < 0) throw new Error(`Biome gave no report:\n${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout.slice(start)) as { diagnostics: readonly Diagnostic[] };
  return new Map(
    diagnostics.map(({ category, message, location }) => [
      `${location.path.replaceAll('\\', '/')}:${location.start.line}`,
      `${category} ${message}`,
    ]),
  );
}

describe('imports between layers', () => {
  const files = [...new Set(rows.map(({ file }) => file))];
  const rowsOf = (wanted: string): Row[] => rows.filter(({ file }) => file === wanted);
  const formsFile = `${source}/math/forms.ts`;
  const importForms = [
    "import { a } from '../shapes/y.ts';",
    "import type { b } from '../shapes/y.ts';",
    "export { c } from '../shapes/y.ts';",
    "export * from '../shapes/y.ts';",
    "const d = await import('../shapes/y.ts');",
  ];
  let folder = '';
  let messages = new Map<string, string>();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'proximal-layering-'));
    const imports = files.map((file) => [file, rowsOf(file).map(({ specifier }) => `import '${specifier}';`)] as const);
    messages = lint(folder, new Map([...imports, [formsFile, importForms]]));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(files)('%s', (file) => {
    for (const [index, { specifier, message }] of rowsOf(file).entries()) {
      const verdict = messages.get(`${file}:${index + 1}`) ?? 'legal';
      if (message === undefined) expect(verdict, specifier).toBe('legal');
      else {
        expect(verdict, specifier).toContain('lint/style/noRestrictedImports Layering: ');
        expect(verdict, specifier).toContain(message);
      }
    }
  });

  it.each(importForms.map((text, index) => ({ text, place: `${formsFile}:${index + 1}` })))(
    'detects $text',
    ({ place }) => {
      expect(messages.get(place)).toContain('Layering: math imports only check');
    },
  );

  it('covers every folder of the library', () => {
    const folders = readdirSync(join(root, source), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) expect(Object.keys(layers)).toContain(name);
  });

  it('holds in the tree', () => {
    const args = [biome, 'lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=concise'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  });
});
