// The projects in which a release must work.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An empty project outside the repository. */
export interface Project {
  readonly folder: string;
  readonly tarball: string;
  write(name: string, text: string): void;
  /** Installs the tarball with npm. */
  install(): void;
  /**
   * Installs a tool, given by its name and version in npm, outside of the project. @returns its `node_modules`; skips the case if npm
   * cannot install it
   */
  tool(spec: string): string;
  /** Runs a program in the project and returns its output. */
  run(program: string, ...words: string[]): string;
}

export interface Case {
  readonly name: string;
  /** Throws if the library does not work. @returns the version of the tool */
  readonly run: (project: Project) => string;
}

const query = `import { box, distance, sphere, target } from 'proximal';
import { identity } from 'proximal/math';
const result = distance(box(1, 1, 1), identity(), sphere(1), { position: [4, 0, 0] });
console.log(JSON.stringify({ distance: result.distance, target: target() }));
`;

const commonQuery = query.replace(/import (.*) from ('.*');/g, 'const $1 = require($2);');

const expected = '{"distance":2,"target":"wasm"}';

function expectAnswer(output: string): void {
  if (!output.includes(expected)) throw new Error(`the answer is ${output.trim()} instead of ${expected}`);
}

/** The platform and processor in the names of packages with binaries. */
const { platform, arch } = process;

/** Node of the given major version, on its own binary. */
function onNode(major: number): Case {
  return {
    name: `Node ${major}`,
    run: (project) => {
      const node = join(project.tool(`node-${platform}-${arch}@${major}`), `node-${platform}-${arch}/bin/node`);
      project.install();
      project.write('query.mjs', query);
      expectAnswer(project.run(node, 'query.mjs'));
      project.write('query.cjs', commonQuery);
      expectAnswer(project.run(node, 'query.cjs'));
      const command = join(project.folder, 'node_modules/proximal/bin/proximal.mjs');
      const answer = project.run(node, command, 'query', 'box:1,1,1', 'sphere:1', '--pose-b', '3,0,0');
      if (!/distance\s+1 m/.test(answer)) throw new Error(`the command answered ${answer}`);
      return project.run(node, '--version').trim();
    },
  };
}

const tooOld: Case = {
  name: 'Node 18, with the error message of the command',
  run: (project) => {
    const node = join(project.tool(`node-${platform}-${arch}@18`), `node-${platform}-${arch}/bin/node`);
    project.install();
    const command = join(project.folder, 'node_modules/proximal/bin/proximal.mjs');
    const script = `const { stderr, status } = require('node:child_process').spawnSync(process.execPath, [${JSON.stringify(command)}], { encoding: 'utf8' }); console.log(status, stderr);`;
    const answer = project.run(node, '-e', script);
    if (!answer.includes('Node 20.19 or newer')) throw new Error(`the command answered ${answer}`);
    return `${project.run(node, '--version').trim()} is refused`;
  },
};

const npx: Case = {
  name: 'npm and npx',
  run: (project) => {
    project.install();
    const answer = project.run(
      'npx',
      '--no-install',
      'proximal',
      'query',
      'box:1,1,1',
      'sphere:1',
      '--pose-b',
      '3,0,0',
    );
    if (!/distance\s+1 m/.test(answer)) throw new Error(`the command answered ${answer}`);
    return project.run('npm', '--version').trim();
  },
};

const pnpm: Case = {
  name: 'pnpm',
  run: (project) => {
    const program = join(project.tool('pnpm@10'), 'pnpm/bin/pnpm.cjs');
    project.run('node', program, 'add', project.tarball);
    project.write('query.mjs', query);
    expectAnswer(project.run('node', 'query.mjs'));
    const answer = project.run(
      'node',
      program,
      'exec',
      'proximal',
      'query',
      'box:1,1,1',
      'sphere:1',
      '--pose-b',
      '3,0,0',
    );
    if (!/distance\s+1 m/.test(answer)) throw new Error(`the command answered ${answer}`);
    return project.run('node', program, '--version').trim();
  },
};

const bun: Case = {
  name: 'Bun',
  run: (project) => {
    const program = join(project.tool(`@oven/bun-${platform}-${arch}`), `@oven/bun-${platform}-${arch}/bin/bun`);
    project.run(program, 'add', project.tarball);
    project.write('query.ts', query);
    expectAnswer(project.run(program, 'run', 'query.ts'));
    const command = ['x', '--bun', 'proximal', 'query', 'box:1,1,1', 'sphere:1', '--pose-b', '3,0,0'];
    const answer = project.run(program, ...command);
    if (!/distance\s+1 m/.test(answer)) throw new Error(`the command answered ${answer}`);
    return project.run(program, '--version').trim();
  },
};

const deno: Case = {
  name: 'Deno',
  run: (project) => {
    const suffix = platform === 'linux' ? '-glibc' : '';
    const name = `@deno/${platform}-${arch}${suffix}`;
    const program = join(project.tool(name), name, 'deno');
    project.install();
    project.write('query.ts', query);
    expectAnswer(project.run(program, 'run', '--node-modules-dir=manual', '--check', 'query.ts'));
    return project.run(program, '--version').split('\n')[0].trim();
  },
};

const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  node16: { module: 'node16', moduleResolution: 'node16' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

/** A compiler in a strict project, with every module resolution that knows `exports`. */
function typescript(version: string, skipLibCheck = false): Case {
  return {
    name: `TypeScript ${version}${skipLibCheck ? ' with skipLibCheck' : ''}`,
    run: (project) => {
      const compiler = join(project.tool(`typescript@${version}`), 'typescript');
      project.install();
      project.write('query.ts', `declare const console: { log(text: string): void };\n${query}`);
      for (const resolution of Object.values(resolutions)) {
        const options = {
          target: 'es2022',
          lib: ['es2022'],
          strict: true,
          types: [],
          skipLibCheck,
          outDir: 'out',
        };
        project.write(
          'tsconfig.json',
          JSON.stringify({ compilerOptions: { ...options, ...resolution }, files: ['query.ts'] }),
        );
        project.run('node', join(compiler, 'bin/tsc'));
        expectAnswer(project.run('node', 'out/query.js'));
      }
      const { version: exact } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8')) as {
        version: string;
      };
      return `${exact}: ${Object.keys(resolutions).join(', ')}`;
    },
  };
}

/** A bundler, by the program in its package and its words. The bundle is run in Node. */
function bundler(name: string, packages: readonly string[], words: readonly string[], bundle: string): Case {
  return {
    name,
    run: (project) => {
      project.install();
      project.run('npm', 'install', '--no-audit', '--no-fund', '--loglevel', 'error', ...packages);
      project.write('query.js', query);
      project.write(
        'vite.config.js',
        "export default { build: { lib: { entry: 'query.js', formats: ['es'], fileName: 'bundle' } } };",
      );
      project.run('npx', '--no-install', ...words);
      expectAnswer(project.run('node', bundle));
      const [first] = packages;
      const manifest = join(project.folder, 'node_modules', first, 'package.json');
      return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
    },
  };
}

const next: Case = {
  name: 'Next, server and client components',
  run: (project) => {
    project.install();
    project.run('npm', 'install', '--no-audit', '--no-fund', '--loglevel', 'error', 'next', 'react', 'react-dom');
    project.run('node', '-e', "require('node:fs').mkdirSync('app')");
    project.write(
      'app/layout.js',
      'export default function Layout({ children }) { return <html><body>{children}</body></html>; }',
    );
    const answer = 'distance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] }).distance';
    const imports = "import { box, distance, sphere } from 'proximal';";
    project.write(
      'app/client.js',
      `'use client';\n${imports}\nexport default function Client() { return <p>client {${answer}}</p>; }`,
    );
    project.write(
      'app/page.js',
      `${imports}\nimport Client from './client.js';\nexport default function Page() { return <><p>server {${answer}}</p><Client /></>; }`,
    );
    project.run('npx', '--no-install', 'next', 'build');
    const html = readFileSync(join(project.folder, '.next/server/app/index.html'), 'utf8').replaceAll('<!-- -->', '');
    for (const side of ['server', 'client'])
      if (!html.includes(`${side} 2`)) throw new Error(`the page lacks "${side} 2"`);
    const manifest = join(project.folder, 'node_modules/next/package.json');
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  },
};

export const cases: readonly Case[] = [
  npx,
  onNode(20),
  onNode(22),
  onNode(24),
  tooOld,
  pnpm,
  bun,
  deno,
  // The declarations have generic typed arrays, which TypeScript 5.7 introduced.
  typescript('5.4', true),
  ...['5.7', '6.0', '7.0'].map((version) => typescript(version)),
  bundler('Vite', ['vite'], ['vite', 'build'], 'dist/bundle.js'),
  bundler(
    'esbuild',
    ['esbuild'],
    ['esbuild', 'query.js', '--bundle', '--format=esm', '--minify', '--outfile=out/bundle.js'],
    'out/bundle.js',
  ),
  bundler(
    'webpack',
    ['webpack', 'webpack-cli'],
    [
      'webpack',
      './query.js',
      '--mode',
      'production',
      '--target',
      'node',
      '-o',
      'out',
      '--output-filename',
      'bundle.cjs',
    ],
    'out/bundle.cjs',
  ),
  next,
];
