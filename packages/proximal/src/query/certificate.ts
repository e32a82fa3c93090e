/** The result of checking a proof, in space and in the plane. Lengths in meters; of a growth, the bounds have no unit. */
export interface Certificate {
  /**
   * The distance is at least this: the gap between the two support planes (in the plane, lines) along the result's normal. Negative for an
   * overlap that `signedDistance` has found: moving B by so much along the normal separates the shapes. Of `penetration`: the depth is at
   * least this, which the kept polytope proves, if there is one, or else the swept radii. Of a growth: the support plane across the normal
   * ends the ray from center to center.
   */
  lower: number;
  /**
   * The distance is at most this: the two points that the proof's weights combine are this far apart. Of `penetration`: moving B by
   * this along the normal separates the shapes, which the support planes prove. Of a growth: the points that the weights combine lie on
   * the ray.
   */
  upper: number;
  /** `upper − lower`. */
  gap: number;
  /** The rounding error of a length that `valid` allows, in meters: 64 ε times the largest coordinate in A's frame. */
  allowance: number;
  /**
   * The bounds, the value and the points of the result agree with the proof, and so does its status: separated by a plane, or in contact
   * within the tolerance. That an overlap cannot be left on a shorter path is proven by a kept polytope alone.
   */
  valid: boolean;
}

/** Options of `certify`. */
export interface CertifyOptions {
  /** The largest distance of shapes with status touching or overlapping, in meters. Default: the default tolerance of `distance`. */
  readonly tolerance?: number;
}
