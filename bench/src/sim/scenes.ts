// The scenes of the papers, simulated: what they report beside what we find.
import { parseArgs } from 'node:util';
import type { Benchmark } from '../registry.ts';
import { writeResults } from '../results.ts';
import { formatTable } from '../table.ts';
import { wholeNumber } from '../usage.ts';
import { type DropResult, measureDrop } from './drop.ts';
import { measureStanding, type StandingResult } from './standing.ts';

export const scenesBenchmark: Benchmark = {
  name: 'scenes',
  title: 'the scenes of the papers: the drop of 50 polytopes by both distances, Solo-12, Talos and Allegro (--seed)',
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { seed: { type: 'string', default: '1' } } });
    const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
    const drops = (['signed', 'growth'] as const).map((collision) => measureDrop(collision, seed));
    console.log(dropTable(drops));
    const robots = await measureStanding();
    if (robots) console.log(robotTable(robots));
    console.log(`Written to ${writeResults('scenes', { seed, drops, robots })}`);
  },
};

/** Bullet with margins of 4 cm, 240 Hz for 10 s. */
const paper = { signed: '1.50', growth: '1.39' } as const;

function dropTable(drops: readonly DropResult[]): string {
  const titles = [
    'deepest, cm',
    'paper',
    'energy at the end, J',
    'paper',
    'dissipated',
    'paper',
    'unsolved',
    'ms a step',
  ];
  return formatTable(
    [{ title: '50 polytopes', align: 'left' }, ...titles.map((title) => ({ title, align: 'right' as const }))],
    drops.map(({ collision, deepest, kineticEnergy, dissipated, unsolved, steps, seconds }) => [
      collision,
      (100 * deepest).toFixed(2),
      paper[collision],
      kineticEnergy.toFixed(2),
      '0.00',
      `${(100 * dissipated).toFixed(2)} %`,
      '90.19 %',
      `${unsolved} of ${steps}`,
      ((1000 * seconds) / steps).toFixed(2),
    ]),
  );
}

function robotTable(robots: readonly StandingResult[]): string {
  const titles = ['steps', 'most contacts', 'deepest, mm', 'NCP residual, m/s', 'unsolved', 'ms a step'];
  return formatTable(
    [
      { title: 'robot', align: 'left' },
      ...titles.map((title) => ({ title, align: 'right' as const })),
      { title: 'at the end', align: 'left' },
    ],
    robots.map(({ name, steps, contacts, deepest, residual, unsolved, milliseconds, outcome }) => [
      name,
      String(steps),
      String(contacts),
      (1000 * deepest).toFixed(3),
      residual.toExponential(1),
      String(unsolved),
      milliseconds.toFixed(3),
      outcome,
    ]),
  );
}
