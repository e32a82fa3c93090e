// Scenes of rigid bodies and Solo-12 on a plane, compared with other simulators.

import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import { type Section, short, type Target } from '../harness/page.ts';
import { UsageError } from '../harness/usage.ts';
import { bodyScenes, crowdOf } from './body-scene.ts';
import { measureSolo, type SoloResult } from './solo.ts';
import { type ContenderResult, compare, type SceneResult } from './turns.ts';

/** The seconds of a full run. All bodies are then at rest, except in the scenes with a shorter limit. */
const settlingTime = 10;

const sceneNames = [...Object.keys(bodyScenes), 'scaling', 'solo'];

/** Numbers of bodies of the scenes that show how the cost grows. */
const crowds = [100, 1000, 10_000];

export const simBenchmark = defineBenchmark({
  name: 'sim',
  title: 'steps of scenes of rigid bodies and of Solo-12 compared with rapier3d, crashcat, MuJoCo, Jolt and cannon-es',
  options: { seconds: whole(1, 100), seed, only: text },
  full: { seconds: settlingTime, seed: 1, only: sceneNames.join(',') },
  quick: { seconds: 1, only: 'polytopes,wall,solo' },
  seconds: { quick: 10, full: 260 },
  async measure({ seconds, seed: start, only }, { step }) {
    const selected = only.split(',');
    if (selected.some((name) => !sceneNames.includes(name)))
      throw new UsageError(`--only is '${only}'; give some of ${sceneNames.join(',')}.`);
    const scenes: SceneResult[] = [];
    for (const [name, make] of Object.entries(bodyScenes))
      if (selected.includes(name)) scenes.push(await step(name, () => compare(make(start, seconds))));
    const scaling: SceneResult[] = [];
    // The largest first: code is optimized before the smallest is measured, whose steps are short.
    for (const count of selected.includes('scaling') ? [...crowds].reverse() : []) {
      const scene = crowdOf(count, start, Math.min(seconds, 0.5));
      scaling.unshift(await step(scene.name, () => compare(scene)));
    }
    return { scenes, scaling, solo: selected.includes('solo') ? await measureSolo() : null };
  },
  targets: ({ scenes, scaling, solo }, { seconds }) => [
    ...targetsOf(scenes, seconds >= settlingTime),
    ...scalingTargets(scaling),
    ...(solo ? soloTargets(solo) : []),
  ],
  page: ({ scenes, scaling, solo }, _targets, { seconds, seed: start }) => ({
    title: 'Simulations',
    intro: `Scenes of up to ${seconds} s, seed ${start}, each simulator in turn. Times per step are processor times. Depths and energies are measured after every 24 steps; the energy gained is the largest rise between two measurements. "Highest" is the height of the highest center of mass.`,
    sections: [
      ...scenes.map(sceneSection),
      ...(scaling.length > 0 ? [scalingSection(scaling)] : []),
      ...(solo ? [soloSection(solo)] : []),
    ],
  }),
});

function sceneSection({ name, contenders }: SceneResult): Section {
  const [first] = contenders;
  return {
    title: name,
    note: '',
    head: [
      'simulator',
      'ms per step',
      'time / ours',
      'ms per step at the end',
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
      short(contender.millisecondsAtEnd),
      short(1000 * contender.deepest),
      short(1000 * contender.deepestAtEnd),
      short(contender.gained),
      short(contender.kineticEnergy),
      short(contender.top),
      contender.remark,
    ]),
  };
}

/** The number of bodies of a result of `crowdOf`. */
const countOf = ({ name }: SceneResult): number => Number.parseInt(name, 10);

function scalingSection(results: readonly SceneResult[]): Section {
  const names = results[0].contenders.map(({ name }) => name);
  return {
    title: 'Piles of ten boxes',
    note: 'Microseconds per body and step.',
    head: ['simulator', ...results.map(({ name }) => name)],
    rows: names.map((who) => [
      who,
      ...results.map((result) => {
        const found = result.contenders.find(({ name }) => name === who);
        return found ? short((1000 * found.milliseconds) / countOf(result)) : '–';
      }),
    ]),
  };
}

function soloSection({ rows }: SoloResult): Section {
  return {
    title: 'Solo-12 on a plane',
    note: 'Balls as feet; springs and dampers hold the posture. Our ground is a half-space, that of MuJoCo a box. Steps per second are by the clock.',
    head: ['simulator', 'steps per second', ''],
    rows: rows.map(({ name, perSecond, remark }) => [name, short(perSecond), remark]),
  };
}

/** The largest wanted ratio of our time to the time of the fastest other simulator, by scene. */
const maxRatios: Readonly<Record<string, number>> = {
  polytopes: 1,
  wall: 1,
  heap: 1.2,
  ragdolls: 1.2,
  drum: 1.2,
  sleeping: 1.5,
};

/** @param isSettled whether the run was at least `settlingTime` long; if not, numbers are only reported */
export function targetsOf(scenes: readonly SceneResult[], isSettled: boolean): Target[] {
  return scenes.flatMap(({ name, contenders }) => {
    // A simulator that was stopped took more than the allowed processor time, or its numbers are not finite.
    const complete = contenders.filter(({ isOurs, isComplete }) => !isOurs && isComplete);
    if (complete.length === 0) return [];
    const fastest = complete.reduce((best, each) => (each.ratio < best.ratio ? each : best));
    return contenders
      .filter(({ isOurs }) => isOurs)
      .flatMap((own) => [speedTarget(name, own, fastest, isSettled), depthTarget(name, own, fastest, isSettled)]);
  });
}

function speedTarget(scene: string, own: ContenderResult, fastest: ContenderResult, isMeasured: boolean): Target {
  const limit = maxRatios[scene];
  const ratio = own.ratio / fastest.ratio;
  return {
    what: `${scene}, ${own.name}: mean time per step / time of the fastest, ${fastest.name}`,
    wanted: isMeasured ? `at most ${limit}` : 'reported',
    found: short(ratio),
    isMet: isMeasured ? ratio <= limit : null,
  };
}

function depthTarget(scene: string, own: ContenderResult, fastest: ContenderResult, isMeasured: boolean): Target {
  const limit = fastest.deepestAtEnd;
  return {
    what: `${scene}, ${own.name}: penetration in the last second, compared with ${fastest.name}`,
    wanted: isMeasured ? `at most ${short(1000 * limit)} mm` : 'reported',
    found: `${short(1000 * own.deepestAtEnd)} mm`,
    isMet: isMeasured ? own.deepestAtEnd <= limit : null,
  };
}

/** The largest wanted ratio of our costs per body. */
const maxCostRatio = 1.5;

function scalingTargets(results: readonly SceneResult[]): Target[] {
  if (results.length === 0) return [];
  const costs = results.map((result) => result.contenders[0].milliseconds / countOf(result));
  const ratio = Math.max(...costs) / Math.min(...costs);
  const what = `our cost per body, largest / smallest, ${countOf(results[0])} to ${countOf(results[results.length - 1])} bodies`;
  return [{ what, wanted: `at most ${maxCostRatio}`, found: short(ratio), isMet: ratio <= maxCostRatio }];
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
