// The libraries that know a penetration depth: native programs, and rapier in this process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeProgram } from '../native.ts';
import { libraries } from '../peers/libraries.ts';
import { PeerProcess } from '../peers/peer-process.ts';
import { writeProblems } from '../problems/problem-set.ts';
import type { DepthContender } from './contender.ts';
import { rapierContender } from './rapier.ts';
import type { DepthSet } from './sets.ts';

export const libccdEpa = 'libccd EPA';

interface DepthQuery {
  readonly title: string;
  readonly name: string;
  /** Differs from the plain one for hulls only. */
  readonly hullsOnly?: true;
}

/** By the name of the source in `libraries`. */
const queries: Readonly<Record<string, readonly DepthQuery[]>> = {
  libccd: [
    { title: libccdEpa, name: 'depth-epa' },
    { title: `${libccdEpa}, climbing`, name: 'depth-epa-climb', hullsOnly: true },
    { title: 'libccd MPR', name: 'depth-mpr' },
    { title: 'libccd MPR, climbing', name: 'depth-mpr-climb', hullsOnly: true },
  ],
  fcl: [
    { title: 'FCL', name: 'depth' },
    { title: 'FCL, own GJK', name: 'depth-own' },
  ],
  bullet: [{ title: 'Bullet', name: 'depth' }],
};

/** The programs, built once. */
export class Peers {
  readonly skipped: string[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'proximal-penetration-'));
  private readonly programs = new Map<string, NativeProgram>();
  private readonly processes: PeerProcess[] = [];

  constructor() {
    for (const { source } of libraries) {
      if (!(source.name in queries)) continue;
      const program = NativeProgram.build(source);
      if (typeof program === 'string') this.skipped.push(`${source.name}: ${program}`);
      else this.programs.set(source.name, program);
    }
  }

  /** Everyone who knows the shapes of the set. */
  async enter(set: DepthSet): Promise<DepthContender[]> {
    const file = join(this.folder, 'problems.txt');
    writeProblems(set, file);
    const hasHulls = set.shapes.some(({ kind }) => kind === 'convex');
    const contenders: DepthContender[] = [];
    for (const [name, program] of this.programs) {
      const peer = await PeerProcess.start(program.path, [file]);
      if (typeof peer === 'string') {
        this.skipped.push(`${name} on ${set.name}: ${peer}`);
        continue;
      }
      this.processes.push(peer);
      const known = queries[name].filter(({ hullsOnly }) => hasHulls || !hullsOnly);
      contenders.push(...known.map((query) => nativeContender(query, peer, set.problems.length)));
    }
    const rapier = await rapierContender(set);
    if (typeof rapier === 'string') this.skipped.push(`rapier3d on ${set.name}: ${rapier}`);
    else contenders.push(rapier);
    return contenders;
  }

  /** Ends the processes of the last set. */
  leave(): void {
    for (const peer of this.processes.splice(0)) peer.quit();
  }

  remove(): void {
    this.leave();
    for (const program of this.programs.values()) program.remove();
    rmSync(this.folder, { recursive: true });
  }
}

function nativeContender({ title, name }: DepthQuery, peer: PeerProcess, count: number): DepthContender {
  return {
    title,
    supportCalls: null,
    run: (repeats) => peer.run(name, count, repeats),
    answers: async () => (await peer.answers(name)).map(([depth, x, y, z]) => ({ depth, normal: [x, y, z] })),
  };
}
