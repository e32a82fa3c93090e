// scripts/setup.mjs makes `npm start` and `npm test` work as the first command after a clone. Here it runs in a small
// copy of the workspace, where npm, the compiler and the tools are stubs that record their calls.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesBelow, removeFolder, root, temporaryFolder } from './support/folders.ts';
import { type Output, tryNode } from './support/run.ts';

/** A stub of npm: records its arguments and settings, and installs the stub of the compiler. */
const npmStub = `
  import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
  const settings = Object.keys(process.env).filter((name) => /^(npm_config_|node_env$)/i.test(name)).sort();
  appendFileSync('calls.log', 'npm ' + process.argv.slice(2).join(' ') + ' | ' + settings.join(' ') + '\\n');
  rmSync('node_modules', { recursive: true, force: true });
  mkdirSync('node_modules/typescript/bin', { recursive: true });
  cpSync('stubs/tsc', 'node_modules/typescript/bin/tsc');`;

/** A stub of the compiler: copies the source, and fails if it is marked as wrong. */
const compilerStub = `
  const { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  appendFileSync('calls.log', 'tsc ' + process.argv.slice(2).join(' ') + '\\n');
  mkdirSync('tools/dist', { recursive: true });
  for (const tool of ['build-kernel.js', 'inline-accessors.js', 'bundle-command.js']) cpSync('stubs/' + tool, 'tools/dist/' + tool);
  mkdirSync('packages/proximal/dist/src', { recursive: true });
  cpSync('packages/proximal/src/index.ts', 'packages/proximal/dist/src/index.js');
  mkdirSync('examples/dist', { recursive: true });
  writeFileSync('examples/dist/tour.js', '');
  if (readFileSync('packages/proximal/src/index.ts', 'utf8') === 'mistake') process.exit(2);`;

const kernelStub = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
  appendFileSync('calls.log', 'build-kernel\\n');
  mkdirSync('packages/proximal/src/engine/embedded', { recursive: true });
  for (const name of ['kernel', '2d', 'contact', 'manifold', 'mesh', 'planning'])
    writeFileSync('packages/proximal/src/engine/embedded/' + name + '.ts', '');
  for (const folder of ['kernel/mesh', 'src/engine']) {
    mkdirSync('packages/proximal/' + folder + '/blocks', { recursive: true });
    writeFileSync('packages/proximal/' + folder + '/blocks/mesh.ts', '');
  }
  mkdirSync('packages/proximal/kernel/shapes/dispatch', { recursive: true });
  writeFileSync('packages/proximal/kernel/shapes/dispatch/support.ts', '');`;

const inlineStub = "require('node:fs').appendFileSync('calls.log', 'inline-accessors\\n');";

const bundleStub = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
  appendFileSync('calls.log', 'bundle-command\\n');
  mkdirSync('packages/proximal/dist/command', { recursive: true });
  writeFileSync('packages/proximal/dist/command/main.js', '');`;

const index = 'packages/proximal/src/index.ts';
const install =
  'npm ci --include=dev --include=optional --include=peer --ignore-scripts --no-global --no-audit --no-fund';
const buildLibrary = ['tsc --build', 'inline-accessors', 'bundle-command'];
const build = ['tsc --build tools', 'build-kernel', ...buildLibrary];

let workspace: string;

function put(file: string, content: string): void {
  mkdirSync(dirname(join(workspace, file)), { recursive: true });
  writeFileSync(join(workspace, file), content);
}

function setUp(extra: NodeJS.ProcessEnv = {}): Output {
  const npm = join(workspace, 'stubs', 'npm-cli.js');
  return tryNode(workspace, ['scripts/setup.mjs'], { npm_execpath: npm, ...extra });
}

/** The calls that the stubs have recorded since the last read. */
function takeCalls(): string[] {
  const log = join(workspace, 'calls.log');
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  rmSync(log, { force: true });
  return calls;
}

function expectNothingToDo(): void {
  expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(takeCalls()).toEqual([]);
}

describe('the setup script', () => {
  beforeEach(() => {
    workspace = temporaryFolder('setup');
    put('package.json', '{ "type": "module" }');
    put('package-lock.json', '{}');
    put('tsconfig.json', '{}');
    put(index, 'first');
    put('packages/cli/src/main.ts', '');
    put('packages/proximal/test/index.test.ts', 'a test');
    put('stubs/npm-cli.js', npmStub);
    put('stubs/tsc', compilerStub);
    put('stubs/build-kernel.js', kernelStub);
    put('stubs/inline-accessors.js', inlineStub);
    put('stubs/bundle-command.js', bundleStub);
    put('tools/package.json', '{ "type": "commonjs" }');
    put('scripts/setup.mjs', readFileSync(join(root, 'scripts', 'setup.mjs'), 'utf8'));
  });

  afterEach(() => removeFolder(workspace));

  it('installs and builds once, and then does and prints nothing', () => {
    expect(setUp()).toMatchObject({ status: 0, stdout: '' });
    expect(takeCalls().map((call) => call.replace(/ \| .*/, ''))).toEqual([install, ...build]);
    expectNothingToDo();
  });

  it('passes on only the npm settings for reaching the registry', () => {
    const hostile = [
      'omit',
      'production',
      'only',
      'global',
      'location',
      'prefix',
      'dry_run',
      'package_lock',
      'workspace',
    ];
    const needed = ['cache', 'https_proxy', 'registry'];
    const names = [...hostile, ...needed].map((name) => `npm_config_${name}`);
    setUp({ ...Object.fromEntries(names.map((name) => [name, 'x'])), NPM_CONFIG_OMIT: 'dev', NODE_ENV: 'production' });
    expect(takeCalls()[0]).toBe(`${install} | ${needed.map((name) => `npm_config_${name}`).join(' ')}`);
  });

  it('installs again after a change of the lock file or removal of node_modules', () => {
    setUp();
    takeCalls();
    put('package-lock.json', '{ "other": true }');
    setUp();
    expect(takeCalls()[0]).toMatch(/^npm ci/);
    rmSync(join(workspace, 'node_modules'), { recursive: true });
    setUp();
    expect(takeCalls()[0]).toMatch(/^npm ci/);
    expectNothingToDo();
  });

  it('installs again after a failed install', () => {
    put('stubs/npm-cli.js', 'process.exit(7);');
    expect(setUp()).toMatchObject({ status: 7, stderr: expect.stringContaining('the install failed') });
    put('stubs/npm-cli.js', npmStub);
    setUp();
    expect(takeCalls()[0]).toMatch(/^npm ci/);
  });

  it('builds again for a changed source or a removed output, but not for a changed test', () => {
    setUp();
    takeCalls();
    put('packages/proximal/test/index.test.ts', 'another test');
    expectNothingToDo();
    put(index, 'second');
    setUp();
    expect(takeCalls()).toEqual(buildLibrary);
    rmSync(join(workspace, 'packages/proximal/dist'), { recursive: true });
    setUp();
    expect(takeCalls()).toEqual(buildLibrary);
    expectNothingToDo();
  });

  it('builds the kernel again for its own sources, the tools, or a removed module', () => {
    setUp();
    takeCalls();
    for (const source of ['packages/proximal/kernel/exports.ts', 'tools/src/build-kernel.ts']) {
      put(source, 'changed');
      setUp();
      expect(takeCalls(), source).toEqual(build);
    }
    rmSync(join(workspace, 'packages/proximal/src/engine/embedded/2d.ts'));
    setUp();
    expect(takeCalls()).toEqual(build);
    expectNothingToDo();
  });

  it('builds again after a failed build, even if the source is reverted', () => {
    setUp();
    put(index, 'mistake');
    expect(setUp()).toMatchObject({ status: 2, stderr: expect.stringContaining('failed') });
    takeCalls();
    put(index, 'first');
    setUp();
    expect(takeCalls()).toEqual(buildLibrary);
  });

  it('removes compiled files whose source is gone', () => {
    for (const ending of ['js', 'js.map', 'd.ts']) put(`packages/proximal/dist/src/old.${ending}`, '');
    setUp();
    expect(filesBelow(join(workspace, 'packages/proximal/dist'))).toEqual(['command/main.js', 'src/index.js']);
  });
});

describe('the workspace', () => {
  const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const lock = json('package-lock.json') as { packages: Record<string, { resolved?: string; link?: boolean }> };

  it('has a lock file without addresses', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(10);
    const addressed = Object.entries(lock.packages).filter(([, entry]) => entry.resolved && !entry.link);
    expect(addressed).toEqual([]);
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "\w+:/);
  });

  it('runs no script at install', () => {
    const own = Object.keys(lock.packages).filter((folder) => !folder.includes('node_modules'));
    expect(own).toEqual(expect.arrayContaining(['', 'packages/proximal', 'tools']));
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
    for (const folder of own) {
      const { scripts = {} } = json(join(folder, 'package.json')) as { scripts?: Record<string, string> };
      expect(
        Object.keys(scripts).filter((name) => atInstall.includes(name)),
        folder,
      ).toEqual([]);
    }
  });

  it('is set up, so that the script prints nothing', () => {
    // Up to two more runs, in case a file is saved while the tests run.
    const run = (): string => tryNode(root, ['scripts/setup.mjs']).stderr;
    expect(run() && run() && run()).toBe('');
  });
});
