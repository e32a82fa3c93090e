// The contact workspace: the kernel's memory for the rows of one contact problem. Its contents are valid until the next problem
// is assembled.
import type { Block } from '../engine/arena.ts';
import { type ContactEngine, type ContactKernel, contact } from '../engine/contact.ts';
import {
  BodyState,
  ContactWorkspace as Layout,
  MeasuredResiduals,
  Residuals,
  TABLE_SIZE,
} from '../engine/contact-layout.ts';
import { integerIndex, integersAt } from '../engine/integers.ts';
import type { ContactStatus } from './progress.ts';
import { createResiduals, type ResidualNumbers } from './residuals.ts';
import type { Criterion } from './solver-workspace.ts';

/** The capacities that a problem needs; upper bounds suffice. */
export interface WorkspaceSize {
  readonly triples: number;
  /** The count of numbers in all blocks of J. */
  readonly numbers: number;
  /** The count of numbers in the blocks that also have M⁻¹ Jᵀ, which come first. */
  readonly responses: number;
  readonly contacts: number;
  readonly coordinates: number;
  readonly members: number;
}

/** Integers of a member in `table`: its width, its first coordinate and whether it is free. */
export const tableSize: number = TABLE_SIZE;

/** Offsets in the state of a free body, and its size. The position comes first, at 0; `inverse` is M⁻¹. */
export const freeState: Readonly<Record<'rotation' | 'inverse' | 'isDiagonal' | 'size', number>> = {
  rotation: BodyState.ROTATION,
  inverse: BodyState.INVERSE,
  isDiagonal: BodyState.IS_DIAGONAL,
  size: BodyState.SIZE,
};

/** Settings of the sweeps: see `SolverSettings`. */
export interface SweepSettings {
  readonly tolerance: number;
  readonly relativeTolerance: number;
  readonly maxIterations: number;
  readonly relaxation: number;
  readonly isAccelerated: boolean;
  /** Whether the residuals are checked after each sweep. */
  readonly trace: boolean;
  /** Whether µ = 0 and all tangential impulses are zero. Default false. */
  readonly isFrictionless?: boolean;
}

/** The result of the sweeps. */
export class SweepAnswer {
  status: ContactStatus = 'converged';
  iterations = 0;
  readonly residuals = createResiduals();
  /** The convergence criterion: see `measureNcp`. */
  readonly criterion: Criterion = { primal: 0, dual: 0, complementarity: 0, excess: 0 };
  /** The velocity scale, in m/s: see `velocityScale`. */
  velocity = 0;
}

const empty: WorkspaceSize = { triples: 0, numbers: 0, responses: 0, contacts: 0, coordinates: 0, members: 0 };
const statuses: readonly ContactStatus[] = ['converged', 'limit', 'stalled'];

type Workspaces = WeakMap<ContactEngine, ContactWorkspace>;
const ofSteps: Workspaces = /* @__PURE__ */ new WeakMap();
const ofSolves: Workspaces = /* @__PURE__ */ new WeakMap();

/** The current target's workspace for time steps. */
export function currentWorkspace(): ContactWorkspace {
  return workspaceIn(ofSteps);
}

/** The current target's workspace for problems of `solve`, which may be called within a step. */
export function solveWorkspace(): ContactWorkspace {
  return workspaceIn(ofSolves);
}

function workspaceIn(workspaces: Workspaces): ContactWorkspace {
  const engine = contact.engine();
  let workspace = workspaces.get(engine);
  if (!workspace) {
    workspace = new ContactWorkspace(engine);
    workspaces.set(engine, workspace);
  }
  return workspace;
}

/**
 * Arrays of numbers that the kernel reads and writes: see kernel/contact/layout.ts. `prepare` and a growth of the memory replace the
 * views, so read them again after every solve.
 */
export class ContactWorkspace {
  address = 0;
  starts = new Int32Array(0);
  firsts = new Int32Array(0);
  widths = new Int32Array(0);
  members = new Int32Array(0);
  order = new Int32Array(0);
  pairs = new Int32Array(0);
  table = new Int32Array(0);
  jacobian = new Float64Array(0);
  response = new Float64Array(0);
  inverseVirtualMasses = new Float64Array(0);
  velocity = new Float64Array(0);
  freeVelocity = new Float64Array(0);
  reference = new Float64Array(0);
  compliance = new Float64Array(0);
  lambda = new Float64Array(0);
  sigma = new Float64Array(0);
  friction = new Float64Array(0);
  rowVelocityBefore = new Float64Array(0);
  velocityBefore = new Float64Array(0);
  unconstrainedVelocity = new Float64Array(0);
  points = new Float64Array(0);
  frames = new Float64Array(0);
  states = new Float64Array(0);
  private size: WorkspaceSize = empty;
  private block: Block | null = null;
  /** The address after the last array. */
  private top = 0;

  constructor(private readonly engine: ContactEngine) {
    // The memory may grow within a step: for another workspace, or for a query in `poll`.
    engine.memory.followers.push(() => {
      if (this.block) this.placeArrays();
    });
  }

  get kernel(): ContactKernel {
    return this.engine.kernel;
  }

  /** Called after each sweep; may throw. */
  get poll(): (() => void) | null {
    return this.engine.memory.poll;
  }

  set poll(poll: (() => void) | null) {
    this.engine.memory.poll = poll;
  }

  get triples(): number {
    return Layout.triples(this.engine.i32, this.address);
  }

  /** Begins a problem without rows. */
  prepare(needed: WorkspaceSize): void {
    if (!this.block || !fits(needed, this.size)) this.enlarge(needed);
    Layout.setTriples(this.engine.i32, this.address, 0);
    Layout.setJacobianLength(this.engine.i32, this.address, 0);
  }

  /** The count of numbers in use in `jacobian`. */
  get jacobianLength(): number {
    return Layout.jacobianLength(this.engine.i32, this.address);
  }

  /**
   * Removes all triples but the first ones, whose blocks are the first numbers of `jacobian`.
   * @returns false if the memory is too small for `needed`; then nothing changes
   */
  truncate(triples: number, jacobianLength: number, needed: WorkspaceSize): boolean {
    if (!this.block || !fits(needed, this.size)) return false;
    Layout.setTriples(this.engine.i32, this.address, triples);
    Layout.setJacobianLength(this.engine.i32, this.address, jacobianLength);
    return true;
  }

  /**
   * Solves the triples `from` to `to` − 1 of the order by `ncp-pgs`, starting from the present λ. Writes λ, σ and `velocity`.
   * @param bilateral the number of leading bilateral triples
   */
  solve(
    from: number,
    to: number,
    bilateral: number,
    { tolerance, relativeTolerance, maxIterations, relaxation, isAccelerated, trace, isFrictionless }: SweepSettings,
    out: SweepAnswer,
  ): void {
    const { address } = this;
    const { f64, i32, kernel } = this.engine;
    Layout.setBilateral(i32, address, bilateral);
    Layout.setLimit(i32, address, maxIterations);
    Layout.setAccelerated(i32, address, isAccelerated ? 1 : 0);
    Layout.setTraced(i32, address, trace ? 1 : 0);
    Layout.setFrictionless(i32, address, isFrictionless ? 1 : 0);
    Layout.setPolled(i32, address, this.poll ? 1 : 0);
    Layout.setRelaxation(f64, address, relaxation);
    Layout.setTolerance(f64, address, tolerance);
    Layout.setRelative(f64, address, relativeTolerance);
    out.status = statuses[kernel.solveIsland(address, from, to)];
    // The memory may have grown in `poll`.
    readResiduals(this.engine.f64, address + Layout.SCALED, out.residuals.scaled);
    this.readCheck(out);
  }

  /** Whether a member is a free body. */
  isFree(member: number): boolean {
    return this.table[TABLE_SIZE * member + 2] === 1;
  }

  /** Reads the last check of the sweeps, also from within `poll`: all but the status and scaled residuals. */
  readCheck(out: SweepAnswer): void {
    const { f64, i32 } = this.engine;
    const from = this.address + Layout.RESIDUALS;
    readResiduals(f64, from, out.residuals);
    out.iterations = Layout.checked(i32, this.address);
    out.criterion.primal = out.residuals.primal;
    out.criterion.dual = MeasuredResiduals.lawDual(f64, from);
    out.criterion.complementarity = MeasuredResiduals.lawWork(f64, from);
    out.criterion.excess = MeasuredResiduals.excess(f64, from);
    out.velocity = Layout.largestBias(f64, this.address);
  }

  /** Writes an integer field of the layout, by its offset. */
  private setInt(offset: number, value: number): void {
    this.engine.i32[integerIndex(this.address) + offset] = value;
  }

  private enlarge(needed: WorkspaceSize): void {
    const { memory } = this.engine;
    const enlarged = (name: keyof WorkspaceSize): number =>
      Math.max(this.size[name], Math.ceil(1.5 * needed[name]), 16);
    const size = {
      triples: enlarged('triples'),
      numbers: enlarged('numbers'),
      responses: enlarged('responses'),
      contacts: enlarged('contacts'),
      coordinates: enlarged('coordinates'),
      members: enlarged('members'),
    };
    if (this.block) memory.giveBack(this.block);
    // If the allocation fails, the workspace stays empty, and the next problem requests its own size.
    this.block = null;
    this.size = empty;
    this.block = memory.claim(sizeOf(size));
    this.size = size;
    this.address = this.block.address;
    this.placeArrays();
  }

  /** Places all arrays one after the other, and passes their addresses to the kernel. */
  private placeArrays(): void {
    const { triples, numbers, responses, contacts, coordinates, members } = this.size;
    this.top = this.address + Layout.SIZE;
    this.jacobian = this.numbers(Layout.JACOBIAN_INT, numbers);
    this.response = this.numbers(Layout.RESPONSE_INT, responses);
    this.inverseVirtualMasses = this.numbers(Layout.INVERSE_VIRTUAL_MASSES_INT, 3 * triples);
    this.freeVelocity = this.numbers(Layout.FREE_VELOCITY_INT, 3 * triples);
    this.reference = this.numbers(Layout.REFERENCE_INT, 3 * triples);
    this.compliance = this.numbers(Layout.COMPLIANCE_INT, 3 * triples);
    this.lambda = this.numbers(Layout.LAMBDA_INT, 3 * triples);
    this.sigma = this.numbers(Layout.SIGMA_INT, 3 * triples);
    this.rowVelocityBefore = this.numbers(Layout.ROW_VELOCITY_BEFORE_INT, 3 * triples);
    this.numbers(Layout.DIAGONAL_INT, 3 * triples);
    this.numbers(Layout.STEPS_INT, 3 * triples);
    this.numbers(Layout.BIAS_VELOCITIES_INT, 3 * triples);
    this.numbers(Layout.TOTAL_COMPLIANCES_INT, 3 * triples);
    this.numbers(Layout.CHANGES_INT, 3 * triples);
    this.numbers(Layout.SWEPT_INT, 3 * triples);
    this.numbers(Layout.BEST_LAMBDA_INT, 3 * triples);
    this.numbers(Layout.COUPLINGS_INT, 2 * triples);
    this.friction = this.numbers(Layout.FRICTION_INT, triples);
    this.velocity = this.numbers(Layout.VELOCITY_INT, coordinates);
    this.numbers(Layout.SWEPT_VELOCITY_INT, coordinates);
    this.numbers(Layout.INVERSE_DIAGONALS_INT, coordinates);
    this.velocityBefore = this.numbers(Layout.VELOCITY_BEFORE_INT, coordinates);
    this.unconstrainedVelocity = this.numbers(Layout.UNCONSTRAINED_VELOCITY_INT, coordinates);
    this.points = this.numbers(Layout.POINTS_INT, 3 * contacts);
    this.frames = this.numbers(Layout.FRAMES_INT, 9 * contacts);
    this.states = this.numbers(Layout.STATES_INT, BodyState.SIZE * members);
    this.starts = this.integers(Layout.STARTS_INT, 2 * triples);
    this.firsts = this.integers(Layout.FIRSTS_INT, 2 * triples);
    this.widths = this.integers(Layout.WIDTHS_INT, 2 * triples);
    this.members = this.integers(Layout.MEMBERS_INT, 2 * triples);
    this.order = this.integers(Layout.ORDER_INT, triples);
    this.pairs = this.integers(Layout.PAIRS_INT, 2 * contacts);
    this.table = this.integers(Layout.TABLE_INT, TABLE_SIZE * members);
    this.integers(Layout.MOVER_INDICES_INT, members);
    this.integers(Layout.MOVERS_INT, members);
    if (this.top > this.address + sizeOf(this.size))
      throw new Error('ContactWorkspace: the arrays exceed the allocated size.');
  }

  private numbers(offset: number, count: number): Float64Array<ArrayBuffer> {
    const start = this.top;
    this.top += count;
    this.setInt(offset, start);
    return this.engine.f64.subarray(start, start + count) as Float64Array<ArrayBuffer>;
  }

  private integers(offset: number, count: number): Int32Array<ArrayBuffer> {
    const start = this.top;
    this.top += Math.ceil(count / 2);
    this.setInt(offset, integerIndex(start));
    return integersAt(this.engine.i32, start, count) as Int32Array<ArrayBuffer>;
  }
}

function readResiduals(f64: Float64Array, from: number, out: ResidualNumbers): void {
  out.primal = Residuals.primal(f64, from);
  out.dual = Residuals.dual(f64, from);
  out.complementarity = Residuals.complementarity(f64, from);
  out.ncp = Residuals.ncp(f64, from);
  out.signorini = Residuals.signorini(f64, from);
  out.coulomb = Residuals.coulomb(f64, from);
  out.dissipation = Residuals.dissipation(f64, from);
}

function fits(needed: WorkspaceSize, size: WorkspaceSize): boolean {
  return (
    needed.triples <= size.triples &&
    needed.numbers <= size.numbers &&
    needed.responses <= size.responses &&
    needed.contacts <= size.contacts &&
    needed.coordinates <= size.coordinates &&
    needed.members <= size.members
  );
}

/** An upper bound of the memory that `placeArrays` uses, in numbers. An integer array may end with half a number unused. */
function sizeOf({ triples, numbers, responses, contacts, coordinates, members }: WorkspaceSize): number {
  const perTriple = 14 * 3 + 2 + 1 + 5;
  return (
    Layout.SIZE +
    numbers +
    responses +
    perTriple * triples +
    5 * coordinates +
    13 * contacts +
    (BodyState.SIZE + 4) * members +
    10
  );
}
