// A quadruped trots over bumps on slippery ground: contacts open and close all the time, and ADMM solves 99 % of the steps.
import { describe, expect, it } from 'vitest';
import { type Model, neutral } from '../../src/dynamics/index.ts';
import { halfspace, sphere } from '../../src/index.ts';
import { readUrdf } from '../../src/io/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { ifShared, sharedText } from '../dynamics/shared.ts';
import { quadruped } from '../fixtures/robots.ts';

const seed = 7;
const steps = 1000;

interface Walker {
  readonly name: string;
  readonly load: () => Promise<Model>;
  readonly pitch: RegExp;
  readonly knee: RegExp;
  /** 1 if all knees bend in the same direction, −1 if the knees of the hind legs bend in the opposite direction. */
  readonly hind: 1 | -1;
  /** The height of the base at the start, and the least height that it must have at the end, in meters. */
  readonly height: number;
  readonly least: number;
  /** The stiffness of the servos, in N m/rad. */
  readonly stiffness: number;
}

const generated: Walker = {
  name: 'the generated quadruped',
  load: () => readUrdf(quadruped(), { root: 'free-flyer' }),
  pitch: /_pitch$/,
  knee: /_knee$/,
  hind: 1,
  height: 0.27,
  least: 0.15,
  stiffness: 60,
};

const solo: Walker = {
  name: 'Solo-12',
  load: () => {
    const ball = '<collision><geometry><sphere radius="0.0165"/></geometry></collision>';
    const text = sharedText('robots/solo12/solo12.urdf')
      .replace(/<collision\b[\s\S]*?<\/collision>/g, '')
      .replace(/(<link name="\w+_FOOT">)/g, `$1${ball}`);
    return readUrdf(text, { root: 'free-flyer' });
  },
  pitch: /HFE$/,
  knee: /KFE$/,
  hind: -1,
  height: 0.27,
  least: 0.15,
  stiffness: 20,
};

/** The angle of a joint at a time: diagonal legs swing together, twice a second. */
function angleOf({ pitch, knee, hind }: Walker, name: string, time: number): number {
  const sign = name.startsWith('F') ? 1 : hind;
  const phase = 4 * Math.PI * time + (/^(FL|HR)/.test(name) ? 0 : Math.PI);
  const lift = Math.max(0, Math.sin(phase));
  if (pitch.test(name)) return sign * (0.8 + 0.25 * lift) - 0.15 * Math.cos(phase);
  return knee.test(name) ? -sign * (1.6 + 0.5 * lift) : 0;
}

function bumps(): Scene {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const rng = new Rng(seed);
  for (let k = 0; k < 60; k++) {
    const position = [rng.uniform(-1, 1), rng.uniform(-0.5, 0.5), rng.uniform(0.005, 0.02) - 0.1];
    scene.add(sphere(0.1), { position }, { static: true });
  }
  return scene;
}

describe.each([generated, ...ifShared([solo])])(`$name on bumps, µ = 0.3 (seed ${seed})`, (walker) => {
  it.each(['ncp-admm', 'ccp-admm'] as const)('trots, and %s solves 99 % of the steps', async (solver) => {
    const model = await walker.load();
    const sim = new Simulator({
      models: [model],
      scene: bumps(),
      timeStep: 1e-3,
      friction: 0.3,
      solver,
      selfCollision: false,
    });
    const hinges = model.joints.filter(({ nv }) => nv === 1);
    const q = neutral(model);
    q[2] = walker.height;
    for (const joint of hinges) q[joint.q] = angleOf(walker, joint.name, 0);
    sim.setState({ q });
    let [unsolved, contacts] = [0, 0];
    for (let k = 0; k < steps; k++) {
      const state = sim.state;
      const torques = new Float64Array(model.nv);
      for (const { name, q: p, v } of hinges)
        torques[v] =
          walker.stiffness * (angleOf(walker, name, k * 1e-3) - state.q[p]) - 0.025 * walker.stiffness * state.v[v];
      sim.step(torques);
      const { status, contacts: touched } = sim.report();
      if (!['free', 'converged'].includes(status)) unsolved++;
      contacts += touched.length;
    }
    expect(unsolved).toBeLessThan(0.01 * steps);
    expect(contacts).toBeGreaterThan(steps);
    expect(sim.state.q[2]).toBeGreaterThan(walker.least);
  });
});
