// Rapidly exploring random trees: RRT (LaValle 1998), RRT-Connect (Kuffner and LaValle 2000) with dynamic domains (Yershova, Jaillet,
// Siméon and LaValle 2005; Jaillet et al. 2005) and balanced trees.
//
// A node of RRT-Connect whose extension failed is only extended toward samples within its radius (not so toward the other tree), because an
// extension toward a farther sample would probably fail again. The radius grows with every success and shrinks with every failure, down to a least
// radius.
import { Rng } from '../math/rng.ts';
import type { MotionTests } from './motion-tests.ts';
import type { PathSearch } from './path-search.ts';
import type { PlanSettings } from './plan-options.ts';
import { SearchTree } from './search-tree.ts';
import type { Space } from './space.ts';

/**
 * The first radius of a dynamic domain, as a multiple of the range. With sampled motions, a failed extension costs less than a rejected sample, so
 * the domains are larger.
 */
const firstRadius = 3;
const firstRadiusSampled = 5;
/** The least radius of a dynamic domain, as a multiple of the range. */
const minRadius = 1;
/** The relative change of a radius by a success or a failure. */
const radiusChange = 1e-4;
/** The fraction of the samples of a single tree that are a goal. */
const goalBias = 0.05;

export class RrtSearch implements PathSearch {
  iterations = 0;
  path: Float64Array[] | null = null;
  private readonly rng: Rng;
  private readonly fromStart: SearchTree;
  private readonly fromGoal: SearchTree;
  private readonly sample: Float64Array;
  private readonly near: Float64Array;
  private readonly next: Float64Array;
  private readonly velocity: Float64Array;

  constructor(
    private readonly space: Space,
    private readonly tests: MotionTests,
    private readonly settings: PlanSettings,
    seed: number,
  ) {
    const { nq } = space.model;
    this.rng = new Rng(seed);
    this.fromStart = new SearchTree(space);
    this.fromGoal = new SearchTree(space);
    this.fromStart.add(settings.start, -1);
    for (const goal of settings.goals) this.fromGoal.add(goal, -1);
    this.sample = new Float64Array(nq);
    this.near = new Float64Array(nq);
    this.next = new Float64Array(nq);
    this.velocity = tests.checker.search.velocity;
  }

  get isDone(): boolean {
    return this.path !== null;
  }

  get nodes(): number {
    return this.fromStart.count + this.fromGoal.count;
  }

  /** Tries the straight motions from the start to the goals. */
  tryDirectly(): void {
    for (let goal = 0; goal < this.settings.goals.length && !this.path; goal++) {
      this.fromGoal.read(goal, this.sample);
      this.fromStart.read(0, this.near);
      this.space.toward(this.near, this.sample, this.velocity);
      if (this.tests.isFree(this.near, this.sample)) this.join(0, goal);
    }
  }

  end(): void {}

  /** Takes one sample. */
  step(): void {
    this.iterations++;
    if (this.settings.planner === 'rrt') this.grow();
    else this.connect();
  }

  /** Extends the smaller tree toward a sample, and the other toward the new node. */
  private connect(): void {
    const { fromStart, fromGoal, space } = this;
    const isForward = fromStart.count <= fromGoal.count;
    const [tree, other] = isForward ? [fromStart, fromGoal] : [fromGoal, fromStart];
    space.sample(this.rng, this.sample);
    const added = this.extend(tree, tree.nearest(this.sample), true);
    if (added < 0) return;
    tree.read(added, this.sample);
    let last = other.nearest(this.sample);
    for (;;) {
      const isClose = space.distance(other.read(last, this.near), this.sample) <= this.settings.range;
      const extended = this.extend(other, last, false);
      if (extended < 0) return;
      last = extended;
      if (isClose) break;
    }
    if (isForward) this.join(added, last);
    else this.join(last, added);
  }

  /** Extends the tree from the start toward a sample or a random goal, and tries to reach this goal from the new node if it is within the range. */
  private grow(): void {
    const { fromStart, fromGoal, space, rng, settings } = this;
    const goal = rng.index(fromGoal.count);
    if (rng.uniform() < goalBias) fromGoal.read(goal, this.sample);
    else space.sample(rng, this.sample);
    const added = this.extend(fromStart, fromStart.nearest(this.sample), false);
    if (added < 0) return;
    fromStart.read(added, this.near);
    fromGoal.read(goal, this.sample);
    if (space.toward(this.near, this.sample, this.velocity) > settings.range) return;
    if (this.tests.isFree(this.near, this.sample)) this.join(added, goal);
  }

  /**
   * Extends a tree from a node toward the sample, by at most the range.
   * @param hasDomain whether the sample must be in the node's dynamic domain
   * @returns the new node, or −1
   */
  private extend(tree: SearchTree, node: number, hasDomain: boolean): number {
    const { space, near, next, velocity, settings } = this;
    const { range } = settings;
    tree.read(node, near);
    const distance = space.toward(near, this.sample, velocity);
    if (hasDomain && distance > tree.radius[node]) return -1;
    const step = distance > range ? range / distance : 1;
    space.move(near, velocity, step, next);
    for (let k = 0; k < velocity.length; k++) velocity[k] *= step;
    if (this.tests.isFree(near, next)) {
      tree.radius[node] *= 1 + radiusChange;
      settings.onNode?.({ tree: tree === this.fromStart ? 'start' : 'goal', q: next, parent: near });
      return tree.add(next, node);
    }
    const { radius } = tree;
    const first = settings.resolution === null ? firstRadius : firstRadiusSampled;
    radius[node] =
      radius[node] === Infinity ? first * range : Math.max(minRadius * range, radius[node] * (1 - radiusChange));
    return -1;
  }

  /** Sets the path through a node of each tree; the nodes have the same configuration, or a free motion between them. */
  private join(ofStart: number, ofGoal: number): void {
    const { space } = this;
    const path = this.fromStart.branch(ofStart).reverse();
    for (const q of this.fromGoal.branch(ofGoal)) {
      const last = path[path.length - 1];
      const unwound = space.unwind(q, last);
      // The trees may meet in the same configuration, up to rounding.
      if (path.length > 1 && space.distance(unwound, last) < 1e-9) path[path.length - 1] = unwound;
      else path.push(unwound);
    }
    this.path = path;
  }
}
