// The libraries that know a penetration depth.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timedRun } from '../peers/contenders.ts';
import { type BuiltLibrary, buildLibraries, nativeLibraries, npmLibraries } from '../peers/libraries.ts';
import { PeerProcess } from '../peers/peer-process.ts';
import { writeProblems } from '../problems/problem-set.ts';
import type { DepthContender } from './contender.ts';
import type { DepthSet } from './sets.ts';

export const libccdEpa = 'libccd EPA';

/** The libraries, built once. The kernel in C++ is for `peers`; packages that take milliseconds for a hull stay out. */
const asked = [...npmLibraries, ...nativeLibraries].filter(
  ({ name, takesKernelInputs, queries }) =>
    !takesKernelInputs && name !== 'cannon-es' && queries.some(({ question }) => question === 'depth'),
);

export class Peers {
  readonly skipped: string[];
  private readonly folder = mkdtempSync(join(tmpdir(), 'proximal-penetration-'));
  private readonly built: readonly BuiltLibrary[];
  private readonly processes: PeerProcess[] = [];

  constructor() {
    ({ built: this.built, skipped: this.skipped } = buildLibraries(asked));
  }

  /** Everyone who knows the shapes of the set. */
  async enter(set: DepthSet): Promise<DepthContender[]> {
    const file = join(this.folder, 'problems.txt');
    writeProblems(set, file);
    const hasHulls = set.shapes.some(({ kind }) => kind === 'convex');
    const contenders: DepthContender[] = [];
    const started = await Promise.all(
      this.built.map(({ program, args }) => PeerProcess.start(program, [...args, file])),
    );
    for (const [k, { name, queries, isSingle }] of this.built.entries()) {
      const peer = started[k];
      if (typeof peer === 'string') {
        this.skipped.push(`${name} on ${set.name}: ${peer}`);
        continue;
      }
      this.processes.push(peer);
      for (const query of queries) {
        if (query.question !== 'depth' || (query.hullsOnly && !hasHulls)) continue;
        contenders.push({
          title: query.title,
          supportCalls: null,
          isSingle: isSingle === true,
          run: await timedRun(peer, query.name, set.problems.length),
          answers: async () =>
            (await peer.answers(query.name, 0, set.problems.length)).map(([depth, x, y, z]) => ({
              depth,
              normal: [x, y, z],
            })),
        });
      }
    }
    return contenders;
  }

  /** Ends the processes of the last set. */
  leave(): void {
    for (const peer of this.processes.splice(0)) peer.quit();
  }

  remove(): void {
    this.leave();
    for (const library of this.built) library.remove();
    rmSync(this.folder, { recursive: true });
  }
}
