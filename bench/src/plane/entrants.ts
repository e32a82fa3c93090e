import { loopOver } from './baselines/body.ts';
import { collideBySat } from './baselines/sat.ts';
import type { Entrant } from './entrant.ts';
import { ownEntrants } from './own.ts';
import { planck } from './peers/planck.ts';

const baselines: readonly Entrant[] = [
  {
    title: 'SAT',
    kind: 'baseline',
    how: 'every edge of both until one separates',
    enter: (set) => loopOver(set, { collide: collideBySat }),
  },
];

/** Everyone, in the order of the tables. */
export const entrants: readonly Entrant[] = [...ownEntrants, ...baselines, planck];
