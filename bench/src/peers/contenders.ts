// The contenders on one problem set, whichever process they live in.

import { join } from 'node:path';
import type { Timed } from '../harness/timer.ts';
import { type ProblemSet, writeProblems } from '../problems/problem-set.ts';
import { type Wrong, wrongAnswers, wrongOwnAnswers } from './check.ts';
import type { BuiltLibrary } from './libraries.ts';
import type { Own } from './own.ts';
import { PeerProcess } from './peer-process.ts';
import { type OwnQuestion, questions } from './question.ts';
import { batchTitle, ownTitle } from './titles.ts';

export interface Contender extends Timed {
  readonly title: string;
  readonly question: OwnQuestion;
  readonly wrong: () => Promise<Wrong[]>;
}

/** The name of a set as part of a file's. */
export function fileNameOf(set: string): string {
  return set.replaceAll(/\W+/g, '-');
}

export interface SetFiles {
  readonly problems: string;
  readonly inputs: string;
}

/** The files that the programs read for a set, in `folder`. What our kernel in C++ reads besides is written by writeKernelInputs. */
export function writeSet(set: ProblemSet, folder: string): SetFiles {
  const name = fileNameOf(set.name);
  const files = { problems: join(folder, `${name}.txt`), inputs: join(folder, `${name}.inputs.txt`) };
  writeProblems(set, files.problems);
  return files;
}

export function startProcess(
  { program, args, takesKernelInputs }: BuiltLibrary,
  { problems, inputs }: SetFiles,
): Promise<PeerProcess | string> {
  return PeerProcess.start(program, [...args, problems, ...(takesKernelInputs ? [inputs] : [])]);
}

/** Who has an answer to what the set is about: depths are asked of overlaps only. */
export function isAsked({ problems }: ProblemSet, question: OwnQuestion): boolean {
  const isDepth = question === 'depth' || question === 'incremental' || question === 'warm';
  return !isDepth || problems.every(({ signedDistance }) => signedDistance < 0);
}

export function ownContenders(set: ProblemSet, own: Own): Contender[] {
  const single = ([...Object.keys(questions), 'warm'] as OwnQuestion[])
    .filter((question) => isAsked(set, question))
    .map(
      (question): Contender => ({
        title: ownTitle,
        question,
        ...own.timed(question),
        wrong: async () => wrongOwnAnswers(set, own, question),
      }),
    );
  const batches = (['distance', 'collide'] as const).map(
    (question): Contender => ({
      title: batchTitle,
      question,
      ...own.timedBatch(question),
      wrong: async () => {
        const values = own.batch(question);
        // The points of a batch are those of the single calls.
        const answers = set.problems.map(({ signedDistance }, k) => [values[k], signedDistance, 0, 0, 0, 0, 0]);
        return wrongAnswers(set, question, 'own', answers);
      },
    }),
  );
  return [...single, ...batches];
}

/** A pass over all problems that takes longer than this, in nanoseconds, is made over the first few only. */
const longestPass = 1e8;

/** A query of a library, timed over as many of the problems as it answers in that time. */
export async function timedPeer(peer: PeerProcess, query: string, problems: number): Promise<Timed> {
  const [probe] = await peer.run(query, Math.min(10, problems), 1);
  const count = Math.min(problems, Math.max(10, Math.floor(longestPass / probe)));
  return { operations: problems, run: (repeats) => peer.run(query, count, repeats) };
}

export async function peerContenders(set: ProblemSet, peer: PeerProcess, library: BuiltLibrary): Promise<Contender[]> {
  const hasHulls = set.shapes.some(({ kind }) => kind === 'convex');
  const precision = library.isSingle ? 'single' : 'double';
  const asked = library.queries.filter(({ hullsOnly, question }) => (hasHulls || !hullsOnly) && isAsked(set, question));
  const contenders: Contender[] = [];
  for (const { title, name, question } of asked) {
    contenders.push({
      title,
      question,
      ...(await timedPeer(peer, name, set.problems.length)),
      wrong: async () => wrongAnswers(set, question, precision, await peer.answers(name, 0, set.problems.length)),
    });
  }
  return contenders;
}
