// Documents in JSON: shapes, problems and simulations.
import { fromJSON } from 'proximal';
import { shapeDefinitions as planeDefinitions } from 'proximal/2d';
import type { Model } from 'proximal/dynamics';
import type { Rng } from 'proximal/math';
import { answerProblem, problemQueries, readProblem } from 'proximal/problem';
import { assemblyFromJSON } from 'proximal/scene';
import { readSimulation, startSimulation } from 'proximal/sim';
import { randomKinds, randomShape } from '../../random/shapes.ts';
import { randomSimulation } from '../../random/simulations.ts';
import type { ShapeSpec } from '../../random/specs.ts';
import { encode, mutateBytes, mutateText } from './bytes.ts';
import { tryRead, tryUse } from './errors.ts';
import { type FileFormat, FuzzFailure } from './format.ts';
import { copyJson, type Json, jsonOf, mutateJson, printJson } from './json.ts';
import { loadRobot, robotText } from './robots.ts';
import { Templates } from './templates.ts';
import { massLimits, stepLimits, useShape, useSimulator } from './use.ts';
import { chance, pick } from './words.ts';

const kinds = randomKinds.filter((kind) => kind !== 'custom');

/** A random shape, without custom shapes, which files cannot contain. */
export function shapeOf(rng: Rng): ShapeSpec {
  for (;;) {
    const spec = randomShape(pick(rng, kinds), rng, { size: rng.uniform(0.1, 2), aspect: 10, isExtreme: false });
    if (!JSON.stringify(spec).includes('"custom"')) return spec;
  }
}

/** A random bounded shape: half-spaces, also within other shapes, cannot be parts of a compound. */
function boundedShapeOf(rng: Rng): ShapeSpec {
  for (;;) {
    const spec = shapeOf(rng);
    if (!JSON.stringify(spec).includes('"halfspace"')) return spec;
  }
}

function assemblyOf(rng: Rng): object {
  const heights = Array.from({ length: 9 }, () => rng.uniform(-1, 1));
  const parts = [0, 1].map((x) => ({ shape: boundedShapeOf(rng), pose: [x, 0, 0, 0, 0, 0, 1] }));
  return pick(rng, [
    { version: 1, kind: 'compound', parts },
    { version: 1, kind: 'heightField', heights, columns: 3, rows: 3, spacing: 0.5 },
    {
      version: 1,
      kind: 'triangleMesh',
      vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5],
      triangles: [0, 1, 2, 2, 1, 3],
    },
  ]);
}

function problemOf(rng: Rng): object {
  const dimension = chance(rng, 0.3) ? 2 : 3;
  const { name: query, algorithms } = pick(rng, problemQueries(dimension));
  const body = (x: number): object => {
    if (dimension === 3) return { shape: shapeOf(rng), pose: [x, 0, 0, ...rng.rotation()] };
    const { kind, fields } = pick(
      rng,
      planeDefinitions().filter(({ make }) => make),
    );
    const shape = { version: 1, kind, ...Object.fromEntries(fields.map(({ name, initial }) => [name, initial])) };
    return { shape, pose: { position: [x, 0], angle: rng.uniform(-3, 3) } };
  };
  const options = algorithms.length > 1 && chance(rng, 0.5) ? { algorithm: pick(rng, algorithms) } : {};
  return { format: 'proximal-problem', version: 1, dimension, query, a: body(0), b: body(1.5), options };
}

const jointKinds = ['fixed', 'ball', 'hinge', 'slider', 'cylindrical', 'universal', 'distance', 'rope', 'spring'];

/** Joints between bodies and with the world, and a gear if the first two joints, which are hinges, are with the world. */
function jointsOf(rng: Rng, moving: readonly string[]): object[] {
  const joints = Array.from({ length: 1 + rng.index(4) }, (_, k) => {
    const kind = k < 2 ? 'hinge' : pick(rng, jointKinds);
    const b = pick(rng, moving);
    const others = moving.filter((name) => name !== b);
    const a = others.length > 0 && chance(rng, 0.5) ? pick(rng, others) : null;
    const frames = [
      [0, 0, rng.uniform(), 0, 0, 0, 1],
      [0, 0, -rng.uniform(), 0, 0, 0, 1],
    ];
    const isLine = ['distance', 'rope', 'spring'].includes(kind);
    const hasAxis = ['hinge', 'slider', 'cylindrical'].includes(kind);
    return {
      name: `j${k}`,
      kind,
      a,
      b,
      frames,
      ...(kind === 'ball' && { swing: 1, turn: { limits: [null, 0.5], friction: 0.1 } }),
      ...(isLine && { length: 0.5 }),
      ...(kind === 'spring' && { stiffness: 100, damping: 1 }),
      ...(hasAxis && { limits: [-1, null], motor: { velocity: 1, maxForce: 10 }, friction: 0.1 }),
      ...(chance(rng, 0.3) && { breakForce: 1000, collide: true }),
    };
  });
  const isGeared = joints.length > 1 && joints[0].a === null && joints[1].a === null;
  return isGeared ? [...joints, { name: 'g', kind: 'gear', first: 'j0', second: 'j1', ratio: -2 }] : joints;
}

/** The simulation with additional fields that only worlds have. */
function inWorld(rng: Rng, simulation: { readonly bodies: readonly Readonly<Record<string, unknown>>[] }): object {
  const bodies = simulation.bodies.map((body, k): Record<string, unknown> => {
    const { mass: _mass, density: _density, inertia: _inertia, centerOfMass: _center, ...massless } = body;
    const isKinematic = body['static'] !== true && chance(rng, 0.2);
    return {
      ...(isKinematic ? { ...massless, kinematic: true } : body),
      name: `b${k}`,
      ...(chance(rng, 0.3) && {
        material: { friction: rng.uniform(), restitution: rng.uniform(), frictionRule: 'max' },
      }),
      ...(chance(rng, 0.2) && { group: 2, mask: 7 }),
      ...(body['static'] === true && chance(rng, 0.2) && { sensor: true }),
    };
  });
  const moving = bodies.filter((body) => !body['static'] && !body['kinematic']).map(({ name }) => name as string);
  const options = { substeps: 1 + rng.index(2), sleeping: chance(rng, 0.5) };
  return {
    ...simulation,
    options: { ...(simulation as { options?: object }).options, ...options },
    bodies,
    ...(moving.length > 0 && { joints: jointsOf(rng, moving) }),
    ...(bodies.length > 1 && { exclusions: [{ a: 'b0', b: 'b1' }] }),
  };
}

export function simulationOf(rng: Rng): object {
  const { simulation: plain } = randomSimulation(rng.next(), 0, []);
  const simulation = chance(rng, 0.4) ? inWorld(rng, plain) : plain;
  const robots = chance(rng, 0.2)
    ? [{ name: 'r', text: robotText(rng), root: pick(rng, ['fixed', 'free-flyer']) }]
    : [];
  return { title: 'fuzz', duration: 1, ...simulation, robots, origin: { by: 'fuzz' } };
}

const shapes = new Templates((rng) => jsonOf(chance(rng, 0.7) ? shapeOf(rng) : assemblyOf(rng)));
const problems = new Templates((rng) => jsonOf(problemOf(rng)));
const simulations = new Templates((rng) => jsonOf(simulationOf(rng)));

function fileOf(templates: Templates<Json>, rng: Rng, mutations: number, seed: number): Uint8Array {
  let json = mutations === 0 ? templates.fresh(rng) : copyJson(templates.pick(rng, seed));
  const inText = mutations > 0 && chance(rng, 0.2) ? 1 : 0;
  for (let k = inText; k < mutations; k++) json = mutateJson(json, rng);
  const text = printJson(json);
  if (inText === 0) return encode(text);
  return chance(rng, 0.5) ? mutateText(text, rng) : mutateBytes(encode(text), rng);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export const shape: FileFormat = {
  name: 'shape',
  title: 'shapes in JSON form',
  ending: 'shape.json',
  make: (rng, mutations, seed) => fileOf(shapes, rng, mutations, seed),
  async use(bytes) {
    const text = decode(bytes);
    if (/"kind":"(compound|heightField|triangleMesh)"/.test(text)) {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return false;
      }
      return (await tryRead('argument', '', () => assemblyFromJSON(json as never))) !== null;
    }
    const read = await tryRead('argument', 'fromJSON', () => fromJSON(text));
    if (read) useShape(read, massLimits(bytes));
    return read !== null;
  },
};

export const problem: FileFormat = {
  name: 'problem',
  title: 'problem files',
  ending: 'problem.json',
  make: (rng, mutations, seed) => fileOf(problems, rng, mutations, seed),
  async use(bytes) {
    const read = await tryRead('argument', 'readProblem', () => readProblem(decode(bytes)));
    if (read === null) return false;
    const answer = tryUse(() => answerProblem(read));
    // Only answers with a status are checked: the certificate of a Boolean answer, which has none, may be that of an 'unknown' distance.
    const isDefinite = answer?.status !== undefined && answer.status !== 'unknown';
    if (isDefinite && answer.certificate?.valid === false)
      throw new FuzzFailure(
        'certificate',
        `${read.query}: the status is ${answer.status}, and the certificate is invalid`,
      );
    return true;
  },
};

export const simulation: FileFormat = {
  name: 'simulation',
  title: 'simulation files',
  ending: 'simulation.json',
  make: (rng, mutations, seed) => fileOf(simulations, rng, mutations, seed),
  async use(bytes) {
    const read = await tryRead('argument', 'readSimulation', () => readSimulation(decode(bytes)));
    if (read === null) return false;
    const models: Model[] = [];
    for (const { text, root } of read.robots) {
      // Only robots whose text is in the document are loaded: the reader opens no other files.
      const model =
        text === undefined || !/^\s*</.test(text) ? null : await tryRead('file', '<', () => loadRobot(text, root));
      if (model === null) return true;
      models.push(model);
    }
    const started = tryUse(() =>
      startSimulation({ ...read, options: { ...read.options, ...stepLimits } }, models, massLimits(bytes)),
    );
    if (started) useSimulator(started.simulator);
    return true;
  },
};
