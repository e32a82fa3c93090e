// The configuration space of a planner: samples, distances and straight motions. Continuous joints take the shorter way around.
import { difference, moveConfiguration } from '../dynamics/configuration.ts';
import { jointDefinitions } from '../dynamics/joints/registry.ts';
import type { Model } from '../dynamics/model.ts';
import type { Rng } from '../math/rng.ts';

const wholeTurn = 2 * Math.PI;

export class Space {
  /** Whether all joints have one coordinate: motions are then linear in the coordinates. */
  readonly isScalar: boolean;
  /** Coordinates of continuous joints: 1, others 0. */
  private readonly wraps: Uint8Array;
  /** Whether there are continuous joints. */
  readonly hasWraps: boolean;
  /** The least value and the width of each coordinate, if all are limited and scalar. */
  private readonly ranges: Float64Array | null;
  private readonly v: Float64Array;

  constructor(readonly model: Model) {
    this.isScalar = model.joints.every(({ nq, nv }) => nq === 1 && nv === 1);
    this.wraps = new Uint8Array(model.nq);
    for (const { kind, q, mimic } of model.joints) if (kind === 'continuous' && !mimic) this.wraps[q] = 1;
    this.hasWraps = this.wraps.includes(1);
    this.v = new Float64Array(model.nv);
    const { lower, upper } = model.limits;
    const isLimited = this.isScalar && lower.every((low, k) => low > -Infinity && upper[k] < Infinity);
    this.ranges = isLimited ? Float64Array.from({ length: 2 * model.nq }, (_, k) => rangeAt(model, k)) : null;
  }

  /** Writes a uniformly random configuration within the limits; a coordinate without limits is in a finite range. */
  sample(rng: Rng, out: Float64Array): void {
    const { joints, limits } = this.model;
    const { ranges } = this;
    if (ranges) {
      for (let k = 0; k < out.length; k++) out[k] = ranges[2 * k] + ranges[2 * k + 1] * rng.uniform();
      return;
    }
    for (const { kind, mimic, q } of joints) {
      if (mimic === null) jointDefinitions[kind].random(rng, limits.lower, limits.upper, out, q);
    }
  }

  /** Writes the velocity that leads from one configuration to another in a unit of time. Returns its length. */
  toward(from: Float64Array, to: Float64Array, out: Float64Array): number {
    if (this.isScalar) {
      for (let k = 0; k < out.length; k++) {
        const d = to[k] - from[k];
        out[k] = this.wraps[k] === 1 ? d - wholeTurn * Math.round(d / wholeTurn) : d;
      }
    } else {
      difference(this.model, from, to, out);
      for (const { kind, q, v, mimic } of this.model.joints) {
        if (kind === 'continuous' && !mimic) out[v] -= wholeTurn * Math.round((to[q] - from[q]) / wholeTurn);
      }
    }
    let sum = 0;
    for (let k = 0; k < out.length; k++) sum += out[k] * out[k];
    return Math.sqrt(sum);
  }

  /** Like `toward`, but without wrapping: continuous joints move through the whole difference of their coordinates, as in `cell.motion`. */
  straight(from: Float64Array, to: Float64Array, out: Float64Array): void {
    difference(this.model, from, to, out);
  }

  /** The distance of two configurations; continuous joints take the shorter way around. */
  distance(a: Float64Array, b: Float64Array): number {
    return this.toward(a, b, this.v);
  }

  /** The length of the straight motion from one configuration to another, without wrapping. */
  straightDistance(a: Float64Array, b: Float64Array): number {
    this.straight(a, b, this.v);
    return Math.sqrt(this.v.reduce((sum, x) => sum + x * x, 0));
  }

  /** Writes the configuration after a motion with the velocity `v` for the time `step`. */
  move(from: Float64Array, v: Float64Array, step: number, out: Float64Array): void {
    for (let k = 0; k < v.length; k++) this.v[k] = step * v[k];
    moveConfiguration(this.model, from, this.v, out);
  }

  /** A copy of `q`, in which whole turns bring the continuous joints nearest to `to`. */
  unwind(q: Float64Array, to: Float64Array): Float64Array {
    const out = q.slice();
    for (let k = 0; k < out.length; k++) {
      if (this.wraps[k] === 1) out[k] += wholeTurn * Math.round((to[k] - out[k]) / wholeTurn);
    }
    return out;
  }

  /** Whether a coordinate wraps around: its distances are taken modulo a turn. */
  wrapsAt(k: number): boolean {
    return this.wraps[k] === 1;
  }

  /** The name of a joint outside its limits, with its value and limits; empty if all are inside. */
  outside(q: Float64Array): string {
    const { joints, limits } = this.model;
    for (const { name, q: first, nq, mimic } of joints) {
      if (mimic) continue;
      for (let k = first; k < first + nq; k++) {
        const [low, high] = [limits.lower[k], limits.upper[k]];
        if (q[k] < low || q[k] > high) return `${name} is at ${q[k]}, outside its limits ${low} to ${high}`;
      }
    }
    return '';
  }
}

/** Numbers of `ranges`: the lower limit of a coordinate, then the width between its limits. */
function rangeAt({ limits: { lower, upper } }: Model, index: number): number {
  const k = index >> 1;
  return index % 2 === 0 ? lower[k] : upper[k] - lower[k];
}
