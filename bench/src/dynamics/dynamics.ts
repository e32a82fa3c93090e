// Microseconds per call of the dynamics, beside MuJoCo's WebAssembly and beside central differences through the same code.
import { parseArgs } from 'node:util';
import { inFreshProcesses, pool } from '../histories.ts';
import { type Contender, type Group, measure, quantile } from '../measure.ts';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { Pace } from '../run/share.ts';
import { short } from '../table.ts';
import type { Target } from '../targets.ts';
import { wholeNumber } from '../usage.ts';
import { type ChainTimes, measureChains } from './chains.ts';
import { Mujoco } from './mujoco.ts';
import { type Algorithm, algorithms, differences, own, randomStates } from './own.ts';
import { type Robot, robots } from './robots.ts';
import { type Comparison, targetsOf } from './targets.ts';

export const dynamicsBenchmark: Benchmark = {
  name: 'dynamics',
  title: 'RNEA, CRBA, ABA and derivatives beside MuJoCo and central differences; chains (--quick, --seed)',
  runs: { quick: ['--quick'], full: [] },
  seconds: { quick: 11, full: 60 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
    });
    const seed = wholeNumber('seed', values.seed, 0, 4_000_000);
    const [rounds, processes] = values.quick ? [9, 1] : [41, 3];
    const list = await robots();
    const histories = await inFreshProcesses('dynamics', args, processes, async (history) => {
      const groups = await groupsOf(list, seed);
      // Short samples: on a busy machine most of them are undisturbed.
      return measure(groups, { rounds, sampleTime: 0.5, seed: history, until: new Pace(1).next() });
    });
    const groups = await groupsOf(list, seed);
    const comparisons = pool(histories).flatMap(({ samples }, g) => compare(groups[g], samples));
    const chains = values.quick
      ? measureChains([10, 30, 100, 300], seed, 400)
      : measureChains([10, 30, 100, 300, 1000], seed, 2000);
    report(comparisons, chains, targetsOf(comparisons, chains), seed);
  },
};

interface Named extends Group {
  readonly robot: string;
  readonly algorithm: Algorithm;
}

async function groupsOf(list: readonly Robot[], seed: number): Promise<Named[]> {
  const mujoco = list.some(({ text }) => text !== null) ? await Mujoco.load() : null;
  return list.flatMap(({ name: robot, model, text }) =>
    algorithms.map((algorithm) => {
      const states = randomStates(model, seed);
      const others: Contender[] = algorithm.endsWith('derivatives') ? [differences(model, algorithm, states)] : [];
      if (mujoco && text !== null) others.push(...mujoco.contenders(text, model, algorithm, states));
      return {
        name: `${robot}: ${algorithm}`,
        robot,
        algorithm,
        contenders: [own(model, algorithm, states), ...others],
      };
    }),
  );
}

function compare({ robot, algorithm, contenders }: Named, samples: readonly (readonly number[])[]): Comparison[] {
  const median = (list: readonly number[]): number => quantile(list, 0.5);
  return contenders.slice(1).map(({ name }, k) => ({
    robot,
    algorithm,
    other: name,
    own: median(samples[0]) / 1000,
    theirs: median(samples[k + 1]) / 1000,
    ratio: median(samples[k + 1].map((value, round) => value / samples[0][round])),
  }));
}

function report(
  comparisons: readonly Comparison[],
  chains: readonly ChainTimes[],
  targets: readonly Target[],
  seed: number,
): void {
  const sections: Section[] = [
    {
      title: 'Microseconds per call',
      note: 'The last column says how many times as long the other takes, in the median over the rounds.',
      head: ['robot', 'algorithm', 'other', 'Proximal µs', 'other µs', 'other / Proximal'],
      rows: comparisons.map(({ robot, algorithm, other, own: mine, theirs, ratio }) => [
        robot,
        algorithm,
        other,
        short(mine),
        short(theirs),
        short(ratio),
      ]),
    },
    {
      title: 'Chains, microseconds per call',
      note: 'The exponent is the slope of time over length.',
      head: ['algorithm', ...chains[0].sizes.map((size) => `${size} joints`), 'exponent'],
      rows: chains.map(({ algorithm, times, slope }) => [algorithm, ...times.map(short), slope.toFixed(2)]),
    },
  ];
  for (const section of sections) printSection(section);
  printTargets(targets);
  const intro = `Beside MuJoCo's WebAssembly and central differences through our own code, seed ${seed}.`;
  publish(
    'dynamics',
    { seed, comparisons, chains, sections, targets },
    tablePage('Dynamics', intro, sections, targets),
  );
}
