// A screen in memory, for browsers that draw 3D pictures only where there is one: X.Org's virtual display, where it is installed.
import { spawn } from 'node:child_process';
import { findProgram } from './browsers.ts';

export interface Display {
  readonly name: string;
  stop(): void;
}

/** The screen that there is, or a new one; null where there is neither, nor the program that makes one. */
export async function openDisplay(): Promise<Display | null> {
  const known = process.env['DISPLAY'];
  if (known) return { name: known, stop() {} };
  const program = findProgram('Xvfb');
  if (!program) return null;
  // It chooses a number that is free, and writes it to the last of these.
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const;
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: [...stdio],
  });
  const number = await new Promise<string | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', () => resolve(null));
    child.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
  });
  return number === null ? null : { name: `:${number}`, stop: () => void child.kill() };
}
