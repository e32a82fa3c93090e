// A box on a slope or sliding on a floor: Coulomb's law for the whole body. Steps are semi-implicit, v ← v + a Δt and then x ← x + v Δt, so
// that after n steps from rest x = a Δt² n (n + 1)/2.
import type { Rng } from 'proximal/math';
import { specOf } from '../random/specs.ts';
import { maybeWall, randomFloor } from './floors.ts';
import { gravity, type Law, type LawCase, pick, simulationOf, timeSteps, vectorIs } from './law.ts';

/** Allowed errors in m/s and m, larger than the effect of the solver's tolerance over these times. */
const restSpeed = 1e-5;
const restDrift = 1e-5;

/** The half-lengths (a, b, c) of a box so wide that friction µ does not tip it: µ c < a and µ c < b. */
function randomBox(rng: Rng, mu: number): readonly [number, number, number] {
  const height = rng.uniform(0.05, 0.3);
  const least = 1.25 * mu * height;
  return [least + rng.uniform(0.05, 0.3), least + rng.uniform(0.05, 0.3), height];
}

/** A box on a floor at z = 0 with its faces along the axes, perhaps beside a wall that it never touches. */
function scene(
  rng: Rng,
  half: readonly [number, number, number],
  options: Readonly<Record<string, unknown>>,
  velocity: readonly number[] = [0, 0, 0],
) {
  const { floor, body } = randomFloor(rng);
  const wall = maybeWall(rng, half[1]);
  const mass = 10 ** rng.uniform(-2, 3);
  const shape = specOf('box', ...half);
  const box = { name: 'box', shape, mass, pose: [0, 0, half[2], 0, 0, 0, 1], velocity };
  const simulation = simulationOf(options, [body, box, ...wall.bodies]);
  return { simulation, parameters: { floor, gap: wall.gap, mass, half: half.join(' ') } };
}

/** Gravity tilted by an angle toward x, which makes a level floor a slope. */
function tilted(angle: number): readonly number[] {
  return [gravity * Math.sin(angle), 0, -gravity * Math.cos(angle)];
}

function restOnSlope(rng: Rng): Omit<LawCase, 'law'> {
  const angle = rng.uniform(0, 0.9);
  const friction = Math.tan(angle) * rng.uniform(1.01, 2) + (angle < 0.01 ? 0.1 : 0);
  const timeStep = pick(rng, timeSteps);
  const half = randomBox(rng, Math.tan(angle));
  const { simulation, parameters } = scene(rng, half, { timeStep, friction, gravity: tilted(angle) });
  return {
    parameters: { angle, friction, timeStep, ...parameters },
    simulation,
    expectations: [
      ...vectorIs('a box on a slope below the angle of friction stays', 120, 'position', [0, 0, half[2]], restDrift),
      ...vectorIs('a box on a slope below the angle of friction is at rest', 120, 'velocity', [0, 0, 0], restSpeed),
    ],
  };
}

function slideDownSlope(rng: Rng): Omit<LawCase, 'law'> {
  const angle = rng.uniform(0.05, 0.9);
  const friction = rng.uniform() < 0.2 ? 0 : Math.tan(angle) * rng.uniform(0.02, 0.95);
  const timeStep = pick(rng, timeSteps);
  const half = randomBox(rng, friction);
  const acceleration = gravity * (Math.sin(angle) - friction * Math.cos(angle));
  const steps = Math.min(200, Math.floor(Math.sqrt(3 / acceleration) / timeStep));
  const distance = (acceleration * timeStep ** 2 * steps * (steps + 1)) / 2;
  const { simulation, parameters } = scene(rng, half, { timeStep, friction, gravity: tilted(angle) });
  return {
    parameters: { angle, friction, timeStep, ...parameters },
    simulation,
    expectations: [
      ...vectorIs(
        'a box slides down by g (sin θ − µ cos θ) t²/2',
        steps,
        'position',
        [distance, 0, half[2]],
        1e-5 * distance + 1e-6,
      ),
      ...vectorIs(
        'a box slides down at g (sin θ − µ cos θ) t',
        steps,
        'velocity',
        [acceleration * timeStep * steps, 0, 0],
        1e-4,
      ),
    ],
  };
}

function slideToRest(rng: Rng): Omit<LawCase, 'law'> {
  const friction = rng.uniform(0.05, 1);
  const timeStep = pick(rng, timeSteps);
  const half = randomBox(rng, friction);
  const braking = friction * gravity * timeStep;
  const speed = Math.min(Math.sqrt(2 * friction * gravity * rng.uniform(0.05, 3)), 300 * braking);
  const moving = Math.floor(speed / braking);
  const steps = moving + 10;
  // The velocity is v − k µ g Δt after k steps, as long as it is positive.
  const distance = timeStep * (moving * speed - (braking * moving * (moving + 1)) / 2);
  const { simulation, parameters } = scene(rng, half, { timeStep, friction }, [speed, 0, 0]);
  return {
    parameters: { friction, timeStep, speed, ...parameters },
    simulation,
    expectations: [
      ...vectorIs(
        'a box slides v²/(2 µ g) far',
        steps,
        'position',
        [distance, 0, half[2]],
        1e-5 * distance + restDrift,
      ),
      ...vectorIs('a box stops', steps, 'velocity', [0, 0, 0], restSpeed),
    ],
  };
}

export const slidingLaws: readonly Law[] = [
  { name: 'slope, rest', draw: restOnSlope },
  { name: 'slope, slide', draw: slideDownSlope },
  { name: 'slide to rest', draw: slideToRest },
];
