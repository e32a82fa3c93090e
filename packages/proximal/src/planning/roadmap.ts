import { checkInteger, checkOptions, wrongType } from '../check/argument.ts';
import { Rng } from '../math/rng.ts';
import { RobotCell } from './cell.ts';
import { Planning } from './plan.ts';
import { type Plan, type PlanOptions, readPlanOptions } from './plan-options.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { RoadmapSearch } from './roadmap-search.ts';
import { Space } from './space.ts';

/**
 * Options of a `Roadmap`.
 * @example
 * ```ts
 * const options: RoadmapOptions = { samples: 500, seed: 1 };
 * ```
 */
export interface RoadmapOptions {
  /** The number of random configurations sampled by the constructor. More are added when a query finds no path. Default 200. */
  readonly samples?: number;
  /** A whole number from 0 to 2³² − 1. The same queries in the same order give the same plans to the bit, unless a time limit ends one. Default 0. */
  readonly seed?: number;
}

/**
 * Options of `roadmap.plan`: a part of the options of `planMotion`.
 * @example
 * ```ts
 * const options: RoadmapQuery = { timeLimit: 2 };
 * ```
 */
export type RoadmapQuery = Pick<PlanOptions, 'timeLimit' | 'maxIterations' | 'signal' | 'onProgress'>;

/**
 * A roadmap of a cell for many queries. Configurations are checked when they are sampled, motions when a path needs them, once for all
 * queries. After a change of the cell, the configurations are checked again, and motions when a path needs them.
 * @example
 * ```ts
 * const roadmap = new Roadmap(cell, { samples: 500 });
 * const plans = goals.map((goal) => roadmap.plan(start, goal));
 * ```
 */
export class Roadmap {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Roadmap';

  private readonly graph: RoadmapGraph;

  constructor(
    readonly cell: RobotCell,
    options: RoadmapOptions = {},
  ) {
    const where = 'Roadmap';
    if (!(cell instanceof RobotCell)) throw wrongType(where, 'cell', cell, 'give a RobotCell');
    checkOptions(where, 'options', options, ['samples', 'seed']);
    const { samples = 200, seed = 0 } = options;
    checkInteger(where, 'options.samples', samples, 0, 1e6);
    checkInteger(where, 'options.seed', seed, 0, 0xffffffff);
    cell.checker.forget();
    this.graph = new RoadmapGraph(new Space(cell.model), cell.checker, new Rng(seed));
    for (let k = 0; k < samples; k++) this.graph.sample();
  }

  /** The number of configurations. All were free when they were sampled; a change of the cell can put some in contact. */
  get nodes(): number {
    return this.graph.nodes.length;
  }

  /** Plans a motion, like `planMotion`. The roadmap grows until there is a path, or a limit ends the search. */
  plan(start: Float64Array, goal: PlanOptions['goal'], query: RoadmapQuery = {}): Plan {
    const where = 'Roadmap.plan';
    checkOptions(where, 'query', query, ['timeLimit', 'maxIterations', 'signal', 'onProgress']);
    const settings = readPlanOptions(where, this.cell.model, { ...query, start, goal });
    this.graph.useChecker(this.cell.checker);
    return new Planning(
      this.cell,
      settings,
      (_space, tests, settingsWithGoals) => new RoadmapSearch(this.graph, tests, settingsWithGoals),
    ).run();
  }
}
