// A native library at work on one problem file: the other end of native/harness.hpp.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A value (a distance, or for a Boolean query 1 or 0) and two points: seven numbers, NaN where there are none. */
export type PeerAnswer = readonly number[];

export class PeerProcess {
  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly lines: AsyncIterator<string>,
  ) {}

  /** Starts the program, or says which kind of shape it does not know. */
  static async start(program: string, args: readonly string[]): Promise<PeerProcess | string> {
    const child = spawn(program, args);
    child.stderr.pipe(process.stderr);
    const peer = new PeerProcess(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    const greeting = await peer.nextLine();
    return greeting === 'ready' ? peer : greeting;
  }

  /** Nanoseconds per problem, one number for each repeat. */
  async run(query: string, count: number, repeats: number): Promise<number[]> {
    const { nanoseconds } = JSON.parse(await this.ask(`run ${query} 0 ${count} ${repeats}`)) as {
      nanoseconds: number[];
    };
    return nanoseconds;
  }

  async answers(query: string): Promise<PeerAnswer[]> {
    const { answers } = JSON.parse(await this.ask(`answers ${query}`)) as { answers: (number | null)[][] };
    return answers.map((answer) => answer.map((x) => x ?? Number.NaN));
  }

  quit(): void {
    this.child.stdin.end('quit\n');
  }

  private ask(line: string): Promise<string> {
    this.child.stdin.write(`${line}\n`);
    return this.nextLine();
  }

  private async nextLine(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`${this.child.spawnfile} ended without an answer`);
    return value;
  }
}
