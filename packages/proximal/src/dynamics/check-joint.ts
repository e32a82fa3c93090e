// Checks of joint descriptions.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { JointDescription } from './description.ts';
import { jointDefinitions } from './joints/registry.ts';

export function checkName(where: string, argument: string, value: unknown): void {
  if (typeof value !== 'string' || value === '')
    throw wrongType(where, argument, value, 'give a name that is not empty');
}

/** @param label the joint in words, for errors */
export function checkJointNumbers(where: string, label: string, description: JointDescription): void {
  const { pitch, velocityLimit, effortLimit, armature, friction, damping, stiffness, mimic, kind } = description;
  const amounts = { velocityLimit, effortLimit, armature, friction, damping, stiffness };
  for (const [key, value] of Object.entries(amounts)) {
    // Stiffness is checked below.
    const mayBeInfinite = key === 'velocityLimit' || key === 'effortLimit' || key === 'stiffness';
    if (value !== undefined && !(mayBeInfinite && value === Infinity)) {
      checkNumber(where, `${label}: ${key}`, value, 'give a finite number, not negative', 0);
    }
  }
  if (pitch !== undefined) checkNumber(where, `${label}: pitch`, pitch, 'give meters per radian');
  if (pitch !== undefined && kind !== 'helical') {
    throw outOfRange(where, `${label}: pitch`, pitch, `only helical joints have a pitch, not a ${kind} joint`);
  }
  const { springReference } = description;
  if (springReference !== undefined)
    checkNumber(where, `${label}: springReference`, springReference, 'give radians or meters');
  if ((stiffness ?? 0) !== 0 && (jointDefinitions[kind].nq !== 1 || stiffness === Infinity))
    throw outOfRange(
      where,
      `${label}: stiffness`,
      stiffness,
      'only joints with one coordinate have a spring, with finite stiffness',
    );
  for (const key of ['lower', 'upper'] as const) checkLimit(where, `${label}: ${key}`, description[key], kind);
  if (mimic === undefined) return;
  checkOptions(where, `${label}: mimic`, mimic, ['joint', 'ratio', 'offset']);
  checkName(where, `${label}: mimic.joint`, mimic.joint);
  checkNumber(where, `${label}: mimic.ratio`, mimic.ratio ?? 1, 'give a finite number');
  checkNumber(where, `${label}: mimic.offset`, mimic.offset ?? 0, 'give a finite number');
  if (jointDefinitions[kind].nv !== 1 || jointDefinitions[kind].nq !== 1) {
    throw outOfRange(
      where,
      `${label}: mimic`,
      mimic.joint,
      `a ${kind} joint cannot mimic: only joints with one coordinate can`,
    );
  }
}

function checkLimit(
  where: string,
  argument: string,
  limit: number | ArrayLike<number> | undefined,
  kind: JointDescription['kind'],
): void {
  if (limit === undefined) return;
  const list = typeof limit === 'number' ? [limit] : Array.from(limit);
  const { nq } = jointDefinitions[kind];
  if (typeof limit !== 'number' && list.length !== nq) {
    throw wrongType(where, argument, limit, `give one number, or ${nq} for a ${kind} joint`);
  }
  for (const value of list) {
    if (typeof value !== 'number' || Number.isNaN(value)) {
      throw wrongType(where, argument, value, 'give numbers; infinity where there is no limit');
    }
  }
}
