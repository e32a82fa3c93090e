// Flat grids of triangles and of heights act as planes: bodies that roll, slide and land on them are not affected by the edges.
import { describe, expect, it } from 'vitest';
import { box, capsule, type Shape, sphere } from '../../src/index.ts';
import type { Geometry } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { flatField, flatMesh, over, plane } from './floors.ts';

const floors: readonly [string, () => Geometry][] = [
  ['a coarse mesh', () => flatMesh(3, 1)],
  ['a turned and shifted mesh', () => flatMesh(3, 0.3, 0.3, 0.05)],
  ['a fine mesh', () => flatMesh(2.5, 0.08, 0.5, 0.013)],
  ['a height field', () => flatField(3, 0.2)],
  ['a fine height field', () => flatField(2.5, 0.08)],
];

interface Case {
  readonly shape: Shape;
  readonly height: number;
  readonly rotation?: readonly number[];
  readonly linear: readonly number[];
  readonly angular?: readonly number[];
  readonly friction?: number;
}

const across = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const leaning = [0.002, -0.003, 0, Math.sqrt(1 - 1.3e-5)];
const cases: readonly [string, Case][] = [
  ['a rolling ball', { shape: sphere(0.1), height: 0.1, linear: [2, 0.3, 0], angular: [-3, 20, 0] }],
  ['a sliding ball', { shape: sphere(0.1), height: 0.1, linear: [2, 0.3, 0] }],
  ['a ball that lands', { shape: sphere(0.1), height: 0.15, linear: [2, 0.3, 0] }],
  ['a sliding box', { shape: box(0.2, 0.15, 0.1), height: 0.1, linear: [2, 0.3, 0], friction: 0.2 }],
  ['a small sliding box', { shape: box(0.02, 0.02, 0.01), height: 0.01, linear: [2, 0.3, 0], friction: 0.2 }],
  [
    'a box that lands with a lean',
    { shape: box(0.2, 0.15, 0.1), height: 0.13, rotation: leaning, linear: [1, 0.3, 0], friction: 0 },
  ],
  [
    'a rolling capsule',
    { shape: capsule(0.1, 0.3), height: 0.1, rotation: across, linear: [0, -1.5, 0], angular: [15, 0, 0] },
  ],
];

function run({ shape, height, friction = 0.5, ...state }: Case, ground: Geometry, rate: number): Simulator {
  const position = [-0.8, 0.3, height];
  const sim = over(ground, shape, { position, ...state }, { friction, timeStep: 1 / rate });
  for (let k = 0; k < rate; k++) sim.step();
  return sim;
}

describe.each(cases)('%s', (_name, moving) => {
  it.each([240, 60])('moves as on a plane, at %i Hz', (rate) => {
    const wanted = run(moving, plane(), rate);
    for (const [name, ground] of floors) {
      const sim = run(moving, ground(), rate);
      const { q, v } = sim.state;
      for (let k = 0; k < 3; k++) expect(Math.abs(q[k] - wanted.state.q[k]), name).toBeLessThan(1e-6);
      // An absolute tolerance in J, because some of the bodies come to rest.
      expect(Math.abs(sim.report().kineticEnergy - wanted.report().kineticEnergy), name).toBeLessThan(1e-6);
      for (let k = 0; k < 6; k++) expect(Math.abs(v[k] - wanted.state.v[k]), name).toBeLessThan(1e-5);
      expect(sim.report().contacts.length, name).toBe(wanted.report().contacts.length);
    }
  });
});

describe('a restored simulation on triangles', () => {
  it('continues bitwise identically', () => {
    const state = { position: [-0.8, 0.3, 0.1], linear: [2, 0.3, 0] };
    for (const ground of [flatMesh(2, 0.3, 0.3), flatField(2, 0.2)]) {
      const sim = over(ground, box(0.2, 0.15, 0.1), state, { friction: 0.2 });
      for (let k = 0; k < 20; k++) sim.step();
      const twin = Simulator.restore(sim.snapshot());
      for (let k = 0; k < 20; k++) {
        sim.step();
        twin.step();
      }
      expect([...twin.state.q, ...twin.state.v]).toEqual([...sim.state.q, ...sim.state.v]);
    }
  });
});
