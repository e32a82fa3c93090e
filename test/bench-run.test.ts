// `npm run bench` as a whole: time limits of parts, and the handling of parts that fail, hang or are interrupted.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allowanceOf, type Ended, outcomeText, type Part, runParts, runProcess } from '../bench/src/harness/parts.ts';
import { Pace } from '../bench/src/harness/processes.ts';
import { block, measure, roundsOf } from '../bench/src/harness/timer.ts';
import { removeFolder, root, temporaryFolder } from './support/folders.ts';

const parts: readonly Part[] = [
  { name: 'first', seconds: 10 },
  { name: 'second', seconds: 30 },
  { name: 'third', seconds: 60 },
];
const done: Ended = { ending: 'done', detail: '' };

/** Parts that take a given time, or until their limit, on a simulated clock. */
async function simulate(takes: Readonly<Record<string, number>>, seconds: number, stopAfter = '') {
  let clock = 5000;
  let stopped: string | null = null;
  return runParts(parts, {
    seconds,
    now: () => clock,
    stopped: () => stopped,
    start: async ({ name }, { limit }) => {
      const takesLong = takes[name] > limit;
      clock += 1000 * Math.min(takes[name], limit);
      if (name === stopAfter) stopped = 'interrupted';
      return takesLong ? { ending: 'cut off', detail: 'its time was over' } : done;
    },
  });
}

describe('the time of a run', () => {
  it('is shared in proportion to the plan; a part may take longer if later parts keep their planned time', () => {
    expect(allowanceOf(parts, 0, 200)).toEqual({ share: 20, limit: 110 });
    expect(allowanceOf(parts, 2, 75)).toEqual({ share: 75, limit: 75 });
  });

  it('is also shared in proportion if it is too short, but running parts may finish', () => {
    expect(allowanceOf(parts, 0, 50)).toEqual({ share: 5, limit: 15 });
    expect(allowanceOf(parts, 1, 45, 2)).toEqual({ share: 15, limit: 45 });
  });

  it('allows fewer complete parts on a slower machine', async () => {
    const outcomes = await simulate({ first: 25, second: 75, third: 150 }, 120);
    expect(outcomes.map(({ ending }) => ending)).toEqual(['done', 'done', 'cut off']);
    expect(outcomes.reduce((sum, { took }) => sum + took, 0)).toBeLessThanOrEqual(120 + 1e-9);
  });

  it('of later parts is not used up by a part that hangs', async () => {
    const outcomes = await simulate({ first: 9, second: 1e9, third: 60 }, 120);
    expect(outcomes.map(({ ending }) => ending)).toEqual(['done', 'cut off', 'done']);
    expect(outcomes[1].took).toBeCloseTo(120 - 9 - 60);
    expect(outcomes.reduce((sum, { took }) => sum + took, 0)).toBeLessThanOrEqual(120 + 1e-9);
    expect(outcomeText(outcomes[1])).toBe('second: CUT OFF after 51 s, its time was over');
  });

  it('leaves out parts that would start after its end', async () => {
    const outcomes = await runParts(parts, { seconds: 0, stopped: () => null, start: async () => done });
    expect(outcomes.map(outcomeText)).toEqual(parts.map(({ name }) => `${name}: LEFT OUT, the time was over`));
  });

  it('ends at once on request', async () => {
    const outcomes = await simulate({ first: 1, second: 1, third: 1 }, 120, 'first');
    expect(outcomes.map(({ ending }) => ending)).toEqual(['done', 'left out', 'left out']);
    expect(outcomeText(outcomes[2])).toBe('third: LEFT OUT, interrupted');
  });

  it('continues after a part that fails', async () => {
    const outcomes = await runParts(parts, {
      seconds: 100,
      stopped: () => null,
      start: async ({ name }) => (name === 'second' ? { ending: 'failed', detail: '3' } : done),
    });
    expect(outcomes.map(({ ending }) => ending)).toEqual(['done', 'failed', 'done']);
  });
});

describe('the share of a part', () => {
  it('is divided among its steps, which share unused time', () => {
    let now = 0;
    const pace = new Pace(3, 100, () => now);
    expect(pace.next()).toBeCloseTo(85_000 / 3);
    now = 5000;
    expect(pace.next()).toBeCloseTo(5000 + 40_000);
    now = 90_000;
    expect(pace.next()).toBe(90_000);
  });

  it('may reduce the rounds of a measurement, but not below what a median needs', async () => {
    const groups = [{ name: 'one', contenders: [block('a', 1, () => {})] }];
    const options = { rounds: 20, sampleTime: 0.01, seed: 1 };
    expect(roundsOf(await measure(groups, options))).toBe(20);
    expect(roundsOf(await measure(groups, { ...options, until: 0 }))).toBe(3);
  });
});

describe('the process of a part', () => {
  const folder = temporaryFolder('bench');
  afterAll(() => removeFolder(folder));
  const log = join(folder, 'log.txt');
  /** A time limit in seconds that none of these processes reaches. */
  const ample = 1e5;
  const run = (source: string, limit: number, signal?: AbortSignal) =>
    runProcess({ args: ['-e', source], log, limit, ...(signal ? { signal } : {}) });

  it('has its own log, and a temporary folder that is removed with it', async () => {
    const source = `const { mkdtempSync } = require('fs'); const { tmpdir } = require('os');
      console.log(mkdtempSync(tmpdir() + '/left-')); console.error('to be read')`;
    expect(await run(source, ample)).toEqual(done);
    const [left, error] = readFileSync(log, 'utf8').split('\n');
    expect(error).toBe('to be read');
    expect(left).toMatch(/left-/);
    expect(existsSync(left)).toBe(false);
  });

  it('reports how it failed', async () => {
    expect(await run('process.exit(3)', ample)).toEqual({ ending: 'failed', detail: '3' });
    expect(await run("process.kill(process.pid, 'SIGSEGV')", ample)).toEqual({ ending: 'failed', detail: 'SIGSEGV' });
  });

  /** Starts a child process and then loops forever: both end only by a signal. */
  const stubborn = `const { spawn } = require('child_process');
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    require('fs').writeFileSync(${JSON.stringify(join(folder, 'pid.txt'))}, String(pid)); for (;;);`;
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
    } catch {
      return false;
    }
    // An ended process is listed until its parent has waited for it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  };
  const childPid = async (): Promise<number> => {
    const file = join(folder, 'pid.txt');
    for (;;) {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (text !== '') return Number(text);
      await new Promise((wake) => setTimeout(wake, 20));
    }
  };

  it('is cut off with everything that it started', async () => {
    const stop = new AbortController();
    const running = run(stubborn, ample, stop.signal);
    const pid = await childPid();
    expect(isAlive(pid)).toBe(true);
    stop.abort();
    expect(await running).toEqual({ ending: 'cut off', detail: 'interrupted' });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('is cut off when its time is over', async () => {
    writeFileSync(log, '');
    expect(await run('for (;;);', 0.2)).toEqual({ ending: 'cut off', detail: 'its time was over' });
  });
});

describe('npm run bench, interrupted', () => {
  const folder = temporaryFolder('bench');
  afterAll(() => removeFolder(folder));

  it('ends the running part, lists what is missing, and has the exit code of an interruption', async () => {
    const main = join(root, 'bench/dist/main.js');
    const child = spawn(process.execPath, [main], { env: { ...process.env, PROXIMAL_BENCH_RESULTS: folder } });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await expect.poll(() => existsSync(join(folder, 'logs/support.txt'))).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(text).toMatch(/^support: CUT OFF after \d+ s, interrupted$/m);
    expect(text).toMatch(/^peers: LEFT OUT, interrupted$/m);
    const { mode, parts } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(mode).toBe('quick');
    expect(parts[0]).toMatchObject({ name: 'support', ending: 'cut off', detail: 'interrupted' });
    expect(parts[1]).toMatchObject({ ending: 'left out' });
  });
});
