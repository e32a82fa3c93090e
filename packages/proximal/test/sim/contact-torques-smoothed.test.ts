// Smoothed derivatives of steps with torsional and rolling friction.
import { expect, it } from 'vitest';
import { convex, halfspace, type Shape, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { type Material, World } from '../../src/sim/index.ts';

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

interface Motion {
  readonly linear: readonly number[];
  readonly angular: readonly number[];
}

/** A shape on a plane, or on another shape of its kind, after one step. */
function resting(shape: Shape, isOnOther: boolean, seed: number, material: Material, velocity: Motion): World {
  const rng = new Rng(seed);
  const world = new World({ sleeping: false, friction: 0.5, timeStep: 1e-3 });
  const fixed = { type: 'static', material } as const;
  if (isOnOther) world.add(shape, { ...fixed, pose: { position: [0, 0, -radius], rotation: rng.rotation() } });
  else world.add(halfspace(), fixed);
  // Deep enough that the mesh is in contact as well: its facets are inside the ball.
  const pose = { position: [0.01, 0.02, radius - (isOnOther ? 0.007 : 0.003)], rotation: rng.rotation() };
  world.add(shape, { mass: 4, inertia: [0.016, 0.016, 0.016], material, pose, velocity });
  world.step();
  return world;
}

const length = (x: Float64Array): number => Math.sqrt(x.reduce((sum, each) => sum + each * each, 0));
const error = (got: Float64Array, wanted: Float64Array): number =>
  length(got.map((x, k) => x - wanted[k])) / length(wanted);

const torsional = { torsionalFriction: 0.003 };
const rolling = { rollingFriction: 0.002 };
const rest: Motion = { linear: [0, 0, 0], angular: [0, 0, 0] };
const sliding: Motion = { linear: [1, 0.3, 0], angular: [0, 0, 0] };
const spinning: Motion = { linear: [1, 0.3, 0], angular: [0, 0, 4] };

// In these motions the torques of the mesh and of the ball both hold or both slip.
it.each<readonly [string, Material, string, Motion, boolean]>([
  ['torsional', torsional, 'at rest', rest, false],
  ['torsional', torsional, 'sliding and spinning', spinning, false],
  ['rolling', rolling, 'at rest', rest, false],
  ['rolling', rolling, 'sliding', sliding, false],
  ['torsional and rolling', { ...torsional, ...rolling }, 'sliding and spinning', spinning, false],
  ['torsional', torsional, 'at rest on another mesh', rest, true],
  ['torsional and rolling', { ...torsional, ...rolling }, 'at rest on another mesh', rest, true],
])(
  'a mesh with %s friction (%o) has the derivatives of the ball, %s',
  (_name, material, _motion, velocity, isOnOther) => {
    let worst = 0;
    for (const estimator of ['gumbel', 'gaussian'] as const)
      for (const seed of [1, 2, 3]) {
        const [rough, smooth] = [mesh, ball].map((shape) => resting(shape, isOnOther, seed, material, velocity));
        expect(rough.report().contacts.length).toBeGreaterThan(1);
        const wanted = smooth.stepDerivatives();
        const [exact, got] = [rough.stepDerivatives(), rough.stepDerivatives({ estimator })];
        const where = `${estimator}, seed ${seed}`;
        expect(error(got.dState.values, wanted.dState.values), where).toBeLessThan(0.2);
        expect(error(got.dTorque.values, wanted.dTorque.values), where).toBeLessThan(0.2);
        worst = Math.max(worst, error(exact.dState.values, wanted.dState.values));
      }
    // Without smoothing, the derivatives of the mesh differ from those of the ball.
    expect(worst).toBeGreaterThan(0.15);
  },
);

it('a mesh keeps its derivatives if the noise is smaller than the angles between its facets', () => {
  const world = resting(mesh, false, 3, { ...torsional, ...rolling }, sliding);
  const smoothed = world.stepDerivatives({ estimator: 'gaussian', noise: 0.01 });
  expect(smoothed.dState).toEqual(world.stepDerivatives().dState);
});
