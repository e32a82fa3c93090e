// Libraries in C and C++ on polygons, which they get as prisms; libraries for 2D read the polygons from them. Programs are built
// once, and the processes of the benchmark use them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeProgram } from '../harness/native.ts';
import { PeerProcess } from '../peers/process.ts';
import { peersWith } from '../peers/registry.ts';
import { writeProblems } from '../problems/problem-set.ts';
import type { Contender } from './methods.ts';
import { extruded, type PlaneSet } from './sets.ts';

/** The environment variable with the paths of the programs, by name. */
const variable = 'PROXIMAL_PLANE_PROGRAMS';

interface BuiltPrograms {
  /** The libraries without a program, with the reasons. */
  readonly skipped: readonly string[];
  /** The versions of libraries that were compiled from a source tree. */
  readonly versions: readonly string[];
  remove(): void;
}

/** Builds the programs, and stores their paths for processes that are started later. */
export function buildPrograms(): BuiltPrograms {
  const skipped: string[] = [];
  const versions = new Map<string, string>();
  const programs: Record<string, NativeProgram> = {};
  for (const { name, source } of peersWith('prisms')) {
    if (!source) continue;
    const program = NativeProgram.build(source);
    if (typeof program === 'string') skipped.push(`${name}: ${program}`);
    else {
      programs[name] = program;
      if (program.version && !versions.has(source.name)) versions.set(source.name, `${name} ${program.version}`);
    }
  }
  const paths = Object.entries(programs).map(([name, { path }]) => [name, path]);
  process.env[variable] = JSON.stringify(Object.fromEntries(paths));
  return {
    skipped,
    versions: [...versions.values()],
    remove: () => {
      for (const program of Object.values(programs)) program.remove();
    },
  };
}

/** The contenders in C++ on a set. `stop` ends their processes. */
export async function startNative(set: PlaneSet): Promise<{ contenders: Contender[]; stop: () => void }> {
  const paths = JSON.parse(process.env[variable] ?? '{}') as Record<string, string>;
  const folder = mkdtempSync(join(tmpdir(), 'proximal-plane-'));
  const file = join(folder, 'problems.txt');
  writeProblems(extruded(set), file);
  const contenders: Contender[] = [];
  const peers: PeerProcess[] = [];
  for (const { name: library, source, isSingle = false, prisms } of peersWith('prisms')) {
    const queries = prisms[set.situation === 'moving' ? 'warm' : 'cold'];
    if (!source || !(library in paths) || queries.length === 0) continue;
    const peer = await PeerProcess.start(paths[library], [file]);
    if (typeof peer === 'string') {
      if (peer.startsWith('unsupported')) continue;
      throw new Error(`${library}: ${peer}`);
    }
    peers.push(peer);
    contenders.push(
      ...queries.map(({ title, name, level }) => ({
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
