// Stability of joints between bodies under load. A force f on a body at the lever arm r has the torque r × f, which changes as the body
// turns: under tension it acts as a spring with the stiffness k = |f| |r|. Steps integrate it explicitly, so that the links of a chain oscillate
// with growing amplitude if Δt² k is too large for their inertia, and the joints come apart. So where k, from the joint forces of the last step,
// exceeds a bound, the body responds to impulses with a larger rotational inertia, as with the diagonal geometric stiffness of Andrews,
// Teichmann and Kry (2017). Its free motion keeps the true inertia.
import { type Coupling, type CouplingEnd, isAngular } from './coupling.ts';
import type { Member } from './member.ts';

/** The largest Δt² k, as a share of the inertia I + m r² about the farthest joint. Chains of balls and rods come apart from about 1 on. */
const bound = 0.25;
/** A joint counts as open beyond this distance, in meters, or this share of the bodies' lever arms. */
const mostOpen = 1e-3;
const openShare = 0.02;

/** The load of the joints on a free body. */
interface Load {
  /** Σ |f| |r|, in N m. */
  stiffness: number;
  /** The largest |r|, in meters. */
  reach: number;
}

/** Sets the rotational inertias with which the bodies of joints respond to impulses. */
export class JointStability {
  private readonly loads = new Map<Member, Load>();
  /** Bodies with additional inertia. */
  private readonly loaded = new Set<Member>();

  /** Whether some body has additional inertia. */
  get isActive(): boolean {
    return this.loaded.size > 0;
  }

  update(couplings: readonly Coupling[], timeStep: number): void {
    const { loads, loaded } = this;
    loads.clear();
    for (const coupling of couplings) {
      const { impulse, endA, endB } = coupling;
      if (impulse[0] === 0 && impulse[1] === 0 && impulse[2] === 0) continue;
      coupling.place();
      const force = size(impulse[0], impulse[1], impulse[2]) / coupling.timeStep;
      for (const end of [endA, endB]) this.add(end, coupling.b, force);
    }
    for (const member of loaded) if (!loads.has(member)) this.set(member, 0);
    for (const [member, { stiffness, reach }] of loads) {
      const { mass, least } = inertiaOf(member);
      this.set(member, Math.max(0, (timeStep * timeStep * stiffness) / bound - least - mass * reach * reach));
    }
  }

  private add({ holder, joint }: CouplingEnd, frame: Float64Array, force: number): void {
    const member = holder?.member;
    if (!member?.free || joint < 0 || member.isKinematic) return;
    const [cx, cy, cz] = member.free.worldCenter();
    const arm = size(frame[12] - cx, frame[13] - cy, frame[14] - cz);
    const load = this.loads.get(member) ?? { stiffness: 0, reach: 0 };
    load.stiffness += force * arm;
    load.reach = Math.max(load.reach, arm);
    this.loads.set(member, load);
  }

  private set(member: Member, inertia: number): void {
    if (inertia > 0) this.loaded.add(member);
    else if (!this.loaded.delete(member)) return;
    member.free?.respondWith(inertia);
  }
}

/** Whether a joint's bodies have come apart. The coupling is placed at the end of a step. */
export function isApart(coupling: Coupling): boolean {
  if (coupling.isSpring || coupling.triples.length === 0) return false;
  coupling.place();
  let square = 0;
  for (const row of coupling.triples[0]) if (row && !isAngular(row)) square += coupling.errorOf(row) ** 2;
  const { a, b, endA, endB } = coupling;
  const arm = (end: CouplingEnd, frame: Float64Array): number => {
    const center = end.holder?.member.free?.worldCenter();
    return center ? size(frame[12] - center[0], frame[13] - center[1], frame[14] - center[2]) : 0;
  };
  return Math.sqrt(square) > Math.max(mostOpen, openShare * Math.max(arm(endA, a), arm(endB, b)));
}

/** The mass of a free body, and the least of its moments of inertia about the axes of its frame. */
function inertiaOf({ model }: Member): { mass: number; least: number } {
  const { inertia } = model.tree;
  return { mass: inertia[0], least: Math.min(inertia[4], inertia[7], inertia[9]) };
}

function size(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
