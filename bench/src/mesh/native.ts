// FCL and Bullet on the problems of the benchmark `mesh`.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNativeAllowed, NativeProgram, type NativeSource, withoutNative } from '../harness/native.ts';
import type { Timed } from '../harness/timer.ts';
import { nativePeers } from '../peers/native.ts';
import { PeerProcess, timedPeer } from '../peers/process.ts';
import { exact } from '../problems/problem-set.ts';
import { gripper, type MeshData, type Poses, partPose } from './problems.ts';

export interface NativeContender {
  readonly name: string;
  readonly timed: Timed;
  readonly values: readonly number[];
}

type Query = 'distance' | 'collide';

const programs: readonly { readonly name: string; readonly source: string; readonly queries: readonly Query[] }[] = [
  { name: 'FCL', source: 'fcl', queries: ['distance', 'collide'] },
  // Bullet has no distance of meshes.
  { name: 'Bullet', source: 'bullet-mesh', queries: ['collide'] },
];

/** The programs of the libraries on one set of problems. `remove` ends them. */
export class NativeLibraries {
  readonly skipped: string[] = [];
  private readonly running: { name: string; queries: readonly Query[]; peer: PeerProcess; program: NativeProgram }[] =
    [];

  /** @param isGripper whether the problems are of the mesh with the gripper at each pose; otherwise with a second mesh */
  async start(mesh: MeshData, poses: Poses, isGripper: boolean): Promise<void> {
    if (!isNativeAllowed()) {
      this.skipped.push(`FCL and Bullet: ${withoutNative}`);
      return;
    }
    for (const { name, source, queries } of programs) {
      const program = NativeProgram.build(sourceOf(name, source));
      if (typeof program === 'string') {
        this.skipped.push(`${name}: ${program}`);
        continue;
      }
      const file = join(program.folder, 'problems.txt');
      writeFileSync(file, problemFile(mesh, poses, isGripper));
      const peer = await PeerProcess.start(program.path, [file]);
      rmSync(file);
      if (typeof peer !== 'string') this.running.push({ name, queries, peer, program });
      else {
        this.skipped.push(`${name}: ${peer}`);
        program.remove();
      }
    }
  }

  /** The libraries that have a query, with their answers. */
  async contenders(query: Query, count: number): Promise<NativeContender[]> {
    const all: NativeContender[] = [];
    for (const { name, queries, peer } of this.running) {
      if (!queries.includes(query)) continue;
      const values = (await peer.answers(query, 0, count)).map(([value]) => value);
      all.push({ name, values, timed: await timedPeer(peer, query, count) });
    }
    return all;
  }

  remove(): void {
    for (const { peer, program } of this.running) {
      peer.quit();
      program.remove();
    }
  }
}

function sourceOf(name: string, source: string): NativeSource {
  const known = nativePeers.find((peer) => peer.name === name)?.source;
  if (!known) throw new Error(`${name} is not a library in C++`);
  return { ...known, name: source };
}

/** The file of bench/src/problems/problem-set.ts, with a line `mesh V F` that is followed by vertices and triangles in the format of hulls. */
function problemFile({ vertices, triangles }: MeshData, poses: Poses, isGripper: boolean): string {
  const rows = (numbers: ArrayLike<number>, write: (x: number) => string): string[] =>
    Array.from({ length: numbers.length / 3 }, (_, k) =>
      [numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]].map(write).join(' '),
    );
  const mesh = [
    `mesh ${vertices.length / 3} ${triangles.length / 3}`,
    ...rows(vertices, exact),
    ...rows(triangles, String),
  ];
  const boxes = gripper.map(
    ({
      shape: {
        halfExtents: [hx, hy, hz],
      },
    }) => `box ${exact(hx)} ${exact(hy)} ${exact(hz)}`,
  );
  const identity = '0 0 0 0 0 0 1';
  const problems = isGripper
    ? poses.flatMap((pose) =>
        gripper.map((_, k) => `0 ${k + 1} nan ${identity} ${[...partPose(k, pose)].map(exact).join(' ')}`),
      )
    : poses.map((pose) => `0 0 nan ${identity} ${[...pose].map(exact).join(' ')}`);
  const shapes = isGripper ? [...mesh, ...boxes] : mesh;
  const count = isGripper ? 1 + boxes.length : 1;
  return `${['proximal-problems 1', `shapes ${count}`, ...shapes, `problems ${problems.length}`, ...problems].join('\n')}\n`;
}
