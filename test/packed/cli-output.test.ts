// Output files: devices, links, file modes and signals. Printed text: untrusted names, and a full device.

import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../packages/proximal/test/needs.ts';
import { cube, PackedCommand } from '../support/packed-command.ts';

const needsDevices = needs(
  process.platform !== 'win32',
  'devices, file modes and signals, which Windows does not have',
);

let command: PackedCommand;

beforeAll(() => {
  command = new PackedCommand();
  command.write('cup.obj', cube);
});

afterAll(() => command?.remove());

/** The temporary files of an output file. */
const drafts = (name: string): string[] =>
  readdirSync(command.folder).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.tmp'));
const save = (path: string) => command.run('query', 'box:1,1,1', 'sphere:1', '--save', path);

describe('a file that is written', needsDevices, () => {
  it('goes directly to a device, which is not replaced', () => {
    expect(save('/dev/null').status).toBe(0);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('reports a full device in one line', () => {
    const { status, stderr } = save('/dev/full');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'proximal: /dev/full cannot be written: the disk is full\n',
    });
  });

  it('keeps the mode of the file that it replaces', () => {
    command.write('secret.json', '');
    chmodSync(command.path('secret.json'), 0o600);
    expect(save('secret.json').status).toBe(0);
    expect(statSync(command.path('secret.json')).mode & 0o777).toBe(0o600);
  });

  it('goes to the target of a link, which is not replaced', () => {
    mkdirSync(command.path('elsewhere'));
    command.write('elsewhere/real.json', 'old');
    symlinkSync('elsewhere/real.json', command.path('link.json'));
    expect(save('link.json').status).toBe(0);
    expect(lstatSync(command.path('link.json')).isSymbolicLink()).toBe(true);
    expect(command.read('elsewhere/real.json')).toContain('proximal-problem');
    expect(readdirSync(command.path('elsewhere'))).toEqual(['real.json']);
  });

  it('is not shared by two outputs, by any spelling of its path', () => {
    symlinkSync('.', command.path('here'));
    const words = ['simulate', 'falling-box', '--seconds', '0.1', '--out', 'run.csv'];
    for (const [option, path] of [
      ['contacts', './run.csv'],
      ['contacts', 'here/run.csv'],
      ['snapshot', `${command.folder}/run.csv`],
      ['save', 'here/../run.csv'],
    ]) {
      const { status, stderr } = command.run(...words, `--${option}`, path);
      expect({ status, stderr }).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`--out and --${option} have the same destination`),
      });
    }
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('leaves no temporary file after %s', async (signal) => {
    const file = `${signal}.csv`;
    const child = command.start(['simulate', 'falling-box', '--seconds', '1e6', '--out', file]);
    await expect.poll(() => drafts(file)).toHaveLength(1);
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(signal === 'SIGTERM' ? 143 : 129);
    expect(drafts(file)).toEqual([]);
  });
});

describe('printed text', () => {
  const name = 'b\u001b[2J\u0007\u202e=ox';
  const bodies = [{ name, shape: { version: 1, kind: 'sphere', radius: 1 } }];
  const simulation = { format: 'proximal-simulation', version: 1, bodies, robots: [] };

  it('escapes control characters of names', () => {
    command.write('names.json', JSON.stringify(simulation));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
    const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;
    for (const words of [
      ['info', 'names.json'],
      ['info', 'names.json', '--json'],
      ['simulate', 'names.json', '--seconds', '0.01'],
      ['info', 'no\u001b[2Jfile.obj'],
    ]) {
      const { stdout, stderr } = command.run(...words);
      expect(stdout + stderr, words.join(' ')).not.toMatch(controlCharacters);
    }
    expect(JSON.stringify(command.json('info', 'names.json'))).toContain('\\u001b[2J');
  });

  it('ends with a message of one line if standard output is full', needsDevices, async () => {
    const { openSync } = await import('node:fs');
    const { spawnSync } = await import('node:child_process');
    const { status, stderr } = spawnSync(process.execPath, [command.program, 'query', 'box:1,1,1', 'sphere:1'], {
      cwd: command.folder,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'proximal: standard output cannot be written: the disk is full\n',
    });
  });

  it('contains no cell that a spreadsheet takes for a formula', () => {
    const formula = { ...simulation, bodies: [{ ...bodies[0], name: '=cmd()' }] };
    command.write('formula.json', JSON.stringify(formula));
    expect(command.run('simulate', 'formula.json', '--seconds', '0.01', '--out', 'cells.csv').status).toBe(0);
    expect(command.read('cells.csv').split('\n')[0].split(',')).not.toContainEqual(expect.stringMatching(/^=/));
    expect(command.read('cells.csv')).toContain("'=cmd().x");
  });
});
