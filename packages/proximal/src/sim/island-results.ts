// The results of the islands of a step, in flat arrays, because a step may have thousands of islands.
import type { ContactStatus } from '../contact/progress.ts';
import type { ResidualNumbers, Residuals } from '../contact/residuals.ts';
import type { StepReport } from './report.ts';

/** From best to worst: a step reports the worst status of its islands. */
const severity: readonly ContactStatus[] = ['converged', 'limit', 'stalled'];

/** The count of residuals of an island: the absolute ones, then the scaled ones, in the order of `ResidualNumbers`. */
const size = 14;

export class IslandResults {
  private count = 0;
  /** One triple of each island. */
  private triples = new Int32Array(0);
  /** Statuses as indices of `severity`. */
  private statuses = new Uint8Array(0);
  /** Residuals of the contact laws that the solvers solve, in m/s. */
  private lawResiduals = new Float64Array(0);
  private numbers = new Float64Array(0);
  private readonly worst = new Float64Array(size);

  clear(): void {
    this.count = 0;
  }

  /** @param residual of the law that the solver solves, in m/s */
  add(triple: number, status: ContactStatus, residual: number, residuals: Residuals): void {
    if (this.count === this.triples.length) this.grow();
    const at = this.count++;
    this.triples[at] = triple;
    this.statuses[at] = severity.indexOf(status);
    this.lawResiduals[at] = residual;
    writeNumbers(residuals, this.numbers, size * at);
    writeNumbers(residuals.scaled, this.numbers, size * at + size / 2);
  }

  /** Drops the results of the islands whose triple is not kept. */
  keep(isKept: (triple: number) => boolean): void {
    const { triples, statuses, lawResiduals, numbers } = this;
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      if (!isKept(triples[k])) continue;
      triples[count] = triples[k];
      statuses[count] = statuses[k];
      lawResiduals[count] = lawResiduals[k];
      numbers.copyWithin(size * count, size * k, size * (k + 1));
      count++;
    }
    this.count = count;
  }

  /** The largest residual of the contact laws that the solvers solve, in m/s. */
  get residual(): number {
    let largest = 0;
    for (let k = 0; k < this.count; k++) largest = Math.max(largest, this.lawResiduals[k]);
    return largest;
  }

  /** Merges the results into a report, which keeps the worst status and residuals. */
  merge(report: StepReport): void {
    const { worst, statuses, numbers } = this;
    let status = 0;
    worst.fill(0);
    for (let k = 0; k < this.count; k++) {
      if (statuses[k] > status) status = statuses[k];
      for (let m = 0; m < size; m++) {
        // The negated comparison also propagates NaN.
        if (!(numbers[size * k + m] <= worst[m])) worst[m] = numbers[size * k + m];
      }
    }
    if (status > severity.indexOf(report.status as ContactStatus)) report.status = severity[status];
    takeLarger(report.residuals, worst, 0);
    takeLarger(report.residuals.scaled, worst, size / 2);
  }

  private grow(): void {
    const count = Math.max(16, 2 * this.triples.length);
    this.triples = enlarged(this.triples, new Int32Array(count));
    this.statuses = enlarged(this.statuses, new Uint8Array(count));
    this.lawResiduals = enlarged(this.lawResiduals, new Float64Array(count));
    this.numbers = enlarged(this.numbers, new Float64Array(size * count));
  }
}

function enlarged<T extends Int32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

function writeNumbers(residuals: Readonly<ResidualNumbers>, out: Float64Array, at: number): void {
  out[at] = residuals.primal;
  out[at + 1] = residuals.dual;
  out[at + 2] = residuals.complementarity;
  out[at + 3] = residuals.ncp;
  out[at + 4] = residuals.signorini;
  out[at + 5] = residuals.coulomb;
  out[at + 6] = residuals.dissipation;
}

function takeLarger(all: ResidualNumbers, numbers: Float64Array, at: number): void {
  if (!(numbers[at] <= all.primal)) all.primal = numbers[at];
  if (!(numbers[at + 1] <= all.dual)) all.dual = numbers[at + 1];
  if (!(numbers[at + 2] <= all.complementarity)) all.complementarity = numbers[at + 2];
  if (!(numbers[at + 3] <= all.ncp)) all.ncp = numbers[at + 3];
  if (!(numbers[at + 4] <= all.signorini)) all.signorini = numbers[at + 4];
  if (!(numbers[at + 5] <= all.coulomb)) all.coulomb = numbers[at + 5];
  if (!(numbers[at + 6] <= all.dissipation)) all.dissipation = numbers[at + 6];
}
