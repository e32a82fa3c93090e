// Typical use of data that was read.
import { certify, distance, type Shape, sphere } from 'proximal';
import type { Model } from 'proximal/dynamics';
import { identity } from 'proximal/math';
import type { Scene } from 'proximal/scene';
import { Simulator, type StartOptions, startSimulation } from 'proximal/sim';
import { tryUse } from './errors.ts';
import { FuzzFailure } from './format.ts';

/** Limits of a step, and the wall-clock seconds for both steps: with the defaults a step may take seconds. */
export const stepLimits = { maxPairs: 500, maxContacts: 100 };
const stepSeconds = 0.2;

/** A limit of support points for masses: low for most inputs, since their time is measured. */
export function massLimits({ length }: Uint8Array): StartOptions {
  return { massEvaluations: length % 16 === 0 ? 100_000 : 4000 };
}

export function useModel(model: Model): void {
  if (!model.reference.every(Number.isFinite))
    throw new FuzzFailure('NaN', 'the reference configuration is not finite');
  const simulator = tryUse(() => new Simulator({ models: [model], ...stepLimits }));
  if (simulator) useSimulator(simulator);
}

/** Takes two steps, so that the second is warm-started by the contacts of the first. */
export function useSimulator(simulator: Simulator): void {
  const end = performance.now() + 1000 * stepSeconds;
  simulator.shouldStop = () => performance.now() > end;
  for (let step = 1; step <= 2; step++) {
    if (!stepWithinMemory(simulator)) return;
    const { q, v } = simulator.state;
    if (!q.every(Number.isFinite) || !v.every(Number.isFinite))
      throw new FuzzFailure(
        'NaN',
        `after step ${step} the state is not finite, and the status is ${simulator.report().status}`,
      );
  }
}

/** Steps; false if the kernel's memory was not sufficient, as for a chain of a thousand joints with limits. The state is then unchanged. */
function stepWithinMemory(simulator: Simulator): boolean {
  const before = simulator.state;
  try {
    simulator.step();
  } catch (error) {
    if (!(error instanceof RangeError && error.message.startsWith("The kernel's memory is full"))) throw error;
    const after = simulator.state;
    const isSame = after.q.every((x, k) => x === before.q[k]) && after.v.every((x, k) => x === before.v[k]);
    if (!isSame) throw new FuzzFailure('state', 'a step that did not fit into the memory has changed the state');
    return false;
  }
  return true;
}

export function useScene(scene: Scene): void {
  scene.update();
  tryUse(() => scene.contacts());
}

const directions = [
  [1, 0, 0],
  [-0.3, 0.5, 0.8],
];

export function useShape(shape: Shape, limits: StartOptions): void {
  if (shape.isBounded) {
    for (const direction of directions) {
      const point = shape.support(direction);
      if (![...point].every(Number.isFinite))
        throw new FuzzFailure('NaN', `the support point along ${direction} is ${point}`);
    }
  }
  const ball = sphere(1);
  const away = { position: [3, 0, 0] };
  const result = tryUse(() => distance(shape, {}, ball, away));
  if (result && result.status !== 'unknown' && !certify(shape, {}, ball, away, result).valid)
    throw new FuzzFailure('certificate', `the status is ${result.status}, and the certificate is invalid`);
  const body = {
    name: 'body',
    shape,
    pose: identity(),
    static: false,
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
  };
  tryUse(() => startSimulation({ options: {}, bodies: [body], robots: [] }, [], limits));
}
