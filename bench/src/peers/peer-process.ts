// A library at work on one problem file: the other end of native/harness.hpp, and of npm/serve.ts.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A value (a distance, or for a Boolean query 1 or 0) and two points: seven numbers, NaN where there are none. */
export type PeerAnswer = readonly number[];

/** Why a library gave no answer: it ended, or takes for ever. */
export class PeerFailure extends Error {}

export class PeerProcess {
  private constructor(
    private readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly lines: AsyncIterator<string>,
  ) {}

  /** Starts the program, or says which kind of shape it does not know. */
  static async start(program: string, args: readonly string[]): Promise<PeerProcess | string> {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    // A program that has ended does not read: nextLine says so.
    child.stdin.on('error', () => {});
    const peer = new PeerProcess(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    const greeting = await peer.nextLine();
    if (greeting === 'ready') return peer;
    child.kill();
    return greeting;
  }

  /** Nanoseconds per problem, one number for each repeat. */
  async run(query: string, count: number, repeats: number): Promise<number[]> {
    const { nanoseconds } = JSON.parse(await this.ask(`run ${query} 0 ${count} ${repeats}`)) as {
      nanoseconds: number[];
    };
    return nanoseconds;
  }

  /** @param limit milliseconds after which it is ended */
  async answers(query: string, first: number, count: number, limit?: number): Promise<PeerAnswer[]> {
    const { answers } = JSON.parse(await this.ask(`answers ${query} ${first} ${count}`, limit)) as {
      answers: (number | null)[][];
    };
    return answers.map((answer) => answer.map((x) => x ?? Number.NaN));
  }

  quit(): void {
    this.child.stdin.end('quit\n');
  }

  private async ask(line: string, limit?: number): Promise<string> {
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
    // What a program has printed when it is ended may be half a line.
    const isWhole = !done && (!value.startsWith('{') || value.endsWith('}'));
    if (!isWhole) throw new PeerFailure(`${this.child.spawnfile} ended without an answer`);
    return value;
  }
}
