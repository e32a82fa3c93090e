// Joints between free bodies are of second order. Impulses act at one time of a step, and then the bodies move freely for a time τ. With J v⁺ = 0 they
// would leave the joint along its tangent, and the next step would remove the velocity across it: a fraction (ω Δt)² of the energy. So the velocity that is
// solved for closes the joint at the end of the motion. With the error e of a row, the free motion F and κ = e(F_τ(q, v)) − e − τ J v,
//   J v⁺ = −κ/τ,
// which is SHAKE with κ from the velocity before the step. Before the step J v = κ/τ: the velocity across the joint changes its sign, and the energy
// stays. With the midpoint integrator the bodies have also moved for τ before, which has opened the joint by κ: J v⁺ = −2κ/τ.
//
// A mechanism is a set of joints with common bodies. It is of first order if a body rotates too fast for κ, responds with additional inertia
// (joint-stability.ts) or is a robot's link, or if J v is not near κ/τ, as after an impulse on a body. Joints of first order lose energy, and a
// mechanism with joints of both orders could gain it.
import type { Coupling } from './coupling.ts';
import { type CouplingEnd, composeAt } from './coupling-end.ts';
import { type CouplingRow, measure } from './coupling-geometry.ts';
import type { SoftRow } from './coupling-rows.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { UnionFind } from './union-find.ts';

/** The largest rotation angle of a body in a step, in radians. */
const mostAngle = 0.5;

/**
 * The largest difference of J v and factor · κ/τ, as a fraction of the latter. It is 1 for a joint that was of first order before, and for a joint
 * whose bodies were given a velocity along it.
 */
const mostDeviation = 1.5;

/** The free motion after impulses act: its time τ, in seconds, and J v⁺ = −factor κ/τ. */
export function freeMotionOf({ timeStep, integrator }: Pick<SimulatorSettings, 'timeStep' | 'integrator'>): {
  readonly time: number;
  readonly factor: number;
} {
  return integrator === 'midpoint' ? { time: timeStep / 2, factor: 2 } : { time: timeStep, factor: 1 };
}

export class JointCurvature {
  /** κ of each bilateral row, in meters or radians; 0 for rows of first order. */
  values = new Float64Array(0);
  /** The time during which the velocity of each bilateral row changes its error, in seconds. */
  spans = new Float64Array(0);
  /** The joints of second order in this step. */
  readonly curved = new Set<Coupling>();
  private readonly time: number;
  private readonly factor: number;
  /** The index of each joint's mechanism. */
  private readonly mechanisms: ReadonlyMap<Coupling, number>;
  /** 1 for each mechanism of first order. */
  private readonly isFirstOrder: Uint8Array;
  /** Of each mechanism: the squares of κ/τ, and of its difference from J v, in the metric of the joints' masses. */
  private readonly squares: Float64Array;
  /** The poses of bodies after the free motion, and the round in which they were predicted. */
  private readonly poses = new Map<Member, { readonly pose: Float64Array; round: number }>();
  private round = 0;
  private readonly aheadA = new Float64Array(15);
  private readonly aheadB = new Float64Array(15);

  constructor(
    couplings: readonly Coupling[],
    private readonly timeStep: number,
    { time, factor }: ReturnType<typeof freeMotionOf>,
  ) {
    [this.time, this.factor] = [time, factor];
    this.mechanisms = mechanismsOf(couplings);
    this.isFirstOrder = new Uint8Array(couplings.length);
    this.squares = new Float64Array(2 * couplings.length);
  }

  /** Starts a step, before the rows of its joints `couplings` are made. */
  begin(couplings: readonly Coupling[]): void {
    const { isFirstOrder, mechanisms, curved } = this;
    this.round++;
    isFirstOrder.fill(0);
    curved.clear();
    for (const coupling of couplings)
      if (!isPredictable(coupling, this.timeStep)) isFirstOrder[mechanisms.get(coupling) as number] = 1;
    for (const coupling of couplings)
      if (!coupling.isSpring && coupling.kind !== 'gear' && isFirstOrder[mechanisms.get(coupling) as number] === 0)
        curved.add(coupling);
  }

  /** Places the frames of a placed joint after the free motion with the velocity before the step. @returns false for first order */
  lookAhead(coupling: Coupling): boolean {
    if (!this.curved.has(coupling)) return false;
    const { aheadA, aheadB } = this;
    const { endA, endB, a, b } = coupling;
    placeAhead(endA, a, this.poseOf, aheadA);
    placeAhead(endB, b, this.poseOf, aheadB);
    return true;
  }

  /** The change of the error of a row in the free motion, after `lookAhead` of its joint. */
  changeOf(row: CouplingRow, { a, b }: Coupling): number {
    return measure(row, this.aheadA, this.aheadB) - measure(row, a, b);
  }

  /** Finds κ of all bilateral rows, and adds −factor κ/τ to their reference velocities. @param before J v of all rows */
  addTo(reference: Float64Array, soft: readonly SoftRow[], bilateral: number, before: Float64Array): void {
    const { time, factor } = this;
    if (this.values.length !== bilateral) {
      this.values = new Float64Array(bilateral);
      this.spans = new Float64Array(bilateral);
    }
    this.values.fill(0);
    this.spans.fill(this.timeStep);
    for (const { row, change } of soft) if (change !== null) this.values[row] = change - time * before[row];
    this.compare(soft, before);
    for (const { row, change, coupling } of soft) {
      if (change === null) continue;
      if (this.curved.has(coupling)) {
        this.spans[row] = time;
        reference[row] -= (factor / time) * this.values[row];
      } else this.values[row] = 0;
    }
  }

  /** Makes the mechanisms of first order whose J v is not near factor · κ/τ. */
  private compare(soft: readonly SoftRow[], before: Float64Array): void {
    const { squares, mechanisms, curved, factor, time } = this;
    squares.fill(0);
    for (const { row, change, compliance, coupling } of soft) {
      if (change === null) continue;
      const at = 2 * (mechanisms.get(coupling) as number);
      const closing = (factor / time) * this.values[row];
      squares[at] += (closing * closing) / compliance;
      squares[at + 1] += (before[row] - closing) ** 2 / compliance;
    }
    for (const coupling of curved) {
      const at = 2 * (mechanisms.get(coupling) as number);
      if (!(squares[at + 1] <= mostDeviation * mostDeviation * squares[at])) curved.delete(coupling);
    }
  }

  private readonly poseOf = (member: Member): Float64Array => {
    let known = this.poses.get(member);
    if (!known) {
      known = { pose: new Float64Array(12), round: 0 };
      this.poses.set(member, known);
    }
    if (known.round !== this.round) member.free?.predict(member.q, member.v, this.time, known.pose);
    known.round = this.round;
    return known.pose;
  };
}

/** Whether κ of a joint may be used. */
function isPredictable({ endA, endB }: Coupling, timeStep: number): boolean {
  return isSteady(endA, timeStep) && isSteady(endB, timeStep);
}

function isSteady({ holder, joint }: CouplingEnd, timeStep: number): boolean {
  if (!holder || joint < 0) return true;
  const { free, v } = holder.member;
  if (!free || free.isLoaded) return false;
  return (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) * timeStep * timeStep < mostAngle * mostAngle;
}

/** Writes the frame of an end after the free motion; that of a fixed end is the present one. */
export function placeAhead(
  { holder, joint, rigid }: CouplingEnd,
  present: Float64Array,
  poseOf: (member: Member) => Float64Array,
  out: Float64Array,
): void {
  if (!holder || joint < 0) {
    out.set(present);
    return;
  }
  const pose = poseOf(holder.member);
  composeAt(pose, 0, pose, 9, rigid, 0, out, 0);
}

/** An index for each joint: the same for joints with a common body that is not kinematic. */
function mechanismsOf(couplings: readonly Coupling[]): Map<Coupling, number> {
  const joined = new UnionFind(couplings.length);
  const first = new Map<Member, number>();
  for (const [k, { members }] of couplings.entries())
    for (const member of members) {
      if (member.isKinematic) continue;
      const known = first.get(member);
      if (known === undefined) first.set(member, k);
      else joined.join(known, k);
    }
  return new Map(couplings.map((coupling, k) => [coupling, joined.rootOf(k)]));
}
