// Derivatives of a step use what its free motion computed. They must not differ from derivatives that repeat the motion.
import { describe, expect, it } from 'vitest';
import { quadrupedUrdf } from '../../src/control/index.ts';
import { neutral } from '../../src/dynamics/index.ts';
import { readUrdf } from '../../src/io/index.ts';
import type { Simulator, SimulatorOptions } from '../../src/sim/index.ts';
import { onFloor } from './step-differences.ts';

async function fallingQuadruped(options: Partial<SimulatorOptions>): Promise<Simulator> {
  const model = await readUrdf(quadrupedUrdf(0.02), { root: 'free-flyer' });
  const sim = onFloor({ models: [model], friction: 0.7, selfCollision: false, ...options });
  const q = neutral(model);
  q[2] = 0.3;
  sim.setState({ q, v: Float64Array.from({ length: model.nv }, (_, k) => 0.3 * Math.sin(1 + k)) });
  return sim;
}

describe.each(['euler', 'midpoint'] as const)('the free motion of a step of the %s integrator', (integrator) => {
  it.each([1, 40])('need not be repeated for derivatives of step %i', async (steps) => {
    const sim = await fallingQuadruped({ integrator });
    for (let k = 0; k < steps; k++) sim.step();
    const record = sim.record;
    if (!record) throw new Error('no step was made');
    expect(record.motions[0]).not.toBeNull();
    const { dState, dTorque } = sim.stepDerivatives();
    const bits = [dState.values.slice(), dTorque.values.slice()];
    const again = (motions: typeof record.motions): Float64Array[] => {
      const out = { dState: new Float64Array(bits[0].length), dTorque: new Float64Array(bits[1].length) };
      sim.derivativesOf({ ...record, motions }, {}, out);
      return [out.dState, out.dTorque];
    };
    expect(again([null])).toEqual(bits);
    // Later steps, and derivatives of other steps, overwrite the arrays of the motion.
    sim.step();
    const later = sim.stepDerivatives().dState.values.slice();
    expect(again(record.motions)).toEqual(bits);
    expect(sim.stepDerivatives().dState.values).toEqual(later);
  });

  it('is repeated with the record of another motion, and after a motion of several substeps', async () => {
    const sim = await fallingQuadruped({ integrator });
    sim.step();
    const first = sim.record;
    sim.step();
    const second = sim.record;
    if (!first || !second) throw new Error('no step was made');
    const expected = sim.stepDerivatives().dState.values.slice();
    const out = { dState: new Float64Array(expected.length), dTorque: new Float64Array(expected.length / 2) };
    sim.derivativesOf({ ...second, motions: first.motions }, {}, out);
    expect(out.dState).toEqual(expected);
    const fast = await fallingQuadruped({ integrator, timeStep: 0.05 });
    const { v } = fast.state;
    v[4] = 60;
    fast.setState({ v });
    fast.step();
    expect(fast.record?.motions[0]).toBeNull();
  });
});
