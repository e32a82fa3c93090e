// The comparison of simulators: the same observer for all, early ends of the runs of slow or failed simulators, and targets.
import { box, convex } from 'proximal';
import { compose, fromEuler, inverse, Rng, transformPoint } from 'proximal/math';
import { describe, expect, it } from 'vitest';
import { cannon, principal } from '../bench/src/peers/cannon.ts';
import { type BodyScene, bodyScenes, type MovingBody } from '../bench/src/sim/body-scene.ts';
import { type Engine, ownEngines } from '../bench/src/sim/engine.ts';
import { targetsOf } from '../bench/src/sim/sim.ts';
import { type ContenderResult, Observer, simulateInTurns } from '../bench/src/sim/turns.ts';

/** A scene with these bodies on a floor, at 240 Hz. */
function sceneOf(bodies: readonly MovingBody[], steps = 240): BodyScene {
  return { name: 'a scene', bodies, friction: 0.5, timeStep: 1 / 240, steps };
}

/** A hull whose center of mass is not at its origin, and whose principal axes are not the frame's. */
function lopsided(seed: number): ReturnType<typeof convex> {
  const rng = new Rng(seed);
  const points = Array.from({ length: 12 }, () => rng.direction().map((x, k) => 0.3 * (x * (k + 1) + 1 + k)));
  return convex(points.flat());
}

describe('principal axes', () => {
  it.each([1, 2, 3, 4])('reproduce the inertia, seed %i', (seed) => {
    const shape = lopsided(seed);
    const { centerOfMass, inertia } = shape.massProperties();
    const { frame, moments } = principal(shape);
    expect([...frame.subarray(0, 3)]).toEqual([...centerOfMass]);
    const axes = [0, 1, 2].map((k) =>
      compose({ rotation: frame.subarray(3, 7) }, { position: unit(k) }).subarray(0, 3),
    );
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const sum = axes.reduce((all, axis, k) => all + moments[k] * axis[i] * axis[j], 0);
        expect(sum).toBeCloseTo(inertia[3 * i + j], 12);
      }
    }
  });

  it('of a box are its own axes', () => {
    const { frame, moments } = principal(box(1, 2, 3));
    expect([...frame]).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(moments).toEqual([0, 4, 8].map((k) => box(1, 2, 3).massProperties().inertia[k]));
  });
});

const cross = ([a, b, c]: number[], [x, y, z]: number[]): number[] => [b * z - c * y, c * x - a * z, a * y - b * x];

function cornersAt(hull: ReturnType<typeof convex>, pose: Float64Array): number[][] {
  return Array.from({ length: hull.vertexCount }, (_, k) => transformPoint(pose, hull.vertex(k)));
}

const unit = (k: number): number[] => [0, 1, 2].map((each) => (each === k ? 1 : 0));

describe('cannon-es', () => {
  const { simulate } = cannon as Required<typeof cannon>;
  const pose = fromEuler(0.4, -1.1, 0.7, 'XYZ', [1, 2, 9]);

  it('places a hull correctly and lets it fall with gravity', async () => {
    const scene = sceneOf([{ shape: lopsided(7), mass: 3, pose }]);
    const engine = await simulate(scene);
    const motion = { pose: new Float64Array(7), velocity: new Float64Array(3), spin: new Float64Array(3) };
    engine.read(0, motion);
    for (let k = 0; k < 7; k++) expect(motion.pose[k]).toBeCloseTo(pose[k], 12);
    const steps = 60;
    for (let k = 0; k < steps; k++) engine.step();
    engine.read(0, motion);
    expect(motion.velocity[2]).toBeCloseTo((-9.81 * steps) / 240, 9);
    // Semi-implicit: velocities first, then positions.
    expect(motion.pose[2]).toBeCloseTo(pose[2] - (9.81 * steps * (steps + 1)) / 2 / 240 ** 2, 9);
    expect([...motion.spin]).toEqual([0, 0, 0]);
  });

  it('rotates a hull that hits the floor with a corner according to its inertia', async () => {
    const shape = lopsided(7);
    const lowest = Math.min(...cornersAt(shape, pose).map(([, , z]) => z));
    const start = compose({ position: [0, 0, 0.1 - lowest] }, pose);
    const mass = 3;
    const scene = sceneOf([{ shape, mass, pose: start }]);
    const engine = await simulate(scene);
    const [before, after] = [0, 1].map(() => ({
      ...{ pose: new Float64Array(7), velocity: new Float64Array(3), spin: new Float64Array(3) },
    }));
    do {
      engine.read(0, before);
      engine.step();
      engine.read(0, after);
    } while (after.spin.every((x) => x === 0));
    const [touching, ...others] = cornersAt(shape, before.pose).sort((a, b) => a[2] - b[2]);
    expect(touching[2]).toBeLessThan(0);
    expect(others[0][2]).toBeGreaterThan(0);
    const { volume, inertia, centerOfMass } = shape.massProperties();
    const center = transformPoint(before.pose, centerOfMass);
    const arm = touching.map((x, k) => x - center[k]);
    const impulse = [0, 1, 2].map((k) => mass * (after.velocity[k] - before.velocity[k] + (k === 2 ? 9.81 / 240 : 0)));
    // In the frame of the body: J Δω = r × p.
    const toBody = inverse({ rotation: before.pose.subarray(3, 7) });
    const spin = transformPoint(toBody, after.spin);
    const torque = transformPoint(toBody, cross(arm, impulse));
    for (let k = 0; k < 3; k++) {
      const momentum = (mass / volume) * [0, 1, 2].reduce((sum, j) => sum + inertia[3 * k + j] * spin[j], 0);
      expect(momentum).toBeCloseTo(torque[k], 9);
    }
    expect(Math.hypot(...torque)).toBeGreaterThan(0.1);
  });

  it('keeps bricks on each other, and a hull on the floor', async () => {
    const brick = box(0.25, 0.125, 0.125);
    const bricks = [0, 1, 2].map((k) => ({
      shape: brick,
      mass: 31,
      pose: Float64Array.of(0, 0, 0.125 + 0.25 * k, 0, 0, 0, 1),
    }));
    const tetrahedron = convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const scene = sceneOf([...bricks, { shape: tetrahedron, mass: 1, pose: Float64Array.of(2, 0, 0.02, 0, 0, 0, 1) }]);
    const engine = await simulate(scene);
    for (let k = 0; k < scene.steps; k++) engine.step();
    const observation = new Observer(scene).observe(engine);
    expect(observation?.top).toBeCloseTo(0.625, 2);
    expect(observation?.depth).toBeLessThan(2e-3);
    expect(observation?.depth).toBeGreaterThan(0);
    expect(observation?.kineticEnergy).toBeLessThan(0.01);
  });
});

describe('ours', () => {
  // A wall once swayed after the order of faces of hulls had changed, because contacts were recomputed too often.
  it('brings the wall to rest within the sweeps of the comparison', () => {
    const scene = bodyScenes['wall'](1, 2);
    const [engine] = ownEngines(scene);
    const observer = new Observer(scene);
    for (let k = 0; k < scene.steps; k++) engine.step();
    const observation = observer.observe(engine);
    expect(observation?.depth).toBeLessThan(1e-4);
    expect(observation?.kineticEnergy).toBeLessThan(1e-3);
    expect(observation?.top).toBeGreaterThan(2.37);
  });
});

describe('scenes', () => {
  it.each(Object.keys(bodyScenes))('%s begins without overlaps', (name) => {
    const scene = bodyScenes[name](1, 1);
    expect(new Observer(scene).observe(still(scene))?.depth).toBeLessThan(1e-12);
  });
});

describe('the observer', () => {
  it('measures depth, energies and height', () => {
    const shape = box(0.5, 0.5, 0.5);
    const scene = sceneOf([{ shape, mass: 2, pose: Float64Array.of(0, 0, 0.49, 0, 0, 0, 1) }]);
    const observation = new Observer(scene).observe(still(scene, { velocity: [0, 3, 0], spin: [0, 0, 6] }));
    expect(observation?.depth).toBeCloseTo(0.01, 12);
    // A cube of side 1 and 2 kg: m v² / 2 + m ω² / 12.
    expect(observation?.kineticEnergy).toBeCloseTo(9 + 6, 12);
    expect(observation?.energy).toBeCloseTo(9 + 6 + 2 * 9.81 * 0.49, 12);
    expect(observation?.top).toBe(0.49);
  });
});

/** An engine whose bodies keep their poses and velocities. */
function still({ bodies }: BodyScene, { velocity = [0, 0, 0], spin = [0, 0, 0] } = {}): Engine {
  return {
    name: 'still',
    step: () => undefined,
    read(k, out) {
      out.pose.set(bodies[k].pose);
      out.velocity.set(velocity);
      out.spin.set(spin);
    },
  };
}

describe('simulators that take turns', () => {
  const scene = sceneOf([{ shape: box(0.5, 0.5, 0.5), mass: 1, pose: Float64Array.of(0, 0, 0.5, 0, 0, 0, 1) }]);
  const counted = (more: Partial<Engine> = {}): Engine & { steps: number } => {
    const engine = { ...still(scene), steps: 0, ...more, step: () => void engine.steps++ };
    return engine;
  };

  it('complete the scene if they are fast enough', () => {
    const engines = [counted(), counted({ name: 'other', remark: () => 'well' })];
    const { contenders } = simulateInTurns(scene, engines);
    expect(engines.map(({ steps }) => steps)).toEqual([240, 240]);
    expect(contenders.map(({ name, remark, top }) => [name, remark, top])).toEqual([
      ['still', '', 0.5],
      ['other', 'well', 0.5],
    ]);
  });

  it('are stopped early, with a remark, if they are slow and not ours', () => {
    const ours = { isOurs: true };
    const engines = [counted(ours), counted(ours), counted({ remark: () => 'slow' })];
    const { contenders } = simulateInTurns(scene, engines, -1);
    expect(engines.map(({ steps }) => steps)).toEqual([240, 240, 24]);
    expect(contenders.slice(0, 2).map(({ remark }) => remark)).toEqual(['', '']);
    expect(contenders[2].remark).toMatch(/^slow; stopped after .* s of computing, at 0\.1 s of the scene$/);
  });

  it('are stopped at non-finite numbers; ours throws', () => {
    const diverging = counted();
    diverging.read = (k, out) => {
      still(scene).read(k, out);
      if (diverging.steps > 30) out.pose[1] = Number.NaN;
    };
    const { contenders } = simulateInTurns(scene, [counted(), diverging]);
    expect(diverging.steps).toBe(48);
    expect(contenders[1].remark).toBe('numbers that are not finite, at 0.2 s of the scene');
    expect(contenders[1].deepest).toBe(0);
    diverging.steps = 0;
    expect(() => simulateInTurns(scene, [diverging, counted()])).toThrow('not finite');
  });

  it('have their gain of energy reported', () => {
    const jumping = counted();
    jumping.read = (k, out) => {
      still(scene).read(k, out);
      if (jumping.steps > 100 && jumping.steps < 130) out.pose[2] += 2;
    };
    const { contenders } = simulateInTurns(scene, [counted(), jumping]);
    expect(contenders.map(({ gained }) => gained)[0]).toBe(0);
    expect(contenders[1].gained).toBeCloseTo(2 * 9.81, 9);
  });
});

describe('targets of simulations', () => {
  const found = (name: string, ratio: number, deepestAtEnd: number, isComplete = true): ContenderResult => ({
    ...{ name, ratio, deepestAtEnd, isComplete, milliseconds: 1, millisecondsAtEnd: 1, deepest: deepestAtEnd },
    ...{ gained: 0, kineticEnergy: 0, top: 1, remark: '', isOurs: name.startsWith('proximal') },
  });
  const contenders = [
    found('proximal', 1, 2e-4),
    found('cannon-es', 0.3, 1e-5, false),
    found('rapier3d', 0.9, 1e-3),
    found('MuJoCo', 1.5, 1e-4),
  ];

  it('compare with the fastest simulator that has completed the scene', () => {
    const coarse = found('proximal, 4 sweeps', 0.6, 5e-3);
    const targets = targetsOf(
      [
        { name: 'wall', contenders },
        { name: 'heap', contenders: [...contenders, coarse] },
      ],
      true,
    );
    expect(targets.map(({ what, wanted, found: value, isMet }) => [what, wanted, value, isMet])).toEqual([
      ['wall, proximal: mean time per step / time of the fastest, rapier3d', 'at most 1', '1.11', false],
      ['wall, proximal: penetration in the last second, compared with rapier3d', 'at most 1 mm', '0.2 mm', true],
      ['heap, proximal: mean time per step / time of the fastest, rapier3d', 'at most 1.2', '1.11', true],
      ['heap, proximal: penetration in the last second, compared with rapier3d', 'at most 1 mm', '0.2 mm', true],
      ['heap, proximal, 4 sweeps: mean time per step / time of the fastest, rapier3d', 'at most 1.2', '0.667', true],
      [
        'heap, proximal, 4 sweeps: penetration in the last second, compared with rapier3d',
        'at most 1 mm',
        '5 mm',
        false,
      ],
    ]);
  });

  it('leave out runs that have not come to rest', () => {
    const early = targetsOf([{ name: 'wall', contenders }], false);
    expect(new Set(early.map(({ isMet }) => isMet))).toEqual(new Set([null]));
  });
});
