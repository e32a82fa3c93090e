// Processes of compared libraries. Each reads a problem file and answers over a pipe, as native/harness.hpp and serve.ts describe.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isNativeAllowed, NativeProgram, withoutNative } from '../harness/native.ts';
import type { Timed } from '../harness/timer.ts';
import { type ProblemSet, writeProblems } from '../problems/problem-set.ts';
import type { Peer, QueryCapability } from './peer.ts';
import { peersWith } from './registry.ts';

/** A value (a distance or a depth, or for a Boolean query 1 or 0) and two points, or a direction: seven numbers, NaN where there are none. */
export type PeerAnswer = readonly number[];

/** The reason for a missing answer: the process ended or took too long. */
class PeerFailure extends Error {}

export class PeerProcess {
  private constructor(
    private readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly lines: AsyncIterator<string>,
  ) {}

  /** Starts the program. Returns the reason if it does not support a shape. */
  static async start(program: string, args: readonly string[]): Promise<PeerProcess | string> {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    // A program that has ended does not read; nextLine reports that.
    child.stdin.on('error', () => {});
    const peer = new PeerProcess(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    const greeting = await peer.nextLine();
    if (greeting === 'ready') return peer;
    child.kill();
    return greeting;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Nanoseconds per problem, one number for each repeat. */
  async run(query: string, count: number, repeats: number): Promise<number[]> {
    const { nanoseconds } = JSON.parse(await this.request(`run ${query} 0 ${count} ${repeats}`)) as {
      nanoseconds: number[];
    };
    return nanoseconds;
  }

  /** @param limit milliseconds after which the process is killed */
  async answers(query: string, first: number, count: number, limit?: number): Promise<PeerAnswer[]> {
    const { answers } = JSON.parse(await this.request(`answers ${query} ${first} ${count}`, limit)) as {
      answers: (number | null)[][];
    };
    return answers.map((answer) => answer.map((x) => x ?? Number.NaN));
  }

  quit(): void {
    this.child.stdin.end('quit\n');
  }

  private async request(line: string, limit?: number): Promise<string> {
    this.child.stdin.write(`${line}\n`);
    if (limit === undefined) return this.nextLine();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), limit);
    try {
      return await this.nextLine();
    } finally {
      clearTimeout(timer);
    }
  }

  private async nextLine(): Promise<string> {
    const { value, done } = await this.lines.next();
    // The last line of a killed program may be incomplete.
    const isWhole = !done && (!value.startsWith('{') || value.endsWith('}'));
    if (!isWhole) throw new PeerFailure(`${this.child.spawnfile} ended without an answer`);
    return value;
  }
}

/** Milliseconds for a block of problems, and for each problem of a block that took longer. */
const blockLimit = 2500;
const singleLimit = 1000;
const blockSize = 128;
/** A library that fails this often on a query is skipped from then on. */
const maxFailures = 8;

const noAnswer: PeerAnswer = Array<number>(7).fill(Number.NaN);

/** Answers of a library that may hang or crash on some problems, which then have no answer. */
export class RestartingPeer {
  /** @param start starts a new process on the same set */
  constructor(
    private peer: PeerProcess | null,
    private readonly start: () => Promise<PeerProcess>,
  ) {}

  /** The answers to the first `count` problems, or fewer if the library failed too often. */
  async answers(query: string, count: number): Promise<PeerAnswer[]> {
    const all: PeerAnswer[] = [];
    let failures = 0;
    while (all.length < count && failures < maxFailures) {
      const blockCount = Math.min(blockSize, count - all.length);
      const block = await this.request(query, all.length, blockCount, blockLimit);
      if (block) all.push(...block);
      for (let k = 0; !block && k < blockCount && failures < maxFailures; k++) {
        const single = await this.request(query, all.length, 1, singleLimit);
        if (!single) failures++;
        all.push(single?.[0] ?? noAnswer);
      }
    }
    return all;
  }

  quit(): void {
    this.peer?.quit();
  }

  /** Null if the process ended or was killed. The next query goes to a new one. */
  private async request(query: string, first: number, count: number, limit: number): Promise<PeerAnswer[] | null> {
    this.peer ??= await this.start();
    try {
      return await this.peer.answers(query, first, count, limit);
    } catch (error) {
      if (!(error instanceof PeerFailure)) throw error;
      this.peer = null;
      return null;
    }
  }
}

/** A peer that answers queries, with its program. */
export interface BuiltPeer extends Peer {
  readonly query: QueryCapability;
  readonly program: string;
  /** Arguments of the program before the files. */
  readonly args: readonly string[];
  /** The version of a library from a source tree. */
  readonly version?: string;
  readonly remove: () => void;
}

/** Builds the program of a peer, or returns the reason why there is none. */
function build(peer: Peer & { readonly query: QueryCapability }): BuiltPeer | string {
  if (!peer.source) {
    const serve = fileURLToPath(new URL('./serve.js', import.meta.url));
    return { ...peer, program: process.execPath, args: [serve, peer.name], remove: () => {} };
  }
  const program = NativeProgram.build(peer.source);
  if (typeof program === 'string') return program;
  const { path, version } = program;
  return { ...peer, program: path, args: [], ...(version && { version }), remove: () => program.remove() };
}

/** All peers that answer queries and can be built here, and the reasons why others cannot. */
export function buildPeers(isMeasured: (peer: BuiltPeer | Peer) => boolean = () => true): {
  built: BuiltPeer[];
  skipped: string[];
} {
  const built: BuiltPeer[] = [];
  const skipped: string[] = [];
  for (const peer of peersWith('query').filter(isMeasured)) {
    if (peer.source && !isNativeAllowed()) continue;
    const result = build(peer);
    if (typeof result === 'string') skipped.push(`${peer.name}: ${result}`);
    else built.push(result);
  }
  if (!isNativeAllowed()) skipped.push(`libraries in C++: ${withoutNative}`);
  return { built, skipped };
}

export interface SetFiles {
  readonly problems: string;
  /** For our kernel in C++; see kernel-inputs.ts. */
  readonly inputs: string;
}

/** Writes the problem file of a set; the file of inputs is only named. */
export function writeSet(set: ProblemSet, folder: string): SetFiles {
  const name = set.name.replaceAll(/\W+/g, '-');
  const files = { problems: join(folder, `${name}.txt`), inputs: join(folder, `${name}.inputs.txt`) };
  writeProblems(set, files.problems);
  return files;
}

export function startPeer(
  { program, args, takesKernelInputs }: BuiltPeer,
  { problems, inputs }: SetFiles,
): Promise<PeerProcess | string> {
  return PeerProcess.start(program, [...args, problems, ...(takesKernelInputs ? [inputs] : [])]);
}

/** If a pass over all problems takes longer than this, in nanoseconds, only the first problems are timed, at least ten. */
const longestPass = 1e8;

/** A query of a library, timed over as many of the problems as it answers in that time. */
export async function timedPeer(peer: PeerProcess, query: string, problems: number): Promise<Timed> {
  const [probe] = await peer.run(query, Math.min(10, problems), 1);
  const count = Math.min(problems, Math.max(10, Math.floor(longestPass / probe)));
  return { operations: count, run: (repeats) => peer.run(query, count, repeats) };
}
