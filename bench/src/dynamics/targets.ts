// The speeds that were asked for, with what was measured.
import { short } from '../table.ts';
import type { Target } from '../targets.ts';
import type { ChainTimes } from './chains.ts';
import type { Algorithm } from './own.ts';

/** Own time beside another's on one robot, in microseconds. */
export interface Comparison {
  readonly robot: string;
  readonly algorithm: Algorithm;
  readonly other: string;
  readonly own: number;
  readonly theirs: number;
  /** Theirs / own: the median over the rounds. */
  readonly ratio: number;
}

/** A slope of times over sizes on a doubly logarithmic plot may be this much above the exponent: caches, and noise. */
const slack = 0.25;

export function targetsOf(comparisons: readonly Comparison[], chains: readonly ChainTimes[]): Target[] {
  const atLeast = (algorithm: Algorithm, other: string, factor: number, robots: readonly string[]): Target[] =>
    comparisons
      .filter((each) => each.algorithm === algorithm && each.other === other && robots.includes(each.robot))
      .map(({ robot, ratio }) => ({
        what: `${algorithm} of ${robot} beside ${other}`,
        wanted: `≥ ${factor}× as fast`,
        found: `${short(ratio)}×`,
        isMet: ratio >= factor,
      }));
  const all = ['Solo-12', 'Talos', 'Allegro'];
  const differences = (algorithm: Algorithm): Target[] =>
    atLeast(algorithm, 'central differences', 10, ['Solo-12', 'Talos', 'quadruped']);
  return [
    ...atLeast('RNEA', 'MuJoCo kinematics + comPos + comVel + rne', 1, all),
    ...atLeast('ABA', 'MuJoCo kinematics + comPos + crb + factor + comVel + rne + solve', 1, all),
    ...differences('RNEA derivatives'),
    ...differences('ABA derivatives'),
    ...chains.map(({ algorithm, slope }) => {
      const exponent = algorithm === 'RNEA' || algorithm === 'ABA' ? 1 : 2;
      return {
        what: `${algorithm} on chains of 10 to 1,000 joints`,
        wanted: `grows with exponent ≤ ${exponent} (+ ${slack})`,
        found: `${slope.toFixed(2)}`,
        isMet: slope <= exponent + slack,
      };
    }),
  ];
}
