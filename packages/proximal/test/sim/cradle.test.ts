// Newton's cradle: impacts propagate within a step, also across gaps that close within it.
import { describe, expect, it } from 'vitest';
import { box, halfspace, sphere } from '../../src/index.ts';
import { freeBody, Simulator, World } from '../../src/sim/index.ts';

const weightless = [0, 0, 0] as const;
const radius = 0.05;

/** Balls in a row; the first `incoming` of them move with `speed`, touching each other, toward the others. */
function cradle(
  count: number,
  incoming: number,
  fraction: number,
  rate: number,
  restitution: number,
  speed: number,
): Simulator {
  const gap = (fraction * speed) / rate;
  let x = 0;
  const models = Array.from({ length: count }, (_, k) => {
    if (k > 0) x += 2 * radius + (k < incoming ? 0 : k === incoming ? 0.013 : gap);
    return freeBody(sphere(radius), { name: `b${k}`, mass: 1, pose: { position: [x, 0, 0] } });
  });
  const sim = new Simulator({ models, gravity: weightless, restitution, friction: 0, timeStep: 1 / rate });
  const v = new Float64Array(6 * count);
  for (let k = 0; k < incoming; k++) v[6 * k] = speed;
  sim.setState({ v });
  return sim;
}

const speeds = ({ state }: Simulator): number[] => Array.from(state.v).filter((_, k) => k % 6 === 0);

describe.each([60, 240])("Newton's cradle at %i Hz", (rate) => {
  for (const incoming of [1, 2])
    for (const fraction of [0, 0.1, 0.5, 0.9, 2])
      it(`transfers the momentum of the first ${incoming} to the last ${incoming} across gaps of ${fraction} v Δt`, () => {
        for (const count of [3, 4, 5, 6, 7])
          for (const speed of [0.5, 1, 4]) {
            const sim = cradle(count, incoming, fraction, rate, 1, speed);
            for (let k = 0; k < rate; k++) sim.step();
            const found = speeds(sim);
            const wanted = found.map((_, k) => (k < count - incoming ? 0 : speed));
            const message = `${count} balls at ${speed} m/s: ${found.map((x) => x.toFixed(4))}`;
            for (let k = 0; k < count; k++) expect(Math.abs(found[k] - wanted[k]), message).toBeLessThan(1e-4 * speed);
            expect(Math.abs(found.reduce((sum, x) => sum + x, 0) - incoming * speed)).toBeLessThan(1e-9 * speed);
          }
      });
});

describe('an impact that propagates', () => {
  it('without restitution moves all balls together', () => {
    const sim = cradle(5, 1, 0, 240, 0, 1);
    for (let k = 0; k < 120; k++) sim.step();
    for (const v of speeds(sim)) expect(v).toBeCloseTo(0.2, 5);
  });

  it.each([0.2, 0.5, 0.8])('with restitution %s keeps momentum, loses energy, and separates the balls', (e) => {
    for (const fraction of [0, 0.5]) {
      const sim = cradle(5, 1, fraction, 240, e, 1);
      for (let k = 0; k < 240; k++) sim.step();
      const found = speeds(sim);
      expect(found.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 9);
      expect(found.reduce((sum, x) => sum + x * x, 0)).toBeLessThan(1);
      // The last ball is at least as fast as after a sequence of separate impacts.
      expect(found[4]).toBeGreaterThan(((1 + e) / 2) ** 4 - 1e-6);
      // Approaches below the resting speed do not bounce.
      for (let k = 1; k < 5; k++) expect(found[k] - found[k - 1]).toBeGreaterThan(-0.05);
    }
  });

  it('has no derivative, and stepDerivatives throws', () => {
    const sim = cradle(3, 1, 0, 60, 1, 1);
    for (let k = 0; k < 10 && !sim.record?.hasPropagated; k++) sim.step();
    expect(() => sim.stepDerivatives()).toThrow(/propagated to further bodies/);
  });

  it('between a wall and a heavy ball ends after finitely many bounces, and conserves the energy', () => {
    // A light ball between a wall and a heavy ball is hit many times.
    const models = [
      freeBody(sphere(radius), { name: 'light', mass: 1, pose: { position: [radius, 0, 0] } }),
      freeBody(sphere(radius), { name: 'heavy', mass: 100, pose: { position: [3 * radius + 0.01, 0, 0] } }),
    ];
    const world = new World({ gravity: weightless, restitution: 1, friction: 0, sleeping: false });
    world.add(box(1, 1, 1), { type: 'static', pose: { position: [-1, 0, 0] } });
    const [, heavy] = models.map((model) => world.add(model));
    heavy.setVelocity(Float64Array.of(-1, 0, 0, 0, 0, 0));
    for (let k = 0; k < 120; k++) world.step();
    expect(world.report().kineticEnergy).toBeGreaterThan(49.5);
    expect(world.report().kineticEnergy).toBeLessThan(50 + 1e-4);
    expect(heavy.velocity[0]).toBeGreaterThan(0.9);
  });
});

describe.each([60, 240])('a dropped ball at %i Hz', (rate) => {
  const drop = (restitution: number, height: number): { highest: number; lowest: number } => {
    const world = new World({ timeStep: 1 / rate, restitution, sleeping: false });
    world.add(halfspace(), { type: 'static' });
    const ball = world.add(sphere(0.1), { pose: { position: [0, 0, 0.1 + height] } });
    let [highest, lowest, hasHit] = [0, Infinity, false];
    for (let k = 0; k < 10 * rate; k++) {
      world.step();
      const speed = ball.velocity.linear[2];
      if (speed > 0) hasHit = true;
      if (hasHit) highest = Math.max(highest, ball.pose[2] - 0.1);
      lowest = Math.min(lowest, ball.pose[2] - 0.1);
    }
    return { highest, lowest };
  };

  it.each([0.3, 1, 5, 20])('from %d m with e = 1 returns to its height', (height) => {
    const { highest, lowest } = drop(1, height);
    // The bounce happens up to v Δt above the floor, with the speed at the end of the step: the bound is v Δt + g Δt².
    const bound = Math.sqrt(2 * 9.81 * height) / rate + 9.81 / rate ** 2;
    expect(Math.abs(highest - height)).toBeLessThan(bound);
    expect(lowest).toBeGreaterThan(-0.025);
  });

  it.each([0.3, 1, 5, 20])('from %d m with e = 0 stays on the floor', (height) => {
    expect(drop(0, height).highest).toBeLessThan(1e-3);
  });
});
