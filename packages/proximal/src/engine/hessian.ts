import type { Engine } from './engine.ts';
import { extendedKernel } from './extended.ts';
import { Derivative, ESTIMATOR_EXACT } from './layout.ts';
import type { ShapeRecord } from './record.ts';

/** The Hessian of a shape's support value at a unit vector, nine numbers by rows; null if it does not exist. */
export function exactHessian(
  engine: Engine,
  record: ShapeRecord,
  [x, y, z]: readonly [number, number, number],
): number[] | null {
  const frame = engine.enter();
  try {
    const address = engine.memory.place(frame, 0, record);
    const g = frame.derivative;
    frame.plan = null;
    Derivative.setEstimator(engine.i32, g, ESTIMATOR_EXACT);
    const exists = extendedKernel(engine).supportHessian(address, 0, g, x, y, z);
    const at = g + Derivative.JACOBIANS;
    return exists === 1 ? Array.from(engine.f64.subarray(at, at + 9)) : null;
  } finally {
    engine.leave();
  }
}
