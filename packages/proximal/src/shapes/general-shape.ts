import { exactHessian } from '../engine/hessian.ts';
import { activeEngine } from '../engine/target.ts';
import type { MassProperties } from '../mass/mass.ts';
import { type BatchSupport, numericMass } from '../mass/numeric.ts';
import { roundedPolytopeMass } from '../mass/rounded.ts';
import type { Vec3 } from '../math/vec3.ts';
import { type OrientedBox, orientedBoxOf } from './bounds.ts';
import type { MassBudget } from './mass-budget.ts';
import { Shape, supportBatch } from './shape.ts';

/**
 * A shape whose Hessian, mass and oriented box are computed from its corners or support points. Boxes, spheres and capsules have closed forms
 * instead (`AlignedShape`), so that bundles without other shapes do not have this code.
 */
export abstract class GeneralShape extends Shape {
  /** @internal */
  protected hessianAt(direction: Vec3): number[] | null {
    const { record } = this;
    // The kernel takes differences of a custom shape's support points, which cannot distinguish a kink from a curve.
    return record.hosts.every(({ hasHessian }) => hasHessian) ? exactHessian(activeEngine(), record, direction) : null;
  }

  orientedBoundingBox(): OrientedBox {
    return orientedBoxOf(this);
  }

  /** @internal */
  protected computeMass(budget: MassBudget): MassProperties {
    budget.spend(this.polytopeCost);
    const polytope = this.corePolytope();
    if (polytope) return roundedPolytopeMass(polytope, this.radius);
    const support: BatchSupport = (directions, out) => void supportBatch(this, directions, out);
    return budget.integrate(numericMass, support, this.supportCost, () => JSON.stringify(this));
  }
}
