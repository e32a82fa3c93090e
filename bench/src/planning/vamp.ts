// VAMP's own planner, compiled to WebAssembly, on the problems of the Panda: see bench/native/vamp.cpp.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { box, capsule } from 'proximal';
import { loadSrdf, loadUrdf } from 'proximal/io';
import { compose } from 'proximal/math';
import { planMotion, RobotCell } from 'proximal/planning';
import { Scene } from 'proximal/scene';
import { isNativeAllowed, withoutNative } from '../harness/native.ts';
import type { Section, Target } from '../harness/page.ts';
import { type Description, folder } from './problems.ts';

/** Planning with the same spheres, obstacles, range and resolution. Times in µs, per configuration in ns. */
export interface VampResult {
  readonly name: string;
  readonly valid: number;
  readonly solved: number;
  readonly median: number;
  readonly tail: number;
  readonly largest: number;
  /** The median over the problems of the time for one configuration on the path. */
  readonly perConfiguration: number;
}

/** Equal runs of a plan, of which the fastest counts. */
const rounds = 5;
/** Rounds in which VAMP and Proximal are measured alternately; for each of the two, the round with the middle median counts. */
const turns = 3;
/** Configurations per segment of a path, for the time of one configuration. */
const samples = 32;

/** The results of VAMP and of Proximal, or the reason why there are none. */
export async function compareWithVamp(perScenario: number): Promise<readonly VampResult[] | string> {
  if (!isNativeAllowed()) return withoutNative;
  if (!existsSync(folder)) return `${folder} does not exist`;
  const source = process.env['VAMP_SOURCE'];
  if (!source) return 'VAMP_SOURCE is not set: unpack vamp.tar.xz and give its folder';
  const work = mkdtempSync(join(tmpdir(), 'proximal-vamp-'));
  try {
    const error = compile(source, work);
    if (error) return error;
    const problems = readProblems(perScenario);
    writeFileSync(join(work, 'problems.txt'), textOf(problems));
    const cells = await cellsOf(problems);
    const results = Array.from({ length: turns }, () => [runVamp(work), measureOurs(problems, cells)]);
    return [0, 1].map((k) => middleOf(results.map((pair) => pair[k])));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Compiles the program with the settings of VAMP's own WebAssembly build. Returns the reason if that fails. */
function compile(source: string, work: string): string | null {
  const program = fileURLToPath(new URL('../../native/vamp.cpp', import.meta.url));
  const include = ['vamp/src/impl', 'nigh/src', 'pdqsort', 'SIMDxorshift/include'].map((path) => `-I${source}/${path}`);
  const flags = ['-std=c++17', '-O3', '-w', '-msimd128', '-fexceptions', '-I/usr/include/eigen3', ...include];
  const settings = ['-sALLOW_MEMORY_GROWTH=1', '-sINITIAL_MEMORY=64MB', '-sENVIRONMENT=node', '-sEXIT_RUNTIME=1'];
  // Debian's emscripten looks for packages of Debian's Node.
  const env = { ...process.env, NODE_PATH: '/usr/share/nodejs' };
  const { status, error, stderr } = spawnSync('em++', [...flags, program, '-o', join(work, 'vamp.cjs'), ...settings], {
    encoding: 'utf8',
    env,
  });
  if (error) return 'no emscripten: apt-get install emscripten libeigen3-dev';
  return status === 0 ? null : `em++ failed: ${stderr.slice(-400)}`;
}

interface PandaProblem extends Description {
  readonly scenario: string;
}

function readProblems(perScenario: number): PandaProblem[] {
  const scenarios: Record<string, Description[]> = JSON.parse(readFileSync(`${folder}panda/problems.json`, 'utf8'));
  return Object.entries(scenarios).flatMap(([scenario, list]) =>
    list.slice(0, perScenario).map((problem) => ({ scenario, ...problem })),
  );
}

/** An obstacle as VAMP represents it: a cylinder becomes the capsule around it, or the box around it in the scenario `box`. */
interface Solid {
  readonly isBox: boolean;
  readonly pose: Float64Array;
  /** Half lengths of a box; radius and length of a capsule. */
  readonly sizes: readonly number[];
}

function solidsOf({ scenario, obstacles }: PandaProblem): Solid[] {
  return obstacles.map(({ type, dimensions: [first, second, third], position, orientation, objectPose }) => {
    const outer = objectPose ? { position: objectPose.position, rotation: objectPose.orientation } : {};
    const pose = compose(outer, { position, rotation: orientation });
    if (type === 'box') return { isBox: true, pose, sizes: [first / 2, second / 2, third / 2] };
    if (scenario === 'box') return { isBox: true, pose, sizes: [second, second, first / 2] };
    return { isBox: false, pose, sizes: [second, first, 0] };
  });
}

function textOf(problems: readonly PandaProblem[]): string {
  const lines = problems.flatMap((problem) => {
    const solids = solidsOf(problem).map(({ isBox, pose, sizes }) => [isBox ? 0 : 1, ...pose, ...sizes]);
    return [problem.start, problem.goal, [solids.length], ...solids].map((numbers) => numbers.join(' '));
  });
  return `${rounds} ${problems.length}\n${lines.join('\n')}\n`;
}

async function cellsOf(problems: readonly PandaProblem[]): Promise<RobotCell[]> {
  const srdf = await loadSrdf(`${folder}panda/panda.srdf`);
  const model = await loadUrdf(`${folder}panda/panda_spherized.urdf`, {
    packages: { meshes: `${folder}panda/meshes` },
    srdf,
  });
  return problems.map((problem) => {
    const scene = new Scene();
    for (const { isBox, pose, sizes } of solidsOf(problem)) {
      const [x, y, z] = sizes;
      scene.add(isBox ? box(x, y, z) : capsule(x, y / 2), pose);
    }
    return new RobotCell({ model, scene, geometry: 'spheres' });
  });
}

function runVamp(work: string): VampResult {
  const input = readFileSync(join(work, 'problems.txt'), 'utf8');
  // Emscripten 3.1.6 would use Node's fetch, which does not read files.
  const run = spawnSync('node', ['--no-experimental-fetch', join(work, 'vamp.cjs')], { input, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`vamp: ${run.stderr.slice(-400)}`);
  const rows = run.stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const solved = rows.filter(([, isSolved]) => isSolved === 1);
  return summary(
    'VAMP, compiled by emscripten',
    rows.filter(([isValid]) => isValid === 1).length,
    solved.map(([, , nanoseconds]) => nanoseconds / 1000),
    solved.map(([, , , perConfiguration]) => perConfiguration),
  );
}

function measureOurs(problems: readonly PandaProblem[], cells: readonly RobotCell[]): VampResult {
  const [times, perConfiguration]: [number[], number[]] = [[], []];
  let valid = 0;
  for (const [k, cell] of cells.entries()) {
    const [start, goal] = [Float64Array.from(problems[k].start), Float64Array.from(problems[k].goal)];
    const planned = fastest(() => planMotion(cell, { start, goal, seed: 1, edges: 'sampled' }));
    const { path, failure, status } = planned.result;
    if (failure !== 'start' && failure !== 'goal') valid++;
    if (status !== 'solved') continue;
    times.push(1000 * planned.milliseconds);
    const points = path
      .slice(1)
      .flatMap((to, i) =>
        Array.from({ length: samples }, (_, n) => [
          ...to.map((x, j) => path[i][j] + ((n + 1) / samples) * (x - path[i][j])),
        ]),
      );
    const many = Float64Array.from(points.flat());
    perConfiguration.push((1e6 * fastest(() => cell.checkBatch(many)).milliseconds) / points.length);
  }
  return summary('Proximal', valid, times, perConfiguration);
}

function fastest<T>(work: () => T): { result: T; milliseconds: number } {
  let milliseconds = Infinity;
  let result = work();
  for (let k = 0; k < rounds; k++) {
    const before = performance.now();
    result = work();
    milliseconds = Math.min(milliseconds, performance.now() - before);
  }
  return { result, milliseconds };
}

function summary(
  name: string,
  valid: number,
  times: readonly number[],
  perConfigurationTimes: readonly number[],
): VampResult {
  return {
    name,
    valid,
    solved: times.length,
    median: quantile(times, 0.5),
    tail: quantile(times, 0.95),
    largest: quantile(times, 1),
    perConfiguration: quantile(perConfigurationTimes, 0.5),
  };
}

/** The result with the middle median. */
function middleOf(results: readonly VampResult[]): VampResult {
  return [...results].sort((a, b) => a.median - b.median)[Math.floor(results.length / 2)];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Targets of planning with spheres and sampled motions, relative to VAMP; none if VAMP was not measured. */
export function vampTargets([vamp, ours]: readonly VampResult[]): Target[] {
  if (!vamp || !ours) return [];
  const ratio = (what: string, of: (result: VampResult) => number): Target => ({
    what: `panda, spheres, sampled motions: ${what}, ours over VAMP as WebAssembly`,
    wanted: 'at most 1.0',
    found: (of(ours) / of(vamp)).toFixed(2),
    isMet: of(ours) <= of(vamp),
  });
  return [
    ratio('median planning time', ({ median }) => median),
    ratio('time for a configuration on a path', ({ perConfiguration }) => perConfiguration),
  ];
}

export function vampSection(results: readonly VampResult[]): Section {
  return {
    title: 'Spheres and sampled motions compared with VAMP',
    note: 'The Panda with the spheres and obstacles that VAMP uses (capsules around cylinders, boxes in the scenario box), RRT-Connect with range 1, 32 samples per unit of length. VAMP (single precision, four configurations at once) is compiled by emscripten with the settings of its own WebAssembly build, and both run under Node, alternately. Times are the fastest of five equal runs of each problem, in the one of three alternate rounds whose median is in the middle; configurations on a path are checked in a batch.',
    head: ['planner', 'solved of valid', 'planning, µs: median', '95 %', 'largest', 'configuration on a path, ns'],
    rows: results.map(({ name, solved, valid, median, tail, largest, perConfiguration }) => [
      name,
      `${solved} of ${valid}`,
      median.toFixed(0),
      tail.toFixed(0),
      largest.toFixed(0),
      perConfiguration.toFixed(0),
    ]),
  };
}
