// Systems that must not gain energy: impacts with friction, spins, stacks, overlaps, and joints near their limits.
import type { Rng } from 'proximal/math';
import type { JointSpec } from '../random/robots.ts';
import { specOf } from '../random/specs.ts';
import { maybeWall, randomFloor } from './floors.ts';
import { type Expectation, gravity, type Law, type LawCase, pick, simulationOf, timeSteps, vectorIs } from './law.ts';

/** A box that hits a floor in any orientation, without gravity. */
function impactOfBox(rng: Rng): Omit<LawCase, 'law'> {
  const half = [0, 1, 2].map(() => rng.uniform(0.05, 0.3));
  const mass = 10 ** rng.uniform(-1, 2);
  const [friction, restitution] = [rng.uniform(0, 2), rng.uniform() < 0.3 ? 1 : rng.uniform()];
  const [x, y, z] = [rng.uniform(-3, 3), rng.uniform(-3, 3), -rng.uniform(0.5, 5)];
  const spin = rng.direction().map((value) => value * rng.uniform(0, 20));
  const rotation = rng.rotation();
  const timeStep = pick(rng, timeSteps);
  const radius = Math.hypot(...half);
  const { floor, body } = randomFloor(rng);
  const shape = specOf('box', ...half);
  const pose = [0, 0, radius + 0.01, ...rotation];
  const box = { name: 'box', shape, mass, pose, velocity: [x, y, z], angularVelocity: spin };
  // The initial energy, from the inertia of the box in its own axes.
  const bodySpin = inBody(rotation, spin);
  const [a, b, c] = half.map((value) => value ** 2);
  const inertia = [b + c, a + c, a + b].map((value) => (mass * value) / 3);
  const energy =
    (mass * (x * x + y * y + z * z) + inertia.reduce((sum, value, k) => sum + value * bodySpin[k] ** 2, 0)) / 2;
  const what = 'an impact with friction does not add energy';
  const expectations = [5, 20, 60].map(
    (step): Expectation => ({
      what,
      step,
      measure: 'kineticEnergy',
      wanted: energy,
      tolerance: 1e-6 * energy,
      isUpperBound: true,
    }),
  );
  return {
    parameters: { half: half.join(' '), mass, friction, restitution, timeStep, floor },
    simulation: simulationOf({ timeStep, friction, restitution, gravity: [0, 0, 0] }, [body, box]),
    expectations,
  };
}

/** A world vector in body axes. */
function inBody([x, y, z, w]: readonly number[], [vx, vy, vz]: readonly number[]): number[] {
  const [tx, ty, tz] = [2 * (vy * z - vz * y), 2 * (vz * x - vx * z), 2 * (vx * y - vy * x)];
  return [vx + w * tx + ty * z - tz * y, vy + w * ty + tz * x - tx * z, vz + w * tz + tx * y - ty * x];
}

/** A free body conserves its energy and its angular momentum in world axes. */
function tumblingBox(rng: Rng): Omit<LawCase, 'law'> {
  const half = [0, 1, 2].map(() => 10 ** rng.uniform(-2, 0));
  const mass = 10 ** rng.uniform(-2, 3);
  const timeStep = pick(rng, timeSteps);
  const rate = rng.uniform(0.01, 0.5) / timeStep;
  const spin = rng.direction().map((value) => value * rate);
  const rotation = rng.rotation();
  const shape = specOf('box', ...half);
  const box = { name: 'box', shape, mass, pose: [0, 0, 0, ...rotation], angularVelocity: spin };
  const bodySpin = inBody(rotation, spin);
  const [a, b, c] = half.map((value) => value ** 2);
  const inertia = [b + c, a + c, a + b].map((value) => (mass * value) / 3);
  const momentum = inBody(
    conjugate(rotation),
    bodySpin.map((value, k) => inertia[k] * value),
  );
  const energy = inertia.reduce((sum, value, k) => sum + value * bodySpin[k] ** 2, 0) / 2;
  const size = Math.hypot(...momentum);
  return {
    parameters: { half: half.join(' '), mass, timeStep, rate },
    simulation: simulationOf({ timeStep, gravity: [0, 0, 0] }, [box]),
    expectations: [100, 400].flatMap((step) => [
      {
        what: 'a body that tumbles keeps its energy',
        step,
        measure: 'kineticEnergy',
        wanted: energy,
        tolerance: 1e-6 * energy,
      },
      ...vectorIs('a body that tumbles keeps its angular momentum', step, 'angularMomentum', momentum, 1e-11 * size),
    ]),
  };
}

function conjugate([x, y, z, w]: readonly number[]): readonly number[] {
  return [-x, -y, -z, w];
}

/** Boxes on each other stay where they are: the lowest keeps its position, and all are at rest. */
function restingStack(rng: Rng): Omit<LawCase, 'law'> {
  const count = 2 + rng.index(4);
  const timeStep = pick(rng, timeSteps);
  const width = rng.uniform(0.1, 0.5);
  let height = 0;
  const boxes = Array.from({ length: count }, (_, k) => {
    const half = rng.uniform(0.05, 0.3);
    const mass = 10 ** rng.uniform(-0.5, 1.5);
    const pose = [0, 0, height + half, 0, 0, 0, 1];
    height += 2 * half;
    return { name: `box ${k}`, shape: specOf('box', width, width, half), mass, pose };
  });
  const { floor, body } = randomFloor(rng);
  const wall = maybeWall(rng, width);
  const totalMass = boxes.reduce((sum, { mass }) => sum + mass, 0);
  // The kinetic energy of the boxes after a millisecond of free fall.
  const maxEnergy = 0.5 * totalMass * (1e-3 * gravity) ** 2;
  return {
    parameters: { count, timeStep, width, masses: boxes.map(({ mass }) => mass).join(' '), floor, gap: wall.gap },
    simulation: simulationOf({ timeStep }, [body, ...boxes, ...wall.bodies]),
    expectations: [
      ...vectorIs('a stack stands', 120, 'position', boxes[0].pose.slice(0, 3), 1e-4),
      {
        what: 'a stack is at rest',
        step: 120,
        measure: 'kineticEnergy',
        wanted: 0,
        tolerance: maxEnergy,
        isUpperBound: true,
      },
    ],
  };
}

/** The correction of an overlap adds no kinetic energy. */
function overlappingBoxes(rng: Rng): Omit<LawCase, 'law'> {
  const [a, b] = [rng.uniform(0.05, 0.3), rng.uniform(0.05, 0.3)];
  const depth = 10 ** rng.uniform(-4, -1.5);
  const timeStep = pick(rng, timeSteps);
  const masses = [10 ** rng.uniform(-1, 2), 10 ** rng.uniform(-1, 2)];
  // Half the angle of rotation about x.
  const tilt = rng.uniform(-0.3, 0.3);
  const cube = (half: number) => specOf('box', half, half, half);
  const bodies = [
    { name: 'lower', shape: cube(a), mass: masses[0], pose: [0, 0, 0, 0, 0, 0, 1] },
    {
      name: 'upper',
      shape: cube(b),
      mass: masses[1],
      pose: [rng.uniform(-a, a), rng.uniform(-a, a), a + b - depth, Math.sin(tilt), 0, 0, Math.cos(tilt)],
    },
  ];
  const maxEnergy = 1e-12 * (masses[0] + masses[1]);
  const what = 'overlapping bodies separate without kinetic energy';
  return {
    parameters: { depth, timeStep, masses: masses.join(' '), tilt },
    simulation: simulationOf({ timeStep, gravity: [0, 0, 0] }, bodies),
    expectations: [1, 5, 40].map((step) => ({
      what,
      step,
      measure: 'kineticEnergy',
      wanted: 0,
      tolerance: maxEnergy,
      isUpperBound: true,
    })),
  };
}

/** A flap near its limit: at rest it stays, and in motion it stops at the limit. */
function limit(rng: Rng): Omit<LawCase, 'law'> {
  const gap = 10 ** rng.uniform(-5, -1);
  const isMoving = rng.uniform() < 0.5;
  const timeStep = pick(rng, timeSteps);
  const speed = isMoving ? rng.uniform(0.1, 3) : 0;
  const mass = 10 ** rng.uniform(-1, 2);
  const size = rng.uniform(0.1, 1);
  const flap: JointSpec = {
    kind: 'revolute',
    parent: -1,
    axis: [0, 0, 1],
    pose: [0, 0, 0, 0, 0, 0, 1],
    mass,
    shape: specOf('box', size, size / 2, 0.01),
    limit: [-3, gap],
    friction: 0,
    damping: 0,
    armature: 0,
  };
  const steps = isMoving ? Math.ceil(gap / (speed * timeStep)) + 20 : 50;
  const what = isMoving ? 'a joint stops at its limit' : 'a joint at rest beside its limit stays';
  return {
    parameters: { gap, timeStep, speed, mass, size },
    simulation: simulationOf({ timeStep, gravity: [0, 0, 0] }, [], [{ name: 'flap', text: '<flap/>', v: [speed] }]),
    robots: [{ joints: [flap] }],
    expectations: [
      { what, step: steps, measure: 'position', wanted: isMoving ? gap : 0, tolerance: 1e-6 },
      { what, step: steps, measure: 'rates', wanted: 0, tolerance: 1e-6 },
    ],
  };
}

export const energyLaws: readonly Law[] = [
  { name: 'impact of a box', draw: impactOfBox },
  { name: 'spin', draw: tumblingBox },
  { name: 'stack', draw: restingStack },
  { name: 'overlap', draw: overlappingBoxes },
  { name: 'limit', draw: limit },
];
