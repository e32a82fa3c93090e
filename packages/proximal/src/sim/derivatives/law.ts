// Decides which contacts are active, and linearizes the solver's law at its solution: Λ δλ + Σ δσ + F δx = 0, three equations per active contact.
import { type LawKink, type LawTangent, LinearLaw } from '../../contact/linear-laws.ts';
import { SolverSettings } from '../../contact/options.ts';
import { regularizationFraction } from '../../contact/regularization.ts';
import type { SimulatorSettings } from '../options.ts';
import type { DelassusChange, Response } from './delassus-change.ts';
import type { LinearIsland, LinearRows } from './linear-island.ts';
import type { StepRecord } from './record.ts';

/** Numbers below these fractions of the largest impulse and velocity count as zero. */
const zeroImpulse = 1e-10;
const zeroSlip = 1e-6;
/** Velocities below this multiple of the solver's residual also count as zero. */
const residualMultiple = 10;
/**
 * A contact is inactive if λ_N/λ_max < residueRatio · (opening velocity)/|σ|_max, with the largest impulse and velocity of the island: the impulse is
 * then an error of the solver.
 */
const residueRatio = 1e-4;

/** Magnitudes in an island, for its thresholds. */
export interface Scales {
  /** The largest impulse of a row. */
  readonly impulse: number;
  /** The largest |σ| of a contact or joint with an impulse. */
  readonly velocity: number;
  /** The velocity below which a contact counts as at rest. */
  readonly stillness: number;
}

/** Whether a contact is active, inactive, or touches without an impulse (weakly active). */
export type Activity = 'active' | 'inactive' | 'touching';

/** The scales of an island whose triples of rows begin at `rows` of the record. The velocity ignores contacts without an impulse. */
export function scalesOf({ impulses, sigma, residual }: StepRecord, rows: readonly number[]): Scales {
  const scales = { impulse: 0, velocity: 0, stillness: 0 };
  const takeLarger = (name: 'impulse' | 'velocity', values: Float64Array, row: number): void => {
    for (let k = row; k < row + 3; k++) scales[name] = Math.max(scales[name], Math.abs(values[k]));
  };
  for (const row of rows) takeLarger('impulse', impulses, row);
  for (const row of rows) if (impulses[row + 2] > zeroImpulse * scales.impulse) takeLarger('velocity', sigma, row);
  scales.stillness = Math.max(1e-9, zeroSlip * scales.velocity, residualMultiple * residual);
  return scales;
}

/** The contact law that the simulator's solver solves. */
export class Law {
  readonly settings = new SolverSettings();
  /** The equations of one contact, overwritten by the next. */
  readonly linear = new LinearLaw();

  constructor({ solvers }: SimulatorSettings) {
    // The default solvers all solve the same law.
    this.settings.read('Simulator', solvers[0]);
  }

  get tangent(): LawTangent {
    return this.settings.solver.tangent;
  }

  activityOf({ impulses, sigma }: StepRecord, row: number, friction: number, scales: Scales): Activity {
    const opening = this.tangent.opening(sigma, row, friction);
    const normalImpulse = impulses[row + 2];
    const isOpening = opening > scales.stillness;
    const isResidue = isOpening && normalImpulse * scales.velocity < residueRatio * opening * scales.impulse;
    if (normalImpulse > zeroImpulse * scales.impulse && !isResidue) return 'active';
    return isOpening ? 'inactive' : 'touching';
  }
}

/** The derivative of a contact's µ with respect to a column of its island. */
export interface FrictionRate {
  readonly column: number;
  readonly rate: number;
}

const none: readonly Response[] = [];

/** Writes the law's part of an island's equations: R, Λ, Σ and F. */
export class IslandLaw {
  private readonly linear: LinearLaw;
  /** G_TN / (G_NN + R_NN) of a contact. */
  private readonly coupling = new Float64Array(2);

  /** Whether the triple added last slides, or has no friction. */
  get slides(): boolean {
    return this.linear.byImpulse.some((x) => x !== 0);
  }

  constructor(
    private readonly law: Law,
    private readonly island: LinearIsland,
    private readonly record: StepRecord,
    private readonly scales: Scales,
    private readonly change: DelassusChange,
  ) {
    this.linear = law.linear;
  }

  /** Adds bilateral rows, whose values begin at `from` in the record. */
  addBilateral(block: LinearRows, from: number): void {
    for (let k = 0; k < block.rows; k++) {
      this.island.compliance[block.row + k] = this.record.compliance[from + k];
      this.addRegularizationChange(block, k, [1], block.row + k, from + k);
    }
  }

  /**
   * Adds the three rows of an active contact or joint. They begin at `row` of the island and at `from` of the record.
   * @param block the rows, among the three, that move a member
   */
  addTriple(
    block: LinearRows,
    row: number,
    from: number,
    friction: number,
    rates: readonly FrictionRate[],
  ): LawKink | null {
    const { island, linear, coupling, law, record, scales } = this;
    const { impulses, sigma, compliance } = record;
    for (let k = 0; k < 3; k++) island.compliance[row + k] = compliance[from + k];
    for (let k = 0; k < block.rows && law.settings.solver.isRegularized; k++) {
      const fractions = [0, 1, 2].map((m) => regularizationFraction(m, block.row + k - row));
      this.addRegularizationChange(block, k, fractions, row, from);
    }
    const { tangent, settings } = law;
    const isCoupled = tangent.isCoupled && block.rows === 3;
    const responses = isCoupled ? [0, 1, 2].map((k) => this.change.respond(block, k)) : none;
    const normalEntry = responses.length > 0 ? this.change.entry(block, 2, responses[2]) + compliance[from + 2] : 1;
    for (let k = 0; k < 2; k++)
      coupling[k] = responses.length > 0 ? this.change.entry(block, k, responses[2]) / normalEntry : 0;
    const contact = { impulses, sigma, row: from, friction, stillness: scales.stillness, coupling };
    const kink = tangent.linearize(contact, settings, linear);
    island.setLaw(row, linear);
    for (let k = 0; k < 3; k++)
      for (const { column, rate } of rates) island.addLawChange(row + k, column, rate * linear.byFriction[k]);
    if (responses.length > 0) this.addCouplings(block, row, responses, normalEntry);
    return kink;
  }

  /** Adds P δp to F, with the coupling p = G_TN / (G_NN + R_NN) and the derivative P of the law with respect to p (`byCoupling`). */
  private addCouplings(block: LinearRows, row: number, responses: readonly Response[], normalEntry: number): void {
    const { island, linear, coupling, change } = this;
    const line = new Float64Array(island.width);
    for (let equation = 0; equation < 3; equation++) {
      const [first, second] = linear.byCoupling.subarray(2 * equation, 2 * equation + 2);
      if (first === 0 && second === 0) continue;
      line.fill(0);
      const along = first * coupling[0] + second * coupling[1];
      for (const [k, factor] of [first, second, -along].entries())
        change.add(block, [k, 2], [responses[k], responses[2]], factor / normalEntry, line, 0);
      for (const [column, rate] of line.entries()) island.addLawChange(row + equation, column, rate);
    }
  }

  /**
   * Adds δR λ for the regularization R of the solver, α G_kk times a fraction for each row. The rows begin at `row` of the island
   * and at `from` of the record.
   */
  private addRegularizationChange(
    block: LinearRows,
    k: number,
    fractions: readonly number[],
    row: number,
    from: number,
  ): void {
    const { solver, regularization } = this.law.settings;
    if (!solver.isRegularized) return;
    const { change, island, record } = this;
    const response = change.respond(block, k);
    for (const [m, fraction] of fractions.entries()) {
      if (fraction === 0) continue;
      const factor = fraction * regularization * record.impulses[from + m];
      change.add(block, [k, k], [response, response], factor, island.change, (row + m) * island.width);
    }
  }
}
