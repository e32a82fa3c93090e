// X.Org's virtual display, if installed, for browsers that have WebGL only with a display.
import { spawn } from 'node:child_process';
import { findProgram } from './browsers.ts';

export interface Display {
  readonly name: string;
  stop(): void;
}

/** The present display, or a new virtual display; null if neither is available. */
export async function openDisplay(): Promise<Display | null> {
  const current = process.env['DISPLAY'];
  if (current) return { name: current, stop() {} };
  const program = findProgram('Xvfb');
  if (!program) return null;
  // Xvfb chooses a free display number and writes it to the last of these file descriptors.
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
