// Plans: solved, proven, repeatable; failures with reasons.
import { describe, expect, it } from 'vitest';
import { forwardKinematics, framePose, randomConfiguration } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import {
  certifyMotion,
  InverseKinematics,
  type Plan,
  planMotion,
  type RobotCell,
  simplify,
} from '../../src/planning/index.ts';
import { forAll } from '../for-all.ts';
import { leastDistance, randomCell } from './random-cell.ts';
import { slotCell, slotGoal, slotStart } from './slot-cell.ts';

function poseOfTip({ model }: RobotCell, q: Float64Array): Float64Array {
  const data = model.createData();
  forwardKinematics(model, data, q);
  return framePose(model, data, 'link3');
}

const start = slotStart;
const goal = slotGoal;

/** Checks ends, proofs and samples of a plan. */
function checkPlan(plan: Plan, samples: number): void {
  const { cell, path } = plan;
  expect(plan).toMatchObject({ status: 'solved', failure: null, reason: '' });
  expect(certifyMotion(cell, plan)).toMatchObject({ valid: true });
  for (let k = 1; k < path.length; k++) {
    for (let m = 0; m <= samples; m++) {
      const q = path[k].map((x, i) => path[k - 1][i] + (m / samples) * (x - path[k - 1][i]));
      expect(leastDistance(cell, q)).toBeGreaterThan(cell.padding);
    }
  }
}

describe('planMotion', () => {
  for (const planner of ['rrt-connect', 'rrt'] as const) {
    it(`${planner} leaves a slot, repeatable to the bit`, () => {
      const cell = slotCell();
      expect(cell.motion(start, goal).status).toBe('contact');
      const plan = planMotion(cell, { start, goal, planner, seed: 3 });
      checkPlan(plan, 100);
      expect([plan.path[0], plan.path.at(-1)]).toEqual([start, goal]);
      cell.isFree(goal);
      cell.motion(goal, start);
      const again = planMotion(cell, { start, goal, planner, seed: 3 });
      expect(again.path).toEqual(plan.path);
      expect(again.proof).toEqual(plan.proof);
      const { time: _first, ...statistics } = plan.statistics;
      expect(again.statistics).toMatchObject(statistics);
      expect(planMotion(cell, { start, goal, planner, seed: 4 }).path).not.toEqual(plan.path);
      expect(statistics.length).toBeGreaterThan(0);
    });
  }

  it('goes straight where that is free, and stays where start and goal are equal', () => {
    const cell = slotCell();
    expect(planMotion(cell, { start, goal: Float64Array.of(0.05, 0, 0) }).path).toHaveLength(2);
    checkPlan(planMotion(cell, { start, goal: start }), 1);
  });

  it('reaches one of several goals, and ignores goals in contact', () => {
    const cell = slotCell();
    const blocked = Float64Array.of(0.6, 0, 0);
    const plan = planMotion(cell, { start, goal: [blocked, goal, Float64Array.of(-1.5, -0.9, -0.5)] });
    checkPlan(plan, 20);
    expect(plan.path.at(-1)).not.toEqual(blocked);
  });

  it('reaches a pose, whose goals are several configurations', () => {
    const cell = slotCell();
    const pose = poseOfTip(cell, goal);
    const plan = planMotion(cell, { start, goal: { frame: 'link3', pose }, seed: 2 });
    checkPlan(plan, 20);
    const reached = poseOfTip(cell, plan.path.at(-1) as Float64Array);
    expect(reached.every((x, k) => Math.abs(x - pose[k]) < 2e-6)).toBe(true);
    expect(planMotion(cell, { start, goal: { frame: 'link3', pose }, seed: 2 }).path).toEqual(plan.path);
    // The first two links reach a point with the elbow on either side.
    const both = new InverseKinematics(cell, 'link3').solveMany(pose, 8, { starts: 100 });
    expect(both).toHaveLength(2);
  });

  it('says why a pose cannot be a goal', () => {
    const cell = slotCell();
    const far = planMotion(cell, { start, goal: { frame: 'link3', pose: { position: [3, 0, 0] }, starts: 5 } });
    expect(far).toMatchObject({ status: 'failed', failure: 'goal', path: [] });
    expect(far.reason).toMatch(
      /^goal: link3 cannot be moved there: none of 5 starts reached the pose; the nearest is [\d.]+ m and [\d.e-]+ rad away$/,
    );
    const inside = poseOfTip(cell, Float64Array.of(0.6, 0.2, 0));
    expect(planMotion(cell, { start, goal: { frame: 'link3', pose: inside } })).toMatchObject({
      failure: 'goal',
      reason: expect.stringMatching(
        /^goal: each of 2 configurations found for link3 is in contact: in the best one link\d overlaps upper by [\d.]+ mm$/,
      ),
    });
  });

  it('keeps the padding', () => {
    const cell = slotCell('revolute', 0.05);
    checkPlan(planMotion(cell, { start, goal, seed: 1 }), 50);
  });

  it('takes the shorter way around with continuous joints', () => {
    const cell = slotCell('continuous');
    const far = Float64Array.of(2 * Math.PI + 0.05, 0, -2 * Math.PI);
    const plan = planMotion(cell, { start, goal: far });
    expect(plan.statistics.length).toBeCloseTo(0.05, 9);
    checkPlan(plan, 10);
    checkPlan(planMotion(cell, { start, goal: Float64Array.of(2.9, 0.9, 0.5), seed: 2 }), 50);
  });

  it('gives reasons for failures', () => {
    const cell = slotCell();
    const blocked = Float64Array.of(0.6, 0, 0);
    expect(planMotion(cell, { start: blocked, goal })).toMatchObject({
      status: 'failed',
      failure: 'start',
      path: [],
      proof: [],
    });
    expect(planMotion(cell, { start: blocked, goal }).reason).toMatch(/^start: link\d overlaps upper by [\d.]+ mm$/);
    expect(planMotion(cell, { start, goal: blocked }).reason).toMatch(/^goal: link\d overlaps upper by/);
    const outside = Float64Array.of(0, 3, 0);
    expect(planMotion(cell, { start, goal: outside })).toMatchObject({
      failure: 'goal',
      reason: 'goal: joint2 is at 3, outside its limits -2.8 to 2.8',
    });
    const padded = slotCell('revolute', 0.2);
    expect(planMotion(padded, { start, goal }).reason).toMatch(
      /^start: link\d is [\d.]+ mm from \w+, and the padding is 200 mm$/,
    );
    expect(planMotion(cell, { start, goal, maxIterations: 3 })).toMatchObject({ failure: 'iterations' });
    expect(planMotion(cell, { start, goal, timeLimit: 0, maxIterations: 100 }).failure).toMatch(/time|iterations/);
  });

  it('stops when its signal is aborted, and reports its progress', () => {
    const cell = slotCell();
    // The first link cannot pass the posts, so there is no plan.
    for (const y of [-0.3, 0.3]) cell.scene?.add(box(0.01, 0.01, 0.5), { position: [0, y, 0] }, { name: 'post' });
    cell.update();
    const controller = new AbortController();
    let calls = 0;
    const onProgress = ({ iterations, nodes, time }: { iterations: number; nodes: number; time: number }): void => {
      expect(iterations).toBeGreaterThan(0);
      expect(nodes).toBeGreaterThan(1);
      expect(time).toBeGreaterThan(0);
      if (++calls === 2) controller.abort(new Error('enough'));
    };
    const options = { start, goal: Float64Array.of(2.5, 0, 0), signal: controller.signal, onProgress, timeLimit: 1000 };
    expect(() => planMotion(cell, options)).toThrow('enough');
    expect(calls).toBe(2);
  });

  it('plans for random robots', () => {
    let solved = 0;
    forAll({ seed: 8, cases: 25, tries: 20 }, (rng) => {
      const cell = randomCell(rng);
      const [from, to] = [randomConfiguration(cell.model, rng), randomConfiguration(cell.model, rng)];
      const plan = planMotion(cell, { start: from, goal: to, maxIterations: 300, timeLimit: 100 });
      if (plan.status === 'failed') return;
      solved++;
      expect(certifyMotion(cell, plan)).toMatchObject({ valid: true });
      const short = simplify(plan, { maxIterations: 10 });
      expect(certifyMotion(cell, short)).toMatchObject({ valid: true });
    });
    expect(solved).toBeGreaterThan(5);
  });
});

describe('simplify', () => {
  it('shortens a plan and keeps ends and proofs', () => {
    const plan = planMotion(slotCell(), { start, goal, planner: 'rrt', range: 0.2, seed: 5 });
    const short = simplify(plan);
    checkPlan(short, 50);
    expect(short.statistics.length).toBeLessThan(plan.statistics.length);
    expect([short.path[0], short.path.at(-1)]).toEqual([start, goal]);
    expect(simplify(plan).path).toEqual(short.path);
  });

  it('returns a failure as it is', () => {
    const plan = planMotion(slotCell(), { start, goal, maxIterations: 1 });
    expect(simplify(plan)).toBe(plan);
  });
});

describe('wrong arguments', () => {
  const cell = slotCell();
  const rows: readonly [() => unknown, string][] = [
    [() => planMotion({} as never, { start, goal }), 'planMotion: cell is an object with keys ""; give a RobotCell'],
    [() => planMotion(cell, undefined as never), 'planMotion: options is undefined; give { start, goal }'],
    [
      () => planMotion(cell, { start, goal: Float64Array.of(1) }),
      'planMotion: options.goal is Float64Array [1]; give a Float64Array of length 3',
    ],
    [
      () => planMotion(cell, { start, goal: Float64Array.of(0, Number.NaN, 0) }),
      'planMotion: options.goal[1] is NaN; give finite numbers',
    ],
    [
      () => planMotion(cell, { start, goal: { pose: {} } as never }),
      'planMotion: options.goal.frame is undefined; give the name of a link, joint or frame',
    ],
    [
      () => planMotion(cell, { start, goal: { frame: 'hand', pose: {} } }),
      'planMotion: frame is "hand"; there is no such frame',
    ],
    [
      () => planMotion(cell, { start, goal: { frame: 'link3', pose: { position: [0, Number.NaN, 0] } } }),
      'planMotion: options.goal.pose.position',
    ],
    [
      () => planMotion(cell, { start, goal: { frame: 'link3', pose: {}, solutions: 0 } }),
      'options.goal.solutions is 0; give a whole number',
    ],
    [
      () => new InverseKinematics(cell, 'link3').solveMany({}, 0),
      'InverseKinematics.solveMany: count is 0; give a whole',
    ],
    [() => planMotion(cell, { start, goal: [] }), 'options.goal is []; give at least one configuration'],
    [
      () => planMotion(cell, { start, goal, planner: 'best' as never }),
      'options.planner is "best"; give one of rrt-connect, rrt, prm, anytime',
    ],
    [() => planMotion(cell, { start, goal, seed: 0.5 }), 'options.seed is 0.5; give a whole number'],
    [() => planMotion(cell, { start, goal, range: 0 }), 'options.range is 0; give a length'],
    [() => planMotion(cell, { start, goal, timeLimit: -1 }), 'options.timeLimit is -1; give seconds'],
    [() => planMotion(cell, { start, goal, signal: 1 as never }), 'options.signal is 1; give an AbortSignal'],
    [() => planMotion(cell, { start, goal, onProgress: 1 as never }), 'options.onProgress is 1; give a function'],
    [() => planMotion(cell, { start, goal, onNode: 1 as never }), 'options.onNode is 1; give a function'],
    [() => simplify({} as never), 'simplify: plan is an object with keys ""; give the result of planMotion'],
  ];
  for (const [call, message] of rows) it(message, () => expect(call).toThrow(message));

  it('refuses a plan whose proofs belong to another path', () => {
    const plan = planMotion(cell, { start, goal });
    const path = plan.path.map((q) => q.map((x) => x + 1e-3));
    expect(certifyMotion(cell, { ...plan, path })).toMatchObject({
      valid: false,
      reason: 'the proofs do not belong to the path',
    });
  });
});
