import { readFileSync } from 'node:fs';
import { makeSimulation, Simulator, startSimulation } from 'proximal/sim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cart, cube, door, PackedCommand } from '../support/packed-command.ts';
import type { Output } from '../support/run.ts';

let command: PackedCommand;

beforeAll(() => {
  command = new PackedCommand();
  command.write('cart.xml', cart);
  command.write('door.urdf', door);
});

afterAll(() => command?.remove());

const table = (file: string): Record<string, string>[] => {
  const [titles, ...rows] = command.lines(file).map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, k) => [titles[k], cell])));
};

describe('a simulation', () => {
  it('writes the states of the simulator with all digits', () => {
    const words = [
      'simulate',
      'falling-box',
      '--seconds',
      '1',
      '--every',
      '0',
      '-o',
      'run.csv',
      '--contacts',
      'log.jsonl',
    ];
    expect(command.run(...words)).toMatchObject({ status: 0, stderr: '' });
    const { simulator, parts } = startSimulation(makeSimulation('falling-box'));
    const moving = parts.find(({ kind }) => kind === 'body') as (typeof parts)[number];
    const rows = table('run.csv');
    const log = command.lines('log.jsonl').map((line) => JSON.parse(line));
    expect(rows.length).toBe(241);
    let contacts = 0;
    for (const row of rows.slice(1)) {
      const before = simulator.report().time;
      simulator.step();
      const { time, contacts: found, kineticEnergy } = simulator.report();
      expect([row['time'], row['contacts'], row['kineticEnergy']].map(Number)).toEqual([
        time,
        found.length,
        kineticEnergy,
      ]);
      const pose = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'].map((name) => Number(row[`${moving.name}.${name}`]));
      expect(pose).toEqual([...moving.bodies[0].pose].map((x) => x + 0));
      for (const { a, b, impulse, gap } of found) {
        expect(log[contacts++]).toMatchObject({
          time: before,
          a: a.name,
          b: b.name,
          gap,
          impulse: [...impulse].map((x) => x + 0),
        });
      }
    }
    expect(log.length).toBe(contacts);
    expect(contacts).toBeGreaterThan(100);
  });

  it('drops a robot on a floor, and fixes a robot whose root link has no mass', () => {
    const base = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
    const ball = '<collision><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></collision>';
    command.write('ball.urdf', `<robot name="ball"><link name="base">${base}${ball}</link></robot>`);
    const words = ['simulate', 'ball.urdf', '-s', '0.5', '-o', 'ball.csv', '--save', 'ball.json'];
    expect(command.run(...words)).toMatchObject({ status: 0, stderr: '' });
    const [first, last] = [table('ball.csv')[0], table('ball.csv').at(-1)];
    // The lowest point of the ball begins 2 cm above the floor.
    expect(Number(first?.['ball.q[2]'])).toBe(0);
    expect(Number(last?.['ball.q[2]'])).toBeCloseTo(-0.02, 3);
    expect(last?.['contacts']).toBe('1');
    // The saved simulation has the same bits.
    expect(command.run('simulate', 'ball.json', '-s', '0.5', '-o', 'again.csv')).toMatchObject({ status: 0 });
    expect(command.read('again.csv')).toBe(command.read('ball.csv'));

    // The door is fixed because its frame has no mass. The cart is fixed by its MJCF file.
    for (const [file, name] of Object.entries({ 'door.urdf': 'door', 'cart.xml': 'cart' })) {
      expect(command.run('simulate', file, '-s', '0.1', '-o', 'fixed.csv')).toMatchObject({ status: 0, stderr: '' });
      expect(command.lines('fixed.csv')[0]).toMatch(new RegExp(`,${name}\\.q\\[0\\],`));
      expect(command.lines('fixed.csv')[0]).not.toContain(`${name}.q[6]`);
    }
    expect(command.run('simulate', 'ball.urdf', '--root', 'fixed', '-o', 'fixed.csv').status).toBe(0);
    expect(command.lines('fixed.csv')[0]).not.toContain('ball.q');
    const refused = command.run('simulate', 'cart.xml', '--root', 'fixed');
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('--root is for URDF robots only.') });
  });

  it('simulates a robot from standard input', async () => {
    const { status, stdout } = await command.runWith(['simulate', '-', '-s', '0.1', '--json'], { input: cart });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ failed: 0 });
  });

  it('reads a file with robots beside it, and writes JSON lines', () => {
    const scene = {
      format: 'proximal-simulation',
      version: 1,
      title: 'a door, a cart and a ball',
      duration: 0.1,
      options: { timeStep: 0.005 },
      bodies: [
        {
          name: 'ball, "red"',
          shape: { version: 1, kind: 'sphere', radius: 0.1 },
          pose: { position: [9, 9, 9] },
          velocity: [1, 0, 0],
        },
      ],
      robots: [
        { name: 'door', file: 'door.urdf', v: [1] },
        { name: 'cart', file: './cart.xml', controls: [2] },
      ],
    };
    command.write('mixed.json', JSON.stringify(scene));
    expect(command.run('simulate', 'mixed.json', '-o', 'mixed.jsonl', '--every', '0.05')).toMatchObject({
      status: 0,
      stderr: '',
    });
    const rows = command.lines('mixed.jsonl').map((line) => JSON.parse(line));
    expect(rows.map(({ time }) => time)).toEqual([0, expect.closeTo(0.05, 12), expect.closeTo(0.1, 12)]);
    const { parts } = rows[2];
    expect(parts['door'].q[0]).toBeCloseTo(0.1, 3);
    expect(parts['cart'].v[0]).toBeGreaterThan(0.1);
    expect(parts['ball, "red"'].velocity[0]).toBeCloseTo(1, 12);
    // The same as CSV.
    command.run('simulate', 'mixed.json', '-o', 'mixed.csv');
    expect(command.lines('mixed.csv')[0]).toContain('"ball, ""red"".x"');
    expect(command.lines('mixed.csv')[0]).toContain('cart.q[1],cart.v[0]');
    expect(command.run('info', 'mixed.json').stdout).toMatch(/^cart +\.\/cart\.xml +fixed$/m);
  });

  it('lists overlapping links and joints beyond their limits', () => {
    const link = (name: string): string =>
      `<link name="${name}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
       <collision><geometry><sphere radius="0.2"/></geometry></collision></link>`;
    const joint = (parent: string, child: string, lower: number): string =>
      `<joint name="to ${child}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 0.15"/>
       <axis xyz="0 1 0"/><limit lower="${lower}" upper="2" effort="1" velocity="1"/></joint>`;
    const text = `<robot name="stub\u001b[2J">${link('a')}${link('b')}${link('c')}${joint('a', 'b', -1)}${joint('b', 'c', 0.5)}</robot>`;
    const scene = {
      format: 'proximal-simulation',
      version: 1,
      duration: 0.01,
      bodies: [],
      robots: [{ name: 'stub', text }],
    };
    command.write('stub.json', JSON.stringify(scene));
    const { status, stderr } = command.run('simulate', 'stub.json');
    expect(status).toBe(0);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('the joint "to c" begins 0.5 rad beyond its limits');
    expect(lines[1]).toMatch(/the links "a" and "c" overlap by 100 mm/);
    // Control characters in names are escaped.
    expect(stderr).toContain('stub\\u001b[2J');
    const { notices } = command.json('simulate', 'stub.json');
    expect(
      notices.map(({ message }: { message: string }) => /overlap|beyond|joint connects/.exec(message)?.[0]),
    ).toEqual(['beyond', 'joint connects', 'overlap', 'joint connects']);
    // The report and the states go to standard output.
    expect(command.run('simulate', 'stub.json', '-o', '-', '--json').stderr.trimEnd().split('\n')).toEqual(lines);
  });

  it('leaves out unsupported parts of a robot with --ignore-unsupported', () => {
    command.write(
      'rope.xml',
      `<mujoco model="arm"><worldbody><body name="upper"><joint name="j" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/><site name="tip" pos="0.3 0 0"/></body><site name="anchor" pos="0 0 1"/></worldbody>
      <tendon><spatial name="rope" stiffness="100"><site site="tip"/><site site="anchor"/></spatial></tendon></mujoco>`,
    );
    const robots = [{ name: 'arm', file: 'rope.xml' }];
    command.write('rope.json', JSON.stringify({ format: 'proximal-simulation', version: 1, duration: 0.01, robots }));
    const refused = command.run('simulate', 'rope.json');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('; --ignore-unsupported loads the model without it');
    const { status, stderr } = command.run('simulate', 'rope.json', '--ignore-unsupported');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^warning .*a tendon with stiffness is not supported/);
    const { notices } = command.json('info', 'rope.xml', '--ignore-unsupported');
    expect(notices).toMatchObject([{ level: 'warning' }]);
  });

  it('reports pairs and contacts left out by crowded steps', () => {
    const shape = { version: 1, kind: 'box', hx: 0.5, hy: 0.5, hz: 0.5 };
    const bodies = Array.from({ length: 8 }, () => ({ shape }));
    const scene = { format: 'proximal-simulation', version: 1, duration: 0.004, options: { maxPairs: 20 }, bodies };
    command.write('crowd.json', JSON.stringify(scene));
    const { status, stdout, stderr } = command.run('simulate', 'crowd.json');
    expect(stdout).toMatch(/^steps +1, 1 of them crowded$/m);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        'warning 1 step was crowded: up to 8 pairs and 0 contacts were left out; maxPairs and maxContacts are the limits\n',
    });
    expect(command.json('simulate', 'crowd.json')).toMatchObject({ crowded: 1, leftOut: { pairs: 8, contacts: 0 } });
  });

  it('reads standard input and writes standard output', async () => {
    const input = command.read('mixed.json');
    const { status, stdout } = await command.runWith(['simulate', '-', '-o', '-', '--every', '0.05'], { input });
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(4);
    const json = await command.runWith(['simulate', '-', '-o', '-', '--every', '0.05', '--json'], { input });
    expect(
      json.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toHaveLength(3);
  });

  it('continues bitwise identically from a snapshot', () => {
    const last = (file: string): string => command.lines(file).at(-1) ?? '';
    command.run('simulate', 'funnel', '--seed', '3', '-s', '0.5', '-o', 'whole.csv');
    command.run('simulate', 'funnel', '--seed', '3', '-s', '0.25', '--snapshot', 'half.snapshot');
    const { stdout } = command.run(
      'simulate',
      'half.snapshot',
      '-s',
      '0.25',
      '-o',
      'rest.csv',
      '--snapshot',
      'end.snapshot',
    );
    expect(stdout).toMatch(/simulated +0\.25 s/);
    const [whole, rest] = [last('whole.csv').split(','), last('rest.csv').split(',')];
    const titles = command.lines('rest.csv')[0].split(',');
    expect(titles.length).toBe(7 + 14);
    for (const [k, title] of titles.entries())
      expect({ title, value: rest[k] }).toEqual({
        title,
        value: whole[command.lines('whole.csv')[0].split(',').indexOf(title)],
      });
    const bytes = readFileSync(command.path('end.snapshot'));
    expect(Simulator.restore(bytes).report().time).toBeCloseTo(0.5, 9);
  });
});

describe('a world', () => {
  it('is read from a file, and continues bitwise identically from its snapshot', () => {
    const cell = {
      format: 'proximal-simulation',
      version: 1,
      options: { timeStep: 0.01, substeps: 2 },
      bodies: [
        {
          name: 'belt',
          shape: { version: 1, kind: 'box', hx: 2, hy: 1, hz: 0.1 },
          kinematic: true,
          velocity: [0.5, 0, 0],
        },
        { name: 'ball', shape: { version: 1, kind: 'sphere', radius: 0.1 }, pose: { position: [0, 0, 0.3] } },
        { name: 'bob', shape: { version: 1, kind: 'sphere', radius: 0.1 }, pose: { position: [1, 3, 1] } },
      ],
      joints: [{ name: 'pivot', kind: 'hinge', a: null, b: 'bob', anchor: [0, 3, 1], axis: [0, 1, 0], friction: 0.1 }],
    };
    command.write('cell.json', JSON.stringify(cell));
    command.run('simulate', 'cell.json', '-s', '0.5', '-o', 'cell.csv');
    command.run('simulate', 'cell.json', '-s', '0.25', '--snapshot', 'cell.snapshot');
    command.run('simulate', 'cell.snapshot', '-s', '0.25', '-o', 'more.csv');
    const [whole, rest] = [command.lines('cell.csv'), command.lines('more.csv')].map((lines) =>
      lines.map((line) => line.split(',')),
    );
    for (const [k, title] of rest[0].entries())
      expect({ title, value: rest.at(-1)?.[k] }).toEqual({ title, value: whole.at(-1)?.[whole[0].indexOf(title)] });
    expect(command.run('info', 'cell.json').stdout).toMatch(/pivot +hinge +the world, bob/);
  });
});

describe('a mistake', () => {
  const mistakes: readonly [words: string[], status: number, message: string][] = [
    [['nowhere'], 2, 'nowhere is neither a file nor a built-in simulation; there are falling-box, slope'],
    [['nowhere.json'], 1, 'nowhere.json cannot be read'],
    [['stack', '-o', 'run.txt'], 2, '--out run.txt: give a name that ends in .csv or .jsonl'],
    [['stack', '-o', 'nowhere/run.csv'], 1, 'nowhere/run.csv cannot be written: there is no such file or folder'],
    [['stack', '-s', '0'], 2, '--seconds is 0; give a time above 0'],
    [['stack', '--every', '-1'], 2, '--every is -1'],
    [['mixed.json', '--seed', '1'], 2, '--seed is for built-in simulations only'],
    [['cut.snapshot'], 1, 'cut.snapshot: bytes are not a valid snapshot: it has'],
    [['half.snapshot', '--save', 'x.json'], 2, 'a snapshot cannot be saved as a simulation file'],
    [['bad.json'], 1, 'bad.json: bodies[0].mass is -1'],
    [['misspelled.json'], 1, 'misspelled.json: options.timestep is 0.004; the fields are gravity, timeStep'],
    [['lost.json'], 1, 'lost.urdf cannot be read'],
    [['cup.obj'], 1, 'cup.obj: json is'],
  ];
  let outputs: Output[];

  beforeAll(() => {
    command.write('cut.snapshot', readFileSync(command.path('half.snapshot')).subarray(0, 200));
    command.write('cup.obj', cube);
    const ball = { shape: { version: 1, kind: 'sphere', radius: 0.1 }, mass: -1 };
    command.write('bad.json', JSON.stringify({ format: 'proximal-simulation', version: 1, bodies: [ball] }));
    const options = { timestep: 0.004 };
    command.write('misspelled.json', JSON.stringify({ format: 'proximal-simulation', version: 1, options }));
    command.write(
      'lost.json',
      JSON.stringify({ format: 'proximal-simulation', version: 1, robots: [{ file: 'lost.urdf' }] }),
    );
    outputs = command.runAll(mistakes.map(([words]) => ['simulate', ...words]));
  });

  it.each(mistakes.map((mistake, k) => [mistake[0], k] as const))('is reported: %j', (_words, k) => {
    const [, status, message] = mistakes[k];
    expect(outputs[k]).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
    expect(outputs[k].stderr).not.toMatch(/^ {4}at /m);
  });

  it('leaves no temporary file', () => expect(command.drafts()).toEqual([]));
});

describe('a controller', () => {
  const failing = (file: string, code: string): Output => {
    command.write(file, code);
    return command.run('simulate', 'falling-box', '-s', '0.2', '-o', 'controlled.csv', '--controller', file);
  };

  it('gives the torques of each step', () => {
    command.write(
      'push.mjs',
      'export default ({ time, q, v, simulator }) => [time < 0.1 ? 10 : 0, ...new Array(simulator.nv - 1).fill(0)];',
    );
    const words = [
      'simulate',
      'falling-box',
      '-s',
      '0.2',
      '--every',
      '0',
      '-o',
      'push.csv',
      '--controller',
      'push.mjs',
    ];
    expect(command.run(...words)).toMatchObject({ status: 0, stderr: '' });
    const { simulator } = startSimulation(makeSimulation('falling-box'));
    for (const row of table('push.csv').slice(1)) {
      const torques = new Float64Array(simulator.nv);
      torques[0] = simulator.report().time < 0.1 ? 10 : 0;
      simulator.step(torques);
      expect(Number(row['kineticEnergy'])).toBe(simulator.report().kineticEnergy);
    }
  });

  it('that throws or returns wrong torques ends the run and keeps the rows', () => {
    const wrong: Readonly<Record<string, string>> = {
      'throw new Error("lost balance")': 'late.mjs: the controller threw at 0.0541666667 s: Error: lost balance',
      'return v.map(() => NaN)':
        'late.mjs: the controller returned torques[0] = NaN at 0.0541666667 s; return 6 finite numbers',
      'return [1]': 'late.mjs: the controller returned 1 torques at 0.0541666667 s',
      return: 'late.mjs: the controller returned undefined at 0.0541666667 s',
    };
    for (const [statement, message] of Object.entries(wrong)) {
      const { status, stderr } = failing(
        'late.mjs',
        `export default ({ time, v }) => { if (time > 0.05) { ${statement}; } return v.map(() => 0); };`,
      );
      expect(status).toBe(1);
      expect(stderr).toContain(message);
      expect(table('controlled.csv').map((row) => Number(row['time']).toFixed(2))).toEqual([
        '0.00',
        '0.01',
        '0.02',
        '0.03',
        '0.04',
        '0.05',
      ]);
    }
  });

  it('must be the default export of a module', () => {
    expect(failing('none.mjs', 'export const x = 1;').stderr).toContain(
      'none.mjs has no default export; give a module with: export default',
    );
    expect(failing('number.mjs', 'export default 3;').stderr).toContain('number.mjs exports a number');
    expect(failing('syntax.mjs', 'export default (').stderr).toContain('syntax.mjs cannot be loaded: SyntaxError');
    expect(command.run('simulate', 'falling-box', '--controller', 'absent.mjs')).toMatchObject({ status: 2 });
  });
});
