// The tarball of `npm pack`, installed without a network into an empty project outside the
// workspace, and used there from plain JavaScript, from TypeScript and through a bundler.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { filesBelow, removeFolder, root, temporaryFolder, writeFiles } from '../support/folders.ts';
import { node, npm, tryNode } from '../support/run.ts';

const source = join(root, 'packages', 'proximal');
const { tarball } = inject('packed');
const tool = (...path: string[]): string => join(root, 'node_modules', ...path);

let consumer: string;
let installed: string;
let files: readonly string[];

beforeAll(() => {
  consumer = temporaryFolder('consumer');
  writeFiles(consumer, { 'package.json': { name: 'consumer', private: true, type: 'module' } });
  npm(consumer, 'install', '--offline', '--no-audit', '--no-fund', tarball);
  installed = join(consumer, 'node_modules', 'proximal');
  files = filesBelow(installed);
});

afterAll(() => removeFolder(consumer));

const read = (file: string): string => readFileSync(join(installed, file), 'utf8');
const filesLike = (pattern: RegExp): string[] => files.filter((file) => pattern.test(file));
/** The compiled files of the library, without the bundle of the command. */
const library = (): string[] => filesLike(/^dist\/(src|kernel)\/.*\.js$/);

async function bundle(text: string, minify = false): Promise<string> {
  writeFiles(consumer, { 'entry.mjs': text });
  const build = await rolldown({ input: join(consumer, 'entry.mjs'), cwd: consumer, platform: 'browser' });
  const { output } = await build.generate({ format: 'esm', minify });
  await build.close();
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n');
}

describe('the tarball', () => {
  it('contains only the compiled library, its declarations, the command, README and LICENSE', () => {
    const library = String.raw`dist\/src\/.+\.(js|js\.map|d\.ts)|dist\/kernel\/.+\.(js|js\.map)`;
    const chunks =
      'main|run-in-thread|batch-task|outcome|program|progress|shared|frames|recorder|gltf-recording|mcap-recording|rolldown-runtime';
    const command = String.raw`bin\/proximal\.mjs|dist\/command\/(${chunks})\.js|dist\/command\/LICENSES\.txt`;
    const expected = new RegExp(String.raw`^(package\.json|README\.md|LICENSE|${library}|${command})$`);
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    expect(files.filter((file) => /(^|\/)(test|tests|__tests__)\/|\.test\./.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json', 'dist/src/index.d.ts']));
    for (const name of ['README.md', 'LICENSE']) expect(read(name)).toBe(readFileSync(join(root, name), 'utf8'));
    expect(statSync(tarball).size).toBeLessThan(4_500_000);
  });

  it('contains no file whose source was removed', () => {
    const sourceOf = (file: string): string => file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
    expect(library().filter((file) => !existsSync(join(source, sourceOf(file))))).toEqual([]);
  });

  it('contains no path of the machine that built it', () => {
    const places = [root, homedir(), 'file:///', '/home/', '/Users/'].filter((place) => place.length > 2);
    const named = files.flatMap((file) => places.filter((place) => read(file).includes(place)).map((p) => [file, p]));
    // A drive is a single letter before a colon, not the last letter of a label.
    expect([...named, ...files.filter((file) => /(?<!\w)[A-Z]:\\/.test(read(file)))]).toEqual([]);
  });

  it('has source maps that contain their sources', () => {
    // The build replaces each block by its constants, without a source map.
    const scripts = library().filter((file) => !file.includes('/blocks/'));
    expect(scripts.length).toBeGreaterThan(20);
    for (const file of scripts) {
      expect(read(file), file).toContain(`//# sourceMappingURL=${file.split('/').at(-1)}.map`);
      const map = JSON.parse(read(`${file}.map`)) as { sources: string[]; sourcesContent?: (string | null)[] };
      expect(map.sources.length, file).toBeGreaterThan(0);
      for (const path of map.sources) expect(path, file).toMatch(/^\.\.?\//);
      expect(
        map.sourcesContent?.map((text) => typeof text === 'string' && text.length > 0),
        file,
      ).toEqual(map.sources.map(() => true));
    }
  });

  it('has no install scripts and no dependencies', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>;
    expect(Object.keys(manifest['scripts'] ?? {}).filter((name) => name !== 'prepack')).toEqual([]);
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies']) {
      expect(manifest[kind], kind).toBeUndefined();
    }
    const installedPackages = readdirSync(join(consumer, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installedPackages).toEqual(['proximal']);
  });

  it('imports only its own files', () => {
    // Examples in comments may import others.
    const imports = library().flatMap((file) =>
      [...read(file).matchAll(/^(?:import |(?! *\*).* from )['"]([^.'"\n][^'"\n]*)['"];?$/gm)].map(([, name]) => [
        file,
        name,
      ]),
    );
    expect(imports).toEqual([]);
  });
});

describe('the command in the tarball', () => {
  it('is installed by npm, and answers as README shows', () => {
    const program = join(consumer, 'node_modules', '.bin', 'proximal');
    const line = /`npx proximal (query [^`]+)`/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
    const words = line.split(/\s+/);
    expect(words.length).toBeGreaterThan(3);
    expect(node(consumer, realpathSync(program), ...words)).toMatch(/distance\s+1 m\n/);
  });

  it('imports only the library and Node, and includes the licenses of bundled packages', () => {
    const files = filesBelow(join(installed, 'dist', 'command')).filter((file) => file.endsWith('.js'));
    const names = files.flatMap((file) =>
      [...read(`dist/command/${file}`).matchAll(/(?:^|;)import[^;]*?from\s*['"]([^'"]+)['"]/g)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !isBuiltin(name) && !/^(proximal($|\/)|\.\/)/.test(name))).toEqual([]);
    expect(read('dist/command/LICENSES.txt')).toMatch(/^yargs 18\..*MIT License/ms);
  });

  it('names the package of the cluster', () => {
    const { status, stderr } = tryNode(consumer, [join(installed, 'bin', 'proximal.mjs'), 'cluster', 'status']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('npm install @proximal/cluster'),
    });
  });

  it('names the package of the studio', () => {
    const { status, stderr } = tryNode(consumer, [join(installed, 'bin', 'proximal.mjs'), 'studio']);
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('npm install @proximal/studio'),
    });
  });
});

describe('the metadata and types of the package', () => {
  it('pass publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, level: 'suggestion', strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('pass attw --profile esm-only', () => {
    const attw = tool('@arethetypeswrong', 'cli', 'dist', 'index.js');
    const format = ['--format', 'ascii', '--no-emoji', '--no-color'];
    const report = node(consumer, attw, '--profile', 'esm-only', ...format, tarball);
    for (const resolution of ['node16 (from ESM)', 'bundler']) {
      const verdicts = report.split('\n').filter((line) => line.startsWith(`${resolution}: `));
      expect(verdicts.length).toBe(Object.keys(JSON.parse(read('package.json')).exports).length);
      for (const verdict of verdicts) expect(verdict).toContain(': OK');
    }
  });

  it('have declarations that import only existing declarations', () => {
    const missing = filesLike(/\.d\.ts$/).flatMap((file) =>
      [...read(file).matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.(?:ts|js)['"]/g)]
        .map(([, path]) => join(installed, file, '..', `${path}.d.ts`))
        .filter((path) => !existsSync(path))
        .map((path) => `${file} → ${path.slice(installed.length + 1)}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('in Node', () => {
  it('answers plain JavaScript, bitwise identically on both targets', () => {
    writeFiles(consumer, {
      'plain.mjs': `
        import { box, certify, distance, setTarget, sphere, target } from 'proximal';
        import { fromAxisAngle } from 'proximal/math';
        const a = box(1, 2, 3), b = sphere(0.5), pose = fromAxisAngle([1, 2, 3], 0.7, [4, 3, 2]);
        const answers = ['wasm', 'js'].map((name) => {
          setTarget(name);
          const result = distance(a, {}, b, pose);
          return { target: target(), distance: result.distance, valid: certify(a, {}, b, pose, result).valid };
        });
        console.log(JSON.stringify(answers));`,
    });
    const [wasm, js] = JSON.parse(node(consumer, 'plain.mjs'));
    // The sphere's center is 3 m beyond the box in x and 1 m in y.
    expect(wasm.distance).toBeCloseTo(Math.hypot(3, 1) - 0.5, 12);
    expect(wasm).toEqual({ target: 'wasm', distance: wasm.distance, valid: true });
    expect(js).toEqual({ ...wasm, target: 'js' });
  });

  it('compiles and runs in a strict TypeScript project without DOM or Node types', () => {
    writeFiles(consumer, {
      'tsconfig.json': {
        compilerOptions: {
          target: 'es2022',
          lib: ['es2022'],
          module: 'nodenext',
          types: [],
          strict: true,
          skipLibCheck: false,
          outDir: 'compiled',
        },
        files: ['typed.ts'],
      },
      'typed.ts': `
        import { box, distance, type DistanceOptions, type DistanceResult, Pair, sphere, target, type Target } from 'proximal';
        import { fromEuler, type Pose, Rng } from 'proximal/math';
        declare const console: { log(text: string): void };
        const options: DistanceOptions = {};
        const pose: Pose = fromEuler(0, 0, 0, 'ZYX', [4, 0, 0]);
        const result: DistanceResult = distance(box(1, 1, 1), {}, sphere(1), pose, options);
        const again: number = new Pair(box(1, 1, 1), sphere(1)).distance({}, pose).distance;
        const name: Target = target();
        const random: number = new Rng(1).next();
        // @ts-expect-error: the declared type is not any.
        const wrong: string = result.distance;
        // @ts-expect-error: a pose is missing.
        const tooFew = (): DistanceResult => distance(box(1, 1, 1), {}, sphere(1));
        console.log(JSON.stringify([result.distance, again, name, typeof random, typeof wrong, typeof tooFew]));`,
    });
    node(consumer, tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json');
    expect(JSON.parse(node(consumer, 'compiled/typed.js'))).toEqual([2, 2, 'wasm', 'number', 'number', 'function']);
  });

  it('has no side effects at import, and uses JavaScript if WebAssembly cannot be compiled', () => {
    writeFiles(consumer, {
      'refused.mjs': `
        let compilations = 0;
        const refuse = () => { compilations++; throw new WebAssembly.CompileError('refused by the test'); };
        WebAssembly.Module = class { constructor() { refuse(); } };
        WebAssembly.compile = WebAssembly.instantiate = refuse;
        const before = Reflect.ownKeys(globalThis).length;
        const { box, distance, sphere, target, targetReason } = await import('proximal');
        await import('proximal/math');
        const atImport = { compilations, globals: Reflect.ownKeys(globalThis).length - before };
        const result = distance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] });
        console.log(JSON.stringify({ atImport, target: target(), reason: targetReason(), distance: result.distance }));`,
    });
    const outcome = JSON.parse(node(consumer, 'refused.mjs'));
    expect(outcome).toMatchObject({ atImport: { compilations: 0, globals: 0 }, target: 'js', distance: 2 });
    expect(outcome.reason).toMatch(/could not be compiled .*refused by the test/);
  });

  it('uses JavaScript where there is no WebAssembly at all', () => {
    writeFiles(consumer, {
      'absent.mjs': `
        delete globalThis.WebAssembly;
        const { box, distance, sphere, target, targetReason } = await import('proximal');
        const result = distance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] });
        console.log(JSON.stringify({ target: target(), reason: targetReason(), distance: result.distance }));`,
    });
    const outcome = JSON.parse(node(consumer, 'absent.mjs'));
    expect(outcome).toMatchObject({ target: 'js', distance: 2 });
    expect(outcome.reason).toMatch(/could not be compiled .*WebAssembly is not defined/);
  });
});

describe('through a bundler', () => {
  /** The start of every WebAssembly module, in base64. */
  const embedded = 'AGFzbQ';

  it('includes the WebAssembly if a query is used', async () => {
    expect(await bundle(`import { distance } from 'proximal'; globalThis.use(distance);`)).toContain(embedded);
  });

  it('includes the module of depths, growth distances and derivatives only if it is used', async () => {
    const { base64 } = await import('../../packages/proximal/src/engine/embedded/extended.ts');
    const using = (names: string): Promise<string> =>
      bundle(`import { ${names} } from 'proximal'; globalThis.use(${names});`);
    const text = await using('box, capsule, distance, distanceBatch, sphere');
    for (const name of [base64, 'function numericMass', 'function orientedBox('])
      expect(text.includes(name), name.slice(0, 30)).toBe(false);
    for (const name of ['penetration', 'growthDistance', 'cylinder'])
      expect((await using(name)).includes(base64), name).toBe(true);
  });

  it('leaves the WebAssembly out of proximal/math', async () => {
    const text = await bundle(`import * as math from 'proximal/math'; globalThis.use(math);`);
    expect(text).toContain('fromEuler');
    expect(text).not.toContain(embedded);
  });

  it('does not include the 3D kernel in proximal/2d', async () => {
    const { base64 } = await import('../../packages/proximal/src/engine/embedded/kernel.ts');
    const text = await bundle(`import * as plane from 'proximal/2d'; globalThis.use(plane);`);
    expect(text).toContain(embedded);
    expect(text).not.toContain(base64);
    for (const name of ['supportConvex', 'nearestOnSimplex', 'quickhull', 'massProperties'])
      expect(text).not.toContain(name);
    expect(await bundle(`import { distance } from 'proximal'; globalThis.use(distance);`)).not.toContain('halfplane');
  });

  it('keeps the names of classes in messages after minification', async () => {
    const subpaths = Object.keys(JSON.parse(read('package.json')).exports).filter((path) => !path.endsWith('.json'));
    const imports = subpaths.map((path, k) => `import * as m${k} from '${path.replace('.', 'proximal')}';`);
    const lists = subpaths.map((_, k) => `m${k}`).join(', ');
    const text = `${imports.join('\n')}
      const entries = [${lists}].flatMap((names) => Object.entries(names));
      const classes = entries.filter(([, value]) => /^class\\b/.test(String(value)) && !(value.prototype instanceof Error));
      const shapes = ['box', 'sphere', 'point', 'cylinder'].map((name) => [m0[name](1, 1, 1).constructor.name, name]);
      console.log(JSON.stringify({ classes: classes.map(([name, value]) => [name, value.name]), shapes }));`;
    writeFiles(consumer, { 'minified.mjs': await bundle(text, true) });
    const { classes, shapes } = JSON.parse(node(consumer, 'minified.mjs')) as Record<string, [string, string][]>;
    expect(classes.length).toBeGreaterThan(30);
    expect(classes.filter(([exported, name]) => exported !== name)).toEqual([]);
    expect(shapes.filter(([name, made]) => name.toLowerCase() !== made)).toEqual([]);
  });

  it('drops imports that are not used', async () => {
    const text = await bundle(
      `import { box, distance } from 'proximal'; import { circle } from 'proximal/2d'; import { sin } from 'proximal/math';`,
    );
    expect(text.replace(/\/\/.*/g, '').trim()).toBe('');
  });
});
