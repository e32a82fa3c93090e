// The bodies and robots of a simulation file.

import { type BodyOptions, readBodyOptions } from '../../broad/body-options.ts';
import { checkNumber, outOfRange, wrongType } from '../../check/argument.ts';
import { readObject, within } from '../../check/document.ts';
import type { Model } from '../../dynamics/model.ts';
import { type Pose, type PoseLike, readPose } from '../../math/pose.ts';
import { readVector, type VectorLike } from '../../math/vec3.ts';
import { geometryFromJSON } from '../../scene/nonconvex/json.ts';
import { MassBudget, MassBudgetError } from '../../shapes/mass-budget.ts';
import { dampingNames, massNames, readDamping } from '../../sim/world/options.ts';
import { type FreeBodyOptions, freeBodyWithin } from '../free-body.ts';
import { type Material, readMaterial } from '../surfaces.ts';
import type { SimulationBody, SimulationRobot } from './simulation.ts';

/** Fields of a body that only worlds support. */
export const worldBodyFields = ['kinematic', 'group', 'mask', 'material', 'sensor', ...dampingNames] as const;
const bodyFields = ['name', 'shape', 'pose', 'static', 'velocity', 'angularVelocity', ...massNames, ...worldBodyFields];
const robotFields = ['name', 'file', 'text', 'root', 'srdf', 'pose', 'q', 'v', 'controls', 'targets', 'material'];
/** The largest length of an array of numbers or targets: more than any robot needs. */
const maxNumbers = 100_000;

/** @param names the names used in the file so far; the body's name is added */
export function readBody(where: string, index: number, value: unknown, names: Set<string>): SimulationBody {
  const path = `bodies[${index}]`;
  const data = readObject(where, path, value, bodyFields);
  const { static: isStatic = false, velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = data;
  const name = readName(where, `${path}.name`, data['name'] ?? `body ${index + 1}`, names);
  const shape = within(where, `${path}.shape`, () => geometryFromJSON(data['shape']));
  checkBoolean(where, `${path}.static`, isStatic);
  const traits = readTraits(where, path, data);
  if (isStatic && traits.kinematic)
    throw outOfRange(where, `${path}.kinematic`, true, 'a static body does not move: give only one of them');
  const body: SimulationBody = {
    name,
    shape,
    pose: poseOf(where, `${path}.pose`, data['pose'] ?? {}),
    static: isStatic,
    ...readMass(where, path, data),
    velocity: readVector(where, `${path}.velocity`, velocity as VectorLike),
    angularVelocity: readVector(where, `${path}.angularVelocity`, angularVelocity as VectorLike),
    ...traits,
  };
  if (isStatic) checkNone(where, path, data, 'static', [...massNames, ...dampingNames, 'velocity', 'angularVelocity']);
  else if (traits.kinematic) checkNone(where, path, data, 'kinematic', [...massNames, ...dampingNames]);
  else within(where, path, () => checkModel(body));
  return body;
}

/** Reads the fields that only worlds support. */
function readTraits(
  where: string,
  path: string,
  data: Readonly<Record<string, unknown>>,
): Pick<SimulationBody, (typeof worldBodyFields)[number]> {
  const { kinematic = false, sensor = false, group, mask, material } = data;
  checkBoolean(where, `${path}.kinematic`, kinematic);
  checkBoolean(where, `${path}.sensor`, sensor);
  const groups = { ...(group !== undefined && { group }), ...(mask !== undefined && { mask }) } as BodyOptions;
  within(where, path, () => readBodyOptions('Scene.add', groups));
  return {
    ...(kinematic === true && { kinematic }),
    ...(sensor === true && { sensor }),
    ...groups,
    ...readSurface(where, path, material),
    ...Object.fromEntries(
      dampingNames
        .filter((name) => data[name] !== undefined)
        .map((name) => [name, readDamping(where, `${path}.${name}`, data[name])]),
    ),
  };
}

function readSurface(where: string, path: string, material: unknown): { readonly material?: Material } {
  return material === undefined ? {} : { material: readMaterial(where, `${path}.material`, material as Material) };
}

function checkBoolean(where: string, path: string, value: unknown): asserts value is boolean {
  if (typeof value !== 'boolean') throw wrongType(where, path, value, 'give true or false');
}

/** The mass options of a body, as far as the file gives them. */
export function massesOf(body: SimulationBody): FreeBodyOptions {
  return Object.fromEntries(massNames.map((name) => [name, body[name]]).filter(([, value]) => value !== undefined));
}

/** The free body that a file describes. @param budget the support points for all masses of the file together */
export function modelOf(body: SimulationBody, budget: MassBudget): Model {
  const { name, shape, pose } = body;
  return freeBodyWithin(shape, { name, pose, ...massesOf(body) }, budget);
}

/** Checks the model of a body, unless its mass is expensive to compute: then `startSimulation` checks it. */
function checkModel(body: SimulationBody): void {
  try {
    modelOf(body, new MassBudget(0));
  } catch (error) {
    if (!(error instanceof MassBudgetError)) throw error;
  }
}

function readMass(where: string, path: string, data: Readonly<Record<string, unknown>>): object {
  const { mass, density, inertia, centerOfMass } = data;
  if (mass !== undefined && density !== undefined)
    throw outOfRange(where, `${path}.density`, density, 'mass is given too: give only one of them');
  if (inertia !== undefined && mass === undefined)
    throw wrongType(where, `${path}.mass`, mass, 'a body with inertia needs a mass: give kg');
  if (centerOfMass !== undefined && inertia === undefined)
    throw outOfRange(
      where,
      `${path}.centerOfMass`,
      centerOfMass,
      'give it only with inertia; otherwise the shape determines it',
    );
  const center = centerOfMass as VectorLike;
  return {
    ...(mass === undefined ? {} : { mass: checkNumber(where, `${path}.mass`, mass, 'give kg, above 0', 0, true) }),
    ...(density === undefined
      ? {}
      : { density: checkNumber(where, `${path}.density`, density, 'give kg/m³, above 0', 0, true) }),
    ...readNumbers(where, path, 'inertia', inertia),
    ...(center === undefined ? {} : { centerOfMass: readVector(where, `${path}.centerOfMass`, center) }),
  };
}

function checkNone(
  where: string,
  path: string,
  data: Readonly<Record<string, unknown>>,
  type: string,
  fields: readonly string[],
): void {
  for (const name of fields) {
    if (data[name] !== undefined)
      throw outOfRange(where, `${path}.${name}`, data[name], `a ${type} body has none: leave it out`);
  }
}

/** @param names the names used in the file so far; the robot's name is added */
export function readRobot(where: string, index: number, value: unknown, names: Set<string>): SimulationRobot {
  const path = `robots[${index}]`;
  const data = readObject(where, path, value, robotFields);
  const name = readName(where, `${path}.name`, data['name'] ?? `robot ${index + 1}`, names);
  const { file, text, root = 'fixed', srdf, pose } = data;
  const source = file ?? text;
  if (typeof source !== 'string' || source === '' || (file !== undefined && text !== undefined))
    throw wrongType(where, file === undefined ? `${path}.text` : `${path}.file`, source, robotRemedy);
  // The loaders interpret any other text as a path.
  if (file === undefined && !/^[\s\uFEFF]*</.test(source))
    throw outOfRange(where, `${path}.text`, source, 'a URDF or MJCF file begins with <');
  if (root !== 'fixed' && root !== 'free-flyer')
    throw outOfRange(where, `${path}.root`, root, "give 'fixed' or 'free-flyer'");
  if (srdf !== undefined && (typeof srdf !== 'string' || srdf === ''))
    throw wrongType(where, `${path}.srdf`, srdf, 'give the path or URL of an SRDF file');
  return {
    name,
    ...(file === undefined ? { text: source } : { file: source }),
    root,
    ...(srdf === undefined ? {} : { srdf }),
    ...(pose === undefined ? {} : { pose: poseOf(where, `${path}.pose`, pose) }),
    ...readNumbers(where, path, 'q', data['q']),
    ...readNumbers(where, path, 'v', data['v']),
    ...readNumbers(where, path, 'controls', data['controls']),
    ...readTargets(where, `${path}.targets`, data['targets']),
    ...readSurface(where, path, data['material']),
  };
}

function readTargets(where: string, path: string, value: unknown): Pick<SimulationRobot, 'targets'> {
  if (value === undefined) return {};
  if (!Array.isArray(value) || value.length > maxNumbers)
    throw wrongType(where, path, value, `give an array of at most ${maxNumbers} targets`);
  const targets = value.map((each: unknown, k) => {
    const { joint, position, ...gains } = readObject(where, `${path}[${k}]`, each, targetFields);
    if (typeof joint !== 'string') throw wrongType(where, `${path}[${k}].joint`, joint, 'give the name of a joint');
    const read = Object.entries(gains).map(
      ([name, gain]) => [name, checkNumber(where, `${path}[${k}].${name}`, gain, 'give 0 or more', 0)] as const,
    );
    const at = checkNumber(where, `${path}[${k}].position`, position, 'give a finite number');
    return { joint, position: at, ...Object.fromEntries(read) };
  });
  return { targets };
}

const targetFields = ['joint', 'position', 'stiffness', 'damping'];

const robotRemedy = 'give either file, the path or URL of a URDF or MJCF file, or text, its contents';

function readNumbers(where: string, path: string, name: string, value: unknown): object {
  if (value === undefined) return {};
  if (!Array.isArray(value)) throw wrongType(where, `${path}.${name}`, value, 'give an array of numbers');
  if (value.length > maxNumbers)
    throw outOfRange(where, `${path}.${name}`, value, `give at most ${maxNumbers} numbers`);
  return { [name]: value.map((x, k) => checkNumber(where, `${path}.${name}[${k}]`, x, 'give a finite number')) };
}

function readName(where: string, path: string, value: unknown, names: Set<string>): string {
  if (typeof value !== 'string' || value === '') throw wrongType(where, path, value, 'give a name');
  if (names.has(value)) throw outOfRange(where, path, value, 'another body or robot has this name already');
  names.add(value);
  return value;
}

function poseOf(where: string, path: string, pose: unknown): Pose {
  const numbers = new Float64Array(7);
  readPose(where, path, pose as PoseLike, numbers, 0);
  return numbers;
}
