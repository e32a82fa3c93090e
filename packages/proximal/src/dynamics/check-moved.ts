// Checks that every joint moves some inertia along its axis when the joints of its subtree (with mimic joints, other joints) are free.
import { show } from '../check/argument.ts';
import { Rng } from '../math/rng.ts';
import { factorMass } from './articulated.ts';
import { randomConfiguration } from './configuration.ts';
import { fillMassMatrix } from './crba.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { ModelError } from './topology.ts';

/** Articulated inertia up to this fraction of the subtree's inertia counts as zero: the rounding error of the sums. */
const negligibleRatio = 1e-13;

/**
 * The factorization of M divides by the articulated inertia along each degree of freedom; with mimic joints, by the pivots of M, the
 * inertias that remain if the coordinates before are free. The check uses a random configuration, where they are zero only for a joint
 * that has none in any configuration.
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
      'moves no inertia along its axis; give a link of its subtree mass and inertia, or the joint armature',
    );
  }
  factorMass(model, data);
  for (let k = nv - 1; k >= 0; k--) {
    const pivot = tree.hasMimic ? data.factor[k * nv + k] ** 2 : 1 / data.Dinv[k];
    if (pivot > negligibleRatio * matrix[k * nv + k]) continue;
    throw refuse(k, 'has no articulated inertia: the joints of its subtree move the same inertia');
  }
}
