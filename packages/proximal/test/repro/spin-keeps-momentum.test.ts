// A spinning ball in free flight gained speed in every step, a thousandfold in seconds: its velocity was expressed in body axes, which rotate
// during the step.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, convex, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

const timeStep = 1 / 240;

/** The kinetic energies at the start and after one second without gravity, for the initial velocity v. */
function energiesOf(model: ReturnType<typeof freeBody>, v: Float64Array): [number, number] {
  const sim = new Simulator({ models: [model], gravity: [0, 0, 0], timeStep });
  sim.setState({ v });
  const before = sim.report().kineticEnergy;
  for (let k = 0; k < 240; k++) sim.step();
  return [before, sim.report().kineticEnergy];
}

describe('a body that spins in free flight', () => {
  it.each([1, 10, 50])('flies in a straight line at constant speed, spinning at %i rad/s', (spin) => {
    const sim = new Simulator({ models: [freeBody(sphere(0.1))], gravity: [0, 0, 0], timeStep });
    sim.setState({ v: Float64Array.of(5, 0, 0, 0, 0.6 * spin, 0.8 * spin) });
    for (let k = 0; k < 240; k++) sim.step();
    const { q, v } = sim.state;
    expect(q[0]).toBeCloseTo(5, 10);
    expect(Math.hypot(q[1], q[2])).toBeLessThan(1e-10);
    expect(Math.hypot(v[0], v[1], v[2])).toBeCloseTo(5, 10);
  });

  it('keeps its kinetic energy, wherever its origin is', () => {
    const rng = new Rng(5);
    const shape = convex(
      Array.from({ length: 12 }, () => {
        const [x, y, z] = rng.direction();
        return [x + 3, y, z];
      }),
    );
    const [before, after] = energiesOf(freeBody(shape), Float64Array.of(2, 1, 0, 0.3, 1, 2));
    expect(after).toBeCloseTo(before, 8);
    const [boxBefore, boxAfter] = energiesOf(freeBody(box(1, 1, 1)), Float64Array.of(2, 1, 0, 3, 10, 20));
    expect(boxAfter).toBeCloseTo(boxBefore, 8);
  });

  it('keeps its kinetic energy on a planar joint', () => {
    const puck = new ModelBuilder()
      .link('puck', { mass: 2, centerOfMass: [0.2, 0.1, 0], inertia: [0.1, 0.1, 0.1] })
      .joint('plane', { kind: 'planar', parent: 'world', child: 'puck' })
      .build();
    const [before, after] = energiesOf(puck, Float64Array.of(1, 2, 20));
    expect(after).toBeCloseTo(before, 8);
  });
});
