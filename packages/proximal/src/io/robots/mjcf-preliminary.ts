// The gains that MJCF gives by damping ratios and time constants depend on the inertia of the whole robot in the reference configuration.
import { inverseMassMatrix } from '../../dynamics/aba.ts';
import { massMatrix } from '../../dynamics/crba.ts';
import type { Model } from '../../dynamics/model.ts';

/** The robot without constraints, built on first use. Actuators, some of which may be part of it, do not change its mass matrix. */
export class Preliminary {
  private model: Model | null = null;
  private masses: Float64Array | null = null;
  private inverse: Float64Array | null = null;

  constructor(private readonly build: () => Model) {}

  /** The diagonal entry of M at a joint with one coordinate. */
  inertiaOf(joint: string): number {
    this.model ??= this.build();
    const { model } = this;
    this.masses ??= massMatrix(model, model.createData(), Float64Array.from(model.reference)).slice();
    return this.masses[this.diagonalIndex(model, joint)];
  }

  /** The joint's inertia with all other joints free: 1/(M⁻¹)ᵢᵢ. */
  apparentInertiaOf(joint: string): number {
    this.model ??= this.build();
    const { model } = this;
    this.inverse ??= inverseMassMatrix(model, model.createData(), Float64Array.from(model.reference)).slice();
    return 1 / this.inverse[this.diagonalIndex(model, joint)];
  }

  private diagonalIndex(model: Model, joint: string): number {
    const { v } = model.joints[model.jointIndex(joint)];
    return v * model.nv + v;
  }
}
