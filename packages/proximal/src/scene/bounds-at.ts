// The box around one shape at a pose.
import { SceneBody } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import type { Shape } from '../shapes/shape.ts';

/**
 * Writes the box around a bounded shape to `out`: the least coordinates, then the largest, enlarged by the rounding error.
 * @param pose seven numbers
 */
export function boundsAt(shape: Shape, pose: Float64Array, out: Float64Array): void {
  const { record } = shape;
  const engine = activeEngine();
  const frame = engine.enter();
  try {
    const address = engine.memory.place(frame, 0, record);
    SceneBody.setRecord(engine.i32, frame.input, address);
    for (let k = 0; k < 7; k++) SceneBody.setPose(engine.f64, frame.input, k, pose[k]);
    engine.kernel.boundsMany(frame.workspace, frame.input, 1, frame.input + SceneBody.SIZE);
    for (let k = 0; k < 6; k++) out[k] = engine.f64[frame.input + SceneBody.SIZE + k];
  } finally {
    engine.leave();
  }
}
