// Balls that roll, bounce, and pass obstacles without contact.
import type { Rng } from 'proximal/math';
import { specOf } from '../random/specs.ts';
import { maybeWall, randomFloor } from './floors.ts';
import { gravity, type Law, type LawCase, pick, simulationOf, timeSteps, vectorIs } from './law.ts';

function ball(
  radius: number,
  mass: number,
  more: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { name: 'ball', shape: specOf('sphere', radius), mass, ...more };
}

/**
 * Friction at the lowest point changes v by d and r ω by −5/2 d, so v + 2/5 r ω is conserved while the ball slips; once it rolls,
 * v = r ω.
 */
function rolls(rng: Rng): Omit<LawCase, 'law'> {
  const radius = 10 ** rng.uniform(-1.5, -0.3);
  const friction = rng.uniform(0.1, 1);
  const timeStep = pick(rng, timeSteps);
  const speed = rng.uniform(0.2, 1.5);
  const surfaceSpeed = rng.uniform(-1, 1.5);
  const rolling = (speed + 0.4 * surfaceSpeed) / 1.4;
  // The slip velocity decreases by (1 + 5/2) µ g Δt per step.
  const slipping = Math.ceil(Math.abs(speed - surfaceSpeed) / (3.5 * friction * gravity * timeStep));
  const steps = slipping + Math.min(120, Math.floor(1 / timeStep));
  const { floor, body } = randomFloor(rng);
  const wall = maybeWall(rng, radius);
  const mass = 10 ** rng.uniform(-2, 3);
  const moving = ball(radius, mass, {
    pose: [-2, 0, radius, ...rng.rotation()],
    velocity: [speed, 0, 0],
    angularVelocity: [0, surfaceSpeed / radius, 0],
  });
  const scale = Math.max(speed, Math.abs(surfaceSpeed));
  return {
    parameters: { radius, friction, timeStep, speed, surfaceSpeed, floor, gap: wall.gap, mass },
    simulation: simulationOf({ timeStep, friction }, [body, moving, ...wall.bodies]),
    expectations: [slipping + 1, steps].flatMap((step) => [
      ...vectorIs('a ball rolls at (v + 2/5 r ω)/(7/5)', step, 'velocity', [rolling, 0, 0], 1e-5 * scale),
      ...vectorIs('a ball rolls without slip', step, 'spin', [0, rolling / radius, 0], (1e-5 * scale) / radius),
    ]),
  };
}

/**
 * One contact, one step, no gravity: λ_N = m (1 + e) v_N. The slip velocity is u = v_T + ω × (−r n); an impulse of 2/7 m |u| stops it, and
 * friction is at most µ λ_N.
 */
function bounces(rng: Rng): Omit<LawCase, 'law'> {
  const radius = 10 ** rng.uniform(-2, 0);
  const mass = 10 ** rng.uniform(-2, 3);
  const [friction, restitution] = [rng.uniform(0, 1.5), pick(rng, [0, 1, rng.uniform()])];
  const [x, y] = [rng.uniform(-5, 5), rng.uniform(-5, 5)];
  const approach = rng.uniform(0.2, 5);
  const [wx, wy, wz] = [0, 1, 2].map(() => rng.uniform(-5, 5) / radius);
  const [ux, uy] = [x - radius * wy, y + radius * wx];
  const slip = Math.hypot(ux, uy);
  const stopping = (2 / 7) * slip;
  const share = slip === 0 ? 0 : Math.min(stopping, friction * (1 + restitution) * approach) / slip;
  const [dx, dy] = [-share * ux, -share * uy];
  const timeStep = pick(rng, timeSteps);
  const scale = 1e-5 * (Math.hypot(x, y, approach) + radius * Math.hypot(wx, wy));
  const spin = [wx + (2.5 / radius) * dy, wy - (2.5 / radius) * dx, wz];
  const { floor, body } = randomFloor(rng);
  const moving = ball(radius, mass, {
    pose: [0, 0, radius, ...rng.rotation()],
    velocity: [x, y, -approach],
    angularVelocity: [wx, wy, wz],
  });
  return {
    parameters: { radius, mass, friction, restitution, approach, slip, timeStep, floor },
    simulation: simulationOf({ timeStep, friction, restitution, gravity: [0, 0, 0] }, [body, moving]),
    expectations: [
      ...vectorIs(
        'a ball bounces with restitution e, and friction stops its slip or is at its limit',
        1,
        'velocity',
        [x + dx, y + dy, restitution * approach],
        scale,
      ),
      ...vectorIs('the impulse of friction changes the angular velocity', 1, 'spin', spin, scale / radius),
    ],
  };
}

/** A ball that passes over the edges of a block at some distance keeps its velocity. */
function passes(rng: Rng): Omit<LawCase, 'law'> {
  const radius = 10 ** rng.uniform(-2, -0.5);
  const clearance = 10 ** rng.uniform(-4, -1.2);
  const speed = 10 ** rng.uniform(-0.5, 1.8);
  const timeStep = pick(rng, timeSteps);
  // The ball moves along x, without gravity, over the edges of a block that begins at x = 0 with its top at z = 0.
  const start = -rng.uniform(0.5, 1.5) * speed * timeStep;
  const travel = 2 * (speed * timeStep + 2 * radius) - start;
  const steps = Math.min(400, Math.ceil(travel / (speed * timeStep)));
  const block = {
    name: 'block',
    static: true,
    shape: specOf('box', 0.05, 1, 0.5),
    pose: [0.05, 0, -0.5, 0, 0, 0, 1],
  };
  const height = radius + clearance;
  const moving = ball(radius, 1, { pose: [start, 0, height, 0, 0, 0, 1], velocity: [speed, 0, 0] });
  const end = start + steps * speed * timeStep;
  return {
    parameters: { radius, clearance, speed, timeStep },
    simulation: simulationOf({ timeStep, gravity: [0, 0, 0] }, [block, moving]),
    expectations: [
      ...vectorIs('a ball that passes over an edge keeps its velocity', steps, 'velocity', [speed, 0, 0], 1e-9 * speed),
      ...vectorIs(
        'a ball that passes over an edge moves straight',
        steps,
        'position',
        [end, 0, height],
        1e-9 * (speed + 1),
      ),
    ],
  };
}

/** A ball that descends at an angle beside the corner of a block, on a line that misses it by a clearance. */
function missesCorner(rng: Rng): Omit<LawCase, 'law'> {
  const radius = 10 ** rng.uniform(-2, -0.5);
  const clearance = 10 ** rng.uniform(-3.5, -1.2);
  const speed = 10 ** rng.uniform(-0.5, 1.8);
  const timeStep = pick(rng, timeSteps);
  // The line at distance r + clearance from the corner at the origin, in the direction (sin φ, −cos φ), outside the block. φ is `angle`.
  const angle = rng.uniform(0.05, 1.5);
  const [ux, uz] = [Math.sin(angle), -Math.cos(angle)];
  const [nx, nz] = [Math.cos(angle), Math.sin(angle)];
  const offset = radius + clearance;
  const steps = 12;
  const begin = -(steps / 2 + rng.uniform(-1, 1)) * speed * timeStep;
  const at = (along: number): number[] => [offset * nx + along * ux, 0, offset * nz + along * uz];
  const block = {
    name: 'block',
    static: true,
    shape: specOf('box', 20, 1, 20),
    pose: [-20, 0, -20, 0, 0, 0, 1],
  };
  const velocity = [speed * ux, 0, speed * uz];
  const moving = ball(radius, 1, { pose: [...at(begin), 0, 0, 0, 1], velocity });
  return {
    parameters: { radius, clearance, speed, timeStep, angle },
    simulation: simulationOf({ timeStep, gravity: [0, 0, 0] }, [block, moving]),
    expectations: [
      ...vectorIs('a ball that misses a corner keeps its velocity', steps, 'velocity', velocity, 1e-9 * speed),
      ...vectorIs(
        'a ball that misses a corner moves straight',
        steps,
        'position',
        at(begin + steps * speed * timeStep),
        1e-9 * (speed + 1),
      ),
    ],
  };
}

export const rollingLaws: readonly Law[] = [
  { name: 'roll', draw: rolls },
  { name: 'impact', draw: bounces },
  { name: 'pass over an edge', draw: passes },
  { name: 'miss a corner', draw: missesCorner },
];
