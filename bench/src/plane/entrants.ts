// Everyone who runs in this process, in the order of the tables. Native libraries are in native.ts.
import { loopOver } from './baselines/body.ts';
import { distanceByBruteForce } from './baselines/brute-force.ts';
import { distanceByGjk, type Subdistance } from './baselines/gjk.ts';
import { collideBySat } from './baselines/sat.ts';
import { subdistanceBySignedVolumes } from './baselines/signed-volumes.ts';
import { subdistanceByVoronoi } from './baselines/voronoi.ts';
import type { Entrant } from './entrant.ts';
import { ownEntrants, ownWarmEntrants } from './own.ts';
import { box2dCore } from './peers/box2d-core.ts';
import { detectCollisions } from './peers/detect-collisions.ts';
import { matter } from './peers/matter.ts';
import { planck } from './peers/planck.ts';
import { rapier } from './peers/rapier.ts';
import { sat } from './peers/sat.ts';

const voronoiTitle = 'Voronoi GJK';
export const signedVolumesTitle = 'signed volumes GJK';
export const satTitle = 'SAT';
export const bruteForceTitle = 'brute force';

function gjkBaseline(title: string, how: string, subdistance: Subdistance): Entrant {
  return {
    title,
    kind: 'baseline',
    how,
    enter: (set) =>
      loopOver(set, {
        distance: (bodies) => distanceByGjk(bodies, subdistance),
        collide: (bodies) => (distanceByGjk(bodies, subdistance) === 0 ? 1 : 0),
      }),
  };
}

const baselines: readonly Entrant[] = [
  gjkBaseline(voronoiTitle, 'sub-distance by Voronoi regions, cold; level 1 by the distance', subdistanceByVoronoi),
  gjkBaseline(signedVolumesTitle, 'stands for OpenGJK, cold; level 1 by the distance', subdistanceBySignedVolumes),
  {
    title: satTitle,
    kind: 'baseline',
    how: 'every edge of both until one separates',
    enter: (set) => loopOver(set, { collide: collideBySat }),
  },
  {
    title: bruteForceTitle,
    kind: 'baseline',
    how: 'stands for Apollo: every edge against every edge',
    enter: (set) => loopOver(set, { distance: distanceByBruteForce }),
  },
];

/** On pairs that have no past. */
export const coldEntrants: readonly Entrant[] = [
  ...ownEntrants,
  ...baselines,
  planck(false),
  box2dCore(false),
  rapier,
  sat,
  matter,
  detectCollisions,
];

/** On pairs that move a little between two queries. */
export const warmEntrants: readonly Entrant[] = [...ownWarmEntrants, planck(true), box2dCore(true)];
