// The drop of fifty polytopes, a wall of boxes and Solo-12 on a plane, beside other simulators.

import { makeSimulation } from 'proximal/sim';
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import { type Section, short, type Target } from '../harness/page.ts';
import { UsageError } from '../harness/usage.ts';
import { sceneOf } from './engine.ts';
import { measureSolo, type SoloResult } from './solo.ts';
import { compare, type SceneResult } from './turns.ts';

/** Seconds until all bodies are at rest. */
const wholeScene = 10;

const known = ['polytopes', 'wall', 'solo'];

export const simBenchmark = defineBenchmark({
  name: 'sim',
  title: 'steps of polytopes, a wall and Solo-12 beside rapier3d, crashcat, MuJoCo, Jolt and cannon-es',
  options: { seconds: whole(1, 100), seed, only: text },
  full: { seconds: wholeScene, seed: 1, only: known.join(',') },
  quick: { seconds: 1 },
  seconds: { quick: 10, full: 46 },
  async measure({ seconds, seed: start, only }) {
    const asked = only.split(',');
    if (asked.some((name) => !known.includes(name)))
      throw new UsageError(`--only is '${only}'; give some of ${known.join(',')}.`);
    const scenes: SceneResult[] = [];
    for (const name of known.slice(0, 2)) {
      if (asked.includes(name))
        scenes.push(await compare(sceneOf(name, makeSimulation(name, { seed: start }), seconds)));
    }
    return { scenes, solo: asked.includes('solo') ? await measureSolo() : null };
  },
  targets: ({ scenes, solo }, { seconds }) => targetsOf(scenes, solo, seconds >= wholeScene),
  page: ({ scenes, solo }, _targets, { seconds, seed: start }) => ({
    title: 'Simulations',
    intro: `Scenes of ${seconds} s, seed ${start}, each simulator in turns.`,
    sections: [...scenes.map(sceneSection), ...(solo ? [soloSection(solo)] : [])],
  }),
});

function sceneSection({ name, contenders }: SceneResult): Section {
  const [first] = contenders;
  return {
    title: name,
    note: '',
    head: [
      'who',
      'ms per step',
      'times ours',
      'deepest, mm',
      'deepest in the last second, mm',
      'energy gained, J',
      'energy of motion at the end, J',
      'highest at the end, m',
      '',
    ],
    rows: contenders.map((contender) => [
      contender.name,
      short(contender.milliseconds),
      contender === first ? '' : short(contender.ratio),
      short(1000 * contender.deepest),
      short(1000 * contender.deepestAtEnd),
      short(contender.gained),
      short(contender.kineticEnergy),
      short(contender.top),
      contender.remark,
    ]),
  };
}

function soloSection({ rows }: SoloResult): Section {
  return {
    title: 'Solo-12 on a plane',
    note: '',
    head: ['who', 'steps per second', ''],
    rows: rows.map(({ name, perSecond, remark }) => [name, short(perSecond), remark]),
  };
}

/** The smallest wanted ratio of each simulator's time to ours, at our penetration or more. Others are only reported. */
const shares: Readonly<Record<string, number>> = { crashcat: 1, MuJoCo: 1, rapier3d: 0.5 };

/** @param isWhole whether the scenes ran until they were at rest; if not, numbers are only reported */
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
