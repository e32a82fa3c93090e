// What a program does next with what it has read.
import { certify, distance, type Shape, sphere } from 'proximal';
import type { Model } from 'proximal/dynamics';
import type { Scene } from 'proximal/scene';
import { Simulator } from 'proximal/sim';
import { attempt } from './errors.ts';
import { Broken } from './format.ts';

export function useModel(model: Model): void {
  if (!model.reference.every(Number.isFinite)) throw new Broken('NaN', 'the reference configuration is not finite');
  const simulator = attempt(() => new Simulator({ models: [model] }));
  if (simulator) useSimulator(simulator);
}

/** Two steps: the second begins with the contacts of the first. */
export function useSimulator(simulator: Simulator): void {
  for (let step = 1; step <= 2; step++) {
    simulator.step();
    const { q, v } = simulator.state;
    if (!q.every(Number.isFinite) || !v.every(Number.isFinite))
      throw new Broken(
        'NaN',
        `after step ${step} the state is not finite, and the status is ${simulator.report().status}`,
      );
  }
}

export function useScene(scene: Scene): void {
  scene.update();
  attempt(() => scene.contacts());
}

const directions = [
  [1, 0, 0],
  [-0.3, 0.5, 0.8],
];

export function useShape(shape: Shape): void {
  if (shape.isBounded) {
    for (const direction of directions) {
      const point = shape.support(direction);
      if (![...point].every(Number.isFinite))
        throw new Broken('NaN', `the support point along ${direction} is ${point}`);
    }
  }
  const ball = sphere(1);
  const away = { position: [3, 0, 0] };
  const result = attempt(() => distance(shape, {}, ball, away));
  if (result && result.status !== 'unknown' && !certify(shape, {}, ball, away, result).valid)
    throw new Broken('certificate', `the status is ${result.status}, and the certificate is invalid`);
  attempt(() => shape.massProperties());
}
