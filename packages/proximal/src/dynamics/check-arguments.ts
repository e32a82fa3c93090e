// Argument checks that the algorithms share. A vector is checked in one pass.
import { outOfRange, wrongType } from '../check/argument.ts';
import { Data } from './data.ts';
import { Model } from './model.ts';

export function checkModel(where: string, model: unknown): asserts model is Model {
  if (model instanceof Model) return;
  throw wrongType(where, 'model', model, 'give a model made by ModelBuilder, loadUrdf or loadMjcf');
}

/** A model and the data that was made for it. */
export function checkPair(where: string, model: Model, data: Data): void {
  checkModel(where, model);
  if (data instanceof Data && data.model === model) return;
  throw wrongType(where, 'data', data, 'give the data made by model.createData() of the same model');
}

/** A Float64Array of the given length with finite numbers. */
export function checkVector(where: string, argument: string, value: Float64Array, length: number): void {
  if (!(value instanceof Float64Array) || value.length !== length) {
    throw wrongType(where, argument, value, `give a Float64Array of length ${length}`);
  }
  // x − x is 0, but NaN for NaN and both infinities.
  let sum = 0;
  for (let k = 0; k < length; k++) sum += value[k] - value[k];
  if (sum === 0) return;
  const k = value.findIndex((x) => !Number.isFinite(x));
  throw outOfRange(where, `${argument}[${k}]`, value[k], 'give finite numbers');
}

/** A configuration: finite, with quaternions of lengths between 1e-100 and 1e100. They need not have unit length. */
export function checkConfiguration(where: string, argument: string, value: Float64Array, model: Model): void {
  checkVector(where, argument, value, model.nq);
  const { quaternions } = model.tree;
  for (let k = 0; k < quaternions.length; k++) {
    const at = quaternions[k];
    const squared = value[at] ** 2 + value[at + 1] ** 2 + value[at + 2] ** 2 + value[at + 3] ** 2;
    if (squared > 1e-200 && squared < 1e200) continue;
    const remedy = 'this is a quaternion x y z w of unit length; neutral(model) has valid ones';
    throw outOfRange(where, `${argument}[${at}…${at + 3}]`, value.subarray(at, at + 4).join(' '), remedy);
  }
}

/** Six numbers for every joint. */
export function checkForces(where: string, model: Model, forces: Float64Array): void {
  checkVector(where, 'externalForces', forces, 6 * model.joints.length);
}

/** The caller's output array, checked, or a new one of this length. */
export function outputOf(where: string, out: Float64Array | undefined, length: number): Float64Array {
  if (out === undefined) return new Float64Array(length);
  if (!(out instanceof Float64Array) || out.length !== length) {
    throw wrongType(where, 'out', out, `give a Float64Array of length ${length}, or leave it out`);
  }
  return out;
}

/** Throws unless `data` holds the results of the stage `needed`: see `Data.stage`. */
export function checkStage(where: string, data: Data, needed: number): void {
  if (data.stage >= needed) return;
  const has = ['no results', 'placements only', 'placements and velocities only'][data.stage];
  const inputs = ['', 'the configuration', 'a velocity', 'an acceleration'][needed];
  throw wrongType(where, 'data', data, `it has ${has}; call forwardKinematics with ${inputs} first`);
}
