// The fastest motion along a path under limits of velocities, accelerations and torques, by reachability analysis (Pham and Pham 2018, TOPP-RA).
//
// Along the path q(s), with u = s̈ and x = ṡ²:
//   q̇² = q′² x,   q̈ = q′ u + q″ x,   τ = a u + b x + c,
//   a = M q′,  b = M q″ + h(q, q′),  c = g(q),
// so every limit is linear in (u, x). The path is divided into intervals of s with a constant u, on which x is linear in s: at the fraction
// θ of an interval of the length Δ it is x + 2 θ Δ u. The limits are imposed at the start, in the middle and at the end of each interval.
// Backward, each grid point gets the range of x from which the end can be reached: the extreme x of a linear program in two variables. Forward, each
// interval gets the largest u that leads into the range of the next point. No admissible motion on this grid has a larger x anywhere.
import type { Data } from '../dynamics/data.ts';
import { newtonEuler } from '../dynamics/rnea.ts';
import { IntervalProgram } from './interval-program.ts';
import type { PathGeometry } from './path-geometry.ts';
import type { TimeLimits } from './time-options.ts';

/** Points of each interval at which the limits hold: its start, middle and end. */
const pointsPerInterval = 3;
/** The least number of intervals of a motion. */
const minIntervals = 8;

export class TimeScaling {
  /** The number of intervals. */
  readonly count: number;
  /** The motion of each interval, the distance of its start from the motion's start, and its length. */
  readonly piece: Int32Array;
  readonly offset: Float64Array;
  readonly delta: Float64Array;
  /** The square of the speed at each grid point, and the acceleration of each interval: the result. */
  readonly x: Float64Array;
  readonly u: Float64Array;
  /** Grid points at which the robot is at rest. */
  private readonly isAtRest: Uint8Array;
  /** The range of x at each grid point from which the end can be reached. */
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  /** q′, q″, a, b and c at each point of each interval. */
  private readonly coefficients: Float64Array;
  private readonly program = new IntervalProgram();
  private readonly hasTorques: boolean;

  constructor(
    private readonly geometry: PathGeometry,
    private readonly limits: TimeLimits,
    gridSize: number,
  ) {
    const { pieces, length } = geometry;
    const counts = pieces.map((piece) => Math.max(minIntervals, Math.round((gridSize * piece.length) / length)));
    this.count = counts.reduce((sum, x) => sum + x, 0);
    this.piece = new Int32Array(this.count);
    this.offset = new Float64Array(this.count);
    this.delta = new Float64Array(this.count);
    this.isAtRest = new Uint8Array(this.count + 1);
    let at = 0;
    for (const [k, piece] of pieces.entries()) {
      if (piece.startsAtRest) this.isAtRest[at] = 1;
      for (let m = 0; m < counts[k]; m++, at++) {
        this.piece[at] = k;
        this.offset[at] = (piece.length * m) / counts[k];
        this.delta[at] = piece.length / counts[k];
      }
    }
    this.isAtRest[this.count] = 1;
    this.x = new Float64Array(this.count + 1);
    this.u = new Float64Array(this.count);
    this.low = new Float64Array(this.count + 1);
    this.high = new Float64Array(this.count + 1);
    this.hasTorques = limits.torque.some(Number.isFinite);
    this.coefficients = new Float64Array(5 * geometry.model.nv * pointsPerInterval * this.count);
    this.fill();
  }

  private fill(): void {
    const { geometry, coefficients } = this;
    const { model } = geometry;
    const { nv } = model;
    const dynamics = new PathDynamics(geometry);
    for (let i = 0; i < this.count; i++) {
      for (let p = 0; p < pointsPerInterval; p++) {
        const at = 5 * nv * (pointsPerInterval * i + p);
        if (p === 0 && i > 0 && this.piece[i - 1] === this.piece[i]) {
          // The end of the previous interval.
          coefficients.copyWithin(at, at - 5 * nv, at);
          continue;
        }
        const fraction = p / (pointsPerInterval - 1);
        dynamics.at(this.piece[i], this.offset[i] + fraction * this.delta[i], this.hasTorques);
        coefficients.set(dynamics.firstDerivative, at);
        coefficients.set(dynamics.secondDerivative, at + nv);
        coefficients.set(dynamics.a, at + 2 * nv);
        coefficients.set(dynamics.b, at + 3 * nv);
        coefficients.set(dynamics.c, at + 4 * nv);
      }
    }
  }

  /** Finds x and u. Returns the grid point at which no speed satisfies the limits, or −1. */
  solve(): number {
    const failed = this.backward();
    return failed >= 0 ? failed : this.forward();
  }

  private backward(): number {
    const { low, high, isAtRest, program } = this;
    low[this.count] = 0;
    high[this.count] = 0;
    for (let i = this.count - 1; i >= 0; i--) {
      this.setRows(i);
      if (isAtRest[i] === 1) {
        const width = program.range(0);
        if (!(width >= 0 || program.isWithinRounding(0, width)) || !(program.high > 0)) return i;
        low[i] = 0;
        high[i] = 0;
        continue;
      }
      low[i] = program.smallest();
      high[i] = program.largest();
      if (!(low[i] <= high[i])) return i;
    }
    return -1;
  }

  private forward(): number {
    const { x, u, low, high, delta, program } = this;
    x[0] = 0;
    for (let i = 0; i < this.count; i++) {
      this.setRows(i);
      program.range(x[i]);
      u[i] = program.high;
      const next = x[i] + 2 * delta[i] * u[i];
      // Clamp rounding errors: in exact arithmetic x stays in the range.
      x[i + 1] = Math.max(low[i + 1], Math.min(high[i + 1], next));
      u[i] = (x[i + 1] - x[i]) / (2 * delta[i]);
      if (!(x[i] + x[i + 1] > 0) || !Number.isFinite(u[i])) return i;
    }
    return -1;
  }

  /** The rows of an interval: the limits at its points, and the range of x at its end. */
  private setRows(i: number): void {
    const { program, coefficients, delta, low, high, geometry, limits } = this;
    const { nv } = geometry.model;
    const { velocity, acceleration, torque } = limits;
    program.clear();
    const d = 2 * delta[i];
    program.add(d, 1, high[i + 1]);
    program.add(-d, -1, -low[i + 1]);
    for (let p = 0; p < pointsPerInterval; p++) {
      const at = 5 * nv * (pointsPerInterval * i + p);
      const shift = (d * p) / (pointsPerInterval - 1);
      let largestX = Infinity;
      for (let j = 0; j < nv; j++) {
        const firstDerivative = coefficients[at + j];
        if (firstDerivative !== 0) largestX = Math.min(largestX, (velocity[j] / firstDerivative) ** 2);
        addLimit(program, firstDerivative, coefficients[at + nv + j], shift, acceleration[j], acceleration[j]);
        const c = coefficients[at + 4 * nv + j];
        addLimit(
          program,
          coefficients[at + 2 * nv + j],
          coefficients[at + 3 * nv + j],
          shift,
          torque[j] - c,
          torque[j] + c,
        );
      }
      program.add(shift, 1, largestX);
      program.add(-shift, -1, 0);
    }
  }
}

/** −below ≤ a u + b (x + shift u) ≤ above. */
function addLimit(program: IntervalProgram, a: number, b: number, shift: number, above: number, below: number): void {
  const alpha = a + shift * b;
  program.add(alpha, b, above);
  program.add(-alpha, -b, below);
}

/** The path q with its derivatives q′ and q″ by the parameter s, and the torques along it: τ = a s̈ + b ṡ² + c. */
export class PathDynamics {
  readonly q: Float64Array;
  readonly firstDerivative: Float64Array;
  readonly secondDerivative: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  private readonly data: Data;
  private readonly zero: Float64Array;

  constructor(private readonly geometry: PathGeometry) {
    const { model } = geometry;
    this.q = new Float64Array(model.nq);
    this.firstDerivative = model.zeroVelocity();
    this.secondDerivative = model.zeroVelocity();
    this.a = model.zeroVelocity();
    this.b = model.zeroVelocity();
    this.c = model.zeroVelocity();
    this.zero = model.zeroVelocity();
    this.data = model.createData();
  }

  /** Evaluates the path at a distance from the start of a motion. */
  at(piece: number, distance: number, hasTorques: boolean): void {
    const { geometry, data, q, firstDerivative, secondDerivative, zero, a, b, c } = this;
    const { model } = geometry;
    geometry.evaluate(piece, distance, q, firstDerivative, secondDerivative);
    if (!hasTorques) return;
    newtonEuler(model, data, q, zero, zero, undefined, c);
    newtonEuler(model, data, q, zero, firstDerivative, undefined, a);
    newtonEuler(model, data, q, firstDerivative, secondDerivative, undefined, b);
    for (let k = 0; k < c.length; k++) {
      a[k] -= c[k];
      b[k] -= c[k];
    }
  }
}
