// Signals to the `proximal` command as installed: Ctrl-C completes the files that are being written, other signals leave
// none.
import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../../packages/proximal/test/needs.ts';
import { heavySimulation } from '../support/heavy-simulation.ts';
import { cube, PackedCommand } from '../support/packed-command.ts';

let command: PackedCommand;

beforeAll(() => {
  command = new PackedCommand();
});

afterAll(() => command?.remove());

const ended = (child: ChildProcess): Promise<number | string | null> =>
  new Promise((resolve) => child.on('exit', (status, signal) => resolve(status ?? signal)));
/** Waits until the command has written its first row. */
const begun = (): Promise<void> =>
  expect.poll(() => command.drafts().some((file) => statSync(command.path(file)).size > 0)).toBe(true);

it('Ctrl-C finishes the files that are being written', async () => {
  command.write('long.csv', 'old');
  const words = [
    'simulate',
    'funnel',
    '-s',
    '1e6',
    '-o',
    'long.csv',
    '--contacts',
    'long.jsonl',
    '--snapshot',
    'long.snapshot',
  ];
  const child = command.start(words);
  const end = ended(child);
  await begun();
  // Until then the old file is kept.
  expect(command.read('long.csv')).toBe('old');
  child.kill('SIGINT');
  expect(await end).toBe(130);
  expect(command.drafts()).toEqual([]);
  const rows = command.read('long.csv').split('\n');
  expect(rows.at(-1)).toBe('');
  const widths = new Set(rows.slice(0, -1).map((row) => row.split(',').length));
  expect([...widths]).toEqual([7 + 26]);
  for (const line of command.lines('long.jsonl')) if (line !== '') JSON.parse(line);
  expect(command.run('simulate', 'long.snapshot', '-s', '0.01').status).toBe(0);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s takes effect within a step',
  needs(process.platform !== 'win32', 'signals, which Windows does not have'),
  async (signal, code) => {
    command.write('heavy.json', heavySimulation());
    const log = `${signal}.csv`;
    const child = command.start(['simulate', 'heavy.json', '-o', '-', '--json', '--contacts', log]);
    const end = ended(child);
    // The first row is the initial state; the first step follows.
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(command.drafts()).toHaveLength(1);
    child.kill(signal);
    expect(await end).toBe(code);
    expect(command.drafts()).toEqual([]);
    expect(existsSync(command.path(log))).toBe(signal === 'SIGINT');
    if (signal === 'SIGINT') expect(command.lines(log)).toEqual([expect.stringMatching(/^time,a,b,/)]);
  },
);

it('Ctrl-C ends a command that waits for its input', needs(process.platform !== 'win32', 'signals'), async () => {
  // A thread blocked in a system call can be ended only with the process.
  const child = command.start(['simulate', '-', '--contacts', 'waiting.csv']);
  const end = ended(child);
  // More than the buffer of a pipe, so that writing waits for the command to read.
  child.stdin.write(' '.repeat(1 << 20));
  await expect.poll(() => child.stdin.writableLength).toBe(0);
  child.kill('SIGINT');
  expect([130, 'SIGINT']).toContain(await end);
  expect(command.drafts()).toEqual([]);
});

it('Ctrl-C leaves no file if writing has not begun', async () => {
  command.write('parts.obj', 'old');
  // Decomposing a torus of 22,500 vertices takes seconds.
  const rings = Array.from({ length: 150 }, (_, i) =>
    Array.from({ length: 150 }, (_, j) => {
      const [u, v] = [(i * 2 * Math.PI) / 150, (j * 2 * Math.PI) / 150];
      return `v ${(2 + Math.cos(v)) * Math.cos(u)} ${(2 + Math.cos(v)) * Math.sin(u)} ${Math.sin(v)}`;
    }),
  ).flat();
  const at = (i: number, j: number): number => 150 * (i % 150) + (j % 150) + 1;
  const faces = rings.map((_, k) => {
    const [i, j] = [Math.floor(k / 150), k % 150];
    return `f ${at(i, j)} ${at(i + 1, j)} ${at(i + 1, j + 1)} ${at(i, j + 1)}`;
  });
  command.write('ring.obj', [...rings, ...faces, ''].join('\n'));
  // The progress bar shows that it has started.
  command.write('watched.cjs', 'process.stderr.isTTY = true;');
  const environment = { NODE_OPTIONS: `--require ${command.path('watched.cjs')}` };
  const child = command.start(['decompose', 'ring.obj', '-o', 'parts.obj', '--max-parts', '64'], environment);
  const end = ended(child);
  await new Promise((resolve) => child.stderr.once('data', resolve));
  child.kill('SIGINT');
  expect(await end).toBe('SIGINT');
  expect(command.read('parts.obj')).toBe('old');
  expect(command.drafts()).toEqual([]);
});

it('Ctrl-C waits for a file that is being written', async () => {
  // The signal is sent from within the write call.
  const hook = `const fs = require('node:fs'); const write = fs.writeFileSync;
    fs.writeFileSync = (...words) => { process.kill(process.pid, 'SIGINT'); write(...words); };
    require('node:module').syncBuiltinESMExports();`;
  command.write('hook.cjs', hook);
  command.write('cup.obj', cube);
  const words = ['hull', 'cup.obj', '-o', 'interrupted.obj'];
  const { status } = await command.runWith(words, {
    environment: { NODE_OPTIONS: `--require ${command.path('hook.cjs')}` },
  });
  expect(status).toBe(130);
  expect(command.read('interrupted.obj').match(/^f /gm)).toHaveLength(12);
  expect(command.drafts()).toEqual([]);
});

it('a command ends without a signal if the reader closes the pipe', async () => {
  const child = command.start(['simulate', 'funnel', '-s', '1e6', '--every', '0', '-o', '-']);
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const end = ended(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.stdout.destroy();
  expect(await end).toBe(0);
  expect(errors).toBe('');
});
