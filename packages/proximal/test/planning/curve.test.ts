// Curves: their proofs against dense samples, and corners that `smooth` replaces.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { sphere } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { certifyMotion, type Plan, planMotion, RobotCell, simplify, smooth } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { leastDistance, randomCell, randomEnds } from './random-cell.ts';
import { slotCell, slotGoal, slotStart } from './slot-cell.ts';

/** The point of a parabola, or of the straight motion if there is no control point. */
function pointOf(from: Float64Array, via: Float64Array | null, to: Float64Array, t: number): Float64Array {
  if (!via) return from.map((x, k) => x + t * (to[k] - x));
  return from.map((x, k) => (1 - t) * (1 - t) * x + 2 * t * (1 - t) * via[k] + t * t * to[k]);
}

/** A cell of joints with one coordinate, and three configurations. */
function randomCurve(rng: Rng): { cell: RobotCell; from: Float64Array; via: Float64Array; to: Float64Array } {
  const cell = randomCell(rng, true);
  const [from, via] = randomEnds(rng, cell);
  const [to] = randomEnds(rng, cell);
  return { cell, from, via, to };
}

describe('motions on curves', () => {
  it('agree with samples, and their proofs with kinematics', () => {
    const counts = { free: 0, contact: 0, unknown: 0 };
    forAll({ seed: 21, cases: 60, tries: 100 }, (rng) => {
      const { cell, from, via, to } = randomCurve(rng);
      const { status, freeUntil, contact, proof } = cell.motion(from, to, { via });
      counts[status]++;
      for (let k = 0; k < 40 && freeUntil > 0; k++)
        expect(leastDistance(cell, pointOf(from, via, to, (freeUntil * k) / 40))).toBeGreaterThan(cell.padding - 1e-9);
      if (contact) expect(leastDistance(cell, pointOf(from, via, to, contact.upper))).toBeLessThan(cell.padding + 1e-9);
      expect(status === 'free').toBe(proof !== null);
      if (!proof) return;
      expect(proof.via).toEqual(via);
      expect(certifyMotion(cell, proof)).toMatchObject({ valid: true, reason: '' });
    });
    expect(counts.free).toBeGreaterThan(10);
    expect(counts.contact).toBeGreaterThan(10);
    expect(counts.unknown).toBe(0);
  });

  it('are straight motions if the control point is in the middle', () => {
    forAll({ seed: 22, cases: 20, tries: 50 }, (rng) => {
      const { cell, from, to } = randomCurve(rng);
      const via = from.map((x, k) => (x + to[k]) / 2);
      expect(cell.motion(from, to, { via }).status).toBe(cell.motion(from, to).status);
    });
  });

  it('refuses the proof of another curve', () => {
    let refused = 0;
    forAll({ seed: 23, cases: 40, tries: 100 }, (rng) => {
      const { cell, from, via, to } = randomCurve(rng);
      const { proof } = cell.motion(from, to, { via });
      if (!proof || proof.count === 0) return;
      const other = via.map((x) => x + 3);
      // The planes of one curve may also separate the bodies on the other curve; but then the other curve is free.
      if (certifyMotion(cell, { ...proof, via: other }).valid)
        expect(cell.motion(from, to, { via: other }).status).toBe('free');
      else refused++;
    });
    expect(refused).toBeGreaterThan(5);
  });

  it('finds the time of a contact on a parabola', () => {
    const model = new ModelBuilder()
      .link('carriage', { mass: 1, inertia: [1, 1, 1] })
      .joint('rail', { kind: 'prismatic', parent: 'world', child: 'carriage', axis: [1, 0, 0] })
      .geometry('carriage', { shape: sphere(0.1) })
      .build();
    const scene = new Scene();
    scene.add(sphere(0.1), { position: [1, 0, 0] }, { name: 'ball' });
    const cell = new RobotCell({ model, scene });
    // q = 4 t² meets the ball at q = 0.8.
    const { contact } = cell.motion(Float64Array.of(0), Float64Array.of(4), { via: Float64Array.of(0) });
    expect(Math.abs((contact?.upper ?? 0) - Math.sqrt(0.2))).toBeLessThan(1e-6);
    // The carriage turns back at the time 1/2, at q = 0.75, before it reaches the ball.
    expect(cell.motion(Float64Array.of(0), Float64Array.of(0), { via: Float64Array.of(1.5) }).status).toBe('free');
    expect(cell.motion(Float64Array.of(0), Float64Array.of(0), { via: Float64Array.of(1.7) }).status).toBe('contact');
  });

  it('refuses joints with several coordinates that would move', () => {
    const model = new ModelBuilder()
      .link('body', { mass: 1, inertia: [1, 1, 1] })
      .joint('ball', { kind: 'spherical', parent: 'world', child: 'body' })
      .geometry('body', { shape: sphere(0.1) })
      .build();
    const cell = new RobotCell({ model });
    const still = Float64Array.of(0, 0, 0, 1);
    const turned = Float64Array.of(1, 0, 0, 0);
    expect(cell.motion(still, still, { via: still }).status).toBe('free');
    expect(() => cell.motion(still, turned, { via: still })).toThrow(
      'RobotCell.motion: options.via is Float64Array [0, 0, 0, 1]; ball has several coordinates and must not move on a curve',
    );
    expect(() => cell.motion(still, still, { via: Float64Array.of(1) })).toThrow('options.via is Float64Array [1]');
  });
});

/** The largest change of the unit direction of a path between successive motions; 0 if curves replace all corners. */
function largestTurn({ path, proof }: Plan): number {
  const unit = (from: Float64Array, to: Float64Array): Float64Array => {
    const d = to.map((x, k) => x - from[k]);
    return d.map((x) => x / Math.hypot(...d));
  };
  let largestChange = 0;
  for (let k = 1; k < proof.length; k++) {
    const end = unit(proof[k - 1].via ?? path[k - 1], path[k]);
    const next = unit(path[k], proof[k].via ?? path[k + 1]);
    largestChange = Math.max(largestChange, Math.hypot(...end.map((x, i) => x - next[i])));
  }
  return largestChange;
}

describe('smooth', () => {
  it('replaces corners by curves that are proven free', () => {
    const cell = slotCell();
    const plan = simplify(planMotion(cell, { start: slotStart, goal: slotGoal, seed: 3 }));
    expect(largestTurn(plan)).toBeGreaterThan(0.1);
    const curved = smooth(plan);
    expect(curved.status).toBe('solved');
    expect(certifyMotion(cell, curved)).toMatchObject({ valid: true });
    expect(largestTurn(curved)).toBeLessThan(1e-6);
    expect(curved.path[0]).toEqual(slotStart);
    expect(curved.path.at(-1)).toEqual(slotGoal);
    expect(curved.proof.filter(({ via }) => via)).toHaveLength(plan.path.length - 2);
    for (const { from, via, to } of curved.proof)
      for (let k = 0; k <= 50; k++) expect(leastDistance(cell, pointOf(from, via, to, k / 50))).toBeGreaterThan(0);
    // The curves are shorter than the corners, and their samples have the stated length.
    const { length } = curved.statistics;
    expect(length).toBeLessThan(plan.statistics.length);
    let sum = 0;
    for (const { from, via, to } of curved.proof)
      for (let k = 0; k < 200; k++) {
        const [p, q] = [pointOf(from, via, to, k / 200), pointOf(from, via, to, (k + 1) / 200)];
        sum += Math.hypot(...p.map((x, i) => q[i] - x));
      }
    expect(sum).toBeCloseTo(length, 4);
    expect(smooth(plan).path).toEqual(curved.path);
  });

  it('keeps within a deviation from the corners', () => {
    const plan = planMotion(slotCell(), { start: slotStart, goal: slotGoal, seed: 3 });
    const curved = smooth(plan, { deviation: 0.01 });
    expect(curved.proof.some(({ via }) => via)).toBe(true);
    for (const { from, via, to } of curved.proof) {
      if (!via) continue;
      const middle = pointOf(from, via, to, 0.5);
      expect(Math.hypot(...middle.map((x, k) => x - via[k]))).toBeLessThan(0.01 + 1e-9);
    }
  });

  it('is undone by simplify, which replaces curves by corners', () => {
    const cell = slotCell();
    const curved = smooth(planMotion(cell, { start: slotStart, goal: slotGoal, seed: 3 }));
    const short = simplify(curved);
    expect(short.proof.every(({ via }) => via === null)).toBe(true);
    expect(certifyMotion(cell, short).valid).toBe(true);
  });

  it('proves random plans, and keeps corners of ball joints', () => {
    let curves = 0;
    forAll({ seed: 31, cases: 60, tries: 20 }, (rng, index) => {
      const cell = randomCell(rng, index % 4 !== 0);
      const [start, goal] = randomEnds(rng, cell);
      const plan = planMotion(cell, { start, goal, maxIterations: 200, timeLimit: 100, range: 0.5 });
      if (plan.status === 'failed') return;
      const curved = smooth(plan);
      curves += curved.proof.filter(({ via }) => via).length;
      expect(certifyMotion(cell, curved)).toMatchObject({ valid: true });
    });
    expect(curves).toBeGreaterThan(2);
  });

  it('fails if the cell has changed, and returns failures as they are', () => {
    const cell = slotCell();
    const plan = planMotion(cell, { start: slotStart, goal: slotGoal, seed: 3 });
    const curved = smooth(plan);
    cell.scene?.add(sphere(0.2), { position: [0.5, 0.5, 0] }, { name: 'ball' });
    cell.update();
    for (const stale of [smooth(plan), smooth(curved), simplify(curved)]) {
      expect(stale).toMatchObject({ status: 'failed', failure: 'changed' });
      expect(smooth(stale)).toBe(stale);
    }
  });

  it('names wrong arguments', () => {
    const plan = planMotion(slotCell(), { start: slotStart, goal: slotStart });
    expect(() => smooth({} as never)).toThrow('smooth: plan is an object with keys ""; give the result of planMotion');
    expect(() => smooth(plan, { deviation: 0 })).toThrow('smooth: options.deviation is 0; give a distance');
    expect(() => smooth(plan, { attempts: 0 })).toThrow('smooth: options.attempts is 0; give a whole number');
    expect(smooth(plan).status).toBe('solved');
  });
});
