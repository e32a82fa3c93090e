// Motion plans of one robot between many starts and goals, each with the proof that it is free.

import { certifyMotion, type PlanOptions, planMotion, RobotCell, simplify } from 'proximal/planning';
import { Scene } from 'proximal/scene';
import { readSimulation } from 'proximal/sim';
import { type Fields, invalid, messageOf, readFields, readInteger, readNumber, readText } from '../check.ts';
import type { JobKind, LoadFile, OpenWork, Work } from '../work.ts';
import { packItems, readItems, unpackItems } from './items.ts';
import { failedLine, openLines } from './lines.ts';
import { collecting, fromFiles, loadRobot, type ReadFile } from './robots.ts';

const planners = ['rrt-connect', 'rrt', 'prm', 'anytime'] as const;
const queryFields = ['start', 'goal', 'seed'];
/** Samples of a search. There is no time limit, with which results would depend on the machine. */
const defaultIterations = 100_000;

interface PlanFields {
  readonly robot: string;
  readonly srdf?: string;
  readonly scene?: string;
  readonly padding?: number;
  readonly planner: (typeof planners)[number];
  readonly maxIterations: number;
}

export const plans: JobKind = {
  name: 'plans',
  fields: ['robot', 'srdf', 'scene', 'padding', 'planner', 'maxIterations', 'queries'],
  extension: 'jsonl',
  read: readPlans,
  open: openPlans,
  failure: failedLine,
};

async function readPlans(where: string, given: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>> {
  const { srdf, scene, padding, planner = 'rrt-connect', maxIterations = defaultIterations } = given;
  const names = { srdf, scene };
  for (const [name, value] of Object.entries(names))
    if (value !== undefined) readText(where, name, value, 'give the path of a file');
  if (padding !== undefined) readNumber(where, 'padding', padding, 'give meters');
  if (!planners.includes(planner as never))
    throw invalid(where, 'planner', planner, `give one of ${planners.join(', ')}`);
  const fields = {
    robot: readText(where, 'robot', given['robot'], 'give the path of a URDF or MJCF file'),
    ...(srdf === undefined ? {} : { srdf }),
    ...(scene === undefined ? {} : { scene }),
    ...(padding === undefined ? {} : { padding }),
    planner,
    maxIterations: readInteger(where, 'maxIterations', maxIterations, 1, 1e9),
  } as PlanFields;
  const files = new Map<string, Uint8Array>();
  const cell = await cellOf(fields, collecting(load, files));
  const items = await readItems(where, 'queries', given['queries'], load);
  for (const [place, query] of items) {
    readFields(where, place, query, queryFields);
    try {
      // Without samples, only the query is checked.
      planMotion(cell, { ...optionsOf(fields, query), maxIterations: 0 });
    } catch (error) {
      throw new TypeError(`${where}: ${place}: ${messageOf(error)}`);
    }
  }
  const [name, bytes] = packItems(items.map(([, query]) => query));
  return { fields: fields as unknown as Fields, files: files.set(name, bytes) };
}

async function cellOf({ robot, srdf, scene: path, padding }: PlanFields, read: ReadFile): Promise<RobotCell> {
  const model = await loadRobot({ name: robot, file: robot, ...(srdf === undefined ? {} : { srdf }) }, read);
  const scene = new Scene();
  const { bodies } = path === undefined ? { bodies: [] } : readSimulation(new TextDecoder().decode(await read(path)));
  for (const { shape, pose, name, sensor } of bodies) if (!sensor) scene.add(shape, pose, { name });
  return new RobotCell({ model, scene, ...(padding === undefined ? {} : { padding }) });
}

function optionsOf({ planner, maxIterations }: PlanFields, query: unknown): PlanOptions {
  return { ...(query as Pick<PlanOptions, 'start' | 'goal' | 'seed'>), planner, maxIterations, timeLimit: 1e9 };
}

async function openPlans({ fields, files }: Work): Promise<OpenWork> {
  const settings = fields as unknown as PlanFields;
  const cell = await cellOf(settings, fromFiles(files));
  const texts = unpackItems(files);
  return openLines(texts.length, (index) => {
    const found = planMotion(cell, optionsOf(settings, JSON.parse(texts[index])));
    const { iterations } = found.statistics;
    if (found.status === 'failed') {
      const { status, failure, reason } = found;
      return { status, failure, reason, iterations };
    }
    const short = simplify(found);
    const { length } = short.statistics;
    return { status: short.status, path: short.path, isProven: certifyMotion(cell, short).valid, length, iterations };
  });
}
