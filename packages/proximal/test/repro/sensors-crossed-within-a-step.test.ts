// Overlaps with sensors were tested at the ends of steps only: a body that crossed a thin sensor within a step was not noticed.
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { World, type WorldOptions } from '../../src/sim/index.ts';

/** The events of a sensor of 2 cm at x = 0, while a ball at y moves along x. */
function eventsOf(speed: number, y: number, mask: number, options: WorldOptions = {}): string[] {
  const world = new World({ timeStep: 1 / 60, gravity: [0, 0, 0], ...options });
  world.add(box(0.01, 1, 1), { type: 'static', sensor: true, name: 'gate' });
  const from = -0.37 * (speed / 60) - 0.1;
  world.add(sphere(0.02), {
    name: 'ball',
    pose: { position: [from, y, 0] },
    velocity: { linear: [speed, 0, 0] },
    mask,
  });
  const events: string[] = [];
  world.listen(({ kind, phase, a, b }) => {
    if (phase !== 'continues') events.push(`${kind} ${phase} ${a.name} ${b.name}`);
  });
  for (let k = 0; k < 4; k++) world.step();
  return events;
}

const crossed = ['sensor began gate ball', 'sensor ended gate ball'];

describe('a fast body that crosses a sensor', () => {
  it.each([30, 100, 1000])('is noticed once, at %i m/s', (speed) => {
    expect(eventsOf(speed, 0, -1 >>> 0)).toEqual(crossed);
    expect(eventsOf(speed, 0, -1 >>> 0, { integrator: 'midpoint' })).toEqual(crossed);
    expect(eventsOf(speed, 0, -1 >>> 0, { substeps: 3 })).toEqual(crossed);
  });

  it('is not noticed beside the sensor, nor if its mask excludes the sensor', () => {
    expect(eventsOf(1000, 1.1, -1 >>> 0)).toEqual([]);
    expect(eventsOf(1000, 0, 0)).toEqual([]);
  });

  it('is not noticed behind a wall that stops it', () => {
    const world = new World({ timeStep: 1 / 60, gravity: [0, 0, 0] });
    world.add(box(0.01, 1, 1), { type: 'static', sensor: true });
    world.add(box(0.05, 1, 1), { type: 'static', pose: { position: [-0.5, 0, 0] } });
    world.add(sphere(0.02), { pose: { position: [-3, 0, 0] }, velocity: { linear: [1000, 0, 0] } });
    const kinds = new Set<string>();
    world.listen(({ kind }) => void kinds.add(kind));
    for (let k = 0; k < 10; k++) world.step();
    expect([...kinds]).toEqual(['contact']);
  });
});
