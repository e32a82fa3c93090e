// The memory of contact problems, as blocks. Rows come in triples: the tangential rows t1 and t2 and the normal row n of a contact, or
// three bilateral rows. A triple acts on one or two members (bodies or robots). For each member, it has a block of 3 × width numbers of J,
// row after row, where width is the number of the member's velocity coordinates. Block 2 t + k is the k-th block of triple t; a missing
// block has width 0.
//
// A problem may instead give G = J M⁻¹ Jᵀ explicitly, without bodies. It is stored in the same form, such that the member velocities
// M⁻¹ Jᵀ λ are λ itself:
// - Triple t is also member t, whose three coordinates are the triple's impulses.
// - Its first block acts on member t: J is the 3 × 3 block of G on the diagonal, and M⁻¹ Jᵀ is the identity.
// - Its second block has the rest of these three rows of G as J. It has no M⁻¹ Jᵀ, because the impulses of triple t do not change the
//   impulses of other triples: its width is negative.

/** The header of a contact problem, with the addresses of its arrays. */
export interface ContactWorkspace {
  /** The number of triples in use. */
  triples: i32;
  /** The count of numbers in use in `jacobian`. */
  jacobianLength: i32;
  /** The number of bilateral triples, which come first. */
  bilateral: i32;
  /** The largest number of sweeps. */
  limit: i32;
  /** 1 if sweeps are accelerated. */
  accelerated: i32;
  /** 1 if a check follows every sweep. */
  traced: i32;
  /** 1 if every sweep calls `ContactWorkspace.poll` of src/contact/workspace.ts. */
  polled: i32;
  /** 1 if µ = 0 and all tangential impulses are zero: then sweeps visit only the normal rows of contacts. */
  frictionless: i32;
  /** Address of an i32 array: one block of each member of the current island. */
  movers: i32;
  /** The number of members of the current island. */
  moverCount: i32;
  /** Address of an i32 array: for each member of the current island its index in `movers`. */
  moverIndices: i32;
  /** 1 if the current island is too large for a cache, and all its members are free bodies whose M⁻¹ is diagonal. */
  areDiagonal: i32;
  /** The address of an f64 array: if `areDiagonal` is 1, the diagonal of M⁻¹ of the island's members, by coordinates. */
  inverseDiagonals: i32;
  /** The address of an f64 array, for the acceleration: M⁻¹ Jᵀ λ after the last sweep. */
  sweptVelocity: i32;
  // Addresses of i32 arrays with one entry per block.
  /** The index of its first number in `jacobian` and `response`. */
  starts: i32;
  /** The first coordinate of its member. */
  firsts: i32;
  /** The number of its member's coordinates; negative for a block that has only J. */
  widths: i32;
  /** The index of its member. */
  members: i32;
  /** The address of an i32 array: the triples in the order in which they are solved, island after island. */
  order: i32;
  /** The address of an i32 array: the two members of each contact, −1 for none. */
  pairs: i32;
  /** The address of the table of members, TABLE_SIZE integers each. */
  table: i32;

  // Addresses of f64 arrays.
  /** J, in blocks. */
  jacobian: i32;
  /** M⁻¹ Jᵀ, in blocks. */
  response: i32;
  /** For each row the inverse of its virtual mass, which is added to the diagonal of G; 0 for a row without one. */
  inverseVirtualMasses: i32;
  /** M⁻¹ Jᵀ λ by coordinates. */
  velocity: i32;
  /** For each row g = J v of the unconstrained velocity. */
  freeVelocity: i32;
  /** For each row the reference velocity c*. */
  reference: i32;
  /** For each row the compliance R. */
  compliance: i32;
  /** For each row the impulse λ. */
  lambda: i32;
  /** For each row the velocity σ = (G + R) λ + g − c*, where G includes the inverse virtual masses. */
  sigma: i32;
  /** For each row the diagonal of G + R. */
  diagonal: i32;
  /** For each row the step length of the sweeps: the factor from a velocity to a change of λ. */
  steps: i32;
  /** For each triple two entries of G: those of the rows t1 and t2 in the column n. */
  couplings: i32;
  /** For each triple the coefficient of friction µ. */
  friction: i32;
  /** For each row J v of the velocity before the step. */
  rowVelocityBefore: i32;
  /** The velocity before the step, by coordinates. */
  velocityBefore: i32;
  /** The unconstrained velocity, by coordinates. */
  unconstrainedVelocity: i32;
  /** The points of the contacts, three numbers each. */
  points: i32;
  /** The frames of the contacts, with rows t1, t2, n. */
  frames: i32;
  /** The states of all members; only the states of free bodies are used. */
  states: i32;
  /** For each row the bias velocity g − c*. */
  biasVelocities: i32;
  /** For each row the sum of R and the inverse of its virtual mass: the addition to the diagonal of J M⁻¹ Jᵀ. */
  totalCompliances: i32;
  /** For the acceleration: the change of λ by the last sweep. */
  changes: i32;
  /** For the acceleration: λ after the last sweep. */
  swept: i32;
  /** For each row λ at the check with the smallest excess. */
  bestLambda: i32;

  /** ω of the over-relaxation, (22) of Le Lidec et al. 2023; 1 for none. */
  relaxation: f64;
  /** The 3 × 3 block of J M⁻¹ Jᵀ of the triple that is being prepared, by rows. */
  block: [f64, 9];
  /** The absolute tolerance of the solver. */
  tolerance: f64;
  /** The tolerance relative to the scales of impulses and velocities. */
  relative: f64;
  /** The scaled residuals of the last check. */
  scaled: Residuals;
  /** The absolute residuals of the last check. */
  residuals: MeasuredResiduals;
  /** The largest |λ| at the last check. */
  impulse: f64;
  /** The island's velocity scale: the largest |g − c*| of bilateral triples and approaching contacts. */
  largestBias: f64;
  /** The smallest `excess` of all checks with acceleration. */
  leastExcess: f64;
  /** The smallest `excess` in the current window of sweeps. */
  windowExcess: f64;
  /** The smallest `excess` in the window before. */
  lastWindowExcess: f64;
  /** The first sweep of the current window. */
  window: i32;
  /** The number of successive stalled windows. */
  stalledWindows: i32;
  /** The sweep of the last check; at the end, the number of sweeps. */
  checked: i32;
  /** The energy of the change of the sweep before the last; 0 if there was none. */
  lastEnergy: f64;
  /** γ of the extrapolation that the current sweep begins with; 0 for none. */
  gamma: f64;
  // Sums for the secant, with the change f of λ by a sweep, the difference Δf between f and the change by the sweep before, and D = diag(G + R).
  /** fᵀ D f. */
  energy: f64;
  /** fᵀ D Δf. */
  differenceProduct: f64;
  /** Δfᵀ D Δf. */
  differenceEnergy: f64;
}

/** In the order of `ResidualNumbers`. */
export interface Residuals {
  primal: f64;
  dual: f64;
  complementarity: f64;
  ncp: f64;
  signorini: f64;
  coulomb: f64;
  dissipation: f64;
}

/** Residuals and their components, which also decide the end of the sweeps. */
export interface MeasuredResiduals {
  all: Residuals;
  /** −λ_N, −σ_N and |λ_N σ_N|; the largest of them is the residual of Signorini's condition. */
  pull: f64;
  approach: f64;
  work: f64;
  /**
   * Stopping criteria: −σ_N of contacts and |σ| of bilateral rows; |⟨λ, σ⟩ + µ λ_N ‖σ_T‖| of contacts, with the capped friction limit
   * of `frictionBound`, and |λ σ| of bilateral rows.
   */
  lawDual: f64;
  lawWork: f64;
  /** The largest residual of the law relative to its tolerance: at most 1 if the law holds. */
  excess: f64;
}

/** The state of a free body. */
export interface BodyState {
  position: [f64, 3];
  /** The rotation matrix, by rows. */
  rotation: [f64, 9];
  /** M⁻¹ by rows. */
  inverse: [f64, 36];
  /** 1 if M⁻¹ is diagonal. */
  isDiagonal: f64;
  /** Padding to 16 bytes, for vectors of two numbers. */
  padding: f64;
}
