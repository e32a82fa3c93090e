// Masses without a closed form were integrated while a simulation file was read: each smooth hull with p = 1e6 took a minute.
import { expect, it } from 'vitest';
import { convex, ellipsoid, smoothHull, sphere, sum, superellipsoid, supportBatch } from '../../src/index.ts';
import { numericMass } from '../../src/mass/numeric.ts';
import { MassBudget, MassBudgetError } from '../../src/shapes/mass-budget.ts';
import { freeBody, readSimulation, startSimulation, writeSimulation } from '../../src/sim/index.ts';
import { boundedLibrary } from '../bounded.ts';

const bounded = boundedLibrary();
const corners = [
  [1, 1, 1],
  [-1, -1, 1],
  [-1, 1, -1],
  [1, -1, -1],
];
const simulation = (...bodies: object[]): object => ({ format: 'proximal-simulation', version: 1, bodies });
const body = (shape: { toJSON(): object }, more: object = {}): object => ({ shape: shape.toJSON(), ...more });
const sharp = smoothHull(corners, 1e6);

/** How many support points an integration took, and its relative error. */
function integrate(budget: number, cost = 1): { calls: number; error: number } {
  let calls = 0;
  const mass = new MassBudget(budget).integrate(
    numericMass,
    (directions, out) => {
      calls += directions.length / 3;
      supportBatch(sharp, directions, out);
    },
    cost,
    () => '',
  );
  return { calls, error: mass.error };
}

it('a budget bounds the number of support points, and the result has an error estimate', () => {
  const small = integrate(60_000);
  expect(small.calls).toBeLessThan(120_000);
  expect(small.error).toBeGreaterThan(0.1);
  const { calls } = integrate(600_000, 10);
  expect(calls).toBe(small.calls);
  expect(() => integrate(60_000, 10)).toThrow(MassBudgetError);
});

it('reading a file computes no integral', () => {
  const { value } = bounded(`
    const shape = shapes.smoothHull(${JSON.stringify(corners)}, 1e6).toJSON();
    const power = (k) => ({ ...shape, p: 1e6 + k });
    const se = (e) => shapes.superellipsoid(1, 0.7, 0.5, e, 0.4).toJSON();
    const bodies = Array.from({ length: 400 }, (_, k) => ({ shape: k % 2 === 0 ? power(k) : { version: 1, kind: 'sum', a: se(0.3), b: se(1.8) } }));
    return sim.readSimulation({ format: 'proximal-simulation', version: 1, bodies }).bodies.length;`);
  expect(value).toBe(400);
});

it('startSimulation names the body whose mass exceeds the budget', () => {
  const bodies = Array.from({ length: 100 }, (_, k) => body(smoothHull(corners, 4 + k / 100)));
  const many = readSimulation(simulation(...bodies));
  expect(() => startSimulation(many, [], { massEvaluations: 0 })).toThrow(
    'startSimulation: bodies[0]: freeBody: shape is a SmoothHull; its mass needs more support points than the budget has left: give its mass and inertia',
  );
  const one = readSimulation(simulation(body(sphere(1)), body(sharp)));
  expect(() => startSimulation(one, [], { massEvaluations: 50_000 })).toThrow(
    /^startSimulation: bodies\[1\]: freeBody: shape is a SmoothHull; the relative error of its mass is [\d.]+: give its mass and inertia$/,
  );
});

it('equal shapes are integrated once', () => {
  const swept = sum(ellipsoid(1, 2, 3), ellipsoid(2, 0.5, 1));
  const equal = readSimulation(simulation(...Array.from({ length: 50 }, () => body(swept))));
  const { parts } = startSimulation(equal, [], { massEvaluations: 500_000 });
  expect(parts[49].model?.mass).toBe(parts[0].model?.mass);
  expect(parts[0].model?.mass).toBeCloseTo(144_046.2125, 1);
});

it('the corners of Minkowski sums count against the budget', () => {
  const ring = (count: number, z: number): number[][] =>
    Array.from({ length: count }, (_, k) => [Math.cos(k), Math.sin(k), z + Math.sin(3 * k)]);
  const pieces = sum(convex(ring(40, 0)), convex(ring(40, 1)));
  const read = readSimulation(simulation(body(pieces)));
  expect(() => startSimulation(read, [], { massEvaluations: 100 })).toThrow(
    'its mass needs more support points than the budget has left',
  );
  expect(startSimulation(read, [], { massEvaluations: 1600 }).parts).toHaveLength(1);
});

it('nothing is integrated for a body whose mass and inertia are given', () => {
  const given = { mass: 2, inertia: [3, 4, 5], centerOfMass: [0.1, 0, 0] };
  const file = readSimulation(
    simulation(body(sharp, given), body(sharp, { mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] })),
  );
  const { parts } = startSimulation(file, [], { massEvaluations: 0 });
  expect(parts[0].model?.mass).toBe(2);
  expect([...(parts[0].model?.tree.inertia ?? [])]).toEqual([2, 0.1, 0, 0, 3, 0, 0, 4, 0, 5]);
  expect(parts[1].model?.mass).toBe(1);
  expect(readSimulation(writeSimulation(file)).bodies[0]).toMatchObject(given);
  expect(freeBody(sharp, given).mass).toBe(2);
});

it('rejects inconsistent mass, inertia and center of mass', () => {
  const read = (more: object) => () => readSimulation(simulation(body(sphere(1), more)));
  expect(read({ inertia: [1, 1, 1] })).toThrow(
    'readSimulation: bodies[0].mass is undefined; a body with inertia needs a mass: give kg',
  );
  expect(read({ mass: 1, centerOfMass: [0, 0, 1] })).toThrow('readSimulation: bodies[0].centerOfMass is [0, 0, 1]');
  expect(read({ mass: 1, inertia: [1, 1] })).toThrow(
    'readSimulation: bodies[0]: ModelBuilder.link: link "body 1": inertia is [1, 1]',
  );
  expect(read({ mass: 1, inertia: [1, -1, 1] })).toThrow('needs a positive definite inertia');
  expect(read({ mass: 1, inertia: [1, 'a', 1] })).toThrow('readSimulation: bodies[0].inertia[1] is "a"');
  expect(read({ static: true, inertia: [1, 1, 1], mass: 1 })).toThrow('a static body has none: leave it out');
  expect(() => freeBody(sphere(1), { inertia: [1, 1, 1] })).toThrow(
    'freeBody: options.mass is undefined; a body with inertia needs a mass',
  );
  expect(() => freeBody(sphere(1), { centerOfMass: [1, 1, 1] })).toThrow('freeBody: options.centerOfMass is [1, 1, 1]');
  expect(() => freeBody(sphere(1), { mass: 1, density: 1, inertia: [1, 1, 1] })).toThrow(
    'freeBody: options.density is 1',
  );
  expect(() => startSimulation(readSimulation(simulation()), [], { massEvaluations: -1 })).toThrow(
    'startSimulation: options.massEvaluations is -1',
  );
});

it('an inaccurate mass from a small budget is not cached', () => {
  const shape = sum(ellipsoid(1, 2, 3), superellipsoid(1, 1, 2, 0.5, 0.5));
  expect(shape.massWithin(new MassBudget(60_000)).error).toBeGreaterThan(1e-5);
  expect(shape.massProperties().error).toBeLessThan(1e-6);
});
