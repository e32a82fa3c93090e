// The proximal command as installed: packed, unpacked into an empty project outside the workspace, and run there.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { box } from 'proximal';
import { assemblyFromJSON } from 'proximal/scene';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../packages/proximal/test/needs.ts';
import { root } from '../support/folders.ts';
import { cart, cube, cubePly, door, PackedCommand } from '../support/packed-command.ts';
import { type Output, plainEnvironment } from '../support/run.ts';

let command: PackedCommand;

beforeAll(() => {
  command = new PackedCommand();
  command.write('cup.obj', cube);
  command.write('points.ply', cubePly.replace(/element face.*?end_header/s, 'end_header').replace(/\n4 .*$/s, '\n'));
  command.write('door.urdf', door);
  command.write('cart.xml', cart);
  command.write('page.xml', '<!-- no robot --><html/>');
  command.write('arm.urdf', door.replaceAll('visual', 'collision').replaceAll('door', 'arm'));
  mkdirSync(command.path('folder.obj'));
  const words = ['query', 'box:1,1,1', 'sphere:1', '--pose-b', '1.5,0,0', '-q', 'signed', '--save', 'problem.json'];
  expect(command.run(...words)).toMatchObject({ status: 0, stderr: '' });
});

afterAll(() => command?.remove());

/** A tetrahedron with the given last triangle. */
const corner = (triangle: string): string =>
  `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf ${triangle}\n`;

describe('the command', () => {
  it('prints its version and its commands', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/proximal/package.json'), 'utf8')) as {
      version: string;
    };
    const complete = ['--get-yargs-completions', 'proximal'];
    const lines = [
      ['--version'],
      ['-v'],
      ['--help'],
      ['completion'],
      [...complete, ''],
      [...complete, 'simulate', 'st'],
    ];
    const [long, short, help, script, commands, scenes] = command.runAll(lines).map(({ stdout }) => stdout.trim());
    expect(long).toBe(version);
    expect(short).toBe(version);
    expect(help).toContain('proximal query <a> [b]');
    expect(script).toContain('proximal');
    expect(commands.split('\n')).toEqual(expect.arrayContaining(['query', 'simulate', 'studio']));
    expect(scenes.split('\n')).toEqual(['stack']);
  });

  it('answers with the certificate, as a report and as JSON', () => {
    const { stdout } = command.run('query', 'box:0.1,0.2,0.3', 'sphere:0.1', '--pose-b', '1,0,0');
    expect(stdout).toMatch(/distance\s+0\.8 m\n/);
    expect(stdout).toMatch(/certificate\s+valid/);
    const json = command.json('query', 'box:1,1,1', 'sphere:1', '--pose-b', '-3,0,0');
    expect(json).toMatchObject({ query: 'distance', wrong: [], answers: [{ value: 1, normal: [-1, 0, 0] }] });
  });

  it('accepts every form of a pose', () => {
    const half = Math.SQRT1_2;
    const lines: [string, number][] = [
      // A capsule along z, laid along x by a pitch of 90°, by Euler angles and by quaternion.
      ['capsule:0.1,0.5 point: --pose-a 0,0,0,0,90,0 --pose-b 1,0,0', 0.4],
      [`capsule:0.1,0.5 point: --pose-a 0,0,0,0,${half},0,${half} --pose-b 1,0,0`, 0.4],
      ['box:1,1 point: --plane --pose-a 0,0,45 --pose-b 2,0', 2 - Math.SQRT2],
    ];
    const outputs = command.runAll(lines.map(([line]) => ['query', ...line.split(' '), '--json']));
    for (const [k, { stdout, stderr }] of outputs.entries()) {
      expect(stderr).toBe('');
      expect(JSON.parse(stdout).answers[0].value).toBeCloseTo(lines[k][1], 12);
    }
  });

  it('reads meshes from files and from standard input', async () => {
    const expected = box(1, 1, 1).volume;
    expect(command.json('info', 'cup.obj').meshes[0]).toMatchObject({
      vertices: 8,
      triangles: 12,
      openEdges: 0,
      volume: expected,
      hullVolume: expect.closeTo(expected, 12),
    });
    command.write('flipped.obj', corner('2 4 3'));
    command.write('inward.obj', corner('2 3 4').replace(/^f (\d) (\d)/gm, 'f $2 $1'));
    expect(command.json('info', 'flipped.obj').meshes[0]).toMatchObject({ inconsistentEdges: 3, volume: null });
    expect(command.json('info', 'inward.obj').meshes[0]).toMatchObject({ inconsistentEdges: 0, volume: -1 / 6 });
    const piped = await command.runWith(['query', '-', 'sphere:1', '--pose-b', '3,0,0', '--json'], { input: cube });
    expect(JSON.parse(piped.stdout).answers[0].value).toBe(1);
    const hull = await command.runWith(['hull', '-', '--format', 'obj', '--out', '-'], { input: cube });
    expect(hull.stdout.match(/^v /gm)).toHaveLength(8);
    expect(hull.stdout.match(/^f /gm)).toHaveLength(12);
  });

  it('replays a problem file with every algorithm', () => {
    const problem = JSON.parse(command.read('problem.json'));
    command.write('wrong.json', JSON.stringify({ ...problem, expected: { value: -0.4 } }));
    const [{ status, stdout }, failed] = command.runAll([
      ['query', 'problem.json'],
      ['query', 'wrong.json'],
    ]);
    expect(status).toBe(0);
    for (const algorithm of ['epa', 'incremental', 'sqp', 'mpr'])
      expect(stdout).toMatch(new RegExp(`^${algorithm} .*valid`, 'm'));
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('auto: the value is -0.5, and -0.4 ±');
  });
});

describe('a mistake', () => {
  const mistakes: readonly [words: string[], status: number, message: string][] = [
    [[], 2, 'No command given'],
    [['quer'], 2, 'Did you mean query?'],
    [['quer', 'box:1,1,1', 'sphere:1'], 2, 'Did you mean query?'],
    [['distance', 'box:1,1,1', 'sphere:1'], 2, 'There is no command distance; there are query, hull, decompose'],
    [['query'], 2, 'Missing argument: proximal query <a> [b]'],
    [['query', 'box:1,1,1'], 2, 'box:1,1,1 is one shape; give a second one, or a problem file'],
    [['query', 'box:1,1,1', 'sphere'], 2, 'sphere needs its sizes: sphere:radius, in meters'],
    [['query', 'cube:1', 'sphere:1'], 2, 'There is no shape cube:1; there are point: segment:halfLength sphere:radius'],
    [['query', 'box:1,1,1', 'sphere:1', '--pose-b', '3', '0', '0'], 2, 'Separate numbers by commas, without spaces'],
    [['query', 'box:1,1,1', 'sphere:1', '--pose-b'], 2, '--pose-b needs a value'],
    [['query', 'box:1,1,1', 'sphere:1', '-q', 'dist'], 2, "--query is 'dist'; give one of distance, collide"],
    [['query', 'box:1,1', 'sphere:1'], 2, 'box takes 3 numbers: box:hx,hy,hz, in meters'],
    [['query', 'box:1,x,1', 'sphere:1'], 2, "'x' is not a number"],
    [['query', 'box:1,1,-1', 'sphere:1'], 2, 'hz is -1; give half of the side'],
    [['query', 'box:1,1,1', 'sphere:1', '--pose-b', '1,2'], 2, '--pose-b has 2 numbers; give x,y,z in meters'],
    [['query', 'box:1,1,1', 'sphere:1', '--algorithm', 'epa'], 2, 'for distance give one of auto, gjk'],
    [['query', 'box:1,1,1', 'sphere:1', '--tolerance', '-1'], 2, 'tolerance is -1'],
    [
      ['query', 'box:1,1,1', 'sphere:1', '--tolerence', '1'],
      2,
      'There is no option --tolerence; did you mean --tolerance?',
    ],
    [['query', 'box:1,1,1', 'sphere:1', '--pos-b=3,0,0'], 2, 'There is no option --pos-b; did you mean --pose-b?'],
    [['query', 'box:1,1,1', 'sphere:1', '--verbose'], 2, 'There is no option --verbose.'],
    [['query', 'halfspace:', 'halfspace:'], 2, 'both shapes are half-spaces'],
    [['query', '-', '-'], 2, 'Only one of the shapes'],
    [['query', 'problem.json', '--pose-b', '1,0,0'], 2, 'is read as a problem file'],
    [['query', 'nowhere.obj', 'sphere:1'], 1, 'nowhere.obj cannot be read: there is no such file'],
    [['query', 'C:\\models\\cup.obj', 'sphere:1'], 1, 'C:\\models\\cup.obj cannot be read'],
    [['query', 'cup.obj'], 1, 'it is not JSON'],
    [['hull', 'cup.obj', '--out', 'hull.txt'], 2, 'give a name that ends in .obj or .stl'],
    [['hull', 'cup.obj', '--out', 'no/such/folder/hull.obj'], 1, 'cannot be written: there is no such file or folder'],
    [['info', 'problem.json'], 1, 'problem.json is a problem file; run proximal query problem.json'],
    [['info', 'page.xml'], 1, 'page.xml: <html> is neither a <robot> (URDF) nor a <mujoco> model (MJCF)'],
    [
      ['info', 'arm.urdf'],
      1,
      'the package arm is unknown; give its folder in --package name=folder; --no-meshes ignores meshes',
    ],
    [['info', 'door.urdf', '--package', 'door'], 2, '--package door: give name=folder'],
    [['info', 'nowhere.stl'], 1, 'nowhere.stl cannot be read'],
    [['decompose', 'cup.obj', '--out', 'parts.ply'], 2, 'give a name that ends in .obj, .stl, .json, .glb'],
    [['decompose', 'cup.obj', '--preview', 'cup.jpg'], 2, '--preview cup.jpg: give a name that ends in .png'],
    [['query', 'box:1,1,1', 'sphere:1', '--as', 'mesh'], 2, '--as is for mesh files; neither A nor B is one'],
    [['query', 'cup.obj', 'sphere:1', '--as-b', 'mesh'], 2, '--as-b is for mesh files; B is not one'],
    [['query', 'sphere:1', 'cup.obj', '--as-a', 'parts'], 2, '--as-a is for mesh files; A is not one'],
    [
      ['query', 'cup.obj', 'sphere:1', '--as', 'mesh', '-q', 'growth'],
      2,
      '--query growthDistance is for convex shapes',
    ],
    [['query', 'cup.obj', 'sphere:1', '--as', 'parts', '--up-to', '1'], 2, '--up-to is for convex shapes'],
    [['query', 'points.ply', 'sphere:1', '--as', 'mesh'], 2, 'points.ply has no triangles'],
    [['decompose', 'cup.obj', '--max-parts', '0'], 2, 'maxParts is 0'],
    [['decompose', 'points.ply'], 2, 'points.ply has no triangles'],
    [['hull', '.'], 1, '. cannot be read: it is a folder'],
    [['hull', 'cup.obj', '--out', 'folder.obj'], 1, 'folder.obj cannot be written: it is a folder'],
    [['studio', '--port', '1e9'], 2, '--port is 1000000000; give a whole number from 0 to 65535'],
    [['bench'], 1, 'run this in a clone of the repository'],
    [['fuzz', 'distance'], 1, 'run this in a clone of the repository'],
  ];
  let outputs: Output[];

  beforeAll(() => {
    outputs = command.runAll(mistakes.map(([words]) => words));
  });

  it.each(mistakes.map((mistake, k) => [mistake[0], k] as const))('is reported: %j', (_words, k) => {
    const [, status, message] = mistakes[k];
    const { stderr, stdout, ...ended } = outputs[k];
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect({ status: ended.status, stdout }).toEqual({ status, stdout: '' });
  });

  it('sets the exit code of the process', () => {
    const examples = [0, mistakes.findIndex(([, status]) => status === 1)];
    for (const k of examples) expect(command.run(...mistakes[k][0])).toMatchObject(outputs[k]);
  });

  it('inside the program is reported without a stack unless PROXIMAL_STACK is set', async () => {
    command.write('broken.cjs', "console.log = () => { throw new Error('no such luck'); };");
    const environment = { NODE_OPTIONS: `--require ${command.path('broken.cjs')}` };
    const words = ['query', 'box:1,1,1', 'sphere:1'];
    const { status, stderr } = await command.runWith(words, { environment });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('no such luck\nThis should not happen'),
    });
    expect(stderr).not.toMatch(/^ {4}at /m);
    const asked = await command.runWith(words, { environment: { ...environment, PROXIMAL_STACK: '1' } });
    expect(asked.stderr).toMatch(/^ {4}at /m);
  });

  it('leaves an existing file unchanged', () => {
    command.write('old.obj', 'old');
    expect(command.run('hull', 'nowhere.obj', '--out', 'old.obj').status).toBe(1);
    expect(command.read('old.obj')).toBe('old');
    expect(command.drafts()).toEqual([]);
  });
});

describe('colors', () => {
  it('are off in pipes and with NO_COLOR, and on with FORCE_COLOR', async () => {
    const words = ['query', 'box:1,1,1', 'sphere:1', '--pose-b', '3,0,0'];
    const text = async (environment: NodeJS.ProcessEnv): Promise<string> =>
      (await command.runWith(words, { environment })).stdout;
    expect(await text({})).not.toContain('\x1b[');
    expect(await text({ FORCE_COLOR: '1' })).toContain('\x1b[');
    expect(await text({ NO_COLOR: '1' })).not.toContain('\x1b[');
  });
});

/** Whether `script` of util-linux is installed, which runs a command in a pseudoterminal. */
const hasTerminal = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;

describe('in a terminal', needs(hasTerminal, 'a terminal: script of util-linux'), () => {
  it('shows a progress bar, which Ctrl-C removes, and colors', async () => {
    const line = `${process.execPath} ${command.program} simulate bouncing-ball --seconds 1e4 --out bar.csv`;
    const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
      cwd: command.folder,
      env: plainEnvironment({ TERM: 'xterm' }),
    });
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await expect.poll(() => text).toMatch(/█+.*░+.* \d+ % {2}\d+\.\d\d s of 10000 s, \d+ s left/);
    // Ctrl-C as the terminal sends it.
    child.stdin.write('\x03');
    expect(await ended).toBe(130);
    const rest = text.slice(text.lastIndexOf('\r\x1b[K'));
    expect(rest).not.toContain('█');
    expect(rest).toContain('\x1b[2msimulated');
  });
});

describe('robots', () => {
  it('are reported with links, joints, limits, masses, shapes and notices', () => {
    const { status, stdout } = command.run('info', 'door.urdf');
    expect(status).toBe(0);
    expect(stdout).toMatch(/mass\s+20 kg\n/);
    expect(stdout).toMatch(/^leaf +20 kg +hinge +box$/m);
    expect(stdout).toMatch(/^hinge +revolute +0 rad +2 rad +3 rad\/s +30 N m$/m);
    expect(stdout).toContain('door.urdf:6: <visual> of the link "leaf" is not read');
    expect(command.json('info', 'cart.xml')).toMatchObject({
      format: 'mjcf',
      timestep: 0.01,
      links: [
        { name: 'cart', mass: 1, movedBy: 'slide', shapes: ['box'] },
        { name: 'pole', mass: 0.1, movedBy: 'hinge', shapes: ['capsule'] },
      ],
      joints: [{ name: 'slide', kind: 'prismatic', lower: [-2], upper: [2] }, { name: 'hinge' }],
      actuators: [{ name: 'push', kind: 'motor', joint: 'slide' }],
    });
  });

  it('are also read from standard input', async () => {
    const { stdout } = await command.runWith(['info', '-', '--json'], { input: cart });
    expect(JSON.parse(stdout).mass).toBeCloseTo(1.1, 12);
  });
});

describe('a decomposition', () => {
  it('covers a mesh by parts, in files of three kinds', async () => {
    const second = cube
      .replace(/^v (\S+)/gm, (_, x) => `v ${Number(x) + 5}`)
      .replace(/^f .*$/gm, (line) => line.replace(/\d+/g, (n) => String(Number(n) + 8)));
    command.write('pair.obj', `${cube}\n${second}`);
    const found = command.json('decompose', 'pair.obj', '-o', 'parts.obj');
    expect(found).toMatchObject({
      parts: [
        { vertices: 8, volume: expect.closeTo(8, 12) },
        { vertices: 8, volume: expect.closeTo(8, 12) },
      ],
      out: 'parts.obj',
    });
    expect(found.error).toBeLessThan(0.1);
    expect(command.json('info', 'parts.obj').meshes.map(({ name }: { name: string }) => name)).toEqual([
      'part_1',
      'part_2',
    ]);
    expect(command.run('decompose', 'pair.obj', '-o', 'parts.stl').stdout).toMatch(/^part 2 +8 +6 +8 m³$/m);
    expect(command.json('info', 'parts.stl').meshes).toHaveLength(2);
    expect(command.run('decompose', 'pair.obj', '-o', 'parts.json').status).toBe(0);
    expect(assemblyFromJSON(JSON.parse(command.read('parts.json'))).partCount).toBe(2);
    const printed = await command.runWith(['decompose', '-', '--format', 'obj', '-o', '-'], {
      input: command.read('pair.obj'),
    });
    expect(printed.stdout.match(/^o part_/gm)).toHaveLength(2);
  });
});

describe('the studio', () => {
  it('is served from the package until Ctrl-C', async () => {
    const child = command.start(['studio', '--port', '0', '--no-open']);
    const ended = new Promise((resolve) => child.on('exit', (status) => resolve(status)));
    const address = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.on('data', (data) => {
        text += data;
        const [found] = /http:\S+/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    const page = await (await fetch(address)).text();
    expect(page).toContain('<title>Proximal Studio</title>');
    const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
    const answer = await fetch(`${address}${script}`);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect((await answer.text()).length).toBeGreaterThan(10_000);
    expect((await fetch(`${address}%2e%2e/package.json`)).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBe(405);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "frame-ancestors 'none'",
    });
    // fetch sets the host itself.
    const status = await new Promise((resolve) => {
      get(address, { headers: { host: 'evil.example' } }, (response) => resolve(response.resume().statusCode));
    });
    expect(status).toBe(403);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
