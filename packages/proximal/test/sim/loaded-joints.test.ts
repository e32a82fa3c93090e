// Joints between bodies hold under load, up to a mass ratio of 1,000: chains of light links with a heavy end do not come apart.
import { describe, expect, it } from 'vitest';
import { box, capsule, halfspace, sphere } from '../../src/index.ts';
import { type RigidBody, World } from '../../src/sim/index.ts';

/** A horizontal chain of balls on ball joints, 5 cm apart, that swings down. */
function chain(links: number, endMass: number, rate: number): { world: World; end: RigidBody } {
  const world = new World({ timeStep: 1 / rate });
  let last: RigidBody | 'world' = 'world';
  let end!: RigidBody;
  for (let k = 0; k < links; k++) {
    end = world.add(sphere(0.02), { mass: k < links - 1 ? 0.05 : endMass, pose: { position: [(k + 1) * 0.05, 0, 0] } });
    world.connect(last, end, { kind: 'ball', anchor: [k * 0.05, 0, 0] });
    last = end;
  }
  return { world, end };
}

describe('a chain that swings down', () => {
  it.each([
    [20, 5, 240],
    [40, 5, 240],
    [40, 0.5, 60],
  ])('of %i links with an end of %f kg at %i Hz keeps its length', (links, endMass, rate) => {
    const { world, end } = chain(links, endMass, rate);
    let longest = 0;
    for (let k = 0; k < 3 * rate; k++) {
      world.step();
      longest = Math.max(longest, Math.hypot(end.pose[0], end.pose[1], end.pose[2]));
    }
    expect(longest).toBeLessThan(0.05 * links * 1.02);
  });
});

it.each([
  [3, 100],
  [10, 1000],
])('%i rods of 1 kg hold %f kg at 60 Hz', (links, mass) => {
  const world = new World({ timeStep: 1 / 60 });
  let last: RigidBody | 'world' = 'world';
  let end!: RigidBody;
  for (let k = 0; k < links; k++) {
    end = world.add(capsule(0.02, 0.08), {
      mass: k < links - 1 ? 1 : mass,
      pose: { position: [0, 0, -0.1 - 0.2 * k] },
    });
    world.connect(last, end, { kind: 'ball', anchor: [0, 0, -0.2 * k] });
    last = end;
  }
  end.setVelocity({ linear: [0.01, 0, 0] });
  for (let k = 0; k < 600; k++) {
    world.step();
    expect(world.report().status).toBe('converged');
  }
  expect(end.pose[2]).toBeCloseTo(-0.2 * links + 0.1, 3);
});

it.each([0, 20, 100])('a bridge of 20 planks holds %f kg at 60 Hz', (load) => {
  const world = new World({ timeStep: 1 / 60 });
  const planks: RigidBody[] = [];
  let [x, z] = [0, 0];
  let last: RigidBody | 'world' = 'world';
  for (let k = 0; k < 20; k++) {
    const slope = k < 10 ? -0.35 : 0.35;
    const [dx, dz] = [0.2 * Math.cos(slope), 0.2 * Math.sin(slope)];
    const plank = world.add(box(0.09, 0.5, 0.02), {
      mass: 2,
      pose: { position: [x + dx / 2, 0, z + dz / 2], rotation: [0, Math.sin(-slope / 2), 0, Math.cos(slope / 2)] },
    });
    world.connect(last, plank, { kind: 'hinge', anchor: [x, 0, z], axis: [0, 1, 0] });
    planks.push(plank);
    last = plank;
    [x, z] = [x + dx, z + dz];
  }
  world.connect(last, 'world', { kind: 'hinge', anchor: [x, 0, z], axis: [0, 1, 0] });
  if (load > 0) world.add(box(0.2, 0.2, 0.2), { mass: load, pose: { position: [x / 2, 0, 0] } });
  const lowest = 2 * Math.sin(-0.35);
  for (let k = 0; k < 300; k++) {
    world.step();
    expect(Math.min(...planks.map(({ pose }) => pose[2]))).toBeGreaterThan(lowest - 0.01);
  }
});

it('a snapshot under load continues with the same bits', () => {
  const { world } = chain(20, 5, 240);
  for (let k = 0; k < 100; k++) world.step();
  const twin = World.restore(world.snapshot());
  const saved = world.save();
  const end = (each: World): string => {
    for (let k = 0; k < 50; k++) each.step();
    return each.hash();
  };
  const expected = end(world);
  expect(end(twin)).toBe(expected);
  world.load(saved);
  expect(end(world)).toBe(expected);
});

it('derivatives of steps with loaded joints are an error', () => {
  const { world } = chain(20, 50, 60);
  for (let k = 0; k < 30; k++) world.step();
  expect(() => world.stepDerivatives()).toThrow('smaller timeStep');
});

it('a joint that is pulled apart is reported as open', () => {
  const world = new World({ timeStep: 1 / 60, correctionSpeed: 0 });
  world.add(halfspace(), { type: 'static' });
  // More than 0.5 rad in a step: the joint is of first order.
  const velocity = { linear: [0, 0, 20], angular: [0, 40, 0] };
  const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 2] }, velocity });
  world.connect('world', ball, { kind: 'ball', anchor: [0.5, 0, 2] });
  let isOpen = false;
  for (let k = 0; k < 60; k++) {
    world.step();
    isOpen ||= world.report().status === 'open';
  }
  expect(isOpen).toBe(true);
});
