// Upper bounds on the motion of bodies within a step at their velocities before it, for the range of the contact search. Contacts of a body that
// moves farther than the margin would otherwise be found too late, when it is inside another body or behind it.

import { clearVelocities, computeVelocities } from '../dynamics/bodies.ts';
import { grown } from '../math/grown.ts';
import { norm } from '../math/vec3.ts';
import type { Body } from '../scene/body.ts';
import type { Member, Owner } from './member.ts';
import type { SimulatorSettings } from './options.ts';

export class LookAhead {
  /** Fast bodies: bodies that move by more than half of the margin. */
  readonly fast: Body[] = [];
  /** Bodies that can move, and their owners. */
  private readonly movers: readonly Body[];
  private readonly owners: readonly Owner[];
  private readonly robots: readonly Member[];
  /** An upper bound of the displacement of the body in each slot of the scene, in meters; 0 for bodies that do not move. */
  private travels = new Float64Array(0);

  constructor(
    owners: ReadonlyMap<Body, Owner>,
    private readonly settings: SimulatorSettings,
  ) {
    const moving = [...owners].filter(([, { joint }]) => joint >= 0);
    this.movers = moving.map(([body]) => body);
    this.owners = moving.map(([, owner]) => owner);
    this.robots = [...new Set(this.owners.map(({ member }) => member))].filter(({ free }) => !free);
  }

  /** Computes the bounds from the velocities. Must be called before the step, when all bodies are at their poses. */
  measure(): void {
    const { fast, settings, movers, owners, robots } = this;
    fast.length = 0;
    this.travels.fill(0);
    for (const { isAsleep, model, data, v } of robots) if (!isAsleep) computeVelocities(model, data, v);
    for (let k = 0; k < movers.length; k++) {
      // A body that was removed from the scene has no contacts.
      if (owners[k].member.isAsleep || !movers[k].scene) continue;
      const travel = settings.timeStep * speedOf(movers[k], owners[k]);
      const { slot } = movers[k];
      if (slot >= this.travels.length) this.travels = grown(this.travels, 2 * slot + 2);
      this.travels[slot] = travel;
      if (travel > settings.margin / 2) fast.push(movers[k]);
    }
    // The step needs `data` with zero velocities: see `Member.place`.
    for (const { isAsleep, data } of robots) if (!isAsleep) clearVelocities(data);
  }

  /** The search radius around a fast body, in meters. Of two bodies, the faster finds the other. */
  rangeAround(body: Body): number {
    return 2 * this.travelOf(body);
  }

  /** The distance within which two bodies may meet in the step, in meters; at least the margin. */
  rangeOf(a: Body, b: Body): number {
    return this.rangeBetween(a.slot, b.slot);
  }

  /** Like `rangeOf`, for the bodies in two slots. */
  rangeBetween(a: number, b: number): number {
    const { settings, fast, travels } = this;
    if (fast.length === 0) return settings.margin;
    return Math.max(settings.margin, (travels[a] ?? 0) + (travels[b] ?? 0));
  }

  /** An upper bound of the displacement of a body's points within the step, in meters. */
  travelOf({ slot }: Body): number {
    return this.travels[slot] ?? 0;
  }
}

/** An upper bound of the speed of the body's points. For a robot, `data` must have the velocities of its links. */
function speedOf({ volume, current }: Body, { member, joint }: Owner): number {
  if (member.free) {
    const { v } = member;
    return norm(v[0], v[1], v[2]) + volume.radiusAboutOrigin * norm(v[3], v[4], v[5]);
  }
  const { velocity, origin } = member.data;
  const at = 6 * joint;
  const root = 3 * member.model.tree.root[joint];
  const wx = velocity[at + 3];
  const wy = velocity[at + 4];
  const wz = velocity[at + 5];
  // The origin's speed plus |ω| times the radius about it.
  const dx = current[0] - origin[root];
  const dy = current[1] - origin[root + 1];
  const dz = current[2] - origin[root + 2];
  const linear = norm(
    velocity[at] + wy * dz - wz * dy,
    velocity[at + 1] + wz * dx - wx * dz,
    velocity[at + 2] + wx * dy - wy * dx,
  );
  return linear + volume.radiusAboutOrigin * norm(wx, wy, wz);
}
