// What a step leaves behind for its derivatives.
import type { SimulatedContact } from '../contact-set.ts';
import type { JointRow } from '../joint-rows.ts';

export interface StepRecord {
  /** Before the step. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** After it. */
  readonly next: Float64Array;
  readonly externalForces: Float64Array | undefined;
  /** Of the actuators. */
  readonly controls: Float64Array;
  readonly bilateral: number;
  readonly contacts: readonly SimulatedContact[];
  readonly joints: readonly JointRow[];
  /** λ and σ of all rows, and J v before the step. */
  readonly impulses: Float64Array;
  readonly sigma: Float64Array;
  readonly before: Float64Array;
}
