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

/** How the actuators' torques change with the configuration and the velocity, for each coordinate of the velocity. */
export function actuatorStiffness(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  controls: Float64Array,
): { position: Float64Array; velocity: Float64Array } {
  const [position, velocity] = [new Float64Array(model.nv), new Float64Array(model.nv)];
  model.actuators.forEach(({ kind, joint: name, gear, kp, kv, controlRange, forceRange }, k) => {
    if (kind === 'motor') return;
    const joint = model.joints[model.jointIndex(name)];
    const force = kp * (clamp(controls[k], controlRange) - gear * q[joint.q]) - kv * gear * v[joint.v];
    // At the end of its range an actuator gives no way.
    if (force !== clamp(force, forceRange)) return;
    position[joint.v] -= gear * gear * kp;
    velocity[joint.v] -= gear * gear * kv;
  });
  return { position, velocity };
}
