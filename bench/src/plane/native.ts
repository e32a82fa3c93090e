// Box2D, and FCL and Bullet on extruded polygons: programs that are built once and handed to the processes of the benchmark.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeProgram, type NativeSource } from '../harness/native.ts';
import { nativeLibraries } from '../peers/libraries.ts';
import { PeerProcess } from '../peers/peer-process.ts';
import { writeProblems } from '../problems/problem-set.ts';
import type { Contender, Level } from './entrants.ts';
import { extruded, type PlaneSet } from './sets.ts';

export const box2dTitle = 'Box2D';
export const box2dWarmTitle = 'Box2D, warm';

interface NativeQuery {
  readonly title: string;
  readonly name: string;
  readonly level: Level;
}

interface NativePeer {
  readonly source: NativeSource;
  readonly how: string;
  readonly isSingle: boolean;
  readonly cold: readonly NativeQuery[];
  readonly warm: readonly NativeQuery[];
}

const coldBox2d: NativePeer = {
  source: {
    name: 'box2d',
    library: { package: 'libbox2d-dev', header: '/usr/include/box2d/b2_distance.h' },
    flags: ['-lbox2d'],
  },
  how: 'b2Distance with inputs made before the clock, cold: an empty simplex cache, or warm: the cache of its pair; level 1 by the same, as in b2TestOverlap',
  isSingle: true,
  cold: [
    { title: box2dTitle, name: 'distance', level: 2 },
    { title: box2dTitle, name: 'collide', level: 1 },
  ],
  warm: [
    { title: box2dWarmTitle, name: 'distance-warm', level: 2 },
    { title: box2dWarmTitle, name: 'collide-warm', level: 1 },
  ],
};

/** Those of the comparison in space, as they are there. */
function ofSpace(name: string, how: string): NativePeer[] {
  return nativeLibraries
    .filter((library) => library.name === name)
    .map(({ source, queries }) => ({
      source: source as NativeSource,
      how,
      isSingle: false,
      cold: queries
        .filter(({ question }) => question !== 'depth')
        .map(({ title, name, question }) => ({ title, name, level: question === 'distance' ? 2 : 1 })),
      warm: [],
    }));
}

export const nativePeers: readonly NativePeer[] = [
  coldBox2d,
  ...ofSpace(
    'fcl',
    'on prisms, transforms made before the clock, cold: distance and collide, by libccd and by its own GJK',
  ),
  ...ofSpace(
    'bullet',
    'on prisms, in double precision, cold: btGjkPairDetector; level 1 stops at the first separating axis',
  ),
];

/** Where the programs are, by name. */
const variable = 'PROXIMAL_PLANE_PROGRAMS';

export interface BuiltPrograms {
  readonly skipped: readonly string[];
  remove(): void;
}

/** Builds everything that can be built, and tells the processes that are started later where it is. */
export function buildPrograms(): BuiltPrograms {
  const skipped: string[] = [];
  const programs: Record<string, NativeProgram> = {};
  for (const { source } of nativePeers) {
    const program = NativeProgram.build(source);
    if (typeof program === 'string') skipped.push(`${source.name}: ${program}`);
    else programs[source.name] = program;
  }
  const paths = Object.entries(programs).map(([name, { path }]) => [name, path]);
  process.env[variable] = JSON.stringify(Object.fromEntries(paths));
  return {
    skipped,
    remove: () => {
      for (const program of Object.values(programs)) program.remove();
    },
  };
}

/** The native contenders on a set, and what ends their processes. */
export async function startNative(set: PlaneSet): Promise<{ contenders: Contender[]; stop: () => void }> {
  const paths = JSON.parse(process.env[variable] ?? '{}') as Record<string, string>;
  const folder = mkdtempSync(join(tmpdir(), 'proximal-plane-'));
  const file = join(folder, 'problems.txt');
  writeProblems(extruded(set), file);
  const contenders: Contender[] = [];
  const peers: PeerProcess[] = [];
  for (const { source, isSingle, ...queries } of nativePeers) {
    const asked = queries[set.situation === 'moving' ? 'warm' : 'cold'];
    if (!(source.name in paths) || asked.length === 0) continue;
    const peer = await PeerProcess.start(paths[source.name], [file]);
    if (typeof peer === 'string') throw new Error(`${source.name}: ${peer}`);
    peers.push(peer);
    contenders.push(
      ...asked.map(({ title, name, level }) => ({
        title,
        level,
        isOwn: false,
        isSingle,
        operations: set.problems.length,
        run: (repeats: number) => peer.run(name, set.problems.length, repeats),
        answers: async () => (await peer.answers(name, 0, set.problems.length)).map(([value]) => value),
      })),
    );
  }
  const stop = (): void => {
    for (const peer of peers) peer.quit();
    rmSync(folder, { recursive: true });
  };
  return { contenders, stop };
}
