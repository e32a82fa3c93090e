// Queries of a Pair do not grow the heap, in 3D and 2D. Contact solvers and dynamics allocate no arrays. Steps of simulations and checks of
// configurations allocate little.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The JSON that a program prints. The young generation has 64 MB, so that no collection runs while allocations are counted. */
function run(text: string, flags: readonly string[] = []): unknown {
  const heap = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
  const args = ['--expose-gc', ...heap, ...flags, '--input-type=module', '--eval', text];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

const program = `
import { box, convex, ellipsoid, Pair, setTarget } from 'proximal';
import { Rng } from 'proximal/math';
const rng = new Rng(1);
const hull = convex(Array.from({ length: 60 }, () => rng.direction()));
const growth = {};
const derivatives = [
  { estimator: 'gumbel', withRespectTo: 'both' },
  { estimator: 'exact' },
  { estimator: 'gaussian', samples: 4 },
];
for (const target of ['wasm', 'js']) {
  setTarget(target);
  const pairs = [new Pair(box(1, 1, 1), hull), new Pair(ellipsoid(1, 2, 3), box(1, 2, 1), { algorithm: 'nesterov' })];
  // Both are strictly convex, so that the growth distance starts from the last normal.
  const round = new Pair(ellipsoid(1, 2, 3), ellipsoid(1, 1.5, 0.5));
  round.setGrowth({ warmStart: 'dual' });
  // Changed options are checked again, so there is one pair per estimator.
  const smooth = derivatives.map((options) => [new Pair(box(1, 1, 1), hull), options]);
  const byGrowth = new Pair(box(1, 1, 1), hull, { algorithm: 'growth' });
  const poseA = new Float64Array([0, 0, 0, 0, 0, 0, 1]);
  const poseB = new Float64Array([3, 0, 0, 0, 0, 0, 1]);
  const runQuery = (count) => {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      poseB[0] = 3 + 0.5 * Math.sin(k);
      poseB[1] = Math.cos(k);
      for (const pair of pairs) sum += pair.distance(poseA, poseB).distance + (pair.collide(poseA, poseB) ? 1 : 0);
      poseB[0] -= 1.8;
      // One certified query for every ten incremental ones, since EPA takes most of the time.
      if (k % 10 === 0) sum += pairs[0].signedDistance(poseA, poseB).distance;
      sum += pairs[0].penetration(poseA, poseB).depth;
      for (const pair of pairs) sum += pair.growthDistance(poseA, poseB).growth;
      sum += round.growthDistance(poseA, poseB).growth + (byGrowth.collide(poseA, poseB) ? 1 : 0);
      if (k % 10 === 0) for (const [pair, options] of smooth) sum += pair.differentiate(poseA, poseB, options).distance[0];
    }
    return sum;
  };
  // Functions may allocate until the optimizing compiler has finished, so the first round without growth is taken.
  for (let k = 0; k < 8; k++) runQuery(5000);
  growth[target] = Infinity;
  for (let round = 0; round < 10 && growth[target] > 1e6; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    runQuery(115_000); // nine queries each
    // V8 boxes numbers that JavaScript functions return, but not numbers that WebAssembly functions return.
    if (target === 'js') gc();
    growth[target] = process.memoryUsage().heapUsed - before;
  }
}
console.log(JSON.stringify(growth));
`;

const planeProgram = `
import { box, Pair, polygon, rounded, setTarget } from 'proximal/2d';
const ring = Array.from({ length: 24 }, (_, k) => [Math.cos(k), Math.sin(k)]);
const growth = {};
for (const target of ['wasm', 'js']) {
  setTarget(target);
  const pairs = [new Pair(box(1, 1), polygon(ring)), new Pair(rounded(box(1, 2), 0.1), box(1, 1), { guess: 'bounds' })];
  const poseA = Float64Array.of(0, 0, 1, 0);
  const poseB = Float64Array.of(3, 0, 0.8, 0.6);
  const runQuery = (count) => {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      poseB[0] = 2 + 1.5 * Math.sin(k);
      poseB[1] = Math.cos(k);
      for (const pair of pairs) {
        sum += pair.distance(poseA, poseB).distance + (pair.collide(poseA, poseB) ? 1 : 0);
        sum += pair.signedDistance(poseA, poseB).distance + pair.growthDistance(poseA, poseB).growth;
      }
    }
    return sum;
  };
  for (let k = 0; k < 8; k++) runQuery(5000);
  growth[target] = Infinity;
  for (let round = 0; round < 10 && growth[target] > 1e6; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    runQuery(125_000); // eight queries each
    if (target === 'js') gc();
    growth[target] = process.memoryUsage().heapUsed - before;
  }
}
console.log(JSON.stringify(growth));
`;

const contactProgram = `
import { ContactSolution, contactSolvers, DenseMatrix, solve } from 'proximal/contact';
import { Rng } from 'proximal/math';
const rng = new Rng(1);
const size = 12;
const jacobian = Array.from({ length: size }, () => Array.from({ length: 6 }, () => rng.normal()));
const delassus = DenseMatrix.fromRows(jacobian.map((a) => jacobian.map((b) => a.reduce((s, x, k) => s + x * b[k], 0))));
const problem = { delassus, freeVelocity: new Float64Array(size), friction: new Float64Array(4).fill(0.5) };
let arrays = 0;
globalThis.Float64Array = new Proxy(Float64Array, {
  construct(target, args) {
    arrays++;
    return Reflect.construct(target, args);
  },
});
const growth = {};
const made = {};
for (const { name } of contactSolvers()) {
  const options = { solver: name, maxIterations: 20 };
 const solution = new ContactSolution();
  const runQuery = (count) => {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      for (let j = 0; j < size; j++) problem.freeVelocity[j] = Math.sin(k + j);
      sum += solve(problem, options, k % 3 === 0 ? undefined : solution, solution).iterations;
    }
    return sum;
  };
  runQuery(2000);
  const arraysBefore = arrays;
  growth[name] = Infinity;
  // Code that is being optimized is on the heap, too, so the first round without growth is taken.
  for (let round = 0; round < 10 && growth[name] > 1e5; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    runQuery(4000);
    // V8 boxes numbers passed between functions.
    gc();
    growth[name] = process.memoryUsage().heapUsed - before;
  }
  made[name] = arrays - arraysBefore;
}
console.log(JSON.stringify({ growth, made, first: arrays }));
`;

it('solves contact problems repeatedly without allocating arrays or growing the heap', () => {
  const { growth, made, first } = run(contactProgram) as {
    growth: Record<string, number>;
    made: Record<string, number>;
    first: number;
  };
  // The first solve into each solution allocates its workspace.
  expect(first).toBeGreaterThan(10);
  for (const [name, count] of Object.entries(made)) expect(count, name).toBe(0);
  for (const [name, bytes] of Object.entries(growth)) expect(bytes, name).toBeLessThan(1e5);
});

const dynamicsProgram = `
import * as dynamics from 'proximal/dynamics';
const { ModelBuilder, ConstraintRows, neutral } = dynamics;
const builder = new ModelBuilder();
const kinds = ['free-flyer', 'revolute', 'spherical', 'prismatic', 'helical', 'planar', 'continuous'];
kinds.forEach((kind, k) => {
  builder.link('link' + k, { mass: 1, centerOfMass: [0.1, 0.2, 0.3], inertia: [1, 1.1, 1.2] });
  const parent = k === 0 ? 'world' : 'link' + (k - 1);
  builder.joint('joint' + k, { kind, parent, child: 'link' + k, axis: [1, 2, 3 + k], placement: { position: [0.3, 0, 0] } });
});
const model = builder.build();
const data = model.createData();
const q = neutral(model);
const v = model.zeroVelocity().fill(0.2);
const a = model.zeroVelocity().fill(0.3);
const next = neutral(model);
const velocity = model.zeroVelocity();
const rows = new ConstraintRows(3);
for (let k = 0; k < 3; k++) rows.add(6, [0, 0, 0], -1, [0, 0, 0], [0, 1, 2, 3, 4, 5].map((i) => (i === k ? 1 : 0)));
const g = new Float64Array(9);
const pose = new Float64Array(7);
const calls = {
  inverseDynamics: (d) => d.inverseDynamics(model, data, q, v, a),
  forwardDynamics: (d) => d.forwardDynamics(model, data, q, v, a),
  massMatrix: (d) => d.massMatrix(model, data, q),
  inverseMassMatrix: (d) => d.inverseMassMatrix(model, data, q),
  coriolisMatrix: (d) => d.coriolisMatrix(model, data, q, v),
  inverseDynamicsDerivatives: (d) => d.inverseDynamicsDerivatives(model, data, q, v, a),
  forwardDynamicsDerivatives: (d) => d.forwardDynamicsDerivatives(model, data, q, v, a),
  frameVelocityDerivatives: (d) => d.frameVelocityDerivatives(model, data, q, v, 3),
  centroidalMomentum: (d) => d.centroidalMomentum(model, data, q, v),
  centerOfMassJacobian: (d) => d.centerOfMassJacobian(model, data, q),
  frameJacobian: (d) => d.frameJacobian(model, data, 3, 'world'),
  framePose: (d) => d.framePose(model, data, 3, pose),
  integrate: (d) => d.integrate(model, q, v, next),
  difference: (d) => d.difference(model, q, next, velocity),
  delassus: (d) => d.delassus(model, data, rows, g),
};
let arrays = 0;
globalThis.Float64Array = new Proxy(Float64Array, {
  construct(target, args) {
    arrays++;
    return Reflect.construct(target, args);
  },
});
const growth = {};
const made = {};
for (const [name, call] of Object.entries(calls)) {
  for (let k = 0; k < 5000; k++) call(dynamics);
  const arraysBefore = arrays;
  growth[name] = Infinity;
  for (let round = 0; round < 10 && growth[name] > 1e5; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < 4000; k++) call(dynamics);
    gc();
    growth[name] = process.memoryUsage().heapUsed - before;
  }
  made[name] = arrays - arraysBefore;
}
model.createData();
console.log(JSON.stringify({ growth, made, arrays }));
`;

it('computes dynamics without allocating arrays or growing the heap', () => {
  const { growth, made, arrays } = run(dynamicsProgram) as {
    growth: Record<string, number>;
    made: Record<string, number>;
    arrays: number;
  };
  // The arrays of the last `createData` are counted, so that the counter is known to work.
  expect(arrays).toBeGreaterThan(20);
  for (const [name, count] of Object.entries(made)) expect(count, name).toBe(0);
  for (const [name, bytes] of Object.entries(growth)) expect(bytes, name).toBeLessThan(1e5);
});

it.each(Object.entries({ '3D': program, '2D': planeProgram }))(
  'makes a million queries in %s without growing the heap by a megabyte',
  (_name, text) => {
    const growth = run(text) as Record<string, number>;
    expect(growth['wasm']).toBeLessThan(1e6);
    expect(growth['js']).toBeLessThan(1e6);
  },
);

const simulationProgram = `
import { makeSimulation, startSimulation } from 'proximal/sim';
const bytes = {};
for (const [name, options, warm, steps] of [
  ['stack', {}, 600, 100],
  ['polytopes', {}, 400, 30],
  ['polytopes', { collision: 'growth' }, 400, 30],
]) {
  const simulation = makeSimulation(name);
  const { simulator } = startSimulation({ ...simulation, options: { ...simulation.options, ...options } });
  for (let k = 0; k < warm; k++) simulator.step();
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < steps; k++) simulator.step();
    const grown = process.memoryUsage().heapUsed - before;
    least = Math.min(least, grown / steps / simulator.report().contacts.length);
  }
  bytes[[name, ...Object.values(options)].join(' by ')] = Math.round(least);
}
console.log(JSON.stringify(bytes));
`;

it('steps bodies at rest and tumbling bodies without objects for their contacts', () => {
  const bytes = run(simulationProgram) as Record<string, number>;
  // Bytes per contact and step; with objects for contacts there were 2600, 4000 and 5900. The rest are lists of pairs and islands, numbers that V8
  // boxes between functions, and the vectors of growth contacts.
  expect(bytes['stack']).toBeLessThan(400);
  expect(bytes['polytopes']).toBeLessThan(400);
  expect(bytes['polytopes by growth']).toBeLessThan(1800);
});

const triangleProgram = `
import { box, sphere } from 'proximal';
import { heightField, Scene, triangleMesh } from 'proximal/scene';
import { freeBody, Simulator } from 'proximal/sim';
const side = 8;
const [vertices, triangles, heights] = [[], [], []];
for (let y = 0; y <= side; y++)
  for (let x = 0; x <= side; x++) {
    vertices.push(x - 4, y - 4, 0);
    heights.push(0);
    const k = y * (side + 1) + x;
    if (x < side && y < side) triangles.push(k, k + 1, k + side + 2, k, k + side + 2, k + side + 1);
  }
const grounds = {
  mesh: triangleMesh(vertices, triangles),
  field: heightField(heights, { columns: side + 1, rows: side + 1, spacing: 1 }),
};
const bytes = {};
for (const [ground, geometry] of Object.entries(grounds))
  for (const [name, shape] of Object.entries({ boxes: box(0.4, 0.4, 0.4), spheres: sphere(0.4) })) {
    const scene = new Scene();
    scene.add(geometry, {}, { static: true });
    const position = (k) => [2 * (k % 3) - 1.9, 2 * Math.floor(k / 3) - 1.8, 0.4];
    const models = Array.from({ length: 9 }, (_, k) => freeBody(shape, { pose: { position: position(k) } }));
    const simulator = new Simulator({ models, scene });
    for (let k = 0; k < 300; k++) simulator.step();
    let least = Infinity;
    for (let round = 0; round < 5; round++) {
      gc();
      const before = process.memoryUsage().heapUsed;
      for (let k = 0; k < 60; k++) simulator.step();
      const grown = process.memoryUsage().heapUsed - before;
      least = Math.min(least, grown / 60 / simulator.report().contacts.length);
    }
    bytes[name + ' on ' + ground] = Math.round(least);
  }
console.log(JSON.stringify(bytes));
`;

it('steps bodies on triangles without objects for each triangle', () => {
  const bytes = run(triangleProgram) as Record<string, number>;
  // Bytes per contact and step; with objects for triangles there were 7400, 12400, 15100 and 41800. A body is near several triangles for each
  // contact, and a step takes about 400 bytes per body.
  expect(bytes['boxes on mesh']).toBeLessThan(1200);
  expect(bytes['spheres on mesh']).toBeLessThan(2600);
  expect(bytes['boxes on field']).toBeLessThan(1000);
  expect(bytes['spheres on field']).toBeLessThan(2200);
});

const planningProgram = `
import { box, capsule, convex } from 'proximal';
import { ModelBuilder, randomConfiguration } from 'proximal/dynamics';
import { Rng } from 'proximal/math';
import { RobotCell } from 'proximal/planning';
import { Scene } from 'proximal/scene';
const rng = new Rng(1);
const builder = new ModelBuilder();
for (let k = 0; k < 5; k++)
  builder
    .link('link' + k, { mass: 1, inertia: [1, 1, 1] })
    .joint('joint' + k, { kind: 'revolute', parent: k === 0 ? 'world' : 'link' + (k - 1), child: 'link' + k,
      placement: { position: [0, 0, k === 0 ? 0 : 0.4] }, axis: k % 2 === 0 ? [0, 0, 1] : [0, 1, 0], lower: -2, upper: 2 })
    .geometry('link' + k, { shape: k === 2 ? convex(Array.from({ length: 60 }, () => rng.direction().map((x) => 0.15 * x))) : capsule(0.05, 0.1), pose: { position: [0, 0, 0.2] } });
const scene = new Scene();
for (let k = 0; k < 6; k++) scene.add(box(0.2, 0.1, 0.05), { position: rng.direction(), rotation: rng.rotation() });
const cell = new RobotCell({ model: builder.build(), scene });
const many = Array.from({ length: 1000 }, () => randomConfiguration(cell.model, rng));
let free = 0;
const check = (count) => {
  for (let k = 0; k < count; k++) if (cell.isFree(many[k % 1000])) free++;
};
check(20000);
let bytes = Infinity;
for (let round = 0; round < 10; round++) {
  gc();
  const before = process.memoryUsage().heapUsed;
  check(20000);
  bytes = Math.min(bytes, (process.memoryUsage().heapUsed - before) / 20000);
}
console.log(JSON.stringify({ bytes, free }));
`;

/** V8 boxes numbers that it passes to or returns from functions, unless it inlines them. */
const withoutInlining = [
  '--max-inlined-bytecode-size=0',
  '--max-inlined-bytecode-size-cumulative=0',
  '--max-inlined-bytecode-size-small=0',
];

it.each([
  ['with', []],
  ['without', withoutInlining],
])('checks configurations of a robot among obstacles without allocation, %s inlining', (_, flags) => {
  const { bytes, free } = run(planningProgram, flags) as { bytes: number; free: number };
  expect(free).toBeGreaterThan(1000);
  // Bytes per check of 36 pairs: one boxed number for each pair would be 576 bytes.
  expect(bytes).toBeLessThan(50);
});
