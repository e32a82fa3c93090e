// Child processes of a release, without the environment of the npm that started it.
import { spawnSync } from 'node:child_process';

const inherited = /^(npm_(?!config_(.*registry|cache|userconfig))|node_options$|init_cwd$)/i;

/** Runs a program and returns its output. Throws with all of its output if it fails. */
export function run(program: string, words: readonly string[], folder: string, extra: NodeJS.ProcessEnv = {}): string {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
  const shell = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...own, ...extra },
    maxBuffer: 1e8,
    shell,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${words.join(' ')} ended with ${error?.message ?? status}:\n${stdout}\n${stderr}`.trim());
}

/** Runs npm, quietly and without questions. */
export function npm(folder: string, words: readonly string[]): string {
  return run('npm', [...words, '--loglevel', 'error', '--no-audit', '--no-fund'], folder);
}
