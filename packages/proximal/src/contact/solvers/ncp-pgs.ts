// Projected Gauss-Seidel on the NCP (Alg. 5): a normal step, a tangential step, and the tangential impulse scaled to µ λ_N. The
// tangential step length is 1/λmax of the tangential block; with the smaller diagonal entry, as in Alg. 1, it can diverge.
import type { Arena } from '../arena.ts';
import { projectDisc, projectHorizontally } from '../cones.ts';
import type { Settings } from '../options.ts';
import type { Progress } from '../progress.ts';
import { inverseOf, type Rule, runSweeps, tangentialStiffness } from './sweep.ts';

export const ncpRule: Rule = {
  prepare(arena) {
    const steps = arena.vector(0);
    for (let c = 0; c < arena.contacts; c++) {
      const at = arena.bilateral + 3 * c;
      steps[at] = inverseOf(tangentialStiffness(arena, c));
      steps[at + 2] = inverseOf(arena.diagonal[at + 2]);
    }
  },
  update(arena, _settings, contact, at) {
    const { lambda, local } = arena;
    const steps = arena.vector(0);
    normalStep(arena, contact, at, steps[at + 2]);
    lambda[at] -= steps[at] * local[0];
    lambda[at + 1] -= steps[at] * local[1];
    projectDisc(lambda, at, arena.friction[contact] * lambda[at + 2]);
  },
  project(arena, _settings, contact, at) {
    projectHorizontally(arena.lambda, at, arena.friction[contact]);
  },
};

/** λ_N ← max(0, λ_N − σ_N / G_NN), and what that changes of the tangential velocity. */
export function normalStep({ lambda, local, blocks }: Arena, contact: number, at: number, step: number): void {
  const normal = Math.max(0, lambda[at + 2] - step * local[2]);
  const change = normal - lambda[at + 2];
  lambda[at + 2] = normal;
  local[0] += blocks[9 * contact + 2] * change;
  local[1] += blocks[9 * contact + 5] * change;
}

export function runNcpPgs(arena: Arena, settings: Settings, progress: Progress): void {
  runSweeps(arena, settings, progress, ncpRule);
}
