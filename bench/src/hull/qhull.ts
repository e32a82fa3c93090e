// Debian's qhull as a peer: a small C++ program, compiled when it is asked for.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface QhullSample {
  readonly nanoseconds: number;
  readonly vertices: number;
  readonly facets: number;
}

export class Qhull {
  private constructor(private readonly folder: string) {}

  /** Compiles the program, or says why there is none. */
  static build(): Qhull | string {
    if (!existsSync('/usr/include/libqhull_r/libqhull_r.h')) return 'no libqhull: apt-get install libqhull-dev';
    const folder = mkdtempSync(join(tmpdir(), 'proximal-bench-'));
    const source = fileURLToPath(new URL('../../native/qhull.cpp', import.meta.url));
    const args = ['-O3', '-march=native', source, '-lqhull_r', '-o', join(folder, 'qhull')];
    const compiler = spawnSync('g++', args, { encoding: 'utf8' });
    if (compiler.status === 0) return new Qhull(folder);
    rmSync(folder, { recursive: true });
    return `g++ failed: ${compiler.error?.message ?? compiler.stderr.slice(0, 200)}`;
  }

  /** Writes points where the program finds them. */
  store(name: string, points: Float64Array): string {
    const file = join(this.folder, name.replaceAll(/\W/g, '-'));
    writeFileSync(file, points);
    return file;
  }

  run(file: string, repeats: number): QhullSample {
    const child = spawnSync(join(this.folder, 'qhull'), [file, String(repeats)], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(`qhull ended with code ${child.status}: ${child.stderr}`);
    const [nanoseconds, vertices, facets] = child.stdout.trim().split(' ').map(Number);
    return { nanoseconds, vertices, facets };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
