// Child processes without the environment of vitest and npm, as on a user's machine.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

const inherited = /^(npm_|node_env$|node_options$|vitest|init_cwd$|force_color$|color$)/i;

export interface Output {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment without the variables of npm and vitest, Node's options and forced colors, and with `extra`. */
export function plainEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !inherited.test(name));
  return { ...Object.fromEntries(own), ...extra };
}

/** Runs Node on `args` in `folder`; does not throw if it fails. */
export function tryNode(folder: string, args: readonly string[], extra?: NodeJS.ProcessEnv): Output {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: plainEnvironment(extra) });
}

/** Runs Node on `args` in `folder` and returns its output. Throws with all output if it fails. */
export function node(folder: string, ...args: readonly string[]): string {
  return succeed(args, tryNode(folder, args));
}

/** Runs npm in `folder` and returns its output. Throws with all output if it fails. */
export function npm(folder: string, ...args: readonly string[]): string {
  const program = process.env['npm_execpath'] ?? '';
  if (basename(program) === 'npm-cli.js') return node(folder, program, ...args);
  const shell = process.platform === 'win32';
  return succeed(args, spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env: plainEnvironment(), shell }));
}

function succeed(args: readonly string[], output: Output): string {
  if (output.status === 0) return output.stdout;
  throw new Error(`${args.join(' ')} ended with ${output.status}:\n${output.stdout}\n${output.stderr}`);
}
