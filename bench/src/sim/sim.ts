// The drop of fifty polytopes, a wall of boxes and Solo-12 on a plane, beside other simulators.
import { parseArgs } from 'node:util';
import { makeSimulation } from 'proximal/sim';
import type { Benchmark } from '../registry.ts';
import { writeResults } from '../results.ts';
import { formatTable, short } from '../table.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { compare, type SceneResult } from './compare.ts';
import { sceneOf } from './engine.ts';
import { measureSolo, type SoloResult } from './solo.ts';
import { targetsOf } from './targets.ts';

export const simBenchmark: Benchmark = {
  name: 'sim',
  title: 'steps of polytopes, a wall and Solo-12 beside rapier3d, crashcat and MuJoCo (--seconds, --seed, --only)',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string', default: '10' },
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

const left = { align: 'left' } as const;

function report(scenes: readonly SceneResult[], solo: SoloResult | null, settings: object): void {
  for (const { name, contenders } of scenes) {
    const [first] = contenders;
    console.log(`\n${name}`);
    const columns = [
      { title: 'who', ...left },
      { title: 'ms per step' },
      { title: 'times ours' },
      { title: 'deepest, mm' },
      { title: 'deepest in the last second, mm' },
      { title: 'energy at the end, J' },
      { title: '', ...left },
    ];
    const rows = contenders.map(({ name: who, milliseconds, ratio, deepest, deepestAtEnd, kineticEnergy, remark }) => [
      who,
      short(milliseconds),
      who === first.name ? '' : short(ratio),
      short(1000 * deepest),
      short(1000 * deepestAtEnd),
      short(kineticEnergy),
      remark,
    ]);
    console.log(formatTable(columns, rows));
  }
  if (solo) {
    console.log('\nSolo-12 on a plane');
    const columns = [{ title: 'who', ...left }, { title: 'steps per second' }, { title: '', ...left }];
    console.log(
      formatTable(
        columns,
        solo.rows.map(({ name, perSecond, remark }) => [name, short(perSecond), remark]),
      ),
    );
  }
  const targets = targetsOf(scenes, solo);
  const verdicts = targets.map(({ what, wanted, found, isMet }) => [
    what,
    wanted,
    found,
    isMet === null ? '' : isMet ? 'kept' : 'MISSED',
  ]);
  const columns = [
    { title: 'target', ...left },
    { title: 'wanted', ...left },
    { title: 'found', ...left },
    { title: '', ...left },
  ];
  console.log(`\n${formatTable(columns, verdicts)}`);
  console.log(`\nWritten to ${writeResults('sim', { ...settings, scenes, solo, targets })}.`);
}
