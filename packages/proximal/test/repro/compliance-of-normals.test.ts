// `compliance` was that of every row: a cube that friction should hold crept at 1 mm/s, and loop closures sank.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

const g = 9.81;

/** The speed of a cube of 1 kg that is pushed with half of what friction can hold, after a second, and how deep it stands. */
function pushed(options: Partial<SimulatorOptions>): { speed: number; depth: number } {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const cube = freeBody(box(0.1, 0.1, 0.1), { mass: 1, pose: { position: [0, 0, 0.1] } });
  const sim = new Simulator({ models: [cube], scene, friction: 0.5, allowedPenetration: 0, baumgarte: 1, ...options });
  const forces = Float64Array.of(0.25 * g, 0, 0, 0, 0, 0);
  for (let k = 0; k < 240; k++) sim.step(forces);
  return { speed: sim.state.v[0], depth: 0.1 - sim.state.q[2] };
}

it('a soft contact sinks in and holds what friction holds', () => {
  const rigid = pushed({});
  const soft = pushed({ compliance: 0.1 });
  expect(Math.abs(rigid.speed)).toBeLessThan(1e-6);
  expect(Math.abs(soft.speed)).toBeLessThan(1e-6);
  // Four springs of stiffness 1/(R Δt²) under the weight.
  expect(soft.depth).toBeCloseTo((0.1 / 240 ** 2) * (g / 4), 7);
});

it('creeps across its normal by an option of its own', () => {
  const { speed } = pushed({ compliance: 0.1, tangentCompliance: 0.1 });
  // R λ_T, shared by four points.
  expect(speed).toBeCloseTo((0.1 * 0.25 * g) / 240 / 4, 5);
});

/** How far a loop has opened under a weight of 1 kg that hangs on it. */
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

it('a loop closure is as stiff as ever, unless it is told otherwise', () => {
  expect(opening({ compliance: 0.1 })).toBeLessThan(1e-9);
  expect(opening({ closureCompliance: 0.1, baumgarte: 1 })).toBeCloseTo((0.1 / 240 ** 2) * g, 8);
});
