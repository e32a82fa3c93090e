// The second coordinates of joints between bodies: the angle of cylindrical joints, the second angle of universal joints, and the twist of
// ball joints, with the swing, their first coordinate.
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { type JointCoordinate, type JointOptions, World, type WorldJoint } from '../../src/sim/index.ts';

const origin = [0, 0, 0];

function made(options: Partial<JointOptions> & Pick<JointOptions, 'kind'>, gravity = [0, 0, 0]) {
  const world = new World({ timeStep: 1 / 1000, gravity, sleeping: false });
  const body = world.add(sphere(0.1), { mass: 1, mask: 0 });
  const joint = world.connect(null, body, { anchor: origin, ...options });
  return { world, body, joint, turn: joint.turn as JointCoordinate };
}

const run = (world: World, count: number): void => {
  for (let k = 0; k < count; k++) world.step();
};

/** A rotation about a unit axis. */
const about = ([x, y, z]: readonly number[], angle: number): number[] => {
  const s = Math.sin(angle / 2);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
};

const times = (p: readonly number[], q: readonly number[]): number[] => [
  p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
  p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
  p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
  p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
];

describe('the angles of a joint', () => {
  it('of a universal joint are those about its two axes', () => {
    const { body, joint, turn } = made({ kind: 'universal', axis: [1, 0, 0], axisB: [0, 1, 0] });
    for (const [first, second] of [
      [0.4, 0.7],
      [-1.2, 0.3],
      [2, -2.5],
    ]) {
      body.setPose({ rotation: times(about([1, 0, 0], first), about([0, 1, 0], second)) });
      expect(joint.position).toBeCloseTo(first, 12);
      expect(turn.position).toBeCloseTo(second, 12);
    }
  });

  it('of a ball joint are the swing and the twist before it', () => {
    const { body, joint, turn } = made({ kind: 'ball', axis: [0, 0, 3] });
    for (const [swing, heading, twist] of [
      [0.5, 1, 0.3],
      [1.5, -2, -1.1],
      [2.9, 0.2, 2.5],
    ]) {
      const across = [Math.cos(heading), Math.sin(heading), 0];
      body.setPose({ rotation: times(about(across, swing), about([0, 0, 1], twist)) });
      expect(joint.position).toBeCloseTo(swing, 10);
      expect(turn.position).toBeCloseTo(twist, 10);
    }
  });

  it('have the rates that differences of positions have', () => {
    const kinds: (Partial<JointOptions> & Pick<JointOptions, 'kind'>)[] = [
      { kind: 'ball', axis: [0, 0, 1] },
      { kind: 'cylindrical', axis: [0, 0, 1] },
    ];
    for (const options of kinds) {
      const { body, joint, turn } = made(options);
      const read = (): number[] => [joint.position, turn.position];
      const rotation =
        options.kind === 'ball' ? times(about([0.6, 0.8, 0], 0.8), about([0, 0, 1], 0.5)) : about([0, 0, 1], 0.5);
      body.setPose({ rotation });
      const angular = options.kind === 'ball' ? [0.7, -0.4, 0.9] : [0, 0, 0.9];
      body.setVelocity({ linear: [0, 0, 0.3], angular });
      const rates = [joint.velocity, turn.velocity];
      const h = 1e-6;
      const size = Math.hypot(...angular);
      const at = (time: number): number[] => {
        body.setPose({
          position: [0, 0, 0.3 * time],
          rotation: times(
            about(
              angular.map((x) => x / size),
              size * time,
            ),
            rotation,
          ),
        });
        return read();
      };
      const [after, before] = [at(h), at(-h)];
      for (const k of [0, 1]) expect(rates[k]).toBeCloseTo((after[k] - before[k]) / (2 * h), 6);
    }
  });
});

describe('limits of the second coordinate', () => {
  it('stop the turn of a cylindrical joint, while its displacement is free', () => {
    const { world, body, joint, turn } = made({ kind: 'cylindrical', axis: [0, 0, 1], turn: { limits: [-0.5, 0.25] } });
    body.setVelocity({ linear: [0, 0, 1], angular: [0, 0, 3] });
    run(world, 500);
    expect(turn.position).toBeCloseTo(0.25, 3);
    expect(joint.position).toBeCloseTo(0.5, 6);
    body.applyAngularImpulse([0, 0, -0.02]);
    run(world, 500);
    expect(turn.position).toBeCloseTo(-0.5, 3);
  });

  it('stop both angles of a universal joint', () => {
    const { world, body, joint, turn } = made({
      kind: 'universal',
      axis: [1, 0, 0],
      axisB: [0, 1, 0],
      limits: [-0.3, 0.3],
      turn: { limits: [-0.2, 0.2] },
    });
    body.setVelocity({ angular: [2, 2, 0] });
    run(world, 500);
    expect(joint.position).toBeCloseTo(0.3, 2);
    expect(turn.position).toBeCloseTo(0.2, 2);
  });

  it('keep a pendulum on a ball joint within its cone and its twist', () => {
    const world = new World({ timeStep: 1 / 500, gravity: [3, 1, -9.81], sleeping: false });
    const rod = world.add(box(0.02, 0.02, 0.5), { mass: 1, pose: { position: [0, 0, -0.5] }, mask: 0 });
    const joint = world.connect('world', rod, {
      kind: 'ball',
      anchor: origin,
      axis: [0, 0, -1],
      swing: 0.2,
      turn: { limits: [-0.1, 0.1] },
    });
    rod.applyAngularImpulse([0, 0, 2e-3]);
    let [swing, twist] = [0, 0];
    for (let k = 0; k < 1000; k++) {
      world.step();
      swing = Math.max(swing, joint.position);
      twist = Math.max(twist, Math.abs((joint.turn as JointCoordinate).position));
    }
    expect(swing).toBeLessThan(0.205);
    expect(swing).toBeGreaterThan(0.19);
    expect(twist).toBeLessThan(0.105);
    expect(twist).toBeGreaterThan(0.09);
  });

  it('is driven by a motor and held by friction', () => {
    const { world, turn } = made({ kind: 'ball', axis: [0, 0, 1], turn: { motor: { velocity: 20, maxForce: 1 } } });
    run(world, 1000);
    expect(turn.velocity).toBeCloseTo(20, 3);
    // The position includes whole turns.
    expect(turn.position).toBeGreaterThan(19);
    turn.target = -5;
    run(world, 1000);
    expect(turn.velocity).toBeCloseTo(-5, 3);
    turn.motor = { position: 1, stiffness: 10, damping: 0.5, maxForce: 10 };
    run(world, 3000);
    expect(turn.position).toBeCloseTo(1, 3);
    const braked = made({ kind: 'cylindrical', axis: [0, 0, 1], turn: { friction: 0.004 } });
    braked.body.setVelocity({ angular: [0, 0, 2] });
    // 0.004 N m on 0.004 kg m²: one second per rad/s.
    run(braked.world, 1000);
    expect(braked.turn.velocity).toBeCloseTo(1, 3);
  });
});

describe('wrong options', () => {
  const connect = (options: object) => (): WorldJoint => made(options as never).joint;
  it('are refused', () => {
    expect(connect({ kind: 'ball', swing: 0.3 })).toThrow(/options\.axis.*swing/);
    expect(connect({ kind: 'ball', axis: [0, 0, 1], swing: 4 })).toThrow(/options\.swing is 4/);
    expect(connect({ kind: 'ball', axis: [0, 0, 1], turn: { limits: [1, 0] } })).toThrow(/options\.turn\.limits/);
    expect(connect({ kind: 'ball', axis: [0, 0, 1], turn: 3 })).toThrow(/options\.turn is 3/);
    expect(connect({ kind: 'ball', axis: [0, 0, 1], turn: { swing: 1 } })).toThrow(/options\.turn\.swing/);
    expect(connect({ kind: 'hinge', axis: [0, 0, 1], turn: {} })).toThrow(/options\.turn/);
    const { joint, body } = made({ kind: 'ball' });
    expect(() => (joint.motor = { maxForce: 1 })).toThrow(/WorldJoint\.motor: a ball joint has no motor/);
    expect(() => joint.turn?.target).toThrow(/WorldJoint\.turn\.target: .* has no motor/);
    body.remove();
    expect(() => joint.turn?.position).toThrow(/WorldJoint\.turn\.position: .* was removed/);
    expect(made({ kind: 'hinge', axis: [0, 0, 1] }).joint.turn).toBe(null);
  });
});
