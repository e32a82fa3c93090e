import type { Vec3 } from '../math/vec3.ts';
import type { OrientedBox } from './bounds.ts';
import { Shape } from './shape.ts';

/** The largest coordinate of a unit vector, perpendicular to an edge along this axis, at which the support point jumps, as in the kernel. */
const kink = 1e-12;

/** A shape whose core is a point, a segment, a rectangle or a box along the coordinate axes: Hessian and oriented box have closed forms. */
export abstract class AlignedShape extends Shape {
  /** Half extents of the core. @internal */
  protected abstract get coreHalves(): Readonly<Vec3>;

  /**
   * The Hessian of the swept ball, r (I − d dᵀ); null where the support point jumps along an edge of the core. The kernel has it, too, in a
   * WebAssembly module that bundles with only these shapes need not contain.
   * @internal
   */
  protected hessianAt(direction: Vec3): number[] | null {
    if (this.coreHalves.some((half, axis) => half > 0 && Math.abs(direction[axis]) <= kink)) return null;
    if (this.radius === 0) return new Array<number>(9).fill(0);
    return direction.flatMap((x, row) =>
      direction.map((y, column) => this.radius * ((row === column ? 1 : 0) - x * y)),
    );
  }

  orientedBoundingBox(): OrientedBox {
    const [x, y, z] = this.coreHalves;
    const { radius } = this;
    return { center: [0, 0, 0], rotation: [0, 0, 0, 1], halfExtents: [x + radius, y + radius, z + radius] };
  }
}
