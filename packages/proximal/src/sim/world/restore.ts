import { Simulator } from '../simulator.ts';
import { readSnapshot } from '../snapshot.ts';
import { World } from './world.ts';

/**
 * Makes a simulator or a world from the bytes of a `snapshot` of either. The bytes are checked.
 * @example
 * ```ts
 * const simulator = restoreSimulator(readFileSync('end.snapshot'));
 * if (simulator instanceof World) simulator.joints; // the joints of the world
 * ```
 */
export function restoreSimulator(bytes: Uint8Array): Simulator {
  return readSnapshot('restoreSimulator', bytes, (described) => {
    const { options, known, world } = described;
    return world === undefined ? new Simulator(options, known) : new World({}, described);
  });
}
