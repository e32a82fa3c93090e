// A path as a function q(s) of one parameter, with its first two derivatives. The parameter s is scaled such that |q′| is 1 at the start and
// continuous, except where a curve begins or ends with zero velocity. On a path of straight motions, s is the length. q″ is constant on each motion.
import { difference, moveConfiguration } from '../dynamics/configuration.ts';
import type { Model } from '../dynamics/model.ts';
import { curveOf } from './curve.ts';
import type { Plan } from './plan-options.ts';

/** Two motions join without a corner if no component of q′ jumps by more than this fraction of |q′|. */
const cornerTolerance = 1e-6;

/** A motion of a path, from the parameter `begin` on. */
export interface Piece {
  readonly from: Float64Array;
  readonly begin: number;
  /** The length of its range of s. */
  readonly length: number;
  /** q′ at its start. */
  readonly firstDerivative: Float64Array;
  /** q″, which is constant. */
  readonly secondDerivative: Float64Array;
  /** Whether the robot must be at rest at its start: the path begins there or has a corner. */
  readonly startsAtRest: boolean;
}

export class PathGeometry {
  readonly pieces: readonly Piece[];
  readonly length: number;
  private readonly step: Float64Array;

  constructor(
    readonly model: Model,
    private readonly plan: Plan,
  ) {
    this.pieces = piecesOf(model, plan);
    const last = this.pieces.at(-1);
    this.length = last ? last.begin + last.length : 0;
    this.step = new Float64Array(model.nv);
  }

  /** Writes q, q′ and q″ at a distance from the start of a piece. */
  evaluate(
    piece: number,
    distance: number,
    q: Float64Array,
    firstDerivative: Float64Array,
    secondDerivative: Float64Array,
  ): void {
    const { model, step, pieces } = this;
    if (pieces.length === 0) {
      q.set(this.plan.path[0]);
      firstDerivative.fill(0);
      secondDerivative.fill(0);
      return;
    }
    const { from, firstDerivative: first, secondDerivative: second } = pieces[piece];
    for (let k = 0; k < step.length; k++) {
      step[k] = distance * (first[k] + (distance / 2) * second[k]);
      firstDerivative[k] = first[k] + distance * second[k];
      secondDerivative[k] = second[k];
    }
    moveConfiguration(model, from, step, q);
  }
}

function piecesOf(model: Model, { path, proof }: Plan): Piece[] {
  const pieces: Piece[] = [];
  let begin = 0;
  let speed = 1;
  /** q′ at the end of the previous piece. */
  let arriving: Float64Array | null = null;
  for (const [k, to] of path.slice(1).entries()) {
    const from = path[k];
    const velocity = model.zeroVelocity();
    const acceleration = model.zeroVelocity();
    const via = proof[k]?.via;
    if (via) curveOf(model, from, via, to, velocity, acceleration);
    else difference(model, from, to, velocity);
    const size = sizeOf(velocity);
    // Skip motions of zero length. The range of a curve with zero initial velocity is the length of its acceleration.
    if (size === 0 && sizeOf(acceleration) === 0) continue;
    const length = size > 0 ? size / speed : sizeOf(acceleration);
    const firstDerivative = velocity.map((x) => x / length);
    const secondDerivative = acceleration.map((x) => x / (length * length));
    pieces.push({
      from,
      begin,
      length,
      firstDerivative,
      secondDerivative,
      startsAtRest: arriving === null || hasCorner(arriving, firstDerivative),
    });
    arriving = firstDerivative.map((x, i) => x + length * secondDerivative[i]);
    speed = sizeOf(arriving) || 1;
    begin += length;
  }
  return pieces;
}

function hasCorner(arriving: Float64Array, leaving: Float64Array): boolean {
  const size = sizeOf(arriving);
  return !(size > 0) || arriving.some((x, k) => Math.abs(x - leaving[k]) > cornerTolerance * size);
}

function sizeOf(v: Float64Array): number {
  return Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
}
