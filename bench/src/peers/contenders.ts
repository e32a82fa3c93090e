// The contenders on one problem set, whichever process they live in.
import { join } from 'node:path';
import type { NativeProgram } from '../native.ts';
import { type ProblemSet, writeProblems } from '../problems/problem-set.ts';
import { type Wrong, wrongAnswers, wrongOwnAnswers } from './check.ts';
import { writeKernelInputs } from './kernel-inputs.ts';
import type { Library, PeerQuery } from './libraries.ts';
import type { Own, OwnQuery } from './own.ts';
import { PeerProcess } from './peer-process.ts';

export interface Contender {
  readonly title: string;
  readonly question: OwnQuery;
  /** Nanoseconds per problem, one number for each repeat. */
  readonly run: (repeats: number) => Promise<number[]>;
  readonly wrong: () => Promise<Wrong[]>;
}

/** A library whose program was built. */
export interface BuiltLibrary extends Library {
  readonly program: NativeProgram;
}

export const ownTitle = 'proximal';

/** The files that the programs read for a set, in `folder`. */
export function writeSet(set: ProblemSet, folder: string): { problems: string; inputs: string } {
  const name = set.name.replaceAll(/\W+/g, '-');
  const files = { problems: join(folder, `${name}.txt`), inputs: join(folder, `${name}.inputs.txt`) };
  writeProblems(set, files.problems);
  writeKernelInputs(set, files.inputs);
  return files;
}

export function startProcess(
  { program, takesKernelInputs }: BuiltLibrary,
  files: { readonly problems: string; readonly inputs: string },
): Promise<PeerProcess | string> {
  return PeerProcess.start(program.path, takesKernelInputs ? [files.problems, files.inputs] : [files.problems]);
}

export function ownContenders(set: ProblemSet, own: Own): Contender[] {
  return (['distance', 'collide'] as const).map((question) => ({
    title: ownTitle,
    question,
    run: async (repeats) => own.run(question, repeats),
    wrong: async () => wrongOwnAnswers(set, own, question),
  }));
}

export function peerContenders(set: ProblemSet, peer: PeerProcess, queries: readonly PeerQuery[]): Contender[] {
  const hasHulls = set.shapes.some(({ kind }) => kind === 'convex');
  return queries
    .filter(({ hullsOnly }) => hasHulls || !hullsOnly)
    .map(({ title, name, question }) => ({
      title,
      question,
      run: (repeats) => peer.run(name, set.problems.length, repeats),
      wrong: async () => wrongAnswers(set, question, await peer.answers(name)),
    }));
}
