// The simulator, with default options except for time step, gravity, friction and restitution, against motions that are known in
// closed form (bench/src/laws). The parameters are random.
import { setTarget, type Target } from 'proximal';
import { Rng } from 'proximal/math';
import { readSimulation, type StartedSimulation, startSimulation, writeSimulation } from 'proximal/sim';
import { UsageError } from '../harness/usage.ts';
import { type Expectation, type LawCase, type MeasureName, measures } from '../laws/law.ts';
import { laws } from '../laws/registry.ts';
import { buildRobot } from '../random/robots.ts';
import type { Failure, Fuzzer, Origin, Verdict } from './fuzzer.ts';
import { Report } from './report.ts';

export const lawsFuzzer: Fuzzer<LawCase> = {
  name: 'laws',
  title:
    'Simulator: closed forms of slopes, slides, rolls, impacts, edges, corners, spins, stacks, overlaps and limits, on several floors',
  kinds: laws.map(({ name }) => name),
  generate(seed, number, only) {
    const rng = new Rng((seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0);
    const { name, draw } = laws[number % laws.length];
    return only.length > 0 && !only.includes(name) ? null : { law: name, ...draw(rng) };
  },
  check,
  classes: [
    { title: 'law', of: ({ law }) => law },
    { title: 'floor', of: ({ parameters }) => String(parameters['floor'] ?? '–') },
    { title: 'time step, ms', of: ({ parameters }) => (1000 * Number(parameters['timeStep'])).toFixed(1) },
  ],
  // In this fuzzer, a query is a step.
  shares: { unsolved: 'queries' },
  files: {
    command: 'simulate',
    write: ({ simulation, ...kept }, title, _found, origin) =>
      writeSimulation(readSimulation({ ...simulation, title, origin: { ...origin, kept } })),
    read,
  },
  write: (item) => JSON.stringify(item),
  writeRepro,
  // The parameters of a law depend on each other, so a case cannot be simplified.
  simplify: () => [],
};

function read(text: string): LawCase {
  const { origin, title: _title, ...simulation } = JSON.parse(text);
  if (!Array.isArray(origin?.kept?.expectations))
    throw new UsageError('The file is not one of the fuzzer `laws`: it has no expectations.');
  return { simulation, ...origin.kept };
}

export function startLaw({ simulation, robots = [] }: LawCase): StartedSimulation {
  const models = robots.map((robot, k) => buildRobot(robot, `robot ${k}`));
  return startSimulation(readSimulation(simulation), models);
}

/** The deviation of a number from its expectation, relative to the allowed one; 0 at or below an upper bound. Above 1 or NaN is a failure. */
export function excessOf({ wanted, tolerance, isUpperBound }: Expectation, found: number): number {
  const error = isUpperBound ? found - wanted : Math.abs(found - wanted);
  return error <= 0 ? 0 : error / tolerance;
}

function check(item: LawCase, targets: readonly Target[]): Verdict {
  const report = new Report({ queries: 0, unsolved: 0 });
  // One target suffices, since the fuzzer `sim` checks that both give the same bits. The last one is the faster.
  setTarget(targets[targets.length - 1]);
  try {
    const { simulator, parts } = startLaw(item);
    const model = parts.find((part) => part.model)?.model;
    const last = Math.max(...item.expectations.map(({ step }) => step));
    for (let step = 1; step <= last; step++) {
      simulator.step();
      const { status } = simulator.report();
      if (status !== 'free' && status !== 'converged') report.count('unsolved', 1);
      for (const expectation of item.expectations) {
        if (expectation.step !== step || !model) continue;
        const { measure, index = 0 } = expectation;
        const found = measures[measure](simulator, model)[index];
        const excess = excessOf(expectation, found);
        report.raise('error / allowed', excess);
        if (!(excess <= 1)) report.fail(item.law, describe(expectation, found));
      }
    }
    report.count('queries', last);
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict(item.parameters);
}

function describe(expectation: Expectation, found: number): string {
  const { what, step, measure, index = 0 } = expectation;
  return `${what}: after step ${step} ${measure}[${index}] is ${found}, expected ${rangeOf(expectation)}`;
}

/** The allowed numbers, in words. */
function rangeOf({ wanted, tolerance, isUpperBound }: Expectation): string {
  return isUpperBound ? `at most ${wanted} + ${tolerance}` : `${wanted} ± ${tolerance}`;
}

/**
 * The source of a measure in a test. Measures that have to be computed from the state have none: their expectations are written as
 * comments. A test has only the expectations after the last step.
 */
const sources: Partial<Record<MeasureName, (index: number) => string>> = {
  position: (index) => `simulator.state.q[${index}]`,
  rates: (index) => `simulator.state.v[${index}]`,
  kineticEnergy: () => 'simulator.report().kineticEnergy',
};

function writeRepro(item: LawCase, found: readonly Failure[], { seed, case: number }: Origin): string {
  const { simulation, expectations, robots = [] } = item;
  const last = Math.max(...expectations.map(({ step }) => step));
  const lines = expectations
    .filter(({ step }) => step === last)
    .map((expectation) => {
      const { measure, index = 0, wanted, tolerance, isUpperBound, what } = expectation;
      const source = sources[measure]?.(index);
      if (source === undefined) return `  // ${what}: ${measure}[${index}] is ${rangeOf(expectation)}`;
      const error = isUpperBound ? `${source} - ${wanted}` : `Math.abs(${source} - ${wanted})`;
      return `  expect(${error}, '${what}').toBeLessThanOrEqual(${tolerance});`;
    });
  return [
    `// Found by \`npm run fuzz -- laws --seed ${seed} --case ${number}\`. ${found[0].detail.split('\n')[0]}`,
    ...(robots.length > 0 ? [`// The robot of the case has to be built here: ${JSON.stringify(robots)}`] : []),
    "import { expect, it } from 'vitest';",
    "import { readSimulation, startSimulation } from '../../src/sim/index.ts';",
    '',
    `it('${found[0].kind}', () => {`,
    `  const { simulator } = startSimulation(readSimulation(${JSON.stringify(simulation)}));`,
    `  for (let k = 0; k < ${last}; k++) simulator.step();`,
    ...lines,
    '});',
    '',
  ].join('\n');
}
