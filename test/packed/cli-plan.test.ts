// `proximal plan`: a robot file, obstacles, start and goal; tables, JSON, reasons and wrong arguments.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../packages/proximal/test/needs.ts';
import { PackedCommand } from '../support/packed-command.ts';

let command: PackedCommand;

const link = (name: string): string =>
  `<link name="${name}"><inertial><origin xyz="0.25 0 0"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
   <collision><origin xyz="0.25 0 0"/><geometry><box size="0.4 0.06 0.06"/></geometry></collision></link>`;
const joint = (parent: string, child: string, x: number): string =>
  `<joint name="to_${child}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/>
   <axis xyz="0 0 1"/><limit lower="-2.8" upper="2.8" effort="100" velocity="2"/></joint>`;
const urdf = `<robot name="arm"><link name="base"/>${['a', 'b', 'c'].map(link).join('')}
  ${joint('base', 'a', 0)}${joint('a', 'b', 0.5)}${joint('b', 'c', 0.5)}</robot>`;
const scene = {
  format: 'proximal-simulation',
  version: 1,
  bodies: [
    {
      name: 'pillar',
      shape: { version: 1, kind: 'box', hx: 0.1, hy: 0.1, hz: 0.5 },
      pose: { position: [0.9, 0.6, 0] },
      static: true,
    },
  ],
  robots: [],
};

beforeAll(() => {
  command = new PackedCommand();
  command.write('arm.urdf', urdf);
  command.write('scene.json', JSON.stringify(scene));
});

afterAll(() => command?.remove());

const query = ['plan', 'arm.urdf', '--scene', 'scene.json', '--start', '0,0,0'];

describe('proximal plan', () => {
  it('prints a path that is proven free', () => {
    const { status, stdout } = command.run(...query, '--goal', '1.2,0,0');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^motions +\d+, all proven free$/m);
    expect(stdout).toMatch(/^configuration 0 +0, 0, 0$/m);
  });

  it('prints JSON, equal for the same seed', () => {
    const found = command.json(...query, '--goal', '1.2,0,0', '--seed', '2');
    expect(found).toMatchObject({ status: 'solved', isProven: true });
    expect(found.clearance).toBeGreaterThan(0);
    expect(found.path[0]).toEqual([0, 0, 0]);
    expect(found.path.at(-1)).toEqual([1.2, 0, 0]);
    expect(command.json(...query, '--goal', '1.2,0,0', '--seed', '2').path).toEqual(found.path);
  });

  it('prints a timed motion to a pose as a table', () => {
    const words = [
      ...query,
      '--frame',
      'c',
      '--pose',
      '0.3,0.8,0,0,0,120',
      '--acceleration',
      '5',
      '--csv',
      '--every',
      '0.1',
    ];
    const { status, stdout, stderr } = command.run(...words);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const rows = stdout.trim().split('\n');
    expect(rows[0]).toBe('time,to_a,to_b,to_c');
    const table = rows.slice(1).map((row) => row.split(',').map(Number));
    expect(table[0]).toEqual([0, 0, 0, 0]);
    expect(table.every((row, k) => row.length === 4 && (k === 0 || row[0] > table[k - 1][0]))).toBe(true);
    const [, a, b, c] = table[table.length - 1];
    expect(0.5 * Math.cos(a) + 0.5 * Math.cos(a + b)).toBeCloseTo(0.3, 5);
    expect(0.5 * Math.sin(a) + 0.5 * Math.sin(a + b)).toBeCloseTo(0.8, 5);
    expect(((a + b + c) * 180) / Math.PI).toBeCloseTo(120, 3);
  });

  it('says why there is no plan', () => {
    expect(command.run(...query, '--goal', '0.6,0,0')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/goal: \w overlaps pillar by [\d.]+ mm/),
    });
    expect(command.run(...query, '--goal', '0,3,0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('goal: to_b is at 3, outside its limits -2.8 to 2.8'),
    });
    expect(command.run(...query, '--frame', 'c', '--pose', '9,0,0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('goal: c cannot be moved there: none of 50 starts reached the pose'),
    });
    const failed = command.run(...query, '--goal', '0.6,0,0', '--json');
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ status: 'failed', failure: 'goal' });
  });

  const rows: readonly [readonly string[], number, string][] = [
    [[...query], 2, 'Give either --goal, or --frame and --pose.'],
    [[...query, '--goal', '1,2'], 2, '--goal has 2 numbers; the robot has 3 coordinates: to_a, to_b, to_c.'],
    [[...query, '--goal', '1,x,2'], 2, '--goal'],
    [[...query, '--frame', 'hand', '--pose', '0,0,0'], 2, 'frame is "hand"; there is no such frame'],
    [[...query, '--goal', '0,0,0', '--padding', '-1'], 2, 'padding is -1'],
    [['plan', 'scene.json', '--start', '0', '--goal', '0'], 2, 'scene.json is not a robot; give a URDF or MJCF file.'],
    [['plan', 'absent.urdf', '--start', '0', '--goal', '0'], 1, 'absent.urdf'],
    [['plan', 'arm.urdf', '--start', '0,0,0', '--goal', '0,0,0', '--srdf', 'absent.srdf'], 1, 'absent.srdf'],
    [['plan', 'arm.urdf', '--scene', 'arm.urdf', '--start', '0,0,0', '--goal', '0,0,0'], 1, 'arm.urdf'],
  ];
  for (const [words, status, message] of rows)
    it(words.slice(1).join(' '), () =>
      expect(command.run(...words)).toMatchObject({ status, stderr: expect.stringContaining(message) }),
    );

  it('keeps a path at a distance from obstacles with --clearance', () => {
    const near = command.json(...query, '--goal', '1.2,0,0', '--seed', '1');
    const far = command.json(...query, '--goal', '1.2,0,0', '--seed', '1', '--clearance', '0.03');
    expect(far.isProven).toBe(true);
    expect(far.path.length).toBeGreaterThan(near.path.length);
    expect(far.clearance).toBeGreaterThan(near.clearance);
  });

  it('warns of links that only the SRDF has, and names options that need a number', () => {
    command.write('arm.srdf', '<robot name="arm"><disable_collisions link1="a" link2="hand"/></robot>');
    const { status, stderr } = command.run(...query, '--goal', '0.2,0,0', '--srdf', 'arm.srdf');
    expect(status).toBe(0);
    expect(stderr).toContain('warning the SRDF has rules for the link "hand", which the robot does not have');
    const wrong = command.run(...query, '--goal', '0.2,0,0', '--time-limit', 'x');
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('--time-limit needs a number.');
  });

  it(
    'shows its progress in a terminal, and ends at once on Ctrl-C',
    needs(process.platform !== 'win32', 'signals, which Windows does not have'),
    async () => {
      command.write('terminal.cjs', 'process.stderr.isTTY = true;');
      const environment = { NODE_OPTIONS: `--require ${command.path('terminal.cjs')}`, NO_COLOR: '1' };
      const words = [...query, '--goal', '1.2,0,0', '--planner', 'anytime', '--time-limit', '3600', '--csv'];
      const child = command.start([...words, '--max-iterations', '1000000000'], environment);
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (data) => {
        stdout += data;
      });
      // The second bar shows that the search redraws its bar, although it does not return to the event loop.
      const redrawn = new Promise<void>((resolve) => {
        child.stderr.on('data', (data) => {
          stderr += data;
          if ((stderr.match(/\d configurations/g)?.length ?? 0) > 1) resolve();
        });
      });
      await redrawn;
      child.kill('SIGINT');
      expect(await once(child, 'close')).toEqual([130, null]);
      expect(stdout).toBe('');
      // Every text replaces the line before it.
      const [before, bar, ...rest] = stderr.split('\r\x1b[K');
      expect(before).toBe('');
      expect(bar).toMatch(/^░{24} 0 % {2}\d+ configurations, length [\d.]+, \d+ s left$/);
      expect(rest.at(-1)).toBe('proximal: ended by Ctrl-C\n');
    },
  );
});
