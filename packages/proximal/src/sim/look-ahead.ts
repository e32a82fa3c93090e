// Upper bounds on the motion of bodies within a step, for the range of the contact search. Contacts of a body that moves farther
// than the margin would otherwise be found too late, when it is inside another body or behind it.
import type { Body } from '../scene/body.ts';
import type { Owner } from './member.ts';
import type { SimulatorSettings } from './options.ts';

export class LookAhead {
  /** Fast bodies: those that move by more than half of the margin. */
  readonly fast: Body[] = [];
  /** Bodies that can move, and their owners. */
  private readonly movers: readonly Body[];
  private readonly owners: readonly Owner[];
  /** An upper bound of the displacement of each of these bodies, in meters. */
  private readonly travels: Float64Array;
  /** The index of each body in these lists. */
  private readonly places = new Map<Body, number>();

  constructor(
    owners: ReadonlyMap<Body, Owner>,
    private readonly settings: SimulatorSettings,
  ) {
    const moving = [...owners].filter(([, { joint }]) => joint >= 0);
    this.movers = moving.map(([body]) => body);
    this.owners = moving.map(([, owner]) => owner);
    this.travels = new Float64Array(moving.length);
    this.movers.forEach((body, k) => {
      this.places.set(body, k);
    });
  }

  /** Computes the bounds from the velocities. Call it before the step, when all bodies are at their poses. */
  measure(): void {
    const { fast, travels, settings, movers, owners } = this;
    fast.length = 0;
    for (let k = 0; k < movers.length; k++) {
      // A body that was removed from the scene meets nothing.
      const isStill = owners[k].member.isAsleep || !movers[k].scene;
      const travel = isStill ? 0 : settings.timeStep * speedOf(movers[k], owners[k]);
      travels[k] = travel;
      if (travel > settings.margin / 2) fast.push(movers[k]);
    }
  }

  /** The search radius around a fast body, in meters. Of two bodies, the faster finds the other. */
  reachAround(body: Body): number {
    return 2 * this.travelOf(body);
  }

  /** The largest distance at which two bodies could meet within the step, in meters; at least the margin. */
  reachOf(a: Body, b: Body): number {
    const { settings, fast } = this;
    if (fast.length === 0) return settings.margin;
    return Math.max(settings.margin, this.travelOf(a) + this.travelOf(b));
  }

  /** The largest displacement of a body's points within the step, in meters. */
  travelOf(body: Body): number {
    const place = this.places.get(body);
    return place === undefined ? 0 : this.travels[place];
  }
}

/** An upper bound of the speed of the body's points. */
function speedOf({ volume, current }: Body, { member, joint }: Owner): number {
  const { center, boundingRadius } = volume.bounds;
  const farthest = size(center[0], center[1], center[2]) + boundingRadius;
  if (member.free) {
    const { v } = member;
    return size(v[0], v[1], v[2]) + farthest * size(v[3], v[4], v[5]);
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
  const linear = size(
    velocity[at] + wy * dz - wz * dy,
    velocity[at + 1] + wz * dx - wx * dz,
    velocity[at + 2] + wx * dy - wy * dx,
  );
  return linear + farthest * size(wx, wy, wz);
}

/** Math.hypot differs between engines. */
function size(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
