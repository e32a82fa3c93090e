// `proximal query --batch` as installed: answers in the order of the lines, whatever the number of workers.
import { existsSync } from 'node:fs';
import { box, distance, sphere } from 'proximal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackedCommand } from '../support/packed-command.ts';

let command: PackedCommand;

/** A problem on one line. */
const problem = (x: number, fields: object = {}): string =>
  JSON.stringify({
    format: 'proximal-problem',
    version: 1,
    a: { shape: box(1, 1, 1).toJSON() },
    b: { shape: sphere(1).toJSON(), pose: { position: [x, 0.2, 0] } },
    query: 'distance',
    ...fields,
  });

const plane = JSON.stringify({
  format: 'proximal-problem',
  version: 1,
  dimension: 2,
  a: { shape: { version: 1, kind: 'box', hx: 1, hy: 1 } },
  b: { shape: { version: 1, kind: 'circle', radius: 1 }, pose: { position: [4, 0] } },
  query: 'collide',
});

beforeAll(() => {
  command = new PackedCommand();
  const distances = Array.from({ length: 200 }, (_, k) => problem(2.5 + k / 100));
  command.write(
    'problems.jsonl',
    `${[...distances, '', plane, problem(1.5, { query: 'signedDistance' })].join('\n')}\n`,
  );
  command.write('bad.jsonl', `${problem(3)}\n\n${problem(3, { query: 'nearness' })}\n${problem(4)}\n`);
  command.write('wrong.jsonl', `${problem(3)}\n${problem(4, { expected: { value: 1 } })}\n`);
});

afterAll(() => command?.remove());

describe('query --batch', () => {
  it('prints the answers in order, with the bits of single queries', () => {
    const [one, three] = ['1', '3'].map((workers) =>
      command.run('query', '--batch', 'problems.jsonl', '--workers', workers),
    );
    expect(one.status).toBe(0);
    expect(one.stdout).toBe(three.stdout);
    const answers = one.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.length).toBe(202);
    for (let k = 0; k < 200; k += 50) {
      const single = distance(box(1, 1, 1), {}, sphere(1), { position: [2.5 + k / 100, 0.2, 0] });
      expect(answers[k]).toMatchObject({ line: k + 1, query: 'distance', value: single.distance, status: 'separated' });
      expect(answers[k].normal).toEqual(single.normal);
    }
    expect(answers[200]).toMatchObject({ line: 202, query: 'collide', value: false });
    expect(answers[201]).toMatchObject({ line: 203, query: 'signedDistance', value: -0.5, status: 'overlapping' });
    expect(three.stderr).toMatch(
      /^202 queries, 3 workers, [\d.]+ s, \d+ queries per second: 200 separated, 1 false, 1 overlapping\n$/,
    );
  });

  it('writes a table, with a number of workers chosen by itself', () => {
    expect(command.run('query', '--batch', 'problems.jsonl', '--out', 'answers.csv').stdout).toBe('');
    const lines = command.lines('answers.csv');
    expect(lines.length).toBe(203);
    expect(lines[0]).toBe(
      'line,query,value,status,lower,upper,pointA.x,pointA.y,pointA.z,pointB.x,pointB.y,pointB.z,normal.x,normal.y,normal.z',
    );
    expect(lines[1]).toMatch(/^1,distance,0\.5,separated,/);
    expect(lines[201]).toMatch(/^202,collide,false,/);
    expect(lines[202]).toMatch(/^203,signedDistance,-0\.5,overlapping,/);
  });

  it('names the file and the line of an error, and writes nothing', () => {
    const { status, stdout, stderr } = command.run('query', '--batch', 'bad.jsonl', '--out', 'bad.csv');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('bad.jsonl, line 3: query is "nearness"; in space give one of distance');
    expect([existsSync(command.path('bad.csv')), command.drafts()]).toEqual([false, []]);
    expect(command.run('query', '--batch', 'bad.jsonl').stdout).toBe('');
    const failed = command.run('query', '--batch', 'wrong.jsonl', '--out', 'wrong.jsonl.out.jsonl');
    expect(failed).toMatchObject({ status: 1 });
    expect(failed.stderr).toContain('1 of 2 answers are wrong; line 2:');
    expect(command.lines('wrong.jsonl.out.jsonl').length).toBe(2);
  });

  it('rejects options that do not belong together', () => {
    for (const [words, message] of [
      [
        ['query', '--batch', 'problems.jsonl', '--workers', '0'],
        '--workers 0: give auto, or a whole number from 1 to 1024.',
      ],
      [['query', '--batch', 'problems.jsonl', '--margin', '1'], '--margin belongs into the problems of --batch'],
      [['query', 'box:1,1,1', 'sphere:1', '--workers', '2'], '--workers is for --batch'],
      [['query', '--batch', 'problems.jsonl', 'sphere:1'], '--batch takes one file'],
      [['query', '--batch', 'problems.jsonl', '--out', 'a.txt'], 'give a name that ends in .csv or .jsonl'],
    ] as const)
      expect(command.run(...words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
