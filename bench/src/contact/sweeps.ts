// The sweeps of the per-contact solvers over 100 contacts, beside the same loops in C++.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContactProblem, ContactSolution, type ContactSolverName, DenseMatrix, solve } from 'proximal/contact';
import { Rng } from 'proximal/math';
import { type Summary, summarize } from '../measure.ts';
import { NativeProgram } from '../native.ts';
import { PeerProcess } from '../peers/peer-process.ts';
import { measureInTurns } from '../turns.ts';

export interface SweepResult {
  readonly solver: ContactSolverName;
  /** Microseconds per sweep over 100 contacts. */
  readonly own: Summary;
  readonly native: Summary;
  readonly ratio: Summary;
  /** The largest difference of the impulses, relative to the largest. */
  readonly difference: number;
}

const solvers = ['lcp-pgs', 'ccp-pgs', 'raisim', 'ncp-pgs'] as const;
const contacts = 100;
/** Sweeps in one solve: enough that what happens once does not count. */
const sweeps = 40;
/** Milliseconds that a round gives each of the two: some tens of solves. */
const sampleTime = 150;
const warmUp = 100;
/** Never reached: every solve makes all its sweeps. */
const never = { tolerance: 1e-280, relativeTolerance: 0, maxIterations: sweeps };

/** Contacts of a system with as many freedoms as rows: all are coupled, and slowly enough that no sweep is idle. */
function coupledProblem(seed: number): ContactProblem {
  const rng = new Rng(seed);
  const size = 3 * contacts;
  const jacobian = Array.from({ length: size }, () => Float64Array.from({ length: size }, () => rng.normal()));
  const velocity = Float64Array.from({ length: size }, () => rng.normal());
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
  return {
    delassus: DenseMatrix.fromRows(
      jacobian.map((a, i) => jacobian.map((b, j) => dot(a, b) / size + (i === j ? 1 : 0))),
    ),
    freeVelocity: Float64Array.from(jacobian, (row) => dot(row, velocity) / Math.sqrt(size)),
    friction: new Float64Array(contacts).fill(0.5),
  };
}

/** The problem as native/contact.cpp reads it. */
function textOf({ delassus, freeVelocity, friction }: ContactProblem): string {
  const row = new Float64Array(delassus.size);
  const lines = Array.from({ length: delassus.size }, (_, k) => {
    delassus.row(k, row);
    return row.join(' ');
  });
  return [friction.length, ...lines, freeVelocity.join(' '), friction.join(' ')].join('\n');
}

/** The results, or why there are none. */
export async function measureSweeps(seed: number, rounds: number): Promise<SweepResult[] | string> {
  const program = NativeProgram.build({ name: 'contact', flags: [] });
  if (typeof program === 'string') return program;
  try {
    const problem = coupledProblem(seed);
    const file = join(program.folder, 'problem.txt');
    writeFileSync(file, textOf(problem));
    const peer = await PeerProcess.start(program.path, [file]);
    if (typeof peer === 'string') return peer;
    const results: SweepResult[] = [];
    for (const solver of solvers) results.push(await measureSolver(problem, solver, peer, rounds));
    peer.quit();
    return results;
  } finally {
    program.remove();
  }
}

async function measureSolver(
  problem: ContactProblem,
  solver: ContactSolverName,
  peer: PeerProcess,
  rounds: number,
): Promise<SweepResult> {
  const out = new ContactSolution();
  const options = { ...never, solver };
  // Until the compiler, which has to wait on a busy machine, is through with it.
  for (let k = 0; k < warmUp; k++) solve(problem, options, undefined, out);
  // The least of each round's repeats: a solve of ours is longer, and on a busy machine more often interrupted.
  const own = {
    run: async (repeats: number): Promise<number[]> => {
      let least = Infinity;
      for (let k = 0; k < repeats; k++) {
        const start = process.hrtime.bigint();
        solve(problem, options, undefined, out);
        least = Math.min(least, Number(process.hrtime.bigint() - start) / sweeps);
      }
      return [least];
    },
  };
  const native = {
    run: async (repeats: number): Promise<number[]> => [Math.min(...(await peer.run(solver, sweeps, repeats)))],
  };
  const [ours, theirs] = await measureInTurns([own, native], sweeps, rounds, { sampleTime });
  const [answer] = await peer.answers(solver, sweeps, 1);
  const largest = Math.max(...out.impulses.map(Math.abs));
  return {
    solver,
    own: summarize(ours.map((x) => x / 1000)),
    native: summarize(theirs.map((x) => x / 1000)),
    ratio: summarize(ours.map((x, k) => x / theirs[k])),
    difference: Math.max(...answer.map((x, k) => Math.abs(x - out.impulses[k]))) / largest,
  };
}
