// The drop of fifty polytopes, a wall of boxes and Solo-12 on a plane, beside other simulators.
import { parseArgs } from 'node:util';
import { makeSimulation } from 'proximal/sim';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { short } from '../table.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { compare } from './compare.ts';
import { sceneOf } from './engine.ts';
import { measureSolo, type SoloResult } from './solo.ts';
import { targetsOf } from './targets.ts';
import type { SceneResult } from './turns.ts';

/** Seconds until everything is at rest. */
const wholeScene = 10;

export const simBenchmark: Benchmark = {
  name: 'sim',
  title:
    'steps of polytopes, a wall and Solo-12 beside rapier3d, crashcat, MuJoCo, Jolt and cannon-es (--seconds, --seed, --only)',
  runs: { quick: ['--seconds', '1'], full: [] },
  seconds: { quick: 10, full: 46 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string', default: String(wholeScene) },
        seed: { type: 'string', default: '1' },
        only: { type: 'string', default: 'polytopes,wall,solo' },
      },
    });
    const seconds = wholeNumber('seconds', values.seconds, 1, 100);
    const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
    const only = values.only.split(',');
    const known = ['polytopes', 'wall', 'solo'];
    if (only.some((name) => !known.includes(name)))
      throw new UsageError(`--only is '${values.only}'; give some of ${known.join(',')}.`);
    const scenes: SceneResult[] = [];
    for (const name of known.slice(0, 2)) {
      if (only.includes(name)) scenes.push(await compare(sceneOf(name, makeSimulation(name, { seed }), seconds)));
    }
    const solo = only.includes('solo') ? await measureSolo() : null;
    report(scenes, solo, { seconds, seed });
  },
};

function report(
  scenes: readonly SceneResult[],
  solo: SoloResult | null,
  settings: { readonly seconds: number; readonly seed: number },
): void {
  const sections = [...scenes.map(sceneSection), ...(solo ? [soloSection(solo)] : [])];
  const targets = targetsOf(scenes, solo, settings.seconds >= wholeScene);
  for (const section of sections) printSection(section);
  printTargets(targets);
  const intro = `Scenes of ${settings.seconds} s, seed ${settings.seed}, each simulator in turns.`;
  publish('sim', { ...settings, scenes, solo, sections, targets }, tablePage('Simulations', intro, sections, targets));
}

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
