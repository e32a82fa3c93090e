// Free bodies have a fast path through the dynamics, with the same result as the tree algorithm.
import { describe, expect, it } from 'vitest';
import { freeState } from '../../src/contact/workspace.ts';
import { forwardDynamics } from '../../src/dynamics/index.ts';
import { box, convex, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { Drag } from '../../src/sim/drag.ts';
import { FreeBodies } from '../../src/sim/free-bodies.ts';
import { FreeMotion, isFreeBody } from '../../src/sim/free-motion.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import type { Member } from '../../src/sim/member.ts';
import { forAll } from '../for-all.ts';

describe('a free body', () => {
  it('accelerates from rest like forward dynamics, with forces, torques and an offset center of mass', () => {
    forAll({ seed: 5, cases: 50 }, (rng) => {
      const points = Array.from({ length: 12 }, () => rng.direction().map((x) => 0.3 + x));
      const model = freeBody(convex(points.flat()), { mass: rng.uniform(0.1, 10) });
      expect(isFreeBody(model)).toBe(true);
      const random = (): Float64Array => Float64Array.from({ length: 6 }, () => rng.uniform(-3, 3));
      const [v, torque, external] = [random(), random(), random()];
      const q = Float64Array.of(rng.normal(), rng.normal(), rng.normal(), ...rng.rotation());
      const state = new Float64Array(freeState.size);
      const free = new FreeMotion(model, state);
      free.setPose(q);
      const at = { firstQ: 0, firstV: 0, index: 0, bodies: [] };
      const member = { model, free, ...at, drag: new Drag() } as unknown as Member;
      const [next, shift] = [new Float64Array(6), new Float64Array(6)];
      const start = q.slice();
      const vectors = { q, v, start, torque: torque.slice(), next, shift, state, controls: new Float64Array(0) };
      new FreeBodies([member], vectors, [0]).accelerate(external, 1);
      // Gyroscopic terms are integrated separately: see spin.ts.
      const expected = forwardDynamics(model, model.createData(), q, new Float64Array(6), torque, external);
      for (let k = 0; k < 6; k++)
        expect(Math.abs(next[k] - v[k] - expected[k])).toBeLessThan(1e-9 * (1 + Math.abs(expected[k])));
    });
  });

  it('takes the fast path only without actuators', () => {
    const model = freeBody(box(1, 1, 1));
    expect(isFreeBody(Object.assign(Object.create(model), { actuators: [{}] }))).toBe(false);
    expect(isFreeBody(model)).toBe(true);
  });
});

/** A stack of five boxes, the lowest on the floor, with gaps of 1 mm between them. */
function stack(contactReuse: number): Simulator {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const models = Array.from({ length: 5 }, (_, k) =>
    freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0.05 * k, 0, 0.5 + 1.001 * k] } }),
  );
  return new Simulator({ models, scene, contactReuse, solver: { maxIterations: 50 } });
}

describe('persistent contacts', () => {
  it('hold a stack like contacts recomputed in every step', () => {
    const [anew, reused] = [stack(0), stack(1e-4)];
    for (let k = 0; k < 480; k++) {
      anew.step();
      reused.step();
    }
    const [p, q] = [anew.state.q, reused.state.q];
    // The error of a gap is about the motion allowed between two searches, 1e-4 of the box's radius of 0.87 m, times the tilt of the faces.
    for (let k = 0; k < p.length; k++) expect(Math.abs(p[k] - q[k])).toBeLessThan(1e-4);
    expect(reused.report().contacts).toHaveLength(20);
    expect(reused.report().kineticEnergy).toBeLessThan(1e-6);
  });

  it('are dropped when a body is moved by the user', () => {
    const sim = stack(1);
    for (let k = 0; k < 10; k++) sim.step();
    const { q } = sim.state;
    q[7 * 4 + 2] += 0.5;
    sim.setState({ q });
    sim.step();
    expect(sim.report().contacts).toHaveLength(16);
  });
});
