// C++ programs that the benchmarks compare with: small sources in bench/native, compiled when they are asked for.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface NativeSource {
  /** The source is `bench/native/<name>.cpp`. */
  readonly name: string;
  /** Debian's package and a header of it: where that is absent, there is no program. */
  readonly library?: { readonly package: string; readonly header: string };
  /** For the compiler, behind `-O3 -march=native` and the source. */
  readonly flags: readonly string[];
  /** Writes generated sources into the folder of the program, which the compiler searches too. */
  readonly generate?: (folder: string) => void;
}

/** Set by `--native`, and inherited by the processes that repeat a benchmark. */
const variable = 'PROXIMAL_BENCH_NATIVE';

export function allowNative(): void {
  process.env[variable] = '1';
}

export function isNativeAllowed(): boolean {
  return process.env[variable] === '1';
}

/** Why there is no native program where nobody asked for one. */
export const withoutNative = 'native programs are built on demand: add --native';

/** A compiled program in a temporary folder of its own. */
export class NativeProgram {
  private constructor(
    readonly folder: string,
    readonly path: string,
  ) {}

  /** Compiles the source, if `--native` was given, or says why there is no program. */
  static build({ name, library, flags, generate }: NativeSource): NativeProgram | string {
    if (!isNativeAllowed()) return withoutNative;
    if (spawnSync('g++', ['--version']).error) return 'no C++ compiler: apt-get install g++';
    if (library && !existsSync(library.header)) return `no ${library.package}: apt-get install ${library.package}`;
    const folder = mkdtempSync(join(tmpdir(), 'proximal-bench-'));
    const program = new NativeProgram(folder, join(folder, name));
    try {
      generate?.(folder);
    } catch (error) {
      program.remove();
      throw error;
    }
    const sources = fileURLToPath(new URL('../native', import.meta.url));
    const search = [`-I${sources}`, `-I${folder}`];
    const source = join(sources, `${name}.cpp`);
    // Flags come later, so that they may name another machine.
    const args = ['-std=c++17', '-O3', '-march=native', ...search, source, ...flags, '-o', program.path];
    const compiler = spawnSync('g++', args, { encoding: 'utf8' });
    if (compiler.status === 0) return program;
    program.remove();
    return `g++ failed: ${compiler.error?.message ?? compiler.stderr.slice(0, 400)}`;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
