// Projected Gauss–Seidel on the NCP (Alg. 5): the kernel's sweeps (kernel/contact), applied to an explicit Delassus matrix G.
// Each triple of rows takes the place of a body whose three coordinates are the impulses of the triple: see kernel/contact/layout.ts. Contacts
// must begin a new triple, so up to two zero rows pad the front of the bilateral rows.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { type ContactWorkspace, SweepAnswer, solveWorkspace } from '../workspace.ts';

export function runNcpPgs(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  const answer = workspace.state(SweepAnswer);
  const kernel = solveWorkspace();
  const { size, bilateral, lambda, sigma } = workspace;
  const bilateralTriples = Math.ceil(bilateral / 3);
  const triples = bilateralTriples + workspace.contacts;
  const padding = 3 * bilateralTriples - bilateral;
  prepare(workspace, kernel, triples, padding);
  writeVectors(workspace, kernel, triples, padding);
  writeRows(workspace, kernel, triples, padding);
  const { poll } = kernel;
  kernel.poll = settings.trace ? () => observe(kernel, answer, progress) : progress.poll;
  try {
    kernel.solve(0, triples, bilateralTriples, settings, answer);
  } finally {
    kernel.poll = poll;
  }
  for (let k = 0; k < size; k++) {
    lambda[k] = kernel.lambda[padding + k];
    sigma[k] = kernel.sigma[padding + k];
  }
  progress.copyAnswer(answer);
}

/** Called after each sweep; records its residuals. */
function observe(kernel: ContactWorkspace, answer: SweepAnswer, progress: Progress): void {
  progress.poll?.();
  kernel.readCheck(answer);
  progress.record(answer.iterations, answer.criterion, answer.residuals.ncp);
}

function prepare(workspace: SolverWorkspace, kernel: ContactWorkspace, triples: number, padding: number): void {
  const responses = 9 * triples;
  let numbers = responses;
  for (let t = 0; t < triples; t++) {
    const last = 3 * t + 2 - padding;
    numbers += 3 * (lastColumn(workspace, last) - firstColumn(workspace, last) + 1);
  }
  kernel.prepare({ triples, numbers, responses, contacts: 0, coordinates: 3 * triples, members: triples });
}

function writeVectors(workspace: SolverWorkspace, kernel: ContactWorkspace, triples: number, padding: number): void {
  const { freeVelocity, reference, compliance, lambda, inverseVirtualMasses, friction } = kernel;
  freeVelocity.fill(0, 0, padding);
  freeVelocity.set(workspace.bias, padding);
  compliance.fill(0, 0, padding);
  compliance.set(workspace.compliance, padding);
  lambda.fill(0, 0, padding);
  lambda.set(workspace.lambda, padding);
  friction.set(workspace.friction, triples - workspace.contacts);
  reference.fill(0, 0, 3 * triples);
  inverseVirtualMasses.fill(0, 0, 3 * triples);
}

function writeRows(workspace: SolverWorkspace, kernel: ContactWorkspace, triples: number, padding: number): void {
  const { order, starts, firsts, widths, members, jacobian, response } = kernel;
  let start = 9 * triples;
  jacobian.fill(0, 0, start);
  response.fill(0, 0, start);
  for (let t = 0; t < triples; t++) {
    const last = 3 * t + 2 - padding;
    const from = firstColumn(workspace, last);
    const width = lastColumn(workspace, last) - from + 1;
    order[t] = t;
    starts[2 * t] = 9 * t;
    firsts[2 * t] = 3 * t;
    widths[2 * t] = 3;
    members[2 * t] = t;
    starts[2 * t + 1] = start;
    firsts[2 * t + 1] = from + padding;
    widths[2 * t + 1] = -width;
    for (let k = 0; k < 3; k++) {
      response[9 * t + 4 * k] = 1;
      writeRow(workspace, last - 2 + k, last - 2, from, width, jacobian, 9 * t + 3 * k, start + k * width);
    }
    start += 3 * width;
  }
}

/** Writes a row of G: the entries of its diagonal block, which begins at column `own`, to index `block`, the others to index `others`. */
function writeRow(
  { rows, size }: SolverWorkspace,
  row: number,
  own: number,
  from: number,
  width: number,
  out: Float64Array,
  block: number,
  others: number,
): void {
  if (row < 0) {
    out.fill(0, others, others + width);
    return;
  }
  const start = row * size;
  for (let j = 0; j < width; j++) out[others + j] = rows[start + from + j];
  for (let j = Math.max(0, own); j < own + 3; j++) {
    out[block + j - own] = rows[start + j];
    out[others + j - from] = 0;
  }
}

/** The first column in which one of the three rows that end with `last` is nonzero. Row indices below 0 are padding. */
function firstColumn({ envelope: { first } }: SolverWorkspace, last: number): number {
  return Math.min(first[Math.max(0, last - 2)], first[Math.max(0, last - 1)], first[last]);
}

function lastColumn({ envelope: { last: ends } }: SolverWorkspace, last: number): number {
  return Math.max(ends[Math.max(0, last - 2)], ends[Math.max(0, last - 1)], ends[last]);
}
