// Bounds on the motion of solids while the joints move with constant velocities: see docs/internals/planning.md.
//
// On the segment from one configuration to another each joint moves its link with a constant twist in the link's own frame: a linear
// velocity v_j of the joint's origin and an angular velocity ω_j. A point x of a solid moves with ẋ = Σ u_j, u_j = v_j + ω_j × (x − o_j),
// where the sum is over the joints j between the base of the pair and the solid. In the frame of joint j's parent, u_j is a constant twist
// applied to x, so
//   ẍ = Σ_j ω_j × (u_j + 2 Σ_{l beyond j} u_l),
// where "beyond" means nearer to the solid. If ρ_j bounds the distance of the solid's points from the axis of joint j, then
//   |u_j| ≤ s_j = |v_j| + |ω_j| ρ_j,   |ẋ| ≤ S = Σ s_j,   |ẍ| ≤ K = Σ_j |ω_j| (s_j + 2 Σ_{l beyond j} s_l).
// During a time δ before or after the present configuration, the distance from axis j changes by at most δ Σ_{l beyond j} s_l. So
// ρ_j = (distance of the ball's center from the axis now) + (radius of the ball) + δ Σ_{l beyond j} s_l, joint by joint from the solid inward.
//
// A plane with the unit normal n, fixed in the frame of the base, separates a from b by g(τ) = −h_a(τ) − h_b(τ), where h_a(τ) is the largest
// ⟨n, x⟩ of a's points at the time τ from now, and h_b(τ) is the largest −⟨n, x⟩ of b's points. By Taylor's formula, for |τ| ≤ δ,
//   ⟨n, x(τ)⟩ ≤ ⟨n, x⟩ + τ ⟨n, ẋ⟩ + K τ²/2,   ⟨n, ẋ⟩ = ⟨n, v⟩ + ⟨n × ω, x − o⟩
// with the velocity (v, ω) of the solid's body relative to the base, v at the point o. Without the term of K, the largest right-hand side over all
// points is ⟨n, o + τ v⟩ + σ(n + τ n × ω), where σ(d) is the largest ⟨d, x − o⟩. Therefore
//   g(τ) ≥ g₂(τ) = −σ_a(n + τ n × ω_a) − σ_b(−n − τ n × ω_b) − ⟨n, o_a + τ v_a − o_b − τ v_b⟩ − (K_a + K_b) τ²/2
// and g(τ) ≥ g₁(τ) = g(0) − (S_a + S_b)|τ|.
// Both bounds are concave in τ, so their minima over −δ ≤ τ ≤ δ are at the ends.
//
// On a curve (curve.ts) the coordinate of joint j has the velocity r_j + τ a_j. Then |ω_j| and |v_j| stand for their values at the largest velocity
// during the interval, |r_j| + |a_j| δ, and |ẍ| has one more term for each joint: |a_j| times the velocity of x for r_j = 1, which is at most
// s_j |a_j| / (|r_j| + |a_j| δ).
import { MOTION_BALL, MOTION_FREE, MOTION_PLANE, MOTION_SCREW, MOTION_SLIDE } from '../dynamics/joints/joint.ts';
import type { Model } from '../dynamics/model.ts';
import type { PairTests } from './pair-tests.ts';
import type { SolidPair } from './pairs.ts';
import type { Solid } from './solid.ts';
import type { Stance } from './stance.ts';

/** The bounds for one motion; `begin` starts another. */
export class Sweep {
  /** The lower bound of the gap that `bound` has found. */
  readonly least = new Float64Array(1);
  /** |ω_j| and |v_j| of each joint: the largest during the interval. */
  private readonly angular: Float64Array;
  private readonly linear: Float64Array;
  /** |a_j| divided by the largest velocity of the coordinate; zero on straight motions. */
  private readonly accelerationRatios: Float64Array;
  /** The largest speed of each coordinate during the interval, with the sign of its velocity in the middle. */
  private readonly rates: Float64Array;
  /** ω_j in world axes, of the length |ω_j|: three numbers for each joint. */
  private readonly axes: Float64Array;
  /** The joints from each solid to the root, the nearest first. */
  private readonly chains: readonly Int32Array[];
  /** S and K of each solid for each number of joints. */
  private readonly speeds: readonly Float64Array[];
  private readonly curvatures: readonly Float64Array[];
  /** For each solid the value of `stamp` at which its S and K were computed. */
  private readonly stamps: Int32Array;
  /** Counts the intervals. */
  private stamp = 0;
  /** Half the length of the interval of time. */
  private delta = 0;
  private readonly direction = new Float64Array(3);
  private readonly local = new Float64Array(3);
  private readonly value = new Float64Array(1);
  /** Velocity of a body relative to the base: linear at the joint's origin, angular. */
  private readonly relative = new Float64Array(6);

  constructor(
    private readonly model: Model,
    private readonly stance: Stance,
    private readonly tests: PairTests,
    private readonly solids: readonly Solid[],
  ) {
    const count = model.joints.length;
    this.angular = new Float64Array(count);
    this.linear = new Float64Array(count);
    this.accelerationRatios = new Float64Array(count);
    this.rates = new Float64Array(model.nv);
    this.axes = new Float64Array(3 * count);
    this.chains = solids.map(({ joint }) => chainOf(model, joint));
    this.speeds = this.chains.map(({ length }) => new Float64Array(length + 1));
    this.curvatures = this.chains.map(({ length }) => new Float64Array(length + 1));
    this.stamps = new Int32Array(solids.length);
  }

  /** Sets the velocities of the joints for a straight motion, on which their magnitudes do not change; on a curve `center` replaces them. */
  begin(v: Float64Array): void {
    this.rates.set(v);
    this.accelerationRatios.fill(0);
    this.measureJoints();
  }

  /** |ω_j| and |v_j| for `rates`. */
  private measureJoints(): void {
    const { tree } = this.model;
    const { angular, linear, rates: v } = this;
    for (let joint = 0; joint < angular.length; joint++) {
      const dof = tree.firstDof[joint];
      const at = tree.coordinate[dof];
      const rate = Math.abs(tree.dofRatio[dof] * v[at]);
      angular[joint] = 0;
      linear[joint] = 0;
      switch (tree.motion[joint]) {
        case MOTION_SCREW:
          angular[joint] = rate;
          linear[joint] = Math.abs(tree.pitch[joint]) * rate;
          break;
        case MOTION_SLIDE:
          linear[joint] = rate;
          break;
        case MOTION_PLANE:
          linear[joint] = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1]);
          angular[joint] = Math.abs(v[at + 2]);
          break;
        case MOTION_BALL:
          angular[joint] = sizeOf(v, at);
          break;
        case MOTION_FREE:
          linear[joint] = sizeOf(v, at);
          angular[joint] = sizeOf(v, at + 3);
      }
    }
  }

  /** Sets `rates` to the largest velocities within δ on a curve. Only joints with one coordinate move on a curve. */
  private setLargestRates(v: Float64Array, acceleration: Float64Array, delta: number): void {
    const { tree } = this.model;
    const { rates, accelerationRatios } = this;
    for (let k = 0; k < rates.length; k++) {
      const change = Math.abs(acceleration[k]) * delta;
      rates[k] = v[k] < 0 ? v[k] - change : v[k] + change;
    }
    for (let joint = 0; joint < accelerationRatios.length; joint++) {
      const at = tree.coordinate[tree.firstDof[joint]];
      accelerationRatios[joint] = rates[at] === 0 ? 0 : Math.abs(acceleration[at] / rates[at]);
    }
    this.measureJoints();
  }

  /**
   * Makes the current stance the middle of an interval of time of the length 2 δ.
   * @param v the velocity in the middle
   * @param acceleration of a curve; null on a straight motion, for which `begin` has set the velocity
   */
  center(v: Float64Array, acceleration: Float64Array | null, delta: number): void {
    const { tree } = this.model;
    const { axes, rates } = this;
    if (acceleration) this.setLargestRates(v, acceleration, delta);
    this.stance.move(v);
    this.delta = delta;
    this.stamp++;
    const { axes: subspace } = this.stance.data;
    for (let joint = 0; joint < this.angular.length; joint++) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let dof = tree.firstDof[joint]; dof < tree.firstDof[joint + 1]; dof++) {
        const rate = tree.dofRatio[dof] * rates[tree.coordinate[dof]];
        x += rate * subspace[6 * dof + 3];
        y += rate * subspace[6 * dof + 4];
        z += rate * subspace[6 * dof + 5];
      }
      axes[3 * joint] = x;
      axes[3 * joint + 1] = y;
      axes[3 * joint + 2] = z;
    }
  }

  /** S and K of a solid for every number of joints, once for each interval. */
  private measure(k: number): void {
    if (this.stamps[k] === this.stamp) return;
    this.stamps[k] = this.stamp;
    const { angular, linear, accelerationRatios, axes, delta } = this;
    const { centers, position } = this.stance;
    const chain = this.chains[k];
    const speeds = this.speeds[k];
    const curvatures = this.curvatures[k];
    const radius = this.solids[k].ballRadius;
    let speed = 0;
    let curvature = 0;
    for (let level = 0; level < chain.length; level++) {
      const joint = chain[level];
      const at = 3 * joint;
      const x = centers[3 * k] - position[at];
      const y = centers[3 * k + 1] - position[at + 1];
      const z = centers[3 * k + 2] - position[at + 2];
      const cx = axes[at + 1] * z - axes[at + 2] * y;
      const cy = axes[at + 2] * x - axes[at] * z;
      const cz = axes[at] * y - axes[at + 1] * x;
      const jointSpeed =
        linear[joint] + Math.sqrt(cx * cx + cy * cy + cz * cz) + angular[joint] * (radius + delta * speed);
      curvature += angular[joint] * (jointSpeed + 2 * speed) + accelerationRatios[joint] * jointSpeed;
      speed += jointSpeed;
      speeds[level + 1] = speed;
      curvatures[level + 1] = curvature;
    }
  }

  /** A bound on the displacement of points of the two solids relative to each other within δ: (S_a + S_b) δ. */
  shift({ ia, ib, levelA, levelB }: SolidPair): number {
    this.measure(ia);
    if (levelB > 0) this.measure(ib);
    return this.delta * (this.speeds[ia][levelA] + (levelB > 0 ? this.speeds[ib][levelB] : 0));
  }

  /**
   * Writes the larger of the least g₁ and the least g₂ to `least`: a lower bound of the distance during the interval.
   * @param required the bound to prove: if g₁ or g(0) already decides whether it can be proven, g₂ is not computed
   */
  bound(pair: SolidPair, required: number): void {
    const { least, tests, delta } = this;
    tests.alongNormal(pair);
    const gap = tests.gap[0];
    least[0] = gap - this.shift(pair);
    if (least[0] > required || !(gap > required)) return;
    const { ia, ib, levelA, levelB } = pair;
    const curvature = this.curvatures[ia][levelA] + (levelB > 0 ? this.curvatures[ib][levelB] : 0);
    const curvatureTerm = (curvature * delta * delta) / 2;
    // g₂(τ) + K τ²/2 is concave and equals the gap at τ = 0, so the smaller end of g₂ is at most the gap − K δ²/2.
    if (!(gap - curvatureTerm > required)) return;
    this.extent(pair.a, pair.base, 1, delta);
    let first = -this.value[0] - curvatureTerm;
    this.extent(pair.a, pair.base, 1, -delta);
    let second = -this.value[0] - curvatureTerm;
    this.extent(pair.b, pair.base, -1, delta);
    first -= this.value[0];
    if (levelB > 0) this.extent(pair.b, pair.base, -1, -delta);
    second -= this.value[0];
    least[0] = Math.max(least[0], Math.min(first, second));
  }

  /** Writes the support value of a solid along sign · (n + τ n × ω), with the translation of its body, to `value`. */
  private extent({ joint, support }: Solid, base: number, sign: number, tau: number): void {
    const { direction: d, local, value } = this;
    const { normal } = this.tests;
    const x = sign * normal[0];
    const y = sign * normal[1];
    const z = sign * normal[2];
    if (joint < 0 && base < 0) {
      local[0] = x;
      local[1] = y;
      local[2] = z;
      support.measure(local, 0, value, 0);
      return;
    }
    this.relate(joint, base);
    const { relative } = this;
    d[0] = x + tau * (y * relative[5] - z * relative[4]);
    d[1] = y + tau * (z * relative[3] - x * relative[5]);
    d[2] = z + tau * (x * relative[4] - y * relative[3]);
    const { position, data } = this.stance;
    const { rotation } = data;
    const r = 9 * joint;
    local[0] = rotation[r] * d[0] + rotation[r + 3] * d[1] + rotation[r + 6] * d[2];
    local[1] = rotation[r + 1] * d[0] + rotation[r + 4] * d[1] + rotation[r + 7] * d[2];
    local[2] = rotation[r + 2] * d[0] + rotation[r + 5] * d[1] + rotation[r + 8] * d[2];
    support.measure(local, 0, value, 0);
    value[0] +=
      x * (position[3 * joint] + tau * relative[0]) +
      y * (position[3 * joint + 1] + tau * relative[1]) +
      z * (position[3 * joint + 2] + tau * relative[2]);
  }

  /** The velocity of a joint's body relative to the base: the difference of the velocities of both bodies at the joint's origin. */
  private relate(joint: number, base: number): void {
    const { relative } = this;
    const { velocity, position } = this.stance;
    for (let k = 0; k < 6; k++) relative[k] = velocity[6 * joint + k];
    if (base < 0) return;
    const b = 6 * base;
    const x = position[3 * joint] - position[3 * base];
    const y = position[3 * joint + 1] - position[3 * base + 1];
    const z = position[3 * joint + 2] - position[3 * base + 2];
    const ox = velocity[b + 3];
    const oy = velocity[b + 4];
    const oz = velocity[b + 5];
    relative[0] -= velocity[b] + oy * z - oz * y;
    relative[1] -= velocity[b + 1] + oz * x - ox * z;
    relative[2] -= velocity[b + 2] + ox * y - oy * x;
    relative[3] -= ox;
    relative[4] -= oy;
    relative[5] -= oz;
  }
}

function sizeOf(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}

function chainOf({ tree }: Model, joint: number): Int32Array {
  const chain: number[] = [];
  for (let j = joint; j >= 0; j = tree.parent[j]) chain.push(j);
  return Int32Array.from(chain);
}
