// A planner that keeps improving its path. It begins with the path of RRT-Connect and shortcuts of that path, then builds a lazily
// checked roadmap of informed samples (Gammell, Srinivasa and Barfoot 2014): a configuration can be on a shorter path only if the sum of
// its distances from the start and from a goal is less than the length of the best path.
import { exp, log } from '../math/elementary.ts';
import { Rng } from '../math/rng.ts';
import { lengthOf } from './finish.ts';
import type { MotionTests } from './motion-tests.ts';
import type { PathSearch } from './path-search.ts';
import type { PlanSettings } from './plan-options.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { pathOf } from './roadmap-search.ts';
import { RrtSearch } from './rrt.ts';
import { Shortener } from './shortener.ts';
import type { Space } from './space.ts';

/** The number of samples between two searches of the roadmap. */
const batchSize = 64;
/** The number of attempts to shorten a path that a search has found. */
const shortcutAttempts = 20;
/** The largest number of draws for a sample that is within the limits and can be on a shorter path. */
const maxDraws = 20;
/** A new path must be shorter than the best path by this fraction of the best path's length. */
const minGain = 1e-6;

export class AnytimeSearch implements PathSearch {
  path: Float64Array[] | null = null;
  /** Finds the first path. */
  private readonly rrt: RrtSearch;
  private readonly rng: Rng;
  private readonly graph: RoadmapGraph;
  private readonly startNode: number;
  private readonly goalNodes: readonly number[];
  private readonly sample: Float64Array;
  private readonly offset: Float64Array;
  private length = Infinity;
  private samples = 0;

  constructor(
    private readonly space: Space,
    private readonly tests: MotionTests,
    private readonly settings: PlanSettings,
    seed: number,
  ) {
    this.rrt = new RrtSearch(space, tests, { ...settings, planner: 'rrt-connect' }, seed);
    this.rng = new Rng(seed);
    this.graph = new RoadmapGraph(space, tests.checker, this.rng);
    this.startNode = this.graph.add(settings.start);
    this.goalNodes = settings.goals.map((goal) => this.graph.add(goal));
    this.sample = new Float64Array(space.model.nq);
    this.offset = new Float64Array(space.model.nv);
  }

  get nodes(): number {
    return this.rrt.nodes + this.graph.nodes.length;
  }

  /** Whether no path can be shorter: the path is as long as the distance of the nearest goal. */
  get isDone(): boolean {
    return this.path !== null && this.length <= (1 + minGain) * this.leastLength();
  }

  private leastLength(): number {
    const { start, goals } = this.settings;
    return goals.reduce((least, goal) => Math.min(least, this.space.distance(start, goal)), Infinity);
  }

  tryDirectly(): void {
    this.rrt.tryDirectly();
    this.acceptFirstPath();
  }

  step(): void {
    if (!this.path) {
      this.rrt.step();
      this.acceptFirstPath();
      return;
    }
    if (this.draw()) this.graph.addIfFree(this.sample, this.settings.onNode);
    if (++this.samples % batchSize === 0) this.improve();
  }

  end(): void {
    if (this.path && this.samples % batchSize !== 0) this.improve();
  }

  private acceptFirstPath(): void {
    if (this.rrt.path) this.accept(this.rrt.path, true);
  }

  /** Shortens a path and keeps it if it is the best one. */
  private accept(path: Float64Array[], skipsVertices: boolean): void {
    const shortener = new Shortener(this.space, this.tests, this.rng, path);
    if (skipsVertices) shortener.skipVertices();
    shortener.shorten(shortcutAttempts);
    const length = lengthOf(this.space, shortener.path);
    if (!(length < (1 - minGain) * this.length)) return;
    this.path = shortener.path;
    this.length = length;
    this.addToGraph(shortener.path);
  }

  /**
   * Adds the vertices of a path as nodes, with free motions between them. The start and the goals are nodes already. Edges of the graph take the shorter
   * way around, so motions that turn a continuous joint the longer way are left out.
   */
  private addToGraph(path: readonly Float64Array[]): void {
    const { graph, space, settings, goalNodes } = this;
    let previous = this.startNode;
    for (const [k, q] of path.entries()) {
      if (k === 0) continue;
      const goal = k === path.length - 1 ? settings.goals.findIndex((each) => space.distance(each, q) < 1e-9) : -1;
      const node = goal >= 0 ? goalNodes[goal] : graph.add(q);
      const from = path[k - 1];
      if (space.straightDistance(from, q) <= space.distance(from, q) + 1e-9) graph.addFree(previous, node);
      previous = node;
    }
  }

  private improve(): void {
    const { graph, tests, startNode, goalNodes, length } = this;
    const found = graph.shortest(tests, startNode, goalNodes, (1 - minGain) * length);
    if (found) this.accept(pathOf(graph, found), true);
    // Without a shorter path in the graph, try further shortcuts of the best one.
    else if (this.path) this.accept(this.path, false);
  }

  /** Draws a sample that can be on a shorter path. Returns false if none was found. */
  private draw(): boolean {
    const { space, sample, settings, rng } = this;
    for (let k = 0; k < maxDraws; k++) {
      const goal = settings.goals[rng.index(settings.goals.length)];
      if (space.isScalar && !space.hasWraps) this.drawInside(goal);
      else space.sample(rng, sample);
      if (space.outside(sample)) continue;
      if (space.distance(settings.start, sample) + space.distance(sample, goal) < this.length) return true;
    }
    return false;
  }

  /** A uniform sample of the ellipsoid of all points whose distances from the start and a goal add up to at most the best length. */
  private drawInside(goal: Float64Array): void {
    const { offset, sample, settings, rng, space, length } = this;
    const { start } = settings;
    const n = offset.length;
    const between = space.toward(start, goal, offset);
    const axis = offset.map((x) => (between > 0 ? x / between : 0));
    const point = axis.map(() => rng.normal());
    const size = Math.sqrt(point.reduce((sum, x) => sum + x * x, 0));
    const radius = exp(log(1 - rng.uniform()) / n) / size;
    const along = point.reduce((sum, x, k) => sum + x * axis[k], 0);
    const [majorAxis, minorAxis] = [length / 2, Math.sqrt(Math.max(0, length * length - between * between)) / 2];
    for (let k = 0; k < n; k++) {
      const across = point[k] - along * axis[k];
      sample[k] = (start[k] + goal[k]) / 2 + radius * (majorAxis * along * axis[k] + minorAxis * across);
    }
  }
}
