// The speeds that were asked for, with what was measured.
import { short } from '../table.ts';
import type { Target } from '../targets.ts';
import type { SoloResult } from './solo.ts';
import type { SceneResult } from './turns.ts';

/** How much of our time each may take at least, at our penetration or more; beside others both are reported. */
const shares: Readonly<Record<string, number>> = { crashcat: 1, MuJoCo: 1, rapier3d: 0.5 };

/** @param isWhole that the scenes ran until they were at rest: before, everything is reported */
export function targetsOf(scenes: readonly SceneResult[], solo: SoloResult | null, isWhole: boolean): Target[] {
  const isAsked = (who: string): boolean => isWhole && who in shares;
  const speeds = scenes.flatMap(({ name, contenders }) =>
    contenders.slice(1).map(
      ({ name: who, ratio }): Target => ({
        what: `${name}, beside ${who}`,
        wanted: isAsked(who) ? `at least × ${shares[who]} of our time` : 'reported',
        found: `× ${short(ratio)}`,
        isMet: isAsked(who) ? ratio >= shares[who] : null,
      }),
    ),
  );
  const depths = scenes.flatMap(({ name, contenders: [own, ...others] }) =>
    others.map(
      ({ name: who, deepestAtEnd }): Target => ({
        what: `${name}, penetration beside ${who}`,
        wanted: isAsked(who) ? `at most ${short(1000 * deepestAtEnd)} mm in the last second` : 'reported',
        found: `${short(1000 * own.deepestAtEnd)} mm${isAsked(who) ? '' : `, its ${short(1000 * deepestAtEnd)} mm`}`,
        isMet: isAsked(who) ? own.deepestAtEnd <= deepestAtEnd : null,
      }),
    ),
  );
  return [...speeds, ...depths, ...(solo ? soloTargets(solo) : [])];
}

function soloTargets({ rows, derivatives }: SoloResult): Target[] {
  const [own, other] = rows;
  return [
    {
      what: 'Solo-12 on a plane',
      wanted: other ? `20,000 steps per second, or MuJoCo's ${short(other.perSecond)}` : '20,000 steps per second',
      found: short(own.perSecond),
      isMet: own.perSecond >= Math.min(20_000, other?.perSecond ?? Infinity),
    },
    {
      what: 'derivatives of a step of Solo-12',
      wanted: "at most 10 steps' time",
      found: short(derivatives),
      isMet: derivatives <= 10,
    },
  ];
}
