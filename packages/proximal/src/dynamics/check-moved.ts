// Whether every joint moves some inertia along its axis, with the joints beyond it free to move.
import { show } from '../check/argument.ts';
import { Rng } from '../math/rng.ts';
import { factorMass } from './articulated.ts';
import { randomConfiguration } from './configuration.ts';
import { fillMassMatrix } from './crba.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { ModelError } from './topology.ts';

/** Articulated inertia below this fraction of the subtree's inertia counts as zero: the rounding error of the sums. */
const least = 1e-13;

/**
 * M's factorization divides by the articulated inertia along a degree of freedom. It is computed at a configuration without
 * symmetries, where it is zero only for a joint that moves no inertia in any configuration.
 */
export function checkMoved(model: Model): void {
  const { nv, tree } = model;
  const data = model.createData();
  place(model, data, randomConfiguration(model, new Rng(1)));
  const matrix = fillMassMatrix(model, data);
  const nameOf = (coordinate: number): string =>
    (
      model.joints.find(({ v, nv: count, mimic }) => mimic === null && coordinate >= v && coordinate < v + count) as {
        name: string;
      }
    ).name;
  const refuse = (coordinate: number, problem: string): ModelError =>
    new ModelError(`joint ${show(nameOf(coordinate))} ${problem}`, nameOf(coordinate));
  for (let k = nv - 1; k >= 0; k--) {
    if (matrix[k * nv + k] > 0) continue;
    throw refuse(
      k,
      'moves nothing that has inertia along it; give a link beyond it mass and inertia, or the joint armature',
    );
  }
  factorMass(model, data);
  for (let k = nv - 1; k >= 0; k--) {
    const pivot = tree.hasMimic ? data.factor[k * nv + k] ** 2 : 1 / data.Dinv[k];
    if (pivot > least * matrix[k * nv + k]) continue;
    throw refuse(k, 'has no inertia of its own: what it moves is moved by the joints beyond it just as well');
  }
}
