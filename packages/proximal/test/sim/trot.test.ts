// Solo-12 trots over bumps on slippery ground: contacts open and close all the time, and ADMM solves every step.
import { describe, expect, it } from 'vitest';
import { neutral } from '../../src/dynamics/index.ts';
import { halfspace, sphere } from '../../src/index.ts';
import { loadUrdf } from '../../src/io/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { needsShared, sharedText } from '../dynamics/shared.ts';
import { forAll } from '../for-all.ts';

const seed = 7;
const steps = 1000;
/** The angle of a joint at a time: diagonal legs swing together, twice a second. */
function angleOf(name: string, time: number): number {
  const sign = name.startsWith('F') ? 1 : -1;
  const phase = 4 * Math.PI * time + (/^(FL|HR)/.test(name) ? 0 : Math.PI);
  const lift = Math.max(0, Math.sin(phase));
  if (name.endsWith('HFE')) return sign * (0.8 + 0.25 * lift) - 0.15 * Math.cos(phase);
  return name.endsWith('KFE') ? -sign * (1.6 + 0.5 * lift) : 0;
}

describe(`Solo-12 on bumps, µ = 0.3 (seed ${seed})`, needsShared, () => {
  it.each(['ncp-admm', 'ccp-admm'] as const)('trots, and %s solves 99 % of the steps', async (solver) => {
    const ball = '<collision><geometry><sphere radius="0.0165"/></geometry></collision>';
    const text = sharedText('robots/solo12/solo12.urdf')
      .replace(/<collision\b[\s\S]*?<\/collision>/g, '')
      .replace(/(<link name="\w+_FOOT">)/g, `$1${ball}`);
    const model = await loadUrdf(text, { root: 'free-flyer' });
    const scene = new Scene({ margin: 0.02 });
    scene.add(halfspace(), {}, { static: true });
    forAll({ seed, cases: 60 }, (rng) => {
      const position = [rng.uniform(-1, 1), rng.uniform(-0.5, 0.5), rng.uniform(0.005, 0.02) - 0.1];
      scene.add(sphere(0.1), { position }, { static: true });
    });
    const sim = new Simulator({ models: [model], scene, timeStep: 1e-3, friction: 0.3, solver });
    const hinges = model.joints.filter(({ nv }) => nv === 1);
    const q = neutral(model);
    q[2] = 0.27;
    for (const joint of hinges) q[joint.q] = angleOf(joint.name, 0);
    sim.setState({ q });
    let unsolved = 0;
    for (let k = 0; k < steps; k++) {
      const state = sim.state;
      const torques = new Float64Array(model.nv);
      for (const { name, q: p, v } of hinges)
        torques[v] = 20 * (angleOf(name, k * 1e-3) - state.q[p]) - 0.5 * state.v[v];
      sim.step(torques);
      if (!['free', 'converged'].includes(sim.report().status)) unsolved++;
    }
    expect(unsolved).toBeLessThan(0.01 * steps);
    expect(sim.state.q[2]).toBeGreaterThan(0.15);
  });
});
