// The controller of `proximal simulate --controller`: the default export of an ES module, which is code of the user.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Controller } from 'proximal/control';
import { Failure, UsageError } from '../outcome.ts';

/** Imports the module; it runs with the rights of the user. */
export async function loadController(path: string): Promise<Controller> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`--controller ${path}: there is no such file.`);
  let found: unknown;
  try {
    const module: { readonly default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href);
    found = module.default;
  } catch (error) {
    throw new Failure(
      `--controller ${path} cannot be loaded: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
    );
  }
  if (typeof found === 'function') return found as Controller;
  const what =
    found === undefined ? 'has no default export' : `exports ${found === null ? 'null' : `a ${typeof found}`}`;
  throw new Failure(
    `--controller ${path} ${what}; give a module with: export default ({ time, q, v, simulator }) => torques`,
  );
}
