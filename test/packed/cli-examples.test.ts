// Runs every example of the command: in the help of each command, in its README and in the documentation.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/folders.ts';
import { cart, cube, cubePly, door, PackedCommand, runAll } from '../support/packed-command.ts';
import { type Output, tryNode } from '../support/run.ts';

/** Wide enough that no example is broken into lines. */
const wide = { COLUMNS: '400' };
/** The command in the clone, for benchmarks and fuzzers, which are not in the package. */
const inClone = join(root, 'packages/proximal/bin/proximal.mjs');

let command: PackedCommand;

beforeAll(() => {
  command = new PackedCommand();
  for (const name of ['cup.obj', 'mug.obj', 'problem-a.obj']) command.write(name, cube);
  command.write('scan.ply', cubePly);
  command.write('robot.urdf', door);
  command.write('robot.srdf', '<robot name="door"/>');
  command.write('robot.xml', cart);
  command.write('stand.mjs', 'export default ({ v }) => v.map((speed) => -speed);');
  const box = { version: 1, kind: 'box', hx: 0.1, hy: 0.1, hz: 0.1 };
  const shelf = { name: 'shelf', shape: box, pose: { position: [-1, 0, 1] }, static: true };
  command.write('shelf.json', JSON.stringify({ format: 'proximal-simulation', version: 1, bodies: [shelf] }));
  expect(command.run('hull', 'cup.obj', '--out', 'cup.stl').status).toBe(0);
  expect(command.run('simulate', 'bouncing-ball', '-s', '0.01', '--save', 'scene.json').status).toBe(0);
  const words = ['query', 'box:1,1,1', 'sphere:1', '--pose-b', '1.5,0,0', '-q', 'signed', '--save', 'problem.json'];
  expect(command.run(...words).status).toBe(0);
  command.write('problems.jsonl', JSON.stringify(JSON.parse(command.read('problem.json'))));
});

afterAll(() => command?.remove());

/** All commands that the help lists. */
const commands = [...tryNode(root, [inClone, '--help'], wide).stdout.matchAll(/^ {2}proximal (\w+)/gm)].map(
  ([, name]) => name,
);
/** The format of the help: two spaces, the command line, more spaces, the explanation. */
const examplesIn = ({ stdout }: Output): string[] =>
  [...stdout.matchAll(/^ {2}(proximal .*?)(?: {2,}.*)?$/gm)].map(([, line]) => line);
const helps = runAll(
  root,
  inClone,
  commands.map((name) => [name, '--help']),
  wide,
);
const fromHelp = new Map(commands.map((name, k) => [name, examplesIn(helps[k])]));

const pages = ['README.md', 'packages/cli/README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
/** Lines of shell snippets, and commands within the text. */
const fromPages = pages
  .filter((page) => page.endsWith('.md') && existsSync(join(root, page)))
  .flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => block.split('\n'));
    const inline = [...text.matchAll(/`((?:npx )?proximal [a-z]+ [^`]+)`/g)].map(([, line]) =>
      line.replaceAll(/\s+/g, ' '),
    );
    return [...blocks, ...inline].map((line) => line.replace(/\s+#.*$/, ''));
  })
  .filter((line) => /^(npx )?proximal /.test(line))
  .map((line) => line.replace(/^npx /, ''));

describe('the examples', () => {
  it('exist for every command', () => {
    expect(commands).toEqual(
      expect.arrayContaining([
        'query',
        'hull',
        'decompose',
        'info',
        'simulate',
        'plan',
        'cluster',
        'bench',
        'fuzz',
        'studio',
      ]),
    );
    for (const [name, examples] of fromHelp) if (name !== 'completion') expect(examples, name).not.toEqual([]);
    expect(fromPages.length).toBeGreaterThan(8);
  });

  const lines = [...new Set([...[...fromHelp.values()].flat(), ...fromPages])];
  const packaged = lines.filter((line) => !/^proximal (studio|bench|fuzz|cluster|merge)\b/.test(line));
  const isRedirected = (line: string): boolean => line.includes(' < ');
  const plain = packaged.filter((line) => !isRedirected(line));
  let outputs: Output[] = [];
  beforeAll(() => {
    outputs = command.runAll(plain.map((line) => line.split(' ').slice(1)));
  });
  it.each(plain.map((line, k) => [line, k] as const))('%s', (line, k) => {
    // A batch prints its speed there.
    const stderr = line.includes('--batch') ? expect.stringMatching(/^1 query, \d+ workers?, /) : '';
    expect({ line, ...outputs[k] }).toMatchObject({ line, status: 0, stderr });
  });

  it.each(packaged.filter(isRedirected))('%s', async (line) => {
    const [, words, file] = /^proximal (.*?) < (\S+)$/.exec(line) ?? [];
    const output = await command.runWith(words.split(' '), { input: readFileSync(command.path(file)) });
    expect({ line, ...output }).toMatchObject({ line, status: 0, stderr: '' });
  });

  it.each(lines.filter((line) => /^proximal (bench|fuzz)\b/.test(line)))('in a clone: %s', (line) => {
    const { status, stderr, stdout } = tryNode(command.folder, [inClone, ...line.split(' ').slice(1)]);
    expect({ line, status, stderr }).toMatchObject({ line, status: 0 });
    expect(stdout).not.toBe('');
  });

  it.each(lines.filter((line) => /^proximal studio\b/.test(line)))('until Ctrl-C: %s', async (line) => {
    // Any free port, since the port of the example may be in use.
    const words = line
      .replace(/--port \d+/, '--port 0')
      .split(' ')
      .slice(1);
    const child = command.start(words, { CI: 'true' });
    const ended = new Promise((resolve) => child.on('exit', (status) => resolve(status)));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
