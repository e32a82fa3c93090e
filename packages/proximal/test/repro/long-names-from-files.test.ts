// Error messages contained names from files at full length, with their control characters, and OBJ meshes had names longer than the limit.
import { expect, it } from 'vitest';
import { seal } from '../../src/check/sealed.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { fromJSON } from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import { answerProblem, readProblem } from '../../src/problem/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { readSimulation } from '../../src/sim/index.ts';

const long = 'x'.repeat(100_000);
const ball = { version: 1, kind: 'sphere', radius: 1 };
const problem = { format: 'proximal-problem', version: 1, query: 'distance', a: { shape: ball }, b: { shape: ball } };

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

it.each<[string, (name: string) => unknown]>([
  ['a shape', (name) => fromJSON({ ...ball, [name]: 1 } as never)],
  ['a problem', (name) => readProblem({ ...problem, [name]: 1 })],
  ['options of a query', (name) => answerProblem(readProblem({ ...problem, options: { [name]: 1 } }))],
  ['a simulation', (name) => readSimulation({ format: 'proximal-simulation', version: 1, [name]: 1 })],
])('the message about an unknown field of %s truncates its name', (_what, read) => {
  expect(messageOf(() => read('color'))).toMatch(/\.color is 1/);
  expect(messageOf(() => read(long))).toMatch(/\["x{40}…"\] is 1/);
  expect(messageOf(() => read(long)).length).toBeLessThan(1000);
  expect(messageOf(() => read('\u001b[2J'))).toContain(String.raw`["\u001b[2J"] is 1`);
});

it('the names of OBJ objects and groups are truncated to 256 characters', () => {
  const [mesh] = readObj(`o ${long}\ng ${long}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n`);
  expect(mesh.name).toBe('x'.repeat(256));
});

it.each([{ broadPhase: long }, { nextId: long }, { bodies: [{ id: long }] }, { bodies: [{ id: 0, shape: long }] }])(
  'the message about a string in place of a number in a snapshot truncates it',
  (content) => {
    const json = JSON.stringify({ nextId: 1, shapes: [], bodies: [], ...content });
    const bytes = seal({ letters: 'proximal', version: 1, what: '', source: '' }, new TextEncoder().encode(json));
    expect(messageOf(() => Scene.restore(bytes))).toMatch(/are not a valid.*"x{40}…"/);
    expect(messageOf(() => Scene.restore(bytes)).length).toBeLessThan(1000);
  },
);

it('the message about a link or joint truncates its name', () => {
  const build = (name: string): unknown =>
    new ModelBuilder()
      .link(name, { mass: 1, inertia: [1, 1, 1] })
      .joint(name, { kind: 'revolute', axis: [0, 0, 1], parent: 'nowhere', child: name })
      .build();
  expect(messageOf(() => build('elbow'))).toContain('"elbow"');
  expect(messageOf(() => build(long))).toMatch(/"x{40}…"/);
  expect(messageOf(() => build(long)).length).toBeLessThan(1000);
});
