// Projected Gauss-Seidel on the LCP (Alg. 1). With four facets the tangential directions are steps and clamps of their own, each with
// its own entry of the diagonal: the common step of the listing, 1/min(G_T), diverges where the two differ much. With more
// facets the section is a polygon, and the step is projected onto it.
import type { Arena } from '../arena.ts';
import type { Settings } from '../options.ts';
import type { Progress } from '../progress.ts';
import { normalStep } from './ncp-pgs.ts';
import { inverseOf, type Rule, runSweeps, tangentialStiffness } from './sweep.ts';

export const lcpRule: Rule = {
  prepare(arena, settings) {
    const steps = arena.vector(0);
    for (let c = 0; c < arena.contacts; c++) {
      const at = arena.bilateral + 3 * c;
      for (let k = 0; k < 3; k++) steps[at + k] = inverseOf(arena.diagonal[at + k]);
      if (settings.pyramid.facets !== 4) steps[at] = inverseOf(tangentialStiffness(arena, c));
    }
  },
  update(arena, settings, contact, at) {
    const { lambda, local, blocks } = arena;
    const { pyramid } = settings;
    const steps = arena.vector(0);
    normalStep(arena, contact, at, steps[at + 2]);
    const apothem = pyramid.apothem(arena.friction[contact]) * lambda[at + 2];
    if (pyramid.facets === 4) {
      const first = clamp(lambda[at] - steps[at] * local[0], apothem);
      const velocity = local[1] + blocks[9 * contact + 3] * (first - lambda[at]);
      lambda[at] = first;
      lambda[at + 1] = clamp(lambda[at + 1] - steps[at + 1] * velocity, apothem);
    } else {
      lambda[at] -= steps[at] * local[0];
      lambda[at + 1] -= steps[at] * local[1];
      pyramid.project(lambda, at, apothem);
    }
  },
  project(arena, { pyramid }, contact, at) {
    const { lambda, friction } = arena;
    lambda[at + 2] = Math.max(0, lambda[at + 2]);
    pyramid.project(lambda, at, pyramid.apothem(friction[contact]) * lambda[at + 2]);
  },
};

function clamp(x: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, x));
}

export function runLcpPgs(arena: Arena, settings: Settings, progress: Progress): void {
  runSweeps(arena, settings, progress, lcpRule);
}
