// Runs a program that uses the library in a separate process, which has limited memory and is ended if it hangs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

export interface Bounded {
  /** The result of the program's promise: a value as JSON, or an error by its class and message. */
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
  /** The peak memory of the process, in MB. */
  readonly megabytes: number;
}

/** The time limit of the process, in milliseconds. It only ends a hanging process; no test measures time. */
const timeLimit = 500_000;

/**
 * The source text of a function that returns the peak memory of its process, in kB. On Linux, `maxRSS` includes the memory of the parent
 * process at the time of the fork, while `VmHWM` starts with the program itself.
 */
const peak = String.raw`() => existsSync('/proc/self/status')
  ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  : process.resourceUsage().maxRSS`;

/**
 * Bundles the library once for the tests of a file. The returned function runs a program, the body of an async function, which can use the
 * modules `io`, `sim` and `dynamics`, and the main entry as `shapes`. `heap` limits the old generation of the JavaScript heap, in MB.
 */
export function boundedLibrary(): (program: string, heap?: number) => Bounded {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proximal-bounded-'));
    const source = (path: string): string => fileURLToPath(new URL(`../src/${path}/index.ts`, import.meta.url));
    const input = {
      io: source('io'),
      sim: source('sim'),
      dynamics: source('dynamics'),
      shapes: fileURLToPath(new URL('../src/index.ts', import.meta.url)),
    };
    const build = await rolldown({ input, platform: 'node' });
    await build.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    });
    await build.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (program, heap = 400) => {
    const names = ['io', 'sim', 'dynamics', 'shapes'];
    const imports = ["import { existsSync, readFileSync } from 'node:fs';"];
    imports.push(...names.map((name) => `import * as ${name} from ${JSON.stringify(join(folder, `${name}.mjs`))};`));
    const code = `${imports.join('\n')}
      const answer = await (async () => { ${program} })().then((value) => ({ value }), ({ name, message }) => ({ error: { name, message } }));
      console.log(JSON.stringify({ ...answer, megabytes: (${peak})() / 1024 }));`;
    const child = spawnSync(process.execPath, [`--max-old-space-size=${heap}`, '--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: timeLimit,
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 26,
    });
    if (child.status !== 0) throw new Error(`ended by ${child.signal ?? child.status}: ${child.stderr.slice(-2000)}`);
    return JSON.parse(child.stdout) as Bounded;
  };
}
