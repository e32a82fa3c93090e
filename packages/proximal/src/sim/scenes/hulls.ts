// Random polytopes.
import { compose, fromAxisAngle } from '../../math/pose.ts';
import type { Rng } from '../../math/rng.ts';
import { compound } from '../../scene/nonconvex/compound.ts';
import { box } from '../../shapes/box.ts';
import { convex } from '../../shapes/convex.ts';
import type { SimulationBody } from '../../sim/file/simulation.ts';
import { bodyAt, floor, type SceneContent } from './place.ts';

/** A polytope of about the given diameter, in meters: the hull of points on an ellipsoid, so each point is a vertex. */
function polytope(rng: Rng, diameter: number): ReturnType<typeof convex> {
  const axes = [0, 1, 2].map(() => (diameter / 2) * rng.uniform(0.7, 1.1));
  const count = 8 + rng.index(13);
  const points = Array.from({ length: count }, () => rng.direction().map((value, k) => axes[k] * value));
  return convex(points.flat());
}

/**
 * Fig. 6 of Thirugnanam and Sreenath on growth distances: 50 polytopes of 8 to 20 vertices and about 1 m, all of the same mass, 240 Hz for 10 s.
 * The paper does not give the initial positions: here the polytopes are in layers of 16, from 2 to 9 m above the ground.
 */
export function polytopes(rng: Rng): SceneContent {
  const bodies = Array.from({ length: 50 }, (_, k): SimulationBody => {
    const [column, row, layer] = [k % 4, (k >> 2) % 4, k >> 4];
    const position = [1.4 * (column - 1.5), 1.4 * (row - 1.5), 2 + 2.2 * layer].map(
      (x) => x + rng.uniform(-0.15, 0.15),
    );
    const pose = { position, rotation: rng.rotation() };
    return bodyAt(`polytope ${k + 1}`, polytope(rng, 1), pose, { mass: 1 });
  });
  return { duration: 10, options: { friction: 0.5, timeStep: 1 / 240 }, bodies: [floor(), ...bodies] };
}

/** Two hulls fall into a funnel, with random poses and velocities, for 1 s at 120 Hz, as in Sec. IV-E of Montaut et al. 2024 (GJK++). */
export function funnel(rng: Rng): SceneContent {
  const bodies = ['first', 'second'].map((name, k) => {
    const pose = { position: [0.12 * (2 * k - 1), 0, 0.35], rotation: rng.rotation() };
    return bodyAt(`${name} hull`, polytope(rng, 0.15), pose, randomVelocities(rng));
  });
  return { duration: 1, options: { friction: 0.5, timeStep: 1 / 120 }, bodies: [funnelWalls(), ...bodies] };
}

/** A random velocity, in m/s, and spin, in rad/s. */
function randomVelocities(rng: Rng): Pick<SimulationBody, 'velocity' | 'angularVelocity'> {
  const speed = rng.uniform(0, 0.5);
  const spin = rng.uniform(0, 5);
  return { velocity: rng.direction().map((x) => speed * x), angularVelocity: rng.direction().map((x) => spin * x) };
}

/** Eight walls, 0.7 m high, lean outward around a hole that is too narrow for the hulls. */
function funnelWalls(): SimulationBody {
  const shape = box(0.5, 0.3, 0.05);
  const lean = compose(fromAxisAngle([0, 1, 0], -0.8, [0.02, 0, 0]), { position: [0.5, 0, -0.05] });
  const parts = Array.from({ length: 8 }, (_, k) => {
    return { shape, pose: compose(fromAxisAngle([0, 0, 1], (k * Math.PI) / 4), lean) };
  });
  return bodyAt('funnel', compound(parts), {}, { static: true });
}
