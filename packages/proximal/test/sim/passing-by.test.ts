// Bodies that would not touch within a step are not deflected; those that would are stopped.
import { describe, expect, it } from 'vitest';
import { box, capsule, halfspace, type Shape, sphere } from '../../src/index.ts';
import { type Geometry, heightField, Scene, triangleMesh } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';
import { over } from './floors.ts';

const phases = Array.from({ length: 30 }, (_, k) => k / 30);

/** A block with its top at z = 0.5 m, from x = −0.5 m to 0.5 m: as a box, an open mesh and a height field. */
const blocks: readonly [string, Geometry][] = [
  ['a box', box(0.5, 0.5, 0.5)],
  ['an open mesh', triangleMesh([-0.5, -0.5, 0.5, 0.5, -0.5, 0.5, 0.5, 0.5, 0.5, -0.5, 0.5, 0.5], [0, 1, 2, 0, 2, 3])],
  ['a height field', heightField([0.5, 0.5, 0.5, 0.5], { columns: 2, rows: 2, spacing: 1 })],
];

const bodies: readonly [string, Shape, number][] = [
  ['a ball', sphere(0.05), 0.05],
  ['a box', box(0.05, 0.04, 0.03), 0.03],
  ['a capsule', capsule(0.05, 0.1), 0.15],
];

describe.each(blocks)('over %s', (_block, ground) => {
  describe.each(bodies)('%s', (_name, shape, height) => {
    it.each([
      [1, 5, 0],
      [1, 5, 1e-3],
      [50, 60, 0],
      [1, 60, 0],
    ])(
      'that is %f mm higher passes without deflection at %f m/s, with contactReuse %f',
      (clearance, speed, contactReuse) => {
        for (const phase of phases) {
          const z = 0.5 + height + clearance / 1000;
          const position = [-0.9 - (phase * speed) / 240, 0.1, z];
          const options = { gravity: [0, 0, 0], contactReuse };
          const sim = over(ground, shape, { position, linear: [speed, 0, 0] }, options);
          for (let k = 0; k < (2 / speed) * 240; k++) sim.step();
          const { q, v } = sim.state;
          expect(Math.abs(q[2] - z)).toBeLessThan(1e-12);
          expect(Math.abs(v[0] - speed)).toBeLessThan(1e-12);
        }
      },
    );

    it('that is lower hits the block', () => {
      for (const phase of phases.slice(0, 8)) {
        const position = [-0.9 - phase / 48, 0.1, 0.5 + height - 0.005];
        const sim = over(ground, shape, { position, linear: [5, 0, 0] }, { gravity: [0, 0, 0] });
        let deepest = 0;
        for (let k = 0; k < 60; k++) {
          sim.step();
          deepest = Math.max(deepest, sim.report().penetration);
        }
        expect(sim.state.v[0]).toBeLessThan(4.99);
        expect(deepest).toBeLessThan(1e-3);
      }
    });
  });
});

describe('corners, neighbors and robots', () => {
  it('a ball passes a corner', () => {
    for (const phase of phases) {
      // The surface of the ball passes 1 mm from the corner at (0.5, 0.5, 0.5), perpendicular to the diagonal.
      const away = 0.051 / Math.sqrt(3);
      const direction = [1, -1, 0].map((x) => x * Math.SQRT1_2);
      const position = direction.map((x, k) => 0.5 + away - x * (0.3 + phase / 48) * (k < 2 ? 1 : 0));
      const sim = over(
        box(0.5, 0.5, 0.5),
        sphere(0.05),
        { position, linear: direction.map((x) => 5 * x) },
        { gravity: [0, 0, 0] },
      );
      for (let k = 0; k < 40; k++) sim.step();
      const { v } = sim.state;
      for (let k = 0; k < 3; k++) expect(v[k]).toBeCloseTo(5 * direction[k], 12);
    }
  });

  it('two balls that fly past each other do not collide', () => {
    for (const phase of phases) {
      const options: SimulatorOptions = {
        gravity: [0, 0, 0],
        models: [-1, 1].map((side) =>
          freeBody(sphere(0.1), { mass: 1, pose: { position: [-0.3 * side - (side * phase) / 24, 0.1005 * side, 0] } }),
        ),
      };
      const sim = new Simulator(options);
      sim.setState({ v: Float64Array.of(-10, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0) });
      for (let k = 0; k < 20; k++) sim.step();
      expect(sim.state.v[0]).toBe(-10);
      expect(sim.state.v[6]).toBe(10);
    }
  });

  it.each([240, 60])('a floor of tiles is one floor for a ball that rolls and a box that slides, at %i Hz', (rate) => {
    const moving: readonly [Shape, number, readonly number[]][] = [
      [sphere(0.1), 0.5, [2, 0.3, 0, -3, 20, 0]],
      [box(0.2, 0.15, 0.1), 0.1, [2, 0.3, 0, 0, 0, 0]],
    ];
    for (const [shape, friction, v] of moving) {
      const ends = [false, true].map((isTiled) => {
        const scene = new Scene({ margin: 0.02 });
        if (!isTiled) scene.add(halfspace(), {}, { static: true });
        for (let i = -3; isTiled && i < 6; i++)
          for (let j = -1; j < 3; j++)
            scene.add(box(0.25, 0.25, 0.1), { position: [0.5 * i, 0.5 * j, -0.1] }, { static: true });
        const models = [freeBody(shape, { mass: 1, pose: { position: [-1.03, 0.02, 0.1] } })];
        const sim = new Simulator({ models, scene, friction, timeStep: 1 / rate });
        sim.setState({ v: Float64Array.from(v) });
        for (let k = 0; k < rate; k++) sim.step();
        return sim.state.q;
      });
      for (let k = 0; k < 3; k++) expect(Math.abs(ends[0][k] - ends[1][k])).toBeLessThan(1e-5);
    }
  });
});

describe('a thin wall', () => {
  const walls: readonly [string, Geometry][] = [
    ['of 10 mm', box(0.005, 1, 1)],
    ['without thickness', triangleMesh([0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1], [0, 1, 2, 0, 2, 3])],
  ];
  const bullets: readonly [string, Shape][] = [
    ['a ball', sphere(0.01)],
    ['a box', box(0.01, 0.01, 0.01)],
    ['a capsule', capsule(0.01, 0.02)],
  ];
  it.each(walls)('%s stops bullets', (_wall, wall) => {
    for (const [name, shape] of bullets) {
      for (const [speed, slant] of [
        [10, 0],
        [100, 0],
        [1000, 0],
        [100, 0.5],
      ]) {
        for (const phase of phases.slice(0, 10)) {
          const before = 0.3 + (phase * speed) / 80;
          const position = [-before, -slant * before, 0.1];
          // With friction, an oblique impact would make the body spin by several turns per step, which a linearized contact cannot represent.
          const options = { gravity: [0, 0, 0], friction: 0 };
          const sim = over(wall, shape, { position, linear: [speed, slant * speed, 0] }, options);
          for (let k = 0; k < 20; k++) {
            sim.step();
            const [x, y, z] = sim.state.q;
            // Later the body may have slid past the border of the wall.
            if (Math.max(Math.abs(y), Math.abs(z)) > 0.9) break;
            expect(x, `${name} at ${speed} m/s`).toBeLessThan(0);
          }
        }
      }
    }
  });
});

describe('a body deflected into an obstacle', () => {
  it('is stopped by it', () => {
    // The ball falls onto a slope of 45 degrees, which deflects it into a wall that its fall would not have touched.
    for (const phase of phases) {
      const scene = new Scene({ margin: 0.02 });
      scene.add(halfspace(), { rotation: [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)] }, { static: true });
      scene.add(box(0.02, 0.5, 0.1), { position: [0.12, 0, 0.05] }, { static: true });
      const models = [freeBody(sphere(0.02), { mass: 1, pose: { position: [0.05, 0, 0.3 + phase / 24] } })];
      const sim = new Simulator({ models, scene, friction: 0, restitution: 0.8 });
      sim.setState({ v: Float64Array.of(0, 0, -10, 0, 0, 0) });
      for (let k = 0; k < 40; k++) {
        sim.step();
        expect(sim.report().penetration).toBeLessThan(1e-3);
        if (sim.state.q[2] < 0.13) expect(sim.state.q[0]).toBeLessThan(0.1);
      }
    }
  });

  it('continues bitwise identically from a snapshot', () => {
    const sim = over(box(0.5, 0.5, 0.5), sphere(0.05), { position: [-0.6, 0.1, 0.551], linear: [5, 0, 0] });
    for (let k = 0; k < 3; k++) sim.step();
    const twin = Simulator.restore(sim.snapshot());
    for (let k = 0; k < 20; k++) {
      sim.step();
      twin.step();
    }
    expect([...twin.state.q, ...twin.state.v]).toEqual([...sim.state.q, ...sim.state.v]);
  });
});
