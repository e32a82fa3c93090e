// Simulations, the same in Node and on a page.
import { setTarget, type Target, target } from 'proximal';
import { makeSimulation, startSimulation } from 'proximal/sim';

export interface Hashes {
  readonly target: Target;
  /** The hash of the state after 1,000 steps, by scene. */
  readonly hashes: Readonly<Record<string, string>>;
}

const steps = 1000;
/** Ten boxes on top of each other, and two hulls in a funnel. */
const scenes = ['stack', 'funnel'];

export function simulate(wanted: Target): Hashes {
  setTarget(wanted);
  const hashes = scenes.map((name) => {
    const { simulator } = startSimulation(makeSimulation(name));
    for (let k = 0; k < steps; k++) simulator.step();
    return [name, simulator.hash()] as const;
  });
  return { target: target(), hashes: Object.fromEntries(hashes) };
}
