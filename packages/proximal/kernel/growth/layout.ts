// The memory layout of growth queries: blocks beside the workspace. The workspace has the records, the poses, the relative tolerance
// and the limit of iterations.

/** Settings, the working memory of the methods, and their results. */
export interface Growth {
  algorithm: i32;
  start: i32;
  /** 1 if every step is traced. */
  trace: i32;
  /** 1 if the ray method takes additional steps along interpolated and mean normals: see ray.ts. */
  accelerate: i32;
  /** Addresses of additional data of A and B for the method, from the registry's `table`; 0 if none. */
  table: [i32, 2];
  /** 1 if the block still holds the basis and the normal of the last query of this pair, for a warm start. */
  hasLast: i32;
  /** 1 if only the sign of the growth minus 1 matters, so that the ray method ends as soon as both bounds are on one side of 1. */
  isBoolean: i32;
  /** The centers of scaling, each in its body's frame. */
  centerA: [f64, 3];
  centerB: [f64, 3];
  /** The radii of balls around the centers that are inside the shapes. */
  inradiusA: f64;
  inradiusB: f64;

  // The ray, set before a method starts: p points from A's center to B's, in A's frame. The translation in the workspace makes
  // the centers coincide, so that `supportGrowth` gives points of D̃ = (A − cA) − R (B − cB), swept radii included.
  /** The unit vector along p. */
  ray: [f64, 3];
  /** |p|. */
  length: f64;
  /** Two unit vectors perpendicular to the ray and to each other. */
  across: [f64, 6];

  // A method returns its termination (TERMINATION_…). Besides these fields, it writes to the workspace: iterations, localNormal
  // (outward unit normal of D̃ where the ray leaves it, zero if none is known), localA and localB (z¹ and z² of (28), the points of A and
  // of B that the scaling moves to a common image). `combineBasis` writes the points of methods that have a basis; for the others the weights
  // are zero.
  /** A lower and an upper bound on β |p|, the distance from the origin at which the ray leaves D̃. */
  inner: f64;
  outer: f64;
  /** The convex weights of the three basis vertices. */
  weights: [f64, 3];
  /** The addresses of the basis vertices; the fourth is the address of the record for the next support point. */
  basis: [i32, 4];
  /** The records of vertices: three of the last query, three of the first triangle, and one for the next support point. */
  vertices: [GrowthVertex, 7];
  /** The direction of the last support point. */
  direction: [f64, 3];
  /** For the trace: 1 if that direction is the normal of the basis triangle (24). */
  acrossBasis: i32;
  /** The address of the last support point. */
  support: i32;
  /** The common image of z¹ and z² in world coordinates: written after the method. */
  contact: [f64, 3];
  /** The final outward normal of the last query of this pair, in A's frame. */
  lastNormal: [f64, 3];
}

export interface GrowthVertex {
  /** The point z of D̃, with swept radii. */
  point: [f64, 3];
  /** The coordinates of z perpendicular to the ray, and along it. */
  across: [f64, 2];
  along: f64;
  /** A's point a in A's frame and B's point b in B's frame, with z = (a − cA) − R (b − cB). */
  a: [f64, 3];
  b: [f64, 3];
  /** The directions along which a and b are support points, in the same frames. */
  towardA: [f64, 3];
  towardB: [f64, 3];
  /**
   * 1 if a and b are not support points but points of the balls around the centers; `towardA` and `towardB` are then the vectors
   * from the centers to them.
   */
  inner: i32;
  /**
   * For the ray method: the factor that gives `towardA` the component 1 along the ray; 0 if a is not a support point, or if the
   * component is not positive.
   */
  scale: f64;
}

/** The facets of a polytope: see facet-table.ts. */
export interface FacetTable {
  count: i32;
  /** Seeds along an edge of the cube of directions; 0 if there are none. */
  cells: i32;
  /** The index, in integers of the table, of the list of starts of the facets' neighbors; the start of the next facet is the end. */
  start: i32;
  /** The index of the seeds: for each cell of the cube a facet with a large ⟨a, y⟩ for directions y in the cell. */
  seeds: i32;
  /** The vector a of each facet: three numbers. */
  vectors: [f64, 0];
}

/** An active facet, stored in the place of a vertex of the simplex. */
export interface ActiveFacet {
  gradient: [f64, 3];
  /** 0 for A, 1 for B. */
  body: i32;
  /** The index of the facet in its body's table. */
  facet: i32;
}

/** The workspace of the incremental method. */
export interface FacetSearch {
  /** The state in A's frame and in B's. */
  bodies: [FacetBody, 2];
  /** α at the point. */
  alpha: f64;
  /** The decrease of α until the next facet becomes active. */
  nextDecrease: f64;
  /** The λ of the best lower bound so far. */
  lambda: [f64, 3];
  /** The number of active facets. */
  activeCount: i32;
  /** The body and the index of the next facet that becomes active. */
  nextBody: i32;
  nextFacet: i32;
  /** The slope of the next facet relative to the active ones. */
  nextSlope: f64;
}

export interface FacetBody {
  /** The point x relative to the body's center, and the step, both in the body's frame. */
  point: [f64, 3];
  step: [f64, 3];
  /** The facet with the largest value at the point, or at one of the last points. */
  facet: i32;
}

/** The workspace of the conic program, followed by its rows. See cones.ts. */
export interface Conic {
  variables: i32;
  /** The number of half-spaces, one row each; cones of three or four rows follow. */
  planes: i32;
  rows: i32;
  cones: i32;
  /** The numbers of A's half-spaces and of A's cones. B's follow them. */
  planesA: i32;
  conesA: i32;
  /** For each of up to four cones its first row and its number of rows. */
  coneStart: [i32, 4];
  coneSize: [i32, 4];
  /** The first variable of each body's core; 0 if it has none. */
  coreColumn: [i32, 2];
  y: [f64, 10];
  step: [f64, 10];
  /** The right-hand side of the normal equations. */
  rhs: [f64, 10];
  /** The matrix of the normal equations. */
  matrix: [f64, 100];
  /** The scale η of each cone. */
  coneScale: [f64, 4];
  /** The rows of W⁻¹ C: four for each cone, ten numbers each. */
  coneRows: [f64, 160];
}

/** A row of a conic program. */
export interface ConicRow {
  /** k. */
  constant: f64;
  /** s. */
  slack: f64;
  /** z. */
  multiplier: f64;
  /** For a half-space its factor in the scaling W, for a cone its entry of w: see cone-steps.ts. */
  scale: f64;
  /** λ = W z = W⁻¹ s. */
  scaled: f64;
  /** The right-hand side v: the required sum of the two scaled steps. */
  target: f64;
  /** W⁻¹ Δs. */
  slackStep: f64;
  /** W Δz. */
  multiplierStep: f64;
  /** C: as many as there are variables. */
  coefficients: [f64, 0];
}

/** The workspace of Newton's method. */
export interface NewtonWorkspace {
  /** The step of y. */
  step: [f64, 2];
  /** The two directions perpendicular to the ray in A's frame and in B's frame. */
  acrossA: [f64, 6];
  acrossB: [f64, 6];
  /** A Hessian, followed by the memory for nested shapes. */
  hessian: [f64, 0];
}
