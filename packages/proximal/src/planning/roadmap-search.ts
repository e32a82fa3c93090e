// A query of a roadmap. The start and the goals are nodes only during a search. Samples are added until there is a path.
import type { MotionTests } from './motion-tests.ts';
import { type PathSearch, straightPath } from './path-search.ts';
import type { PlanSettings } from './plan-options.ts';
import type { RoadmapGraph } from './roadmap-graph.ts';

/** `step` searches first after `firstSamples` samples, and again each time their number has grown by the factor `searchGrowth`. */
const firstSamples = 32;
const searchGrowth = 1.3;

export class RoadmapSearch implements PathSearch {
  path: Float64Array[] | null = null;
  private samples = 0;
  private nextSearch = firstSamples;

  constructor(
    private readonly graph: RoadmapGraph,
    private readonly tests: MotionTests,
    private readonly settings: PlanSettings,
  ) {}

  get isDone(): boolean {
    return this.path !== null;
  }

  get nodes(): number {
    return this.graph.nodes.length;
  }

  /** Tries straight motions, then the roadmap without further samples. */
  tryDirectly(): void {
    const { start, goals } = this.settings;
    this.path = straightPath(this.graph.space, this.tests, start, goals);
    if (!this.path) this.searchGraph();
  }

  step(): void {
    this.graph.sample(this.settings.onNode);
    if (++this.samples < this.nextSearch) return;
    this.nextSearch = Math.ceil(searchGrowth * this.samples);
    this.searchGraph();
  }

  end(): void {
    if (!this.path) this.searchGraph();
  }

  private searchGraph(): void {
    const { graph, tests, settings } = this;
    const count = graph.nodes.length;
    const from = graph.add(settings.start);
    const goals = settings.goals.map((goal) => graph.add(goal));
    const found = graph.shortest(tests, from, goals, Infinity);
    if (found) this.path = pathOf(graph, found);
    graph.truncate(count);
  }
}

/** The configurations of nodes, unwound: continuous joints take the shorter way from one to the next. */
export function pathOf(graph: RoadmapGraph, nodes: readonly number[]): Float64Array[] {
  const path: Float64Array[] = [graph.nodes[nodes[0]].slice()];
  for (const node of nodes.slice(1)) path.push(graph.space.unwind(graph.nodes[node], path[path.length - 1]));
  return path;
}
