// The mesh of a ball rests on the corners of its facets, so that smoothing each contact separately did not change the step: the mesh did not
// roll. The smoothed mesh must have the derivatives of the ball, also with contacts by growth distance and with the default Gaussian noise,
// which had reduced the relative curvature of two balls by a third and changed the direction of sliding friction.
import { describe, expect, it } from 'vitest';
import { box, convex, halfspace, type Shape, sphere } from '../../src/index.ts';
import { Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions, type StepDerivativeOptions } from '../../src/sim/index.ts';

const radius = 0.1;
const ball = sphere(radius);
/** 400 corners, evenly distributed over the ball. */
const mesh = convex(
  Array.from({ length: 400 }, (_, k) => {
    const z = 1 - (2 * k + 1) / 400;
    const [across, angle] = [radius * Math.sqrt(1 - z * z), k * Math.PI * (3 - Math.sqrt(5))];
    return [across * Math.cos(angle), across * Math.sin(angle), radius * z];
  }),
);

const randomRotation = (rng: Rng): number[] => {
  const [x, y, z, w] = [0, 1, 2, 3].map(() => rng.normal());
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
};

/** A shape on a plane, on the face of a box or on another shape of its kind, after one step. */
function resting(
  shape: Shape,
  support: 'plane' | 'face' | 'other',
  seed: number,
  velocity: Vec3 = [0, 0, 0],
  collision: SimulatorOptions['collision'] = 'signed',
): Simulator {
  const rng = new Rng(seed);
  const [rotation, otherRotation] = [randomRotation(rng), randomRotation(rng)];
  const scene = new Scene({ margin: 0.05 });
  if (support === 'plane') scene.add(halfspace(), {}, { static: true });
  if (support === 'face') scene.add(box(0.5, 0.5, 0.5), { position: [0, 0, -0.5] }, { static: true });
  if (support === 'other') scene.add(shape, { position: [0, 0, -radius], rotation: otherRotation }, { static: true });
  // Deep enough that the mesh is in contact as well: its facets are inside the ball.
  const position = [0.01, 0.02, radius - (support === 'other' ? 0.007 : 0.003)];
  const models = [freeBody(shape, { mass: 4, pose: { position, rotation } })];
  const sim = new Simulator({ models, scene, friction: 0.5, timeStep: 1e-3, collision });
  const [x, y, z] = transformPoint({ rotation: rotation.map((each, k) => (k < 3 ? -each : each)) }, velocity);
  sim.setState({ v: Float64Array.of(x, y, z, 0, 0, 0) });
  sim.step();
  return sim;
}

const length = (x: Float64Array): number => Math.sqrt(x.reduce((sum, each) => sum + each * each, 0));
const error = (got: Float64Array, wanted: Float64Array): number =>
  length(got.map((x, k) => x - wanted[k])) / length(wanted);

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
const smoothings: readonly StepDerivativeOptions[] = [
  { estimator: 'gumbel' },
  { estimator: 'gaussian' },
  { estimator: 'gumbel', noise: 0.04, neighbors: 8 },
  { estimator: 'gaussian', noise: 0.2, samples: 200 },
];

describe.each(['plane', 'face', 'other'] as const)('a mesh of a ball on a %s', (support) => {
  const motions = [
    { motion: 'at rest', velocity: [0, 0, 0] },
    { motion: 'sliding', velocity: [3, 1, -0.5] },
  ] as const;
  const cases = smoothings.flatMap((options) =>
    motions.flatMap((motion) =>
      (['signed', 'growth'] as const).map((collision) => ({
        ...motion,
        options,
        collision,
        by: `${options.estimator}, noise ${options.noise}, ${collision}`,
      })),
    ),
  );

  it.each(cases)('has the derivatives of the ball, $motion, by $by', ({ options, velocity, collision }) => {
    let worst = 0;
    for (const seed of seeds) {
      const [rough, smooth] = [mesh, ball].map((shape) => resting(shape, support, seed, [...velocity], collision));
      expect(rough.report().contacts.length).toBeGreaterThan(1);
      const [exact, got, wanted] = [rough.stepDerivatives(), rough.stepDerivatives(options), smooth.stepDerivatives()];
      const where = `seed ${seed}`;
      expect(error(got.dState.values, wanted.dState.values), where).toBeLessThan(0.2);
      expect(error(got.dTorque.values, wanted.dTorque.values), where).toBeLessThan(0.2);
      worst = Math.max(worst, error(exact.dState.values, wanted.dState.values));
    }
    // Without smoothing, the derivatives of the mesh differ from those of the ball.
    expect(worst).toBeGreaterThan(0.3);
  });
});

describe('smoothing hardly changes the derivatives of a body that stands on a face', () => {
  const onPlane = (shape: Shape, height: number): Simulator => {
    const scene = new Scene({ margin: 0.05 });
    scene.add(halfspace(), {}, { static: true });
    // Slightly tilted.
    const models = [freeBody(shape, { pose: { position: [0, 0, height], rotation: [0.001, 0.002, 0.3, 0.95] } })];
    const sim = new Simulator({ models, scene, friction: 0.5, timeStep: 1e-3 });
    sim.step();
    return sim;
  };

  it.each(smoothings)('a cube, by $estimator and noise $noise', (options) => {
    const sim = onPlane(box(0.1, 0.1, 0.1), 0.099);
    expect(sim.report().contacts.length).toBe(4);
    expect(error(sim.stepDerivatives(options).dState.values, sim.stepDerivatives().dState.values)).toBeLessThan(0.03);
  });

  it('a mesh, if the noise is smaller than the angles between its facets', () => {
    const sim = resting(mesh, 'plane', 3);
    const options = { estimator: 'gaussian', noise: 0.01 } as const;
    expect(sim.stepDerivatives(options).dState).toEqual(sim.stepDerivatives().dState);
  });
});
