// Debian's qhull as a peer.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NativeProgram } from '../native.ts';

export interface QhullSample {
  readonly nanoseconds: number;
  readonly vertices: number;
  readonly facets: number;
}

export class Qhull {
  private constructor(private readonly program: NativeProgram) {}

  /** Compiles the program, or says why there is none. */
  static build(): Qhull | string {
    const program = NativeProgram.build({
      name: 'qhull',
      library: { package: 'libqhull-dev', header: '/usr/include/libqhull_r/libqhull_r.h' },
      flags: ['-lqhull_r'],
    });
    return typeof program === 'string' ? program : new Qhull(program);
  }

  /** Writes points where the program finds them. */
  store(name: string, points: Float64Array): string {
    const file = join(this.program.folder, name.replaceAll(/\W/g, '-'));
    writeFileSync(file, points);
    return file;
  }

  run(file: string, repeats: number): QhullSample {
    const child = spawnSync(this.program.path, [file, String(repeats)], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(`qhull ended with code ${child.status}: ${child.stderr}`);
    const [nanoseconds, vertices, facets] = child.stdout.trim().split(' ').map(Number);
    return { nanoseconds, vertices, facets };
  }

  remove(): void {
    this.program.remove();
  }
}
