import type { Model } from '../dynamics/model.ts';

/** Adds what the model's actuators do with their controls to the joints' torques. */
export function applyActuators(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  controls: Float64Array,
  torque: Float64Array,
): void {
  model.actuators.forEach(({ kind, joint: name, gear, kp, kv, controlRange, forceRange }, k) => {
    const joint = model.joints[model.jointIndex(name)];
    const control = clamp(controls[k], controlRange);
    // The actuator sees the joint through its gear.
    const [position, rate] = [gear * q[joint.q], gear * v[joint.v]];
    const force = kind === 'motor' ? control : kp * (control - position) - kv * rate;
    torque[joint.v] += gear * clamp(force, forceRange);
  });
}

function clamp(value: number, range: readonly [number, number] | null): number {
  return range === null ? value : Math.min(range[1], Math.max(range[0], value));
}
