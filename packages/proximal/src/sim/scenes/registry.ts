// Built-in simulations: examples, tests, and comparisons with papers and other simulators.
import { checkInteger, checkOptions, outOfRange } from '../../check/argument.ts';
import { Rng } from '../../math/rng.ts';
import type { Simulation } from '../../sim/file/simulation.ts';
import { fallingBox, slidingCube, slope } from './boxes.ts';
import { funnel, polytopes } from './hulls.ts';
import type { SceneContent } from './place.ts';
import { bouncingBall, spinningTop } from './round.ts';
import { massRatio, stack, wall } from './stacks.ts';

/** A built-in simulation. */
export interface SimulationScene {
  readonly name: string;
  /** A title of one line. */
  readonly title: string;
  /** Whether the scene depends on the seed. */
  readonly isRandom: boolean;
}

interface SceneDefinition extends SimulationScene {
  readonly make: (rng: Rng) => SceneContent;
}

const scenes: readonly SceneDefinition[] = [
  { name: 'falling-box', title: 'A box falls on its edge', isRandom: false, make: fallingBox },
  { name: 'slope', title: 'Boxes on a slope: some stick, some slide', isRandom: false, make: slope },
  { name: 'sliding-cube', title: 'A cube slides until friction stops it', isRandom: false, make: slidingCube },
  { name: 'stack', title: 'Ten boxes on top of each other', isRandom: false, make: stack },
  { name: 'mass-ratio', title: 'A heavy cube on a cube of a thousandth of its mass', isRandom: false, make: massRatio },
  { name: 'wall', title: 'A wall of ten by ten boxes', isRandom: false, make: wall },
  { name: 'polytopes', title: 'Fifty random polytopes fall to the ground', isRandom: true, make: polytopes },
  { name: 'funnel', title: 'Two random hulls fall into a funnel', isRandom: true, make: funnel },
  { name: 'spinning-top', title: 'A top spins on its tip', isRandom: false, make: spinningTop },
  { name: 'bouncing-ball', title: 'A ball bounces', isRandom: false, make: bouncingBall },
];

/**
 * The built-in simulations.
 * @example
 * ```ts
 * simulationScenes().map(({ name }) => name); // ['falling-box', 'slope', 'sliding-cube', 'stack', …]
 * ```
 */
export function simulationScenes(): readonly SimulationScene[] {
  return scenes.map(({ name, title, isRandom }) => ({ name, title, isRandom }));
}

/** Options of a built-in simulation. */
export interface SimulationSceneOptions {
  /** The seed of scenes with random bodies: a whole number from 0 to 2³² − 1. Default 1. */
  readonly seed?: number;
}

/**
 * A built-in simulation, as if read from a file.
 * @param name one of `simulationScenes()`
 * @example
 * ```ts
 * const { simulator } = startSimulation(makeSimulation('polytopes', { seed: 7 }));
 * ```
 */
export function makeSimulation(name: string, options?: SimulationSceneOptions): Simulation {
  const where = 'makeSimulation';
  const scene = scenes.find((each) => each.name === name);
  if (!scene) throw outOfRange(where, 'name', name, `give one of ${scenes.map((each) => each.name).join(', ')}`);
  checkOptions(where, 'options', options, ['seed']);
  const seed = checkInteger(where, 'options.seed', options?.seed ?? 1, 0, 0xffffffff);
  const origin = scene.isRandom ? { scene: name, seed } : { scene: name };
  return { title: scene.title, robots: [], ...scene.make(new Rng(seed)), origin };
}
