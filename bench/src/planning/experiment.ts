// The planning experiment of the growth-distance paper (Fig. 7): RRT for a UR5e among five obstacles, with states that are checked at steps of
// 0.1 % of the extent of the configuration space. The paper does not give its obstacles, start and goal; these are our own.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { box, collide, cylinder, type DistanceOptions, type GrowthCollideOptions, type Shape } from 'proximal';
import { type Data, forwardKinematics, geometryPoses, type Model } from 'proximal/dynamics';
import { loadMjcf } from 'proximal/io';
import { Rng } from 'proximal/math';
import type { Section } from '../harness/page.ts';

const file = fileURLToPath(new URL('../../../../shared/data/robots/ur5e_mjcf/ur5e.xml', import.meta.url));

/** The step between two checked states and the longest motion of the tree, as fractions of the extent; the share of samples that are the goal. */
const step = 1e-3;
const range = 0.05;
const goalBias = 0.05;
const maxSamples = 5000;

interface Method {
  readonly name: string;
  readonly options: DistanceOptions | GrowthCollideOptions;
}

const methods: readonly Method[] = [
  { name: 'growth distance (ray method with early exit)', options: { algorithm: 'growth' } },
  { name: 'GJK', options: { algorithm: 'gjk' } },
  { name: 'collide (default)', options: {} },
];

export interface ExperimentRow {
  readonly name: string;
  readonly isSolved: boolean;
  /** Seconds of processor time for the whole search, calls of the Boolean query, checked states and nodes. */
  readonly seconds: number;
  readonly calls: number;
  readonly states: number;
  readonly nodes: number;
}

/** One row for each Boolean query, on the same states; empty without the model. */
export async function runExperiment(seed: number): Promise<ExperimentRow[]> {
  if (!existsSync(file)) {
    console.log(`The experiment with the UR5e is skipped: ${file} does not exist.`);
    return [];
  }
  const model = await loadMjcf(file);
  // In the first round, code is compiled.
  for (const method of methods) solve(model, method, seed);
  return methods.map((method) => solve(model, method, seed));
}

/** Five obstacles around the robot. Start and goal differ by a rotation of the base by 3.1 rad. */
const obstacles: readonly { readonly shape: Shape; readonly pose: Float64Array }[] = [
  { shape: box(0.06, 0.06, 0.35), pose: Float64Array.of(0.45, 0.2, 0.35, 0, 0, 0, 1) },
  { shape: box(0.06, 0.06, 0.3), pose: Float64Array.of(-0.45, 0.2, 0.3, 0, 0, 0, 1) },
  { shape: cylinder(0.07, 0.3), pose: Float64Array.of(0.5, -0.2, 0.3, 0, 0, 0, 1) },
  { shape: cylinder(0.07, 0.35), pose: Float64Array.of(-0.5, -0.2, 0.35, 0, 0, 0, 1) },
  { shape: box(0.2, 0.06, 0.06), pose: Float64Array.of(0, 0.5, 0.9, 0, 0, 0, 1) },
];
const start = [-1.2, -1.2, 1.4, -1.8, -1.57, 0];
const goal = [1.9, -1.2, 1.4, -1.8, -1.57, 0];

/** Checks of states by one Boolean query: every moving link against every obstacle, until one touches. */
class Checks {
  calls = 0;
  states = 0;
  private readonly data: Data;
  private readonly poses: Float64Array;
  private readonly views: readonly Float64Array[];

  constructor(
    private readonly model: Model,
    private readonly options: Method['options'],
  ) {
    this.data = model.createData();
    this.poses = new Float64Array(7 * model.geometries.length);
    this.views = model.geometries.map((_, k) => this.poses.subarray(7 * k, 7 * k + 7));
  }

  isFree(q: Float64Array): boolean {
    this.states++;
    forwardKinematics(this.model, this.data, q);
    geometryPoses(this.model, this.data, this.poses);
    for (const [k, { joint, shape }] of this.model.geometries.entries()) {
      if (joint < 0) continue;
      for (const obstacle of obstacles) {
        this.calls++;
        if (collide(shape as Shape, this.views[k], obstacle.shape, obstacle.pose, this.options as DistanceOptions))
          return false;
      }
    }
    return true;
  }
}

function solve(model: Model, { name, options }: Method, seed: number): ExperimentRow {
  const checks = new Checks(model, options);
  const before = process.cpuUsage();
  const { nodes, isSolved } = grow(model, checks, new Rng(seed));
  const { user, system } = process.cpuUsage(before);
  return { name, isSolved, seconds: (user + system) / 1e6, calls: checks.calls, states: checks.states, nodes };
}

/** A single tree from the start (LaValle 1998). */
function grow({ limits }: Model, checks: Checks, rng: Rng): { nodes: number; isSolved: boolean } {
  const { lower, upper } = limits;
  const extent = Math.sqrt(lower.reduce((sum, low, k) => sum + (upper[k] - low) ** 2, 0));
  const tree = [Float64Array.from(start)];
  const end = Float64Array.from(goal);
  for (let k = 0; k < maxSamples; k++) {
    const sample = rng.uniform() < goalBias ? end : lower.map((low, i) => rng.uniform(low, upper[i]));
    const near = tree.reduce((best, q) => (distanceOf(q, sample) < distanceOf(best, sample) ? q : best));
    const distance = distanceOf(near, sample);
    const share = Math.min(1, (range * extent) / distance);
    const next = near.map((x, i) => x + share * (sample[i] - x));
    if (distance === 0 || !isMotionFree(checks, near, next, step * extent)) continue;
    tree.push(next);
    if (sample === end && share === 1) return { nodes: tree.length, isSolved: true };
  }
  return { nodes: tree.length, isSolved: false };
}

function distanceOf(p: Float64Array, q: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < p.length; k++) sum += (p[k] - q[k]) ** 2;
  return Math.sqrt(sum);
}

/** Checks the end first, then the other states in order. */
function isMotionFree(checks: Checks, from: Float64Array, to: Float64Array, width: number): boolean {
  const count = Math.max(1, Math.ceil(distanceOf(from, to) / width));
  if (!checks.isFree(to)) return false;
  for (let k = 1; k < count; k++) if (!checks.isFree(from.map((x, i) => x + (k / count) * (to[i] - x)))) return false;
  return true;
}

export function experimentSection(rows: readonly ExperimentRow[]): Section {
  return {
    title: 'The experiment of the growth-distance paper: RRT for a UR5e',
    note: 'RRT with one tree, five obstacles, states checked at steps of 0.1 % of the extent; links are the capsules and cylinders of the MJCF model, checked against the obstacles pair by pair with cold start, until one touches. The paper (its own scene, C++, OMPL): 0.107 s, 6.03·10⁵ calls, 5.64·10⁶ per second. Its obstacles, start and goal are not published, so only rates are comparable, not times and calls. The rates here include kinematics and the tree.',
    head: ['Boolean query', 'solved', 'processor time, s', 'calls', 'calls per second', 'states', 'nodes'],
    rows: rows.map(({ name, isSolved, seconds, calls, states, nodes }) => [
      name,
      isSolved ? 'yes' : 'no',
      seconds.toFixed(3),
      calls.toLocaleString('en'),
      Math.round(calls / seconds).toLocaleString('en'),
      states.toLocaleString('en'),
      nodes.toLocaleString('en'),
    ]),
  };
}
