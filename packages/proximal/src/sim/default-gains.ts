// Default stiffness and damping of joint drives, from the load that a joint carries, so that a target is held without tuning.
//
// A joint carries the bodies beyond it; in a robot that stands on its own feet, it may carry the whole robot. Let G be the weight
// of its load times its lever arm when all joints are stretched out, and I the moment of inertia of the load in this configuration.
// The stiffness k = G/δ lets the joint sag by at most δ in any configuration, and the damping 2 √(k I) is critical; I includes the armature. If the
// joint has an effort limit, k is at least this effort divided by `fullEffort`: the drive applies the whole effort to targets that are farther away.
// For prismatic joints, G is the weight and I the mass.
import type { Model, ModelJoint } from '../dynamics/model.ts';

/** In N m/rad and N m s/rad, or N/m and N s/m. */
export interface Gains {
  readonly stiffness: number;
  readonly damping: number;
}

/** Earth's gravity, in m/s². It replaces the gravity of the world, which may be zero, so that gains are never zero. */
const gravity = 9.81;
/** The sag δ, in rad and m. */
const sag = { turning: 0.002, sliding: 0.001 };
/** Targets at this distance or beyond it are approached with the largest effort, in rad and m. */
const fullEffort = { turning: 0.1, sliding: 0.01 };

/** Mass, first moment and second moment about a joint of the bodies that it carries, stretched out, and the largest lever arm. */
interface Load {
  mass: number;
  moment: number;
  inertia: number;
  maxArm: number;
}

const cache = /* @__PURE__ */ new WeakMap<Model, readonly Gains[]>();

/** The default gains of each joint of a model. They are meaningful only for joints with one coordinate. */
export function defaultGains(model: Model): readonly Gains[] {
  const cached = cache.get(model);
  if (cached) return cached;
  const loads = loadsOf(model);
  const gains = model.joints.map((joint, k) => gainsOf(model, joint, loads, k));
  cache.set(model, gains);
  return gains;
}

function gainsOf(model: Model, joint: ModelJoint, loads: readonly Load[], k: number): Gains {
  const motion = joint.kind === 'prismatic' ? 'sliding' : 'turning';
  const { weight, inertia } = loadOf(model, joint, loads, k);
  const effort = model.limits.effort[joint.v];
  const effortStiffness = effort < Infinity ? effort / fullEffort[motion] : 0;
  const stiffness = Math.max(weight / sag[motion], effortStiffness);
  return { stiffness, damping: 2 * Math.sqrt(stiffness * (inertia + model.armature[joint.v])) };
}

/** The largest gravity torque or force on a joint, and its inertia; both include the mimic joints that follow it. */
function loadOf(
  model: Model,
  joint: ModelJoint,
  loads: readonly Load[],
  k: number,
): { weight: number; inertia: number } {
  const root = model.tree.root[k];
  const isFloating = model.joints[root].kind === 'free-flyer';
  const { mass, moment, inertia, maxArm } = loads[k];
  const total = isFloating ? loads[root].mass : mass;
  const load =
    joint.kind === 'prismatic'
      ? { weight: gravity * total, inertia: total }
      : isFloating
        ? { weight: gravity * total * maxArm, inertia: total * maxArm * maxArm }
        : { weight: gravity * moment, inertia };
  model.joints.forEach((other, i) => {
    if (i === k || other.mimic?.joint !== joint.name) return;
    const { ratio } = other.mimic;
    const follower = loadOf(model, other, loads, i);
    load.weight += Math.abs(ratio) * follower.weight;
    load.inertia += ratio * ratio * follower.inertia;
  });
  return load;
}

/** The bodies that each joint carries, summed from the last joint to the first, because parents come before children. */
function loadsOf({ joints, tree, limits }: Model): Load[] {
  const loads = joints.map((_, k): Load => {
    const [mass, x, y, z, xx, , , yy, , zz] = tree.inertia.subarray(10 * k, 10 * k + 10);
    const arm = Math.sqrt(x * x + y * y + z * z);
    return { mass, moment: mass * arm, inertia: mass * arm * arm + (xx + yy + zz) / 2, maxArm: arm };
  });
  for (let k = joints.length - 1; k >= 0; k--) {
    const parent = loads[joints[k].parent];
    if (!parent) continue;
    const [x, y, z] = tree.placement.subarray(12 * k + 9, 12 * k + 12);
    const arm = Math.sqrt(x * x + y * y + z * z) + strokeOf(joints[k], limits);
    const { mass, moment, inertia, maxArm } = loads[k];
    parent.mass += mass;
    parent.moment += moment + mass * arm;
    parent.inertia += inertia + 2 * arm * moment + mass * arm * arm;
    parent.maxArm = Math.max(parent.maxArm, arm + maxArm);
  }
  return loads;
}

/** How far a prismatic joint can move its link; 0 without limits, and for other and mimic joints. */
function strokeOf({ kind, q, mimic }: ModelJoint, { lower, upper }: Model['limits']): number {
  if (kind !== 'prismatic' || mimic !== null) return 0;
  const stroke = Math.max(Math.abs(lower[q]), Math.abs(upper[q]));
  return Number.isFinite(stroke) ? stroke : 0;
}
