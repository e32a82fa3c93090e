// The memory of contact problems, as blocks. Rows come in triples: a contact's t1, t2, n, or three bilateral ones. A triple moves
// one or two members, and has a block of 3 × width numbers, row after row, for each: block 2 t + k is the k-th block of triple t,
// and a missing block has width 0. The second block may have a negative width: then it has only J, and the triple's impulses do
// not move its coordinates. This form stores problems with an explicit G: each triple is a member whose three coordinates are its
// impulses. The triple moves these coordinates (J is its own block of G, M⁻¹ Jᵀ = 1) and reads the impulses of the other triples
// (J is the rest of its rows of G).

/** The header of a contact problem, with the addresses of its arrays. */
export interface ContactWorkspace {
  /** Counts: triples in use, numbers in use in the blocks, leading bilateral triples, and the largest number of sweeps. */
  triples: i32;
  used: i32;
  bilateral: i32;
  limit: i32;
  /** Whether sweeps are accelerated, whether each is followed by a check, and whether each calls the host: 1 or 0. */
  accelerated: i32;
  traced: i32;
  polled: i32;
  /** Address of an i32 array: for each member a block that represents it in the current island. */
  delegates: i32;
  /** For the acceleration: M⁻¹ Jᵀ λ after the sweep. */
  sweptVelocity: i32;
  /** Addresses of i32 arrays. For each block: its start, its member's first coordinate, width and number. */
  starts: i32;
  firsts: i32;
  widths: i32;
  members: i32;
  /** The triples in the order in which they are solved, island after island. */
  order: i32;
  /** The two members of each contact, −1 for none, and the table of members, TABLE_SIZE integers each. */
  pairs: i32;
  table: i32;
  /** Addresses of f64 arrays: J and M⁻¹ Jᵀ in blocks, and the addition to the diagonal of G for each row. */
  jacobian: i32;
  response: i32;
  extra: i32;
  /** M⁻¹ Jᵀ λ by coordinates. */
  velocity: i32;
  /** For each row: g and c*, R, λ, σ, the diagonal of G + R, step lengths; nine numbers of G for each triple; µ for each triple. */
  free: i32;
  reference: i32;
  compliance: i32;
  lambda: i32;
  sigma: i32;
  diagonal: i32;
  steps: i32;
  blocks: i32;
  friction: i32;
  /** J v of the velocity v before the step; v and the unconstrained velocity after the step, by coordinates. */
  before: i32;
  old: i32;
  next: i32;
  /** For the contacts: points, three numbers each, and frames with rows t1, t2, n. */
  points: i32;
  frames: i32;
  /** States of the members that are free. */
  states: i32;
  /** For each row: the bias velocity g − c*, and the compliance added to the diagonal of J M⁻¹ Jᵀ: R and the inverse of a virtual mass. */
  biasVelocities: i32;
  totalCompliances: i32;
  /** For the acceleration, for each row: λ before the sweep, the change by the last sweep, and λ after it. */
  begun: i32;
  changes: i32;
  swept: i32;

  /** ω of the over-relaxation (22); 1 for none. */
  relaxation: f64;
  /** The tolerances of the solver. */
  tolerance: f64;
  relative: f64;
  /** The residuals of the last check: scaled, then absolute. */
  scaled: Residuals;
  residuals: MeasuredResiduals;
  /** The largest |λ| of that check, and the island's velocity scale: the largest bias velocity |g − c*|. */
  impulse: f64;
  largestBias: f64;
  /** The least excess over the tolerance in this window of sweeps and in the last. */
  best: f64;
  lastBest: f64;
  /**
   * The start of the window, the number of stalled windows, and the sweep of the last check, which at the end is the number of
   * sweeps.
   */
  window: i32;
  idle: i32;
  checked: i32;
  /** The energy of the last sweep's change; 0 if there was none. */
  lastEnergy: f64;
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
  /** Stopping criteria: −σ_N and |σ| of bilateral rows, and |⟨λ, σ⟩ + µ λ_N ‖σ_T‖| with the largest possible friction. */
  lawDual: f64;
  lawWork: f64;
}

/** The state of a free body. */
export interface BodyState {
  position: [f64, 3];
  /** By rows. */
  rotation: [f64, 9];
  /** M⁻¹ by rows, and 1 if it is diagonal. */
  inverse: [f64, 36];
  isDiagonal: f64;
  /** Padding to 16 bytes, for vectors of two numbers. */
  padding: f64;
}
