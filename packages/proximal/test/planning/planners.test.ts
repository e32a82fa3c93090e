// Roadmaps and the anytime planner: proven, repeatable, shorter with more samples.
import { describe, expect, it } from 'vitest';
import { ModelBuilder, randomConfiguration } from '../../src/dynamics/index.ts';
import { box, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { certifyMotion, type Plan, planMotion, Roadmap, RobotCell, simplify } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { randomCell } from './random-cell.ts';
import { slotGoal as goal, slotCell, slotStart as start } from './slot-cell.ts';

function expectProven(plan: Plan): void {
  expect(plan).toMatchObject({ status: 'solved', failure: null, reason: '' });
  expect(certifyMotion(plan.cell, plan)).toMatchObject({ valid: true });
}

/** A ball in the plane, and a square with a half-width of 0.5 m; the shortest path around it touches a corner. */
function pointCell(): RobotCell {
  const builder = new ModelBuilder();
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
  ] as const;
  for (const [k, axis] of axes.entries()) {
    builder.link(`link${k}`, { mass: 1, inertia: [1, 1, 1] }).joint(`joint${k}`, {
      kind: 'prismatic',
      parent: k === 0 ? 'world' : 'link0',
      child: `link${k}`,
      axis: [...axis],
      lower: -2,
      upper: 2,
    });
  }
  builder.geometry('link1', { shape: sphere(1e-3) });
  const scene = new Scene();
  scene.add(box(0.5, 0.5, 0.5), {}, { name: 'block' });
  return new RobotCell({ model: builder.build(), scene });
}

describe('anytime', () => {
  it('approaches the shortest path around a block', () => {
    const cell = pointCell();
    const [from, to] = [Float64Array.of(-1.5, 0), Float64Array.of(1.5, 0)];
    // For a point, around the corners (±0.5, 0.5). The ball's radius of 1 mm makes the path slightly longer.
    const shortest = 1 + 2 * Math.hypot(1, 0.5);
    const lengths = [100, 1000, 4000].map((maxIterations) => {
      const plan = planMotion(cell, { start: from, goal: to, planner: 'anytime', maxIterations, timeLimit: 1000 });
      expectProven(plan);
      return plan.statistics.length;
    });
    expect(lengths[1]).toBeLessThanOrEqual(lengths[0]);
    expect(lengths[2]).toBeLessThanOrEqual(lengths[1]);
    expect(lengths[2]).toBeGreaterThan(shortest);
    expect(lengths[2]).toBeLessThan(1.01 * shortest);
  });

  it('is repeatable to the bit, and not longer than the simplified plan of RRT-Connect', () => {
    const cell = slotCell();
    const options = { start, goal, planner: 'anytime', maxIterations: 1500, timeLimit: 1000, seed: 2 } as const;
    const plan = planMotion(cell, options);
    expectProven(plan);
    expect(planMotion(cell, options).path).toEqual(plan.path);
    expect(plan.path[0]).toEqual(start);
    expect(plan.path.at(-1)).toEqual(goal);
    const simple = simplify(planMotion(cell, { start, goal, seed: 2 }));
    expect(plan.statistics.length).toBeLessThan(simple.statistics.length);
  });

  it('ends at once where the straight motion is free', () => {
    const plan = planMotion(slotCell(), {
      start,
      goal: Float64Array.of(0.05, 0, 0),
      planner: 'anytime',
      timeLimit: 1000,
    });
    expect(plan.statistics.iterations).toBe(0);
    expect(plan.path).toHaveLength(2);
  });

  it('reports lengths that never grow, and stops when its signal is aborted', () => {
    const controller = new AbortController();
    const lengths: number[] = [];
    const onProgress = ({ length }: { length: number }): void => {
      lengths.push(length);
      if (lengths.length === 5) controller.abort(new Error('enough'));
    };
    const { signal } = controller;
    expect(() =>
      planMotion(slotCell(), { start, goal, planner: 'anytime', timeLimit: 1000, signal, onProgress }),
    ).toThrow('enough');
    expect(lengths).toHaveLength(5);
    for (let k = 1; k < lengths.length; k++) expect(lengths[k]).toBeLessThanOrEqual(lengths[k - 1]);
  });

  it('plans for continuous joints, and for random robots', () => {
    const cell = slotCell('continuous');
    const far = Float64Array.of(1.5 + 2 * Math.PI, 0.9, 0.5 - 2 * Math.PI);
    expectProven(planMotion(cell, { start, goal: far, planner: 'anytime', maxIterations: 500, timeLimit: 1000 }));
    let solved = 0;
    forAll({ seed: 51, cases: 15, tries: 10 }, (rng) => {
      const other = randomCell(rng);
      const [from, to] = [randomConfiguration(other.model, rng), randomConfiguration(other.model, rng)];
      for (const planner of ['anytime', 'prm'] as const) {
        const plan = planMotion(other, { start: from, goal: to, planner, maxIterations: 300, timeLimit: 1000 });
        if (plan.status === 'failed') continue;
        solved++;
        expectProven(plan);
      }
    });
    expect(solved).toBeGreaterThan(5);
  });
});

describe('roadmaps', () => {
  it('serve many queries, and reuse the motions of earlier ones', () => {
    const cell = slotCell();
    const roadmap = new Roadmap(cell, { samples: 300, seed: 1 });
    const rng = new Rng(5);
    const goals: Float64Array[] = [];
    while (goals.length < 10) {
      const q = randomConfiguration(cell.model, rng);
      if (cell.isFree(q)) goals.push(q);
    }
    const plans = goals.map((each) => roadmap.plan(start, each, { timeLimit: 1000 }));
    for (const plan of plans) expectProven(plan);
    const before = roadmap.nodes;
    // The same queries again: only the motions from start and goal are tested, and the path is proven; the motions between nodes are known.
    const again = goals.map((each) => roadmap.plan(start, each, { timeLimit: 1000 }));
    expect(roadmap.nodes).toBe(before);
    const motions = (list: readonly Plan[]): number =>
      list.reduce((sum, { statistics }) => sum + statistics.motions, 0);
    expect(motions(again)).toBeLessThan(motions(plans));
    const other = new Roadmap(cell, { samples: 300, seed: 1 });
    expect(goals.map((each) => other.plan(start, each, { timeLimit: 1000 }).path)).toEqual(
      plans.map(({ path }) => path),
    );
  });

  it('grow if a query needs it, also in planMotion', () => {
    const cell = slotCell();
    const roadmap = new Roadmap(cell, { samples: 0 });
    expect(roadmap.nodes).toBe(0);
    expectProven(roadmap.plan(start, goal, { timeLimit: 1000 }));
    expect(roadmap.nodes).toBeGreaterThan(0);
    const plan = planMotion(cell, { start, goal, planner: 'prm', timeLimit: 1000, seed: 3 });
    expectProven(plan);
    expect(planMotion(cell, { start, goal, planner: 'prm', timeLimit: 1000, seed: 3 }).path).toEqual(plan.path);
  });

  it('follow a change of the cell', () => {
    const cell = pointCell();
    const roadmap = new Roadmap(cell, { samples: 100 });
    const [from, to] = [Float64Array.of(-1.5, 0), Float64Array.of(1.5, 0)];
    expectProven(roadmap.plan(from, to, { timeLimit: 1000 }));
    const wall = cell.scene?.add(box(0.1, 0.8, 1), { position: [0, 1.2, 0] }, { name: 'wall' });
    cell.update();
    const below = roadmap.plan(from, to, { timeLimit: 1000 });
    expectProven(below);
    expect(Math.min(...below.path.map((q) => q[1]))).toBeLessThan(-0.5);
    cell.scene?.add(box(0.1, 0.8, 1), { position: [0, -1.2, 0] }, { name: 'other wall' });
    cell.update();
    expect(roadmap.plan(from, to, { maxIterations: 300, timeLimit: 1000 })).toMatchObject({
      status: 'failed',
      failure: 'iterations',
      reason: 'no path was found with 300 samples; it may not exist',
    });
    wall?.remove();
    cell.update();
    expectProven(roadmap.plan(from, to, { timeLimit: 1000 }));
  });

  it('give reasons, and name wrong arguments', () => {
    const cell = slotCell();
    const roadmap = new Roadmap(cell, { samples: 10 });
    expect(roadmap.plan(start, Float64Array.of(0.6, 0, 0)).reason).toMatch(/^goal: link\d overlaps upper by/);
    expect(() => new Roadmap({} as never)).toThrow('Roadmap: cell is an object with keys ""; give a RobotCell');
    expect(() => new Roadmap(cell, { samples: -1 })).toThrow('Roadmap: options.samples is -1; give a whole number');
    expect(() => roadmap.plan(start, Float64Array.of(1))).toThrow('Roadmap.plan: options.goal is Float64Array [1]');
    expect(() => roadmap.plan(start, goal, { planner: 'rrt' } as never)).toThrow('Roadmap.plan: query.planner is');
  });
});

describe('onNode', () => {
  it('reports the trees: each node once, its parent before it, with a free motion between them', () => {
    const cell = slotCell();
    const trees = { start: new Set([start.join()]), goal: new Set([goal.join()]) };
    const edges: (readonly [Float64Array, Float64Array])[] = [];
    const plan = planMotion(cell, {
      start,
      goal,
      seed: 3,
      onNode: ({ tree, q, parent }) => {
        if (tree === 'roadmap' || !parent) throw new Error('RRT-Connect has no roadmap');
        expect(trees[tree].has(parent.join())).toBe(true);
        trees[tree].add(q.join());
        edges.push([parent.slice(), q.slice()]);
      },
    });
    expect(trees.start.size + trees.goal.size).toBe(plan.statistics.nodes);
    expect(plan.statistics.nodes).toBeGreaterThan(2);
    for (const [from, to] of edges.slice(0, 20)) expect(cell.motion(from, to).status).toBe('free');
    expect(planMotion(cell, { start, goal, seed: 3 }).path).toEqual(plan.path);
  });

  it.each(['prm', 'anytime'] as const)('reports the free samples of the roadmap of %s', (planner) => {
    const cell = slotCell();
    let count = 0;
    planMotion(cell, {
      start,
      goal,
      planner,
      maxIterations: 500,
      timeLimit: 1000,
      onNode: ({ tree, q, parent }) => {
        if (tree !== 'roadmap') return;
        count++;
        expect(parent).toBeNull();
        expect(cell.isFree(q)).toBe(true);
      },
    });
    expect(count).toBeGreaterThan(10);
  });
});
