// Random simulations: no step throws, every state is finite, both targets and every repetition have the same bits, a simulator restored
// from a snapshot continues with the same bits, and a changed snapshot is rejected.
import { setTarget, type Target } from 'proximal';
import { massMatrix } from 'proximal/dynamics';
import { Rng } from 'proximal/math';
import { readSimulation, Simulator, type StartedSimulation, startSimulation, writeSimulation } from 'proximal/sim';
import { UsageError } from '../harness/usage.ts';
import { buildRobot } from '../random/robots.ts';
import { movingKinds, randomSimulation, type SimulationCase } from '../random/simulations.ts';
import type { Failure, Fuzzer, Origin, Verdict } from './fuzzer.ts';
import { Report } from './report.ts';

export const simFuzzer: Fuzzer<SimulationCase> = {
  name: 'sim',
  title: 'Simulator: steps that never throw, finite states, equal bits, snapshots',
  kinds: movingKinds,
  generate: randomSimulation,
  check,
  classes: [
    {
      title: 'robots and bodies',
      of: ({ robots, simulation }) => `${robots.length}, ${simulation.bodies.length}`,
      onlyFailures: true,
    },
    { title: 'solver', of: ({ simulation }) => solverOf(simulation.options) },
    { title: 'situation', of: ({ situation }) => situation },
  ],
  shares: { failed: 'queries', 'not converged': 'queries' },
  files: {
    command: 'simulate',
    write: ({ simulation, ...kept }, title, _found, origin) =>
      writeSimulation(readSimulation({ ...simulation, title, origin: { ...origin, kept } })),
    read,
  },
  write: (item) => JSON.stringify(item),
  writeRepro,
  simplify,
};

function solverOf(options: Readonly<Record<string, unknown>>): string {
  const { solver } = options;
  return typeof solver === 'object' && solver !== null
    ? String((solver as { solver?: string }).solver)
    : String(solver);
}

function read(text: string): SimulationCase {
  try {
    const { origin, robots: _robots, title: _title, ...simulation } = JSON.parse(text);
    readSimulation(text);
    const kept = origin?.kept ?? { situation: 'supported', robots: [], steps: 240, actuation: { seed: 1, size: 0 } };
    return { simulation, ...kept };
  } catch (error) {
    throw new UsageError(`It is not a simulation file: ${(error as Error).message}`);
  }
}

/** The result of one simulation. */
interface RunResult {
  readonly bits: string;
  /** Taken half-way. */
  readonly snapshot: Uint8Array;
  /** The statuses of steps whose solver did not converge. */
  readonly unsolved: readonly string[];
}

function check(item: SimulationCase, targets: readonly Target[]): Verdict {
  const report = new Report({ queries: 0, failed: 0, 'not converged': 0 });
  const details: Record<string, unknown> = {};
  try {
    const weights = weightsOf(item);
    const results = targets.map((target) => runOn(target, item, weights));
    const [first] = results;
    report.count('queries', item.steps);
    for (const status of first.unsolved) report.count(status === 'failed' ? 'failed' : 'not converged', 1);
    results.forEach(({ bits }, k) => {
      if (bits !== first.bits)
        report.fail('bits', `${targets[k]} and ${targets[0]}: ${firstDifference(bits, first.bits)}`);
    });
    const last = targets[targets.length - 1];
    // Only for a quarter of the cases, since a repetition costs as much as the first run.
    if (item.actuation.seed % 4 === 0 && runOn(last, item, weights).bits !== first.bits)
      report.fail('repeat', `twice on ${last}`);
    // The snapshot of the first target is continued on the last.
    const resumed = runSteps(Simulator.restore(first.snapshot), item, weights, half(item));
    if (resumed.bits !== first.bits) report.fail('resumed', firstDifference(resumed.bits, first.bits));
    checkRefusals(report, first.snapshot, item.actuation.seed);
    details['bits'] = first.bits.slice(0, 200);
  } catch (error) {
    report.fail(errorKind(error), error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict(details);
}

/** A state that is not valid. */
class StateError extends Error {}

function errorKind(error: unknown): string {
  return error instanceof StateError ? 'state' : 'throws';
}

function runOn(target: Target, item: SimulationCase, weights: Float64Array): RunResult {
  setTarget(target);
  const { simulator } = start(item);
  const before = runSteps(simulator, item, weights, 0, half(item));
  const snapshot = simulator.snapshot();
  const after = runSteps(simulator, item, weights, half(item));
  return { bits: after.bits, snapshot, unsolved: [...before.unsolved, ...after.unsolved] };
}

function start({ simulation, robots }: SimulationCase): StartedSimulation {
  const models = robots.map((robot, k) => buildRobot(robot, `robot ${k}`));
  const list = models.map((_, k) => ({ name: `robot ${k}`, text: '<random/>' }));
  return startSimulation(readSimulation({ ...simulation, robots: list }), models);
}

function half({ steps }: SimulationCase): number {
  return steps >> 1;
}

/** Runs a range of steps, with forces and controls that depend only on the case and the step number. */
function runSteps(
  simulator: Simulator,
  item: SimulationCase,
  weights: Float64Array,
  from: number,
  to = item.steps,
): Omit<RunResult, 'snapshot'> {
  const { actuation } = item;
  const torques = new Float64Array(simulator.nv);
  const unsolved: string[] = [];
  for (let k = from; k < to; k++) {
    const rng = new Rng((actuation.seed + k) >>> 0);
    for (let i = 0; i < torques.length; i++) torques[i] = actuation.size * weights[i] * rng.uniform(-1, 1);
    for (let i = 0; i < simulator.controls.length; i++) simulator.controls[i] = rng.uniform(-1, 1);
    simulator.step(actuation.size > 0 ? torques : undefined);
    checkState(simulator, k);
    const { status } = simulator.report();
    if (status === 'failed' || status === 'limit' || status === 'stalled') unsolved.push(status);
  }
  const { q, v } = simulator.state;
  return { bits: [...bitsOf(q), ...bitsOf(v)].join(' '), unsolved };
}

/** The diagonal of the mass matrix of every model in its reference configuration; ones if `actuation.inertial` is not set. */
function weightsOf(item: SimulationCase): Float64Array {
  const { simulator, parts } = start(item);
  const weights = new Float64Array(simulator.nv).fill(1);
  if (!item.actuation.inertial) return weights;
  for (const { model, v: at } of parts) {
    if (!model) continue;
    const mass = massMatrix(model, model.createData(), model.reference);
    for (let k = 0; k < model.nv; k++) weights[at + k] = mass[k * (model.nv + 1)];
  }
  return weights;
}

function bitsOf(numbers: Float64Array): BigInt64Array {
  return new BigInt64Array(numbers.buffer, numbers.byteOffset, numbers.length);
}

function checkState(simulator: Simulator, step: number): void {
  const { q, v } = simulator.state;
  const stateError = (what: string): StateError => new StateError(`after step ${step}: ${what}`);
  if (!q.every(Number.isFinite)) throw stateError(`q has ${q.find((x) => !Number.isFinite(x))}`);
  if (!v.every(Number.isFinite)) throw stateError(`v has ${v.find((x) => !Number.isFinite(x))}`);
  for (const body of simulator.scene.bodies) {
    const [, , , x, y, z, w] = body.pose;
    const size = Math.hypot(x, y, z, w);
    if (!(Math.abs(size - 1) < 1e-9)) throw stateError(`body ${body.id} has a quaternion of length ${size}`);
  }
  const { status, penetration, contacts, steps } = simulator.report();
  if (steps !== step + 1) throw stateError(`it counts ${steps} steps`);
  if (!(penetration >= 0 && penetration < Infinity)) throw stateError(`the penetration is ${penetration}`);
  for (const { gap, impulse } of contacts) {
    if (!Number.isFinite(gap)) throw stateError(`a contact has the gap ${gap}`);
    if (status !== 'failed' && !impulse.every(Number.isFinite))
      throw stateError(`a contact has the impulse ${impulse}`);
  }
  if (status === 'failed' && v.some((value) => value !== 0))
    throw stateError('the step failed, but the velocity is not zero');
}

function firstDifference(bits: string, others: string): string {
  const [found, expected] = [bits.split(' '), others.split(' ')];
  const k = found.findIndex((value, n) => value !== expected[n]);
  const [a, b] = [found[k], expected[k]].map(
    (value) => new Float64Array(BigInt64Array.of(BigInt(value ?? 0)).buffer)[0],
  );
  return `${found.filter((value, n) => value !== expected[n]).length} of ${found.length} numbers, the first ${k}: ${a} and ${b}`;
}

/** Checks that snapshots with one flipped bit, or cut off, are rejected. */
function checkRefusals(report: Report, snapshot: Uint8Array, seed: number): void {
  const rng = new Rng(seed);
  for (let k = 0; k < 4; k++) {
    const broken = k === 3 ? snapshot.slice(0, rng.index(snapshot.length)) : snapshot.slice();
    if (k < 3) broken[rng.index(broken.length)] ^= 1 << rng.index(8);
    try {
      Simulator.restore(broken);
      report.fail('accepted', `a snapshot with ${k === 3 ? 'its end cut off' : 'a bit flipped'}`);
    } catch (error) {
      const isClear =
        error instanceof RangeError && error.message.startsWith('Simulator.restore: bytes are not a valid');
      if (!isClear) report.fail('refusal', String(error));
    }
  }
}

/** Fewer steps, bodies, robots, joints and options, and no forces. */
function* simplify(item: SimulationCase): Generator<SimulationCase> {
  const { simulation, robots, steps, actuation } = item;
  const { bodies, options } = simulation;
  const without = <Item>(list: readonly Item[], k: number): Item[] => list.filter((_, n) => n !== k);
  if (steps > 1) yield { ...item, steps: steps >> 1 };
  if (steps > 1) yield { ...item, steps: steps - 1 };
  if (actuation.size > 0) yield { ...item, actuation: { ...actuation, size: 0 } };
  for (let k = 0; k < bodies.length; k++) yield { ...item, simulation: { ...simulation, bodies: without(bodies, k) } };
  for (let k = 0; k < robots.length; k++) yield { ...item, robots: without(robots, k) };
  for (const [k, robot] of robots.entries()) {
    const simpler = { joints: robot.joints.slice(0, -1) };
    if (simpler.joints.length > 0) yield { ...item, robots: robots.map((each, n) => (n === k ? simpler : each)) };
  }
  for (const name of Object.keys(options)) {
    const { [name]: _left, ...rest } = options;
    yield { ...item, simulation: { ...simulation, options: rest } };
  }
}

function writeRepro(
  { robots, ...item }: SimulationCase,
  found: readonly Failure[],
  { seed, case: number }: Origin,
): string {
  const { simulation, steps } = item;
  return [
    `// Found by \`npm run fuzz -- sim --seed ${seed} --case ${number}\`: ${found[0].kind}.`,
    ...(robots.length > 0 ? ['// The robots of the case are not here: the simplest case may need none.'] : []),
    "import { expect, it } from 'vitest';",
    "import { readSimulation, startSimulation } from '../../src/sim/index.ts';",
    '',
    `it('${found[0].kind}', () => {`,
    `  const { simulator } = startSimulation(readSimulation(${JSON.stringify(simulation)}));`,
    `  for (let k = 0; k < ${steps}; k++) simulator.step();`,
    '  const { q, v } = simulator.state;',
    '  expect([...q, ...v].every(Number.isFinite)).toBe(true);',
    '});',
    '',
  ].join('\n');
}
