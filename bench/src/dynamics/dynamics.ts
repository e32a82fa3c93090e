// Microseconds per call of the dynamics, compared with MuJoCo's WebAssembly and with central differences through the same code.

import { defineBenchmark, seed } from '../harness/benchmark.ts';
import { type Section, short, type Target } from '../harness/page.ts';
import { pool } from '../harness/processes.ts';
import { type Group, measure, quantile } from '../harness/timer.ts';
import { peersWith } from '../peers/registry.ts';
import { type Algorithm, algorithms, type ChainTimes, differences, measureChains, own, randomStates } from './own.ts';
import { type Robot, robots } from './robots.ts';

export const dynamicsBenchmark = defineBenchmark({
  name: 'dynamics',
  title: 'RNEA, CRBA, ABA and derivatives compared with MuJoCo and central differences; chains',
  options: { seed },
  full: { seed: 1, rounds: 41, processes: 3, chains: [10, 30, 100, 300, 1000], chainTime: 2000 },
  quick: { rounds: 9, processes: 1, chains: [10, 30, 100, 300], chainTime: 400 },
  seconds: { quick: 11, full: 60 },
  async measure({ seed: start, rounds, processes, chains, chainTime }, run) {
    const list = await robots();
    const byProcess = await run.inFreshProcesses(processes, async (processNumber) =>
      // Short samples, since most of them are not interrupted on a busy machine.
      measure(await groupsOf(list, start), { rounds, sampleTime: 0.5, seed: processNumber, until: run.pace(1).next() }),
    );
    const groups = await groupsOf(list, start);
    return {
      comparisons: pool(byProcess).flatMap(({ samples }, g) => compare(groups[g], samples)),
      chains: measureChains(chains, start, chainTime),
    };
  },
  targets: ({ comparisons, chains }) => targetsOf(comparisons, chains),
  page: ({ comparisons, chains }, _targets, { seed: start }) => ({
    title: 'Dynamics',
    intro: `Compared with MuJoCo's WebAssembly and with central differences through our own code, seed ${start}.`,
    sections: [comparisonSection(comparisons), chainSection(chains)],
  }),
});

interface RobotGroup extends Group {
  readonly robot: string;
  readonly algorithm: Algorithm;
}

async function groupsOf(list: readonly Robot[], seed: number): Promise<RobotGroup[]> {
  const hasFiles = list.some(({ text }) => text !== null);
  const others = hasFiles ? await Promise.all(peersWith('dynamics').map(({ dynamics }) => dynamics())) : [];
  return list.flatMap(({ name: robot, model, text }) =>
    algorithms.map((algorithm) => {
      const states = randomStates(model, seed);
      const contenders = [own(model, algorithm, states)];
      if (algorithm.endsWith('derivatives')) contenders.push(differences(model, algorithm, states));
      if (text !== null) contenders.push(...others.flatMap((peer) => peer.contenders(text, model, algorithm, states)));
      return {
        name: `${robot}: ${algorithm}`,
        robot,
        algorithm,
        contenders,
      };
    }),
  );
}

function compare({ robot, algorithm, contenders }: RobotGroup, samples: readonly (readonly number[])[]): Comparison[] {
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

function comparisonSection(comparisons: readonly Comparison[]): Section {
  return {
    title: 'Microseconds per call',
    note: 'Medians of the rounds; the last column is the median of the ratios within a round.',
    head: ['robot', 'algorithm', 'other', 'Proximal µs', 'other µs', 'other / Proximal'],
    rows: comparisons.map(({ robot, algorithm, other, own: mine, theirs, ratio }) => [
      robot,
      algorithm,
      other,
      short(mine),
      short(theirs),
      short(ratio),
    ]),
  };
}

function chainSection(chains: readonly ChainTimes[]): Section {
  return {
    title: 'Chains, microseconds per call',
    note: 'Processor time. The exponent is the slope of log(time) over log(joints), by least squares.',
    head: ['algorithm', ...chains[0].sizes.map((size) => `${size} joints`), 'exponent'],
    rows: chains.map(({ algorithm, times, slope }) => [algorithm, ...times.map(short), slope.toFixed(2)]),
  };
}

/** Our time and another's for one algorithm on one robot, in microseconds per call: medians over the rounds. */
interface Comparison {
  readonly robot: string;
  readonly algorithm: Algorithm;
  readonly other: string;
  readonly own: number;
  readonly theirs: number;
  /** The other's time divided by ours: the median over the rounds. */
  readonly ratio: number;
}

/** The measured exponent may exceed the theoretical one by this much because of caches and noise. */
const slack = 0.25;

function targetsOf(comparisons: readonly Comparison[], chains: readonly ChainTimes[]): Target[] {
  const atLeast = (algorithm: Algorithm, other: string, factor: number, robots: readonly string[]): Target[] =>
    comparisons
      .filter((each) => each.algorithm === algorithm && each.other === other && robots.includes(each.robot))
      .map(({ robot, ratio }) => ({
        what: `${algorithm} of ${robot} compared with ${other}`,
        wanted: `≥ ${factor}× as fast`,
        found: `${short(ratio)}×`,
        isMet: ratio >= factor,
      }));
  const all = ['Solo-12', 'Talos', 'Allegro'];
  const differences = (algorithm: Algorithm): Target[] =>
    atLeast(algorithm, 'central differences', 10, ['Solo-12', 'Talos', 'quadruped']);
  return [
    ...atLeast('RNEA', 'MuJoCo kinematics + comPos + comVel + rne', 1, all),
    ...atLeast('ABA', 'MuJoCo kinematics + comPos + crb + factor + comVel + rne + solve', 1, all),
    ...differences('RNEA derivatives'),
    ...differences('ABA derivatives'),
    ...chains.map(({ algorithm, sizes, slope }) => {
      const exponent = algorithm === 'RNEA' || algorithm === 'ABA' ? 1 : 2;
      return {
        what: `${algorithm} on chains of ${sizes[0]} to ${(sizes.at(-1) ?? 0).toLocaleString('en-US')} joints`,
        wanted: `grows with exponent ≤ ${exponent} (+ ${slack})`,
        found: `${slope.toFixed(2)}`,
        isMet: slope <= exponent + slack,
      };
    }),
  ];
}
