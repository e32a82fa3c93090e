// A plan through given configurations, without a search.
import type { Model } from '../../src/dynamics/index.ts';
import { type Plan, planMotion, RobotCell } from '../../src/planning/index.ts';

/** All pairs of links are allowed to touch, so that every motion is free. */
export function straightPlan(model: Model, ...corners: readonly (readonly number[])[]): Plan {
  const path = corners.map((q) => Float64Array.from(q));
  const cell = new RobotCell({ model, allowed: everyPair(model) });
  const plan = planMotion(cell, { start: path[0], goal: path[0] });
  const proof = path.slice(1).flatMap((q, k) => cell.motion(path[k], q).proof ?? []);
  return { ...plan, path, proof };
}

function everyPair({ geometries }: Model): [string, string][] {
  return geometries.flatMap(({ link }, k) =>
    geometries.slice(0, k).map((other): [string, string] => [link, other.link]),
  );
}
