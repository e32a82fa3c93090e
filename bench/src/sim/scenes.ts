// The scenes of the papers, simulated: what they report beside what we find.
import { parseArgs } from 'node:util';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import type { Target } from '../targets.ts';
import { wholeNumber } from '../usage.ts';
import { type DropResult, measureDrop } from './drop.ts';
import { measureStanding, type StandingResult } from './standing.ts';

export const scenesBenchmark: Benchmark = {
  name: 'scenes',
  title:
    'the scenes of the papers: the drop of 50 polytopes by both distances, Solo-12, Talos and Allegro (--seconds, --seed)',
  runs: { quick: ['--seconds', '2'], full: [] },
  seconds: { quick: 5, full: 70 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { seconds: { type: 'string', default: String(paper.seconds) }, seed: { type: 'string', default: '1' } },
    });
    const seconds = wholeNumber('seconds', values.seconds, 1, 1000);
    const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
    const drops = (['signed', 'growth'] as const).map((collision) => measureDrop(collision, seed, seconds));
    const robots = await measureStanding();
    const sections = [dropSection(drops, seconds), ...(robots ? [robotSection(robots)] : [])];
    // The bodies are at rest after as long as in the paper, not before.
    const targets = seconds < paper.seconds ? [] : targetsOf(drops, seconds);
    for (const section of sections) printSection(section);
    printTargets(targets);
    const page = tablePage('Scenes of the papers', `Seed ${seed}.`, sections, targets);
    publish('scenes', { seed, drops, robots, sections, targets }, page);
  },
};

/** Bullet with margins of 4 cm, 240 Hz for 10 s. */
const paper = { seconds: 10, signed: '1.50', growth: '1.39' } as const;

function dropSection(drops: readonly DropResult[], seconds: number): Section {
  return {
    title: `50 polytopes, 240 Hz for ${seconds} s`,
    note: `The paper has Bullet with margins of 4 cm, ${paper.seconds} s, and does not say from how high they fall.`,
    head: [
      'collision',
      'deepest, cm',
      'paper',
      'energy at the end, J',
      'paper',
      'dissipated',
      'paper',
      'unsolved steps',
    ],
    rows: drops.map(({ collision, deepest, kineticEnergy, dissipated, unsolved, steps }) => [
      collision,
      (100 * deepest).toFixed(2),
      paper[collision],
      kineticEnergy.toFixed(2),
      '0.00',
      `${(100 * dissipated).toFixed(2)} %`,
      '90.19 %',
      `${unsolved} of ${steps}`,
    ]),
  };
}

function robotSection(robots: readonly StandingResult[]): Section {
  return {
    title: 'Robots that stand and are pushed, and a ball in a hand, 1 kHz for 1 s',
    note: '',
    head: ['robot', 'most contacts', 'deepest, mm', 'largest NCP residual, m/s', 'unsolved steps', 'at the end'],
    rows: robots.map(({ name, steps, contacts, deepest, residual, unsolved, outcome }) => [
      name,
      String(contacts),
      (1000 * deepest).toFixed(3),
      residual.toExponential(1),
      `${unsolved} of ${steps}`,
      outcome,
    ]),
  };
}

function targetsOf(drops: readonly DropResult[], seconds: number): Target[] {
  return drops.map(({ collision, kineticEnergy }) => ({
    what: `50 polytopes, ${collision}: kinetic energy after ${seconds} s`,
    wanted: '0.00 J',
    found: `${kineticEnergy.toFixed(2)} J`,
    isMet: kineticEnergy < 0.005,
  }));
}
