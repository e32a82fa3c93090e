// The methods for growth distances, one entry each. The options, the benchmarks and the studio read this list.
import {
  GROWTH_CONIC,
  GROWTH_EXPANDING,
  GROWTH_FACETS,
  GROWTH_NEWTON,
  GROWTH_RAY_METHOD,
  GrowthVertex,
  Polytope,
} from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import type { Vec3 } from '../math/vec3.ts';
import { conicDepth, conicSize, facetDepth, facetTable, isConic, isSolidPolytope } from '../shapes/facet-table.ts';
import type { Shape } from '../shapes/shape.ts';

/** A method for growth distances, the shapes that it accepts, and its reference. */
export interface GrowthAlgorithm {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  /** The method's number in the kernel: see kernel/growth/growth.ts. @internal */
  readonly code: number;
  /** Whether the method can start from the pair's last result. */
  readonly hasWarmStart: boolean;
  /** The accepted shapes, in words for an error message. */
  readonly sets: string;
  /** Whether the method accepts this shape. */
  takes(shape: Shape): boolean;
  /**
   * The center of the shape must be deeper inside the shape than this, in meters. Without this function, it suffices that one of the two
   * centers is strictly inside its shape and the other in its shape.
   */
  depth?(shape: Shape): number;
  /** Additional data of a shape for the kernel, if any; computed once per pair. @internal */
  table?(shape: Shape, center: Readonly<Vec3>): ShapeRecord;
  /** The size of the kernel's working memory in numbers, if it may exceed EPA's polytope. @internal */
  workSize?(a: Shape, b: Shape): number;
}

/** The size of EPA's polytope and a growth vertex for each of its corners. */
const expandingSize = Polytope.SIZE + Polytope.CORNERS_COUNT * GrowthVertex.SIZE;

const algorithms = [
  {
    name: 'ray',
    title: 'Ray intersection',
    reference: 'Thirugnanam and Sreenath, Alg. 1 to 3',
    code: GROWTH_RAY_METHOD,
    hasWarmStart: true,
    sets: 'every bounded shape',
    takes: () => true,
  },
  {
    name: 'internal-expanding',
    title: 'Internal expanding (IE)',
    reference: 'Zheng and Yamane 2013; Thirugnanam and Sreenath, Table I',
    code: GROWTH_EXPANDING,
    hasWarmStart: false,
    sets: 'every bounded shape',
    takes: () => true,
    workSize: () => expandingSize,
  },
  {
    name: 'incremental',
    title: 'Incremental over facets (Inc)',
    reference: 'Ong, Huang and Hong 2000; Thirugnanam and Sreenath, Table I',
    code: GROWTH_FACETS,
    hasWarmStart: true,
    sets: 'polytopes with a volume (convex, box, and sum and transformed of these)',
    takes: isSolidPolytope,
    depth: facetDepth,
    table: facetTable,
  },
  {
    name: 'smooth',
    title: 'Newton on the dual (DCF)',
    reference: 'Lee, Lee and Lee 2023; Thirugnanam and Sreenath, Table I',
    code: GROWTH_NEWTON,
    hasWarmStart: false,
    sets: 'shapes with a twice differentiable support function (sphere, ellipsoid, superellipsoid, smoothHull, and rounded, sum and transformed of these)',
    takes: (shape: Shape) => shape.isSmooth,
    workSize: () => expandingSize,
  },
  {
    name: 'conic',
    title: 'Interior point on cones (DCol)',
    reference: 'Tracy, Howell and Manchester 2023; Thirugnanam and Sreenath, Table I',
    code: GROWTH_CONIC,
    hasWarmStart: false,
    sets: 'primitives and polytopes with a volume (sphere, capsule, cylinder, cone, frustum, ellipsoid, box, convex, sum and transformed of polytopes, and rounded of these)',
    takes: isConic,
    depth: conicDepth,
    table: facetTable,
    workSize: conicSize,
  },
] as const satisfies readonly GrowthAlgorithm[];

/** The names of the methods. */
export type GrowthAlgorithmName = 'ray' | 'internal-expanding' | 'incremental' | 'smooth' | 'conic';

/**
 * Every method for growth distances, with its reference.
 * @example
 * ```ts
 * growthAlgorithms().map(({ name }) => name); // ['ray', …]
 * ```
 */
export function growthAlgorithms(): readonly GrowthAlgorithm[] {
  return algorithms;
}
