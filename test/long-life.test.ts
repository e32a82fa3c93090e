// Additions and removals leave nothing behind: no objects, no memory, no entries in a world's tables.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const program = `
import v8 from 'node:v8';
import { box, halfspace, setTarget, sphere } from 'proximal';
import { ModelBuilder } from 'proximal/dynamics';
import { World } from 'proximal/sim';
setTarget(process.env.TARGET);
const world = new World();
world.add(halfspace(), { type: 'static' });
for (let k = 0; k < 5; k++) world.add(box(0.1, 0.1, 0.1), { pose: { position: [k, 0, 0.1] } });
world.listen(() => {});
const ball = sphere(0.1);
const rod = { mass: 1, inertia: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01] };
const robot = new ModelBuilder({ name: 'robot' })
  .link('rod', rod)
  .joint('hinge', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0] })
  .geometry('rod', { shape: box(0.1, 0.1, 0.1) })
  .build();
/** Functions that add a body or a robot. Most of these fall on a sleeping box, so that contacts, warm starts and events come and go. */
const kinds = [
  (k) => world.add(ball, { pose: { position: [k % 5, 0, 0.29] }, mass: 1, material: { friction: 0.5 } }),
  (k) => world.add(sphere(0.1), { pose: { position: [k % 5, 0, 0.29] }, name: 'ball ' + k }),
  (k) => world.add(box(0.1, 0.1, 0.1), { pose: { position: [k % 5, 0, 0.29] }, type: 'static', sensor: k % 2 === 0 }),
  () => world.add(box(0.1, 0.1, 0.1), { pose: { position: [0, 2, 0] }, type: 'kinematic' }),
  (k) => world.add(robot, { name: 'robot ' + k }),
];
const addAndRemove = (from, to) => {
  for (let k = from; k < to; k++) {
    const handle = kinds[k % kinds.length](k);
    if (k % 3 === 0) world.step();
    handle.remove();
  }
  world.setState({});
  for (let k = 0; k < 150; k++) world.step();
};
const measure = () => {
  gc();
  const kinds = { Float64Array, Int32Array, Uint8Array, Map, Set };
  const counts = Object.entries(kinds).map(([name, kind]) => [name, v8.queryObjects(kind, { format: 'count' })]);
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { ...Object.fromEntries(counts), bytes: heapUsed + external + arrayBuffers };
};
addAndRemove(0, 300);
const before = measure();
addAndRemove(300, 1300);
console.log(JSON.stringify({ before, after: measure() }));
`;

type Counts = Readonly<Record<string, number>>;

it.each(['js', 'wasm'])(
  '1,000 bodies and robots that come and go leave nothing behind: %s',
  (target) => {
    const args = ['--expose-gc', '--input-type=module', '--eval', program];
    const env = { ...process.env, TARGET: target };
    const text = execFileSync(process.execPath, args, { encoding: 'utf8', env });
    const { before, after }: { before: Counts; after: Counts } = JSON.parse(text);
    // The state at the end differs a little: which boxes sleep, and with which contacts. Each kind is added 200 times.
    for (const kind of Object.keys(before).filter((name) => name !== 'bytes'))
      expect(Math.abs(after[kind] - before[kind]), kind).toBeLessThan(50);
    // The optimizing compiler's code grows by a megabyte or two.
    expect(after['bytes'] - before['bytes']).toBeLessThan(3e6);
  },
  120_000,
);
