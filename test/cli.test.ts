// The proximal command as a user has it: packed, unpacked into an empty project outside the workspace, and run from there with every
// example of its help and its README.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { box } from 'proximal';
import { writeObj } from 'proximal/io';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, root, temporaryFolder } from './support/folders.ts';
import { npm, type Output, plainEnvironment, tryNode } from './support/run.ts';

let user: string;
let program: string;

beforeAll(() => {
  user = temporaryFolder('command');
  const modules = join(user, 'node_modules');
  for (const name of ['proximal', 'cli'])
    unpack(join(root, 'packages', name), modules, name === 'cli' ? '@proximal/cli' : name);
  // What the package depends on, as npm would put it beside it: its own version first.
  for (const place of [join(root, 'packages/cli/node_modules'), join(root, 'node_modules')]) {
    for (const name of existsSync(place) ? readdirSync(place) : []) {
      if (!existsSync(join(modules, name))) symlinkSync(join(place, name), join(modules, name), 'junction');
    }
  }
  program = join(modules, '@proximal/cli/bin/proximal.mjs');
  writeFileSync(join(user, 'problem-a.obj'), cube);
  writeFileSync(join(user, 'cup.obj'), cube);
  writeFileSync(join(user, 'scan.ply'), cubePly);
  const problem = proximal(
    'query',
    'box:1,1,1',
    'sphere:1',
    '--pose-b',
    '1.5,0,0',
    '-q',
    'signed',
    '--save',
    'problem.json',
  );
  expect(problem).toMatchObject({ status: 0, stderr: '' });
});

afterAll(() => removeFolder(user));

function unpack(source: string, modules: string, name: string): void {
  const folder = join(modules, name);
  mkdirSync(folder, { recursive: true });
  npm(source, 'pack', '--no-ignore-scripts', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? 'no tarball';
  const { status, stderr } = tryNode(folder, ['-e', untar, tarball]);
  expect(status, stderr).toBe(0);
}

/** `tar` is on every system that has Node. */
const untar = `require('node:child_process').execFileSync('tar', ['-xzf', process.argv[1], '--strip-components=1'])`;

const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
const quads = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
];
const triangles = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
const cube = writeObj({
  name: 'cube',
  vertices: Float64Array.from(corners.flat()),
  triangles: Uint32Array.from(triangles),
});
const cubePly = [
  ...['ply', 'format ascii 1.0', 'element vertex 8', 'property float x', 'property float y', 'property float z'],
  ...['element face 6', 'property list uchar int vertex_indices', 'end_header'],
  ...corners.map((corner) => corner.join(' ')),
  ...quads.map((quad) => `4 ${quad.join(' ')}\n`),
].join('\n');

function proximal(...words: string[]): Output {
  return tryNode(user, [program, ...words]);
}

/** The words of a command as a shell would pass them; a redirected file becomes standard input. */
function shell(command: string): Promise<Output> {
  const [, line, input] = /^(.*?)(?: < (\S+))?$/.exec(command) ?? [];
  return withInput(line.split(' ').slice(1), input === undefined ? '' : readFileSync(join(user, input), 'utf8'));
}

function withInput(words: readonly string[], input: string, environment: NodeJS.ProcessEnv = {}): Promise<Output> {
  const child = spawn(process.execPath, [program, ...words], { cwd: user, env: plainEnvironment(environment) });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}

describe('the command', () => {
  it('knows its version and its commands', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as {
      version: string;
    };
    expect(proximal('--version').stdout.trim()).toBe(version);
    expect(proximal('--help').stdout).toContain('proximal query <a> [b]');
    expect(proximal('completion').stdout).toContain('proximal');
  });

  it('answers with the certificate, for people and for machines', () => {
    const { stdout } = proximal('query', 'box:0.1,0.2,0.3', 'sphere:0.1', '--pose-b', '1,0,0');
    expect(stdout).toMatch(/distance\s+0\.8 m\n/);
    expect(stdout).toMatch(/certificate\s+valid/);
    const json = JSON.parse(proximal('query', 'box:1,1,1', 'sphere:1', '--pose-b', '-3,0,0', '--json').stdout);
    expect(json).toMatchObject({ query: 'distance', wrong: [], answers: [{ value: 1, normal: [-1, 0, 0] }] });
  });

  it('takes poses in all their forms', () => {
    const ask = (...words: string[]): number =>
      JSON.parse(proximal('query', ...words, '--json').stdout).answers[0].value as number;
    // A capsule along z, laid along x by a pitch of 90°, by Euler angles and by quaternion.
    expect(ask('capsule:0.1,0.5', 'point:', '--pose-a', '0,0,0,0,90,0', '--pose-b', '1,0,0')).toBeCloseTo(0.4, 12);
    const half = Math.SQRT1_2;
    expect(ask('capsule:0.1,0.5', 'point:', '--pose-a', `0,0,0,0,${half},0,${half}`, '--pose-b', '1,0,0')).toBeCloseTo(
      0.4,
      12,
    );
    expect(ask('box:1,1', 'point:', '--plane', '--pose-a', '0,0,45', '--pose-b', '2,0')).toBeCloseTo(
      2 - Math.SQRT2,
      12,
    );
  });

  it('reads meshes from files and from standard input', async () => {
    const expected = box(1, 1, 1).volume;
    expect(JSON.parse(proximal('info', 'cup.obj', '--json').stdout).meshes[0]).toMatchObject({
      vertices: 8,
      triangles: 12,
      openEdges: 0,
      volume: expected,
      hullVolume: expect.closeTo(expected, 12),
    });
    const piped = await withInput(['query', '-', 'sphere:1', '--pose-b', '3,0,0', '--json'], cube);
    expect(JSON.parse(piped.stdout).answers[0].value).toBe(1);
    const hull = await withInput(['hull', '-', '--format', 'obj', '--out', '-'], cube);
    expect(hull.stdout.match(/^v /gm)).toHaveLength(8);
    expect(hull.stdout.match(/^f /gm)).toHaveLength(12);
  });

  it('replays a problem file by every algorithm', () => {
    const { status, stdout } = proximal('query', 'problem.json');
    expect(status).toBe(0);
    for (const algorithm of ['epa', 'incremental', 'sqp', 'mpr'])
      expect(stdout).toMatch(new RegExp(`^${algorithm} .*valid`, 'm'));
    const problem = JSON.parse(readFileSync(join(user, 'problem.json'), 'utf8'));
    writeFileSync(join(user, 'wrong.json'), JSON.stringify({ ...problem, expected: { value: -0.4 } }));
    const failed = proximal('query', 'wrong.json');
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('auto: the value is -0.5, and -0.4 ±');
  });
});

describe('a mistake', () => {
  it.each<[words: string[], status: number, message: string]>([
    [[], 2, 'Which command?'],
    [['quer'], 2, 'Did you mean query?'],
    [['query', 'box:1,1', 'sphere:1'], 2, 'box takes 3 numbers, box:hx,hy,hz, in metres'],
    [['query', 'box:1,x,1', 'sphere:1'], 2, "'x' is no number"],
    [['query', 'box:1,1,-1', 'sphere:1'], 2, 'hz is -1; give half of the side'],
    [['query', 'box:1,1,1', 'sphere:1', '--pose-b', '1,2'], 2, '--pose-b has 2 numbers; give x,y,z in metres'],
    [['query', 'box:1,1,1', 'sphere:1', '--algorithm', 'epa'], 2, 'for distance give one of auto, gjk'],
    [['query', 'box:1,1,1', 'sphere:1', '--tolerance', '-1'], 2, 'tolerance is -1'],
    [['query', 'box:1,1,1', 'sphere:1', '--tolerence', '1'], 2, 'Unknown argument'],
    [['query', 'halfspace:', 'halfspace:'], 2, 'both shapes are half-spaces'],
    [['query', '-', '-'], 2, 'Only one of the shapes'],
    [['query', 'problem.json', '--pose-b', '1,0,0'], 2, 'is read as a problem file'],
    [['query', 'nowhere.obj', 'sphere:1'], 1, 'nowhere.obj cannot be read: there is no such file'],
    [['query', 'C:\\models\\cup.obj', 'sphere:1'], 1, 'C:\\models\\cup.obj cannot be read'],
    [['query', 'cup.obj'], 1, 'it is not JSON'],
    [['hull', 'cup.obj', '--out', 'hull.txt'], 2, 'give a name that ends in .obj or .stl'],
    [['hull', 'cup.obj', '--out', 'no/such/folder/hull.obj'], 1, 'cannot be written: there is no such file or folder'],
    [['info', 'problem.json'], 1, 'problem.json'],
  ])('is named: %j', (words, status, message) => {
    const { stderr, stdout, ...ended } = proximal(...words);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect({ status: ended.status, stdout }).toEqual({ status, stdout: '' });
  });

  it('leaves an old file whole', () => {
    writeFileSync(join(user, 'old.obj'), 'old');
    expect(proximal('hull', 'nowhere.obj', '--out', 'old.obj').status).toBe(1);
    expect(readFileSync(join(user, 'old.obj'), 'utf8')).toBe('old');
    expect(readdirSync(user).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });
});

describe('colours', () => {
  it('are left out in pipes and with NO_COLOR, and shown when they are asked for', async () => {
    const words = ['query', 'box:1,1,1', 'sphere:1', '--pose-b', '3,0,0'];
    const text = async (environment: NodeJS.ProcessEnv): Promise<string> =>
      (await withInput(words, '', environment)).stdout;
    expect(await text({})).not.toContain('\x1b[');
    expect(await text({ FORCE_COLOR: '1' })).toContain('\x1b[');
    expect(await text({ NO_COLOR: '1' })).not.toContain('\x1b[');
  });
});

describe('the examples', () => {
  const readme = readFileSync(join(root, 'packages/cli/README.md'), 'utf8');
  const fromReadme = [...readme.matchAll(/^(proximal .*)$/gm)].map(([, line]) => line);

  it.each(fromReadme)('%s', async (line) => {
    expect(await shell(line)).toMatchObject({ status: 0, stderr: '' });
  });

  it('of the help run too', async () => {
    writeFileSync(join(user, 'cup.stl'), readFileSync(join(user, 'cup.obj')));
    let count = 0;
    for (const command of ['query', 'hull', 'info']) {
      // Wide enough that no example is broken into lines.
      const { stdout } = tryNode(user, [program, command, '--help'], { COLUMNS: '400' });
      const examples = [...stdout.matchAll(/^ {2}(proximal .*?)(?: {2,}.*)?$/gm)].map(([, line]) => line);
      for (const line of examples) {
        expect({ line, ...(await shell(line.replace('--format stl', '--format obj'))) }).toMatchObject({
          line,
          status: 0,
          stderr: '',
        });
        count++;
      }
    }
    expect(count).toBeGreaterThan(6);
  });
});
