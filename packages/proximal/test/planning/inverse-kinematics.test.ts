// Inverse kinematics: reachable poses are reached within the limits, with and without obstacles.
import { describe, expect, it } from 'vitest';
import {
  forwardKinematics,
  framePose,
  type Model,
  ModelBuilder,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { box, capsule } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { InverseKinematics, RobotCell } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { randomRobot } from './random-cell.ts';

/** An arm of seven hinges with limits. */
function arm(): Model {
  const builder = new ModelBuilder();
  for (let k = 0; k < 7; k++) {
    builder
      .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`joint${k}`, {
        kind: 'revolute',
        parent: k === 0 ? 'world' : `link${k - 1}`,
        child: `link${k}`,
        placement: { position: [0, 0, k === 0 ? 0 : 0.2] },
        axis: k % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
        lower: -2.6,
        upper: 2.6,
      })
      .geometry(`link${k}`, { shape: capsule(0.03, 0.05), pose: { position: [0, 0, 0.1] } });
  }
  return builder.build();
}

function poseAt(model: Model, frame: string, q: Float64Array): Float64Array {
  const data = model.createData();
  forwardKinematics(model, data, q);
  return framePose(model, data, frame);
}

const isInside = ({ limits }: Model, q: Float64Array): boolean =>
  q.every((x, k) => x >= limits.lower[k] && x <= limits.upper[k]);

describe('InverseKinematics', () => {
  it('reaches random poses of an arm, within its limits', () => {
    const model = arm();
    const ik = new InverseKinematics(new RobotCell({ model }), 'link6');
    forAll({ seed: 1, cases: 100, tries: 50 }, (rng) => {
      const pose = poseAt(model, 'link6', randomConfiguration(model, rng));
      const { status, q, positionError, rotationError, reason } = ik.solve(pose);
      expect({ status, reason }).toEqual({ status: 'solved', reason: '' });
      expect(isInside(model, q)).toBe(true);
      const reached = poseAt(model, 'link6', q);
      expect(Math.hypot(...[0, 1, 2].map((k) => reached[k] - pose[k]))).toBeCloseTo(positionError, 9);
      expect(Math.max(positionError, rotationError)).toBeLessThanOrEqual(1e-6);
      const cosine = Math.abs([3, 4, 5, 6].reduce((sum, k) => sum + reached[k] * pose[k], 0));
      expect(cosine).toBeCloseTo(1, 9);
    });
  });

  it('reaches poses of robots with all kinds of joints', () => {
    let solved = 0;
    forAll({ seed: 2, cases: 60, tries: 50 }, (rng) => {
      const model = randomRobot(rng, 1 + rng.index(4), false);
      const frame = model.joints[model.joints.length - 1].link;
      const pose = poseAt(model, frame, randomConfiguration(model, rng));
      const { status, q } = new InverseKinematics(new RobotCell({ model }), frame).solve(pose, { tolerance: 1e-5 });
      if (status === 'failed') return;
      solved++;
      expect(Math.hypot(...[0, 1, 2].map((k) => poseAt(model, frame, q)[k] - pose[k]))).toBeLessThan(1.1e-5);
    });
    expect(solved).toBeGreaterThan(55);
  });

  it('finds free configurations, the same for the same seed', () => {
    const model = arm();
    const scene = new Scene();
    scene.add(box(0.3, 0.05, 0.3), { position: [0.3, 0.3, 0.5] }, { name: 'wall' });
    scene.add(box(0.05, 0.3, 0.2), { position: [-0.4, 0, 0.4] }, { name: 'post' });
    const cell = new RobotCell({ model, scene });
    const ik = new InverseKinematics(cell, 'link6');
    const rng = new Rng(5);
    let free = 0;
    for (let k = 0; k < 20; k++) {
      const q = randomConfiguration(model, rng);
      if (!cell.isFree(q)) continue;
      free++;
      const pose = poseAt(model, 'link6', q);
      const found = ik.solve(pose, { collisionFree: true, seed: k, starts: 200 });
      expect(found.status).toBe('solved');
      expect(cell.isFree(found.q)).toBe(true);
      expect(ik.solve(pose, { collisionFree: true, seed: k, starts: 200 })).toEqual(found);
    }
    expect(free).toBeGreaterThan(3);
  });

  it('starts from a given configuration', () => {
    const model = arm();
    const start = Float64Array.of(0.1, 0.5, -0.2, 0.7, 0.3, 0.4, 0);
    const near = start.map((x) => x + 0.01);
    const { q, starts } = new InverseKinematics(new RobotCell({ model }), 'link6').solve(poseAt(model, 'link6', near), {
      start,
    });
    expect(starts).toBe(1);
    expect(Math.hypot(...q.map((x, k) => x - start[k]))).toBeLessThan(0.1);
  });

  it('passes from one limit to the other where a joint can make a whole turn', () => {
    // Files give π with few digits.
    const limit = Number(Math.PI.toFixed(8));
    const model = new ModelBuilder()
      .link('hand', { mass: 1, inertia: [1, 1, 1] })
      .joint('turn', { kind: 'revolute', parent: 'world', child: 'hand', lower: -limit, upper: limit })
      .build();
    const ik = new InverseKinematics(new RobotCell({ model }), 'hand');
    // From 3.1 rad the shorter way to −3 rad leads through π.
    const { status, q } = ik.solve(poseAt(model, 'hand', Float64Array.of(-3)), { start: [3.1], starts: 1 });
    expect(status).toBe('solved');
    expect(q[0]).toBeCloseTo(-3, 6);
  });

  it('gives reasons for failures', () => {
    const model = arm();
    const scene = new Scene();
    const cell = new RobotCell({ model, scene });
    const ik = new InverseKinematics(cell, 'link6');
    const far = ik.solve({ position: [5, 0, 0] }, { starts: 3 });
    expect(far).toMatchObject({ status: 'failed', starts: 3 });
    expect(far.reason).toMatch(/^none of 3 starts reached the pose; the nearest is [\d.]+ m and [\d.e-]+ rad away$/);
    expect(far.positionError).toBeGreaterThan(3.5);
    const pose = poseAt(model, 'link6', new Float64Array(7).fill(0.3));
    scene.add(box(0.1, 0.1, 0.1), pose, { name: 'block' });
    cell.update();
    expect(ik.solve(pose, { collisionFree: true, starts: 50 }).reason).toMatch(
      /^\d+ of 50 starts reached the pose, all in contact$/,
    );
  });

  const cell = new RobotCell({ model: arm() });
  const ik = new InverseKinematics(cell, 'link6');
  const rows: readonly [() => unknown, string][] = [
    [
      () => new InverseKinematics({} as never, 'link6'),
      'InverseKinematics: cell is an object with keys ""; give a RobotCell',
    ],
    [() => new InverseKinematics(cell, 'hand'), 'InverseKinematics: frame is "hand"; there is no such frame'],
    [() => ik.solve({ position: [Number.NaN, 0, 0] }), 'InverseKinematics.solve: pose.position'],
    [
      () => ik.solve({}, { start: Float64Array.of(1) }),
      'options.start is Float64Array [1]; give a Float64Array of length 7',
    ],
    [() => ik.solve({}, { starts: 0 }), 'options.starts is 0; give a whole number'],
    [() => ik.solve({}, { tolerance: 0 }), 'options.tolerance is 0; give meters and radians'],
    [() => ik.solve({}, { collisionFree: 1 as never }), 'options.collisionFree is 1; give true or false'],
  ];
  for (const [call, message] of rows) it(message, () => expect(call).toThrow(message));
});
