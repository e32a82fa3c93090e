// The time of the report is a product, not a sum of rounded steps.
import { expect, it } from 'vitest';
import { sphere } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

function world(): World {
  const made = new World({ gravity: [0, 0, 0], timeStep: 0.01 });
  made.add(sphere(0.1), { name: 'ball', velocity: { linear: [1, 0, 0] } });
  return made;
}

function run(made: World, steps: number): number {
  for (let k = 0; k < steps; k++) made.step();
  return made.report().time;
}

it('a thousand steps of 0.01 s take 10 s', () => {
  const made = world();
  expect(run(made, 1000)).toBe(10);
  // The sum of these steps is 9.999999999999831.
  made.timeStep = 0.25;
  expect(run(made, 8)).toBe(12);
  made.substeps = 5;
  made.timeStep = 0.1;
  expect(run(made, 1000)).toBe(112);
});

it('load and restore continue the time with the same bits', () => {
  const made = world();
  run(made, 37);
  const saved = made.save();
  const time = run(made, 291);
  made.load(saved);
  expect(run(made, 291)).toBe(time);
  const twin = World.restore(made.snapshot());
  expect(twin.report().time).toBe(time);
  expect(run(twin, 333)).toBe(run(made, 333));
});
