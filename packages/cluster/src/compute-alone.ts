// One task in a process of its own, which it may end without an effect on other tasks.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Computed, ComputeTask } from './compute.ts';

/** @throws Error if the computation ends the process */
export function computeAlone({ work, ...task }: ComputeTask): Promise<Computed> {
  const program = fileURLToPath(new URL('./compute-process.js', import.meta.url));
  const child = fork(program, { serialization: 'advanced', execArgv: [] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      reject(new Error(`the computation ended its process (${signal ?? `exit code ${code}`})`)),
    );
    child.on('message', (found: Computed | { readonly problem: string }) => {
      if ('problem' in found) reject(new Error(found.problem));
      else resolve(found);
    });
    // Processes cannot share memory.
    const files = new Map([...work.files].map(([name, bytes]) => [name, bytes.slice()]));
    child.send({ ...task, work: { ...work, files } });
  });
}
