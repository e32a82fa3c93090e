// The walking benchmark: short walks of the generated quadruped, the grounds, recorded contact problems, and the findings.

import { createWalkingController, quadrupedUrdf } from 'proximal/control';
import { readUrdf } from 'proximal/io';
import { Scene } from 'proximal/scene';
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../bench/src/walking/findings.ts';
import { recordProblem, replay } from '../bench/src/walking/replay.ts';
import { deviation, rowOf } from '../bench/src/walking/summary.ts';
import { blocks, flat, hills } from '../bench/src/walking/terrain.ts';
import {
  cases,
  movedReference,
  reference,
  solverSettings,
  Walk,
  type WalkResult,
  walkOn,
} from '../bench/src/walking/walk.ts';

const model = await readUrdf(quadrupedUrdf(), { root: 'free-flyer' });
/** One case of each model. */
const models = cases.filter(({ model: name }, k) => cases.findIndex((other) => other.model === name) === k);

/** The height of the ground at a point, by a ray from above. */
function heightAt(terrain: { addTo(scene: Scene): void }, x: number, y: number): number {
  const scene = new Scene();
  terrain.addTo(scene);
  return 1 - (scene.rayCast([x, y, 1], [0, 0, -1])?.distance ?? Number.NaN);
}

describe('walks on flat ground', () => {
  const results = walkOn(flat, model, 0.8, models);
  const row = (name: string) => rowOf('flat', models.find((each) => each.model === name) ?? reference, results);

  it('stay up, at the same velocity with all five models', () => {
    expect(models.map((each) => each.model)).toEqual(['NCP', 'LCP', 'CCP', 'RaiSim', 'MuJoCo-like']);
    for (const result of results) {
      expect([result.fellAt, result.unsolved]).toEqual([null, 0]);
      expect(deviation(result, results[0])).toBeLessThan(0.01);
      // The base lags behind the command, ½ · 0.5 m/s² · (0.8 s)² = 0.16 m.
      expect(result.end[0]).toBeGreaterThan(0.08);
      expect(result.end[0]).toBeLessThan(0.16);
    }
  });

  it('have an ε_c of the tolerance with the NCP, and a larger one with the relaxed models', () => {
    expect(row('NCP').largestComplementarity).toBeLessThan(2 * solverSettings.tolerance);
    expect(row('CCP').largestComplementarity).toBeGreaterThan(100 * row('NCP').largestComplementarity);
    expect(row('RaiSim').largestComplementarity).toBeGreaterThan(row('NCP').largestComplementarity);
  });

  it('repeat with the same bits', () => {
    const first = walkOn(flat, model, 0.1, [reference]);
    const again = walkOn(flat, model, 0.1, [reference]);
    const bits = ([{ recording, end }]: WalkResult[]) => [recording.velocity, recording.complementarity, end];
    expect(bits(again)).toEqual(bits(first));
  });

  it('record the fall of a robot that cannot stand', () => {
    const low = createWalkingController(model).posture;
    expect(low[2]).toBeCloseTo(0.2028, 9);
    const [fallen] = walkOn({ ...flat, friction: 0 }, model, 4, [reference]);
    expect(fallen.fellAt).toBeGreaterThan(0);
    expect(fallen.steps).toBeCloseTo(1000 * (fallen.fellAt ?? 0), 6);
  });
});

describe('the grounds', () => {
  it('are flat at the start, and beyond it within their height', () => {
    for (const [terrain, low, high] of [
      [hills(0.1, 1), -0.05, 0.05],
      [blocks(0.05, 1), 0, 0.05],
    ] as const) {
      const heights: number[] = [];
      for (let k = 0; k < 60; k++) heights.push(heightAt(terrain, 0.7 + 0.031 * k, 0.013 * (k % 20) - 0.12));
      for (const x of [-0.3, 0, 0.28]) expect(heightAt(terrain, x, 0.15)).toBeCloseTo(0, 9);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(low - 1e-9);
      expect(Math.max(...heights)).toBeLessThanOrEqual(high + 1e-9);
      expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.5 * (high - low));
    }
  });

  it('depend on the seed', () => {
    expect(heightAt(blocks(0.05, 1), 0.82, 0.02)).not.toBe(heightAt(blocks(0.05, 2), 0.82, 0.02));
    expect(heightAt(blocks(0.05, 1), 0.82, 0.02)).toBe(heightAt(blocks(0.05, 1), 0.82, 0.02));
  });
});

describe('the contact problems of a walk', () => {
  it('have the impulses of the simulation as their solutions', () => {
    const walk = new Walk(model, reference, flat);
    let compared = 0;
    for (let k = 0; k < 20; k++)
      walk.advance((step) => {
        const { impulses } = recordProblem(model, step);
        for (const [c, { impulse, normal }] of step.contacts.entries()) {
          const along = Math.abs(impulse[0] * normal[0] + impulse[1] * normal[1] + impulse[2] * normal[2]);
          expect(Math.abs(impulses[3 * c + 2] - along)).toBeLessThan(1e-3 * along + 1e-5);
          compared++;
        }
      });
    expect(compared).toBeGreaterThan(600);
  });

  it('take more iterations of ADMM if contacts slide, from all starts', () => {
    const rows = replay(flat, model, 0.6);
    expect(rows.filter(({ start }) => start === 'impulses').map(({ walk }) => walk)).toEqual(cases);
    expect(rows.filter(({ start }) => start === 'zero').map(({ walk }) => walk)).toEqual(cases);
    const continued = rows.filter(({ start }) => start === 'solution').map(({ walk }) => walk.solver);
    expect(continued).toEqual(['ncp-admm', 'ccp-admm']);
    for (const { walk, iterations } of rows)
      if (walk.solver === 'ncp-admm') expect(iterations.sliding).toBeGreaterThan(2 * iterations.sticking);
  });
});

describe('findings', () => {
  it('are judged from the rows', () => {
    const results = walkOn(flat, model, 0.2, [...cases, movedReference]);
    const on = (terrain: string) =>
      [...cases, movedReference].map((each) => ({ ...rowOf('flat', each, results), terrain }));
    // Bumps that are like the flat ground: nothing differs there.
    const found = findingsOf([...on('flat'), ...on('bumps')], ['bumps']);
    const verdictOf = (what: string) => found.filter((target) => target.what.includes(what)).map(({ isMet }) => isMet);
    expect(verdictOf('velocity independent of the model')).toEqual([true]);
    expect(verdictOf('all solvers slower')).toEqual([false]);
    expect(verdictOf('gap between per-contact and ADMM')).toEqual([false, false]);
    expect(verdictOf('ε_c of CCP and RaiSim low')).toEqual([false]);
  });
});
