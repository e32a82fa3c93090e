// The function table of the module of configuration checks, exported by both targets.
import { checkManyBalls, checkPlacedBalls, sampleBalls } from './balls.ts';

export { checkManyBalls, checkPlacedBalls, sampleBalls };
