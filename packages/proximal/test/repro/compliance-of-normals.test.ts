// `compliance` also applied to tangential and closure rows: a cube held by friction crept at 1 mm/s, and loop closures opened.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

const g = 9.81;

/** The speed and depth, after one second, of a 1 kg cube that is pushed with half of the largest static friction. */
function pushed(options: Partial<SimulatorOptions>): { speed: number; depth: number } {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const cube = freeBody(box(0.1, 0.1, 0.1), { mass: 1, pose: { position: [0, 0, 0.1] } });
  const sim = new Simulator({ models: [cube], scene, friction: 0.5, allowedPenetration: 0, baumgarte: 1, ...options });
  const forces = Float64Array.of(0.25 * g, 0, 0, 0, 0, 0);
  for (let k = 0; k < 240; k++) sim.step(forces);
  return { speed: sim.state.v[0], depth: 0.1 - sim.state.q[2] };
}

it('a soft contact penetrates, and its friction still holds', () => {
  const rigid = pushed({});
  const soft = pushed({ compliance: 0.1 });
  expect(Math.abs(rigid.speed)).toBeLessThan(1e-6);
  expect(Math.abs(soft.speed)).toBeLessThan(1e-6);
  // Four springs of stiffness 1/(R Δt²) with the compliance R = 0.1 carry the weight.
  expect(soft.depth).toBeCloseTo((0.1 / 240 ** 2) * (g / 4), 7);
});

it('tangentCompliance lets the contact creep', () => {
  const { speed } = pushed({ compliance: 0.1, tangentCompliance: 0.1 });
  // v_T = R λ_T, with λ_T shared by four contact points.
  expect(speed).toBeCloseTo((0.1 * 0.25 * g) / 240 / 4, 5);
});

/** The opening of a loop closure that carries 1 kg, in meters, after one second. */
function opening(options: Partial<SimulatorOptions>): number {
  const model = new ModelBuilder()
    .link('weight', { mass: 1, inertia: [0.01, 0.01, 0.01] })
    .joint('slide', { kind: 'prismatic', axis: [0, 0, 1], parent: 'world', child: 'weight' })
    .constraint('hook', { kind: 'point', a: 'world', b: 'weight' })
    .build();
  const sim = new Simulator({ models: [model], ...options });
  for (let k = 0; k < 240; k++) sim.step();
  return Math.abs(sim.state.q[0]);
}

it('a loop closure stays rigid unless closureCompliance is given', () => {
  expect(opening({ compliance: 0.1 })).toBeLessThan(1e-9);
  expect(opening({ closureCompliance: 0.1, baumgarte: 1 })).toBeCloseTo((0.1 / 240 ** 2) * g, 8);
});
