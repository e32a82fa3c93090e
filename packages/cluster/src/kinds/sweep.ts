// Simulations of one file with different parameters: all combinations of lists of values, random samples, or both.
import type { Model } from 'proximal/dynamics';
import { readSimulation, type SimulationPart, type Simulator, startSimulation } from 'proximal/sim';
import { type Fields, invalid, parseJSON, readInteger, readNumber, readText } from '../check.ts';
import type { JobKind, LoadFile, OpenWork, Work } from '../work.ts';
import { failedLine, openLines } from './lines.ts';
import { gridSize, type Parameter, readParameters, setAt, valuesOf } from './parameters.ts';
import { collecting, fromFiles, loadRobot, type ReadFile } from './robots.ts';

/** The simulated time, in seconds, if neither job nor simulation gives one. */
const defaultSeconds = 1;
const maxItems = 2 ** 32;

interface SweepFields {
  readonly simulation: string;
  readonly seconds: number;
  readonly parameters: readonly Parameter[];
  readonly samples: number;
  readonly seed: number;
}

export const sweep: JobKind = {
  name: 'sweep',
  fields: ['simulation', 'seconds', 'parameters', 'samples', 'seed'],
  extension: 'jsonl',
  read: readSweep,
  open: openSweep,
  failure: failedLine,
};

async function readSweep(where: string, given: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>> {
  const path = readText(where, 'simulation', given['simulation'], 'give the path of a simulation file');
  const parameters = readParameters(where, given['parameters']);
  const isRandom = parameters.some((each) => !('values' in each));
  const { samples, seed = 0, seconds } = given;
  if (isRandom !== (samples !== undefined))
    throw invalid(where, 'samples', samples, 'give it if and only if a parameter is uniform or normal');
  const count = samples === undefined ? 1 : readInteger(where, 'samples', samples, 1, maxItems);
  if (count * gridSize(parameters) > maxItems)
    throw invalid(where, 'parameters', count * gridSize(parameters), `there are at most ${maxItems} items`);
  if (seconds !== undefined && !(readNumber(where, 'seconds', seconds) > 0))
    throw invalid(where, 'seconds', seconds, 'give a time above 0');
  const files = new Map<string, Uint8Array>();
  const read = collecting(load, files);
  const document = parseJSON(`${where}: ${path}`, new TextDecoder().decode(await read(path)));
  const { duration = defaultSeconds } = readSimulation(document as object);
  await robotsOf(document, read);
  const fields: SweepFields = {
    simulation: path,
    seconds: (seconds as number | undefined) ?? duration,
    parameters,
    samples: count,
    seed: readInteger(where, 'seed', seed, 0, 0xffffffff),
  };
  // Start the first item, to check the paths of the parameters.
  startSimulation(readSimulation(documentOf(document, fields, 0).document as object), await robotsOf(document, read));
  return { fields: fields as unknown as Fields, files };
}

async function robotsOf(document: unknown, read: ReadFile): Promise<Model[]> {
  const { robots } = readSimulation(document as object);
  return Promise.all(robots.map((robot) => loadRobot(robot, read)));
}

/** The simulation of an item. */
function documentOf(document: unknown, { parameters, seed }: SweepFields, index: number) {
  const copy: unknown = structuredClone(document);
  const values = valuesOf(parameters, seed, index);
  for (const [k, { path }] of parameters.entries()) setAt('sweep', copy, path, values[k]);
  return { document: copy, values };
}

async function openSweep({ fields, files }: Work): Promise<OpenWork> {
  const settings = fields as unknown as SweepFields;
  const document = JSON.parse(new TextDecoder().decode(files.get(settings.simulation))) as unknown;
  const models = await robotsOf(document, fromFiles(files));
  return openLines(settings.samples * gridSize(settings.parameters), (index) => {
    const { document: own, values } = documentOf(document, settings, index);
    const { simulator, parts } = startSimulation(readSimulation(own as object), models);
    return { parameters: values, ...simulate(simulator, parts, settings.seconds) };
  });
}

/** Steps until the end, and describes the last state. */
function simulate(simulator: Simulator, parts: readonly SimulationPart[], seconds: number): object {
  const count = { steps: 0, failed: 0, unconverged: 0, penetration: 0 };
  for (let step = 0; simulator.report().time < seconds - step / 2; ) {
    const before = simulator.report().time;
    simulator.step();
    const { time, status, penetration } = simulator.report();
    step = time - before;
    count.steps++;
    if (status === 'failed') count.failed++;
    if (status !== 'failed' && status !== 'converged') count.unconverged++;
    count.penetration = Math.max(count.penetration, penetration);
    if (!(step > 0)) break;
  }
  const { time, kineticEnergy, potentialEnergy, contacts } = simulator.report();
  return {
    time,
    ...count,
    contacts: contacts.length,
    kineticEnergy,
    potentialEnergy,
    hash: simulator.hash(),
    parts: Object.fromEntries(
      parts.filter(({ kind }) => kind !== 'static').map((part) => [part.name, stateOf(simulator, part)]),
    ),
  };
}

function stateOf({ state }: Simulator, { kind, bodies, model, q, v }: SimulationPart): object {
  if (kind !== 'robot' || !model) return { pose: [...bodies[0].pose] };
  return { q: [...state.q.subarray(q, q + model.nq)], v: [...state.v.subarray(v, v + model.nv)] };
}
