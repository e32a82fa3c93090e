// The speeds that were asked for, with what was measured.
import { short } from '../table.ts';
import type { Target } from '../targets.ts';
import type { SoloResult } from './solo.ts';
import type { SceneResult } from './turns.ts';

/** How much of our time each may take at least, at our penetration or more; beside others both are reported. */
const shares: Readonly<Record<string, number>> = { crashcat: 1, MuJoCo: 1, rapier3d: 0.5 };

export function targetsOf(scenes: readonly SceneResult[], solo: SoloResult | null): Target[] {
  const speeds = scenes.flatMap(({ name, contenders }) =>
    contenders.slice(1).map(
      ({ name: who, ratio }): Target => ({
        what: `${name}, beside ${who}`,
        wanted: who in shares ? `at least × ${shares[who]} of our time` : 'reported',
        found: `× ${short(ratio)}`,
        isMet: who in shares ? ratio >= shares[who] : null,
      }),
    ),
  );
  const depths = scenes.flatMap(({ name, contenders: [own, ...others] }) =>
    others.map(
      ({ name: who, deepestAtEnd }): Target => ({
        what: `${name}, penetration beside ${who}`,
        wanted: who in shares ? `at most ${short(1000 * deepestAtEnd)} mm in the last second` : 'reported',
        found: `${short(1000 * own.deepestAtEnd)} mm${who in shares ? '' : `, its ${short(1000 * deepestAtEnd)} mm`}`,
        isMet: who in shares ? own.deepestAtEnd <= deepestAtEnd : null,
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
