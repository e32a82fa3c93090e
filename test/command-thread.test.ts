// A command runs in its own thread, which the main thread can terminate: see packages/cli/src/run-in-thread.ts.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { needs } from '../packages/proximal/test/needs.ts';

const folder = mkdtempSync(join(tmpdir(), 'proximal-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

const urlOf = (path: string): string => JSON.stringify(String(pathToFileURL(path)));

it(
  'ends a command that does not finish within the grace period after Ctrl-C',
  needs(process.platform !== 'win32', 'signals, which Windows does not have'),
  async () => {
    const draft = join(folder, 'draft');
    writeFileSync(draft, 'unfinished');
    const thread = join(folder, 'thread.mjs');
    // This thread handles Ctrl-C, announces a temporary file, and never checks whether it was asked to end.
    writeFileSync(
      thread,
      `import { parentPort, workerData } from 'node:worker_threads';
       Atomics.store(workerData.proximal.cell, 0, 1);
       parentPort.postMessage(${JSON.stringify(draft)});
       process.stdout.write('begun');
       setTimeout(() => { for (;;); }, 100);`,
    );
    const program = `const { runInThread } = await import(${urlOf('packages/cli/dist/run-in-thread.js')});
      process.exit(await runInThread(new URL(${urlOf(thread)}), [], 300));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const end = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGINT');
    expect(await end).toBe(130);
    expect(existsSync(draft)).toBe(false);
  },
);
