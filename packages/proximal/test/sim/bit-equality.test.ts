// The same bits on every run and on both targets of the kernel.
import { afterAll, describe, expect, it } from 'vitest';
import { box, halfspace, setTarget, sphere, target } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, makeSimulation, Simulator, type SimulatorOptions, startSimulation } from '../../src/sim/index.ts';
import { twoLinkRobot } from '../fixtures/two-link-robot.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

function polytopes(options: Partial<SimulatorOptions>): Simulator {
  const simulation = makeSimulation('polytopes', { seed: 4 });
  const bodies = simulation.bodies
    .slice(0, 13)
    .map((body) => ({ ...body, pose: body.pose.map((x, k) => (k === 2 ? 0.6 * x : x)) }));
  const solver = { maxIterations: 30 };
  return startSimulation({ ...simulation, bodies, options: { ...simulation.options, solver, ...options } as never })
    .simulator;
}

/** A trunk and an arm, with limits and dry friction at the elbow, that fall on the floor with a ball and a box. */
function mixed(): Simulator {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const others = [
    freeBody(sphere(0.2), { pose: { position: [0.1, 0.05, 0.3] } }),
    freeBody(box(0.2, 0.2, 0.2), { pose: { position: [0.05, -0.1, 0.8] } }),
  ];
  return new Simulator({ models: [twoLinkRobot(1.2), ...others], scene, timeStep: 2e-3 });
}

const scenes: Record<string, () => Simulator> = {
  'polytopes by signed distance': () => polytopes({}),
  'polytopes by growth distance': () => polytopes({ collision: 'growth' }),
  'polytopes with contactReuse': () => polytopes({ contactReuse: 1e-4 }),
  'a robot among bodies': mixed,
};

/** The bits of all configurations and velocities after some steps, and the number of contacts. */
function runOn(name: 'js' | 'wasm', make: () => Simulator): { bits: BigUint64Array; contacts: number } {
  setTarget(name);
  const sim = make();
  let contacts = 0;
  for (let k = 0; k < 400; k++) {
    sim.step();
    contacts += sim.report().contacts.length;
  }
  const { q, v } = sim.state;
  return { bits: new BigUint64Array(Float64Array.of(...q, ...v).buffer), contacts };
}

describe('a simulation is bitwise identical', () => {
  for (const [name, make] of Object.entries(scenes)) {
    it(`on both targets and every time: ${name}`, () => {
      const first = runOn('wasm', make);
      expect(first.contacts).toBeGreaterThan(500);
      expect(runOn('wasm', make).bits).toEqual(first.bits);
      expect(runOn('js', make).bits).toEqual(first.bits);
    });
  }
});
