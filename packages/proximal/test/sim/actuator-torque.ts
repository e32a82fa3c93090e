// The torque of a model's actuators at a state, without a step.
import type { Model } from '../../src/dynamics/index.ts';
import { Servos } from '../../src/sim/servos.ts';

/** Adds the torques of the actuators to `torque`. */
export function addActuators(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  controls: Float64Array,
  torque: Float64Array,
): void {
  const servos = new Servos(model, 0);
  servos.begin(q, v, controls);
  servos.addTo(torque);
}
