// A planner that keeps improving: the path of RRT-Connect with shortcuts, then a lazily checked roadmap of informed samples (Gammell, Srinivasa and
// Barfoot 2014): a configuration can be on a shorter path only if its distances from the start and from a goal add up to less than the length of the
// best path.
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

/** Samples between two searches of the roadmap, and shortcut attempts after each search. */
const batch = 64;
const shortcuts = 20;
/** Draws until a sample is within the limits and can be on a shorter path. */
const mostDraws = 20;
/** A path must be shorter than the best one by this share. */
const leastGain = 1e-6;

export class AnytimeSearch implements PathSearch {
  path: Float64Array[] | null = null;
  private readonly first: RrtSearch;
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
    this.first = new RrtSearch(space, tests, { ...settings, planner: 'rrt-connect' }, seed);
    this.rng = new Rng(seed);
    this.graph = new RoadmapGraph(space, tests.checker, this.rng);
    this.startNode = this.graph.add(settings.start);
    this.goalNodes = settings.goals.map((goal) => this.graph.add(goal));
    this.sample = new Float64Array(space.model.nq);
    this.offset = new Float64Array(space.model.nv);
  }

  get nodes(): number {
    return this.first.nodes + this.graph.nodes.length;
  }

  /** Whether no path can be shorter: the path is as long as the distance of the nearest goal. */
  get isDone(): boolean {
    return this.path !== null && this.length <= (1 + leastGain) * this.leastLength();
  }

  private leastLength(): number {
    const { start, goals } = this.settings;
    return goals.reduce((least, goal) => Math.min(least, this.space.distance(start, goal)), Infinity);
  }

  tryDirectly(): void {
    this.first.tryDirectly();
    this.acceptFirstPath();
  }

  step(): void {
    if (!this.path) {
      this.first.step();
      this.acceptFirstPath();
      return;
    }
    if (this.draw()) this.graph.addIfFree(this.sample, this.settings.onNode);
    if (++this.samples % batch === 0) this.improve();
  }

  end(): void {
    if (this.path && this.samples % batch !== 0) this.improve();
  }

  private acceptFirstPath(): void {
    if (this.first.path) this.accept(this.first.path, true);
  }

  /** Shortens a path and keeps it if it is the best one. */
  private accept(path: Float64Array[], skipsVertices: boolean): void {
    const shortener = new Shortener(this.space, this.tests, this.rng, path);
    if (skipsVertices) shortener.skipVertices();
    shortener.shorten(shortcuts);
    const length = lengthOf(this.space, shortener.path);
    if (!(length < (1 - leastGain) * this.length)) return;
    this.path = shortener.path;
    this.length = length;
    this.addToGraph(shortener.path);
  }

  /** Makes the vertices of a path nodes, with free motions between them. */
  private addToGraph(path: readonly Float64Array[]): void {
    const { graph, space, settings, goalNodes } = this;
    let previous = this.startNode;
    for (const [k, q] of path.entries()) {
      if (k === 0) continue;
      const goal = k === path.length - 1 ? settings.goals.findIndex((each) => space.distance(each, q) < 1e-9) : -1;
      const node = goal >= 0 ? goalNodes[goal] : graph.add(q);
      graph.addFree(previous, node);
      previous = node;
    }
  }

  private improve(): void {
    const { graph, tests, startNode, goalNodes, length } = this;
    const found = graph.shortest(tests, startNode, goalNodes, (1 - leastGain) * length);
    if (found) this.accept(pathOf(graph, found), true);
    // Without a shorter path in the graph, try further shortcuts of the best one.
    else if (this.path) this.accept(this.path, false);
  }

  /** Draws a sample that can be on a shorter path. Returns false if none was found. */
  private draw(): boolean {
    const { space, sample, settings, rng } = this;
    for (let k = 0; k < mostDraws; k++) {
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
    const [long, short] = [length / 2, Math.sqrt(Math.max(0, length * length - between * between)) / 2];
    for (let k = 0; k < n; k++) {
      const across = point[k] - along * axis[k];
      sample[k] = (start[k] + goal[k]) / 2 + radius * (long * along * axis[k] + short * across);
    }
  }
}
