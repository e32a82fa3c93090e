// @ts-check
// Makes `npm start` and `npm test` work as the first command after a clone. Uses nothing but Node's own modules.
// Installs if node_modules does not match the lock file, and builds if a source has changed; otherwise it only compares hashes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installStamp = join(root, 'node_modules', '.proximal-install');
const buildStamp = join(root, 'node_modules', '.proximal-build');
const kernelStamp = join(root, 'node_modules', '.proximal-kernel');

/** Folders and files on which the output of the build depends. */
const sources = ['packages', 'tools', 'bench', 'examples', 'tsconfig.base.json', 'tsconfig.json'];
/** The same for the WebAssembly modules. */
const kernelSources = ['packages/proximal/kernel', 'tools', 'tsconfig.base.json'];
const ignoredNames = new Set(['node_modules', 'dist', 'embedded', 'blocks', 'dispatch', 'test', 'coverage', 'results']);

/** npm settings for reaching the registry, which are passed on; all others could change what is installed. */
const keptSettings = new RegExp(
  `^npm_config_(${[
    '(.*[:_])?registry|replace_registry_host|cache|offline|prefer_offline|userconfig|globalconfig|loglevel',
    'proxy|http_proxy|https_proxy|noproxy|cafile|ca|certfile|cert|keyfile|key|strict_ssl|.*auth.*',
    'fetch_.*|maxsockets|local_address',
  ].join('|')})$`,
  'i',
);

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** @param {string} path @param {import('node:crypto').Hash} hash */
function hashTree(path, hash) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  if (!statSync(absolute).isDirectory()) {
    hash.update(path).update('\0').update(readFileSync(absolute)).update('\0');
    return;
  }
  const entries = readdirSync(absolute, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (ignoredNames.has(entry.name)) continue;
    if (entry.isDirectory() || /\.(ts|json)$/.test(entry.name)) hashTree(`${path}/${entry.name}`, hash);
  }
}

function installKey() {
  // Some dependencies are binaries for one platform, so that a folder shared between machines needs an install on each.
  const machine = [process.version, process.platform, process.arch].join(' ');
  return createHash('sha256')
    .update(machine)
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** @param {string[]} paths */
function keyOf(paths) {
  const hash = createHash('sha256').update(readIfThere(installStamp));
  for (const path of paths) hashTree(path, hash);
  return hash.digest('hex');
}

/** @param {string} what @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env */
function run(what, command, args, env = process.env) {
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env, shell });
  if (status === 0) return;
  console.error(
    `setup: ${what} failed${error ? `: ${error.message}` : ''}. The command was: ${command} ${args.join(' ')}`,
  );
  process.exit(status ?? 1);
}

function install() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name !== 'NODE_ENV' && (!/^npm_config_/i.test(name) || keptSettings.test(name)),
    ),
  );
  console.error('setup: installing the development dependencies (once per lock file and Node version)…');
  // No dependency needs its install script, so none is run. The other flags override the user's .npmrc.
  const includes = ['--include=dev', '--include=optional', '--include=peer'];
  const args = ['ci', ...includes, '--ignore-scripts', '--no-global', '--no-audit', '--no-fund'];
  // Under yarn or pnpm this variable names their program, which has no `ci` that reads our lock file.
  const npm = process.env['npm_execpath'] ?? '';
  if (basename(npm) === 'npm-cli.js') run('the install', process.execPath, [npm, ...args], env);
  else run('the install', 'npm', args, env);
  writeFileSync(installStamp, installKey());
}

/** Whether a build of these sources was completed and its outputs exist. @param {string} stamp @param {string} key @param {string[]} outputs */
const isBuilt = (stamp, key, outputs) =>
  readIfThere(stamp) === key && outputs.every((file) => existsSync(join(root, file)));

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** @param {string} key */
function buildKernel(key) {
  rmSync(kernelStamp, { force: true });
  run('compiling the tools', process.execPath, [tsc, '--build', 'tools']);
  run('building the kernel', process.execPath, [join('tools', 'dist', 'build-kernel.js')]);
  writeFileSync(kernelStamp, key);
}

/** @param {string} key @param {boolean} isWhole whether to rebuild everything */
function build(key, isWhole) {
  console.error('setup: building the library…');
  // Without the stamp, a build that fails half-way is not mistaken for the last good one if the sources are reverted.
  rmSync(buildStamp, { force: true });
  const kernelKey = keyOf(kernelSources);
  if (isWhole || !isBuilt(kernelStamp, kernelKey, kernelOutputs)) buildKernel(kernelKey);
  run('compiling the library', process.execPath, [tsc, '--build']);
  run('inlining the accessors', process.execPath, [join('tools', 'dist', 'inline-accessors.js')]);
  removeOrphans(join(root, 'packages', 'proximal'), '');
  removeOrphans(join(root, 'packages', 'cli'), 'src');
  removeOrphans(join(root, 'packages', 'cluster'), 'src');
  run('bundling the command', process.execPath, [join('tools', 'dist', 'bundle-command.js')]);
  writeFileSync(buildStamp, key);
}

/**
 * Removes compiled files whose source is gone: the compiler leaves them, and they would be published.
 * @param {string} project
 * @param {string} base the folder below which `dist` mirrors the sources
 */
function removeOrphans(project, base) {
  const dist = join(project, 'dist');
  if (!existsSync(dist)) return;
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const [compiled, stem] = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file) ?? [];
    if (compiled && !existsSync(join(project, base, `${stem}.ts`))) rmSync(join(dist, compiled));
  }
}

const kernelOutputs = [
  ...['kernel', '2d', 'contact', 'manifold', 'mesh', 'planning'].map(
    (name) => `packages/proximal/src/engine/embedded/${name}.ts`,
  ),
  'packages/proximal/kernel/mesh/blocks/mesh.ts',
  'packages/proximal/src/engine/blocks/mesh.ts',
  'packages/proximal/kernel/shapes/dispatch/support.ts',
];
const outputs = [
  ...kernelOutputs,
  'packages/proximal/dist/src/index.js',
  'packages/proximal/dist/command/main.js',
  'examples/dist/tour.js',
];
if (readIfThere(installStamp) !== installKey()) install();
const key = keyOf(sources);
const isWhole = process.argv.includes('--build');
if (isWhole || !isBuilt(buildStamp, key, outputs)) build(key, isWhole);
