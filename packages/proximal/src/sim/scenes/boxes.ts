// Boxes that fall and slide.
import { compose, fromAxisAngle } from '../../math/pose.ts';
import { box } from '../../shapes/box.ts';
import { halfspace } from '../../shapes/halfspace.ts';
import type { SimulationBody } from '../../sim/file/simulation.ts';
import { bodyAt, floor, type SceneContent } from './place.ts';

export function fallingBox(): SceneContent {
  const pose = compose(fromAxisAngle([1, 0, 0], 0.6, [0, 0, 1.5]), fromAxisAngle([0, 1, 0], 0.4));
  return { duration: 2, options: {}, bodies: [floor(), bodyAt('box', box(0.3, 0.2, 0.1), pose)] };
}

/** Slopes of 15 to 40 degrees side by side. With µ = 0.5 a box slides on slopes above 26.6°. */
export function slope(): SceneContent {
  const bodies: SimulationBody[] = [];
  [15, 25, 28, 40].forEach((degrees, k) => {
    const angle = (degrees * Math.PI) / 180;
    const incline = fromAxisAngle([0, 1, 0], angle, [0, k - 1.5, 0]);
    const ramp = compose(incline, { position: [0, 0, -0.05] });
    bodies.push(bodyAt(`slope of ${degrees}°`, box(1.5, 0.4, 0.05), ramp, { static: true }));
    const start = compose(incline, { position: [-1, 0, 0.1] });
    bodies.push(bodyAt(`box at ${degrees}°`, box(0.15, 0.15, 0.1), start));
  });
  const ground = bodyAt('floor', halfspace(), { position: [0, 0, -1.2] }, { static: true });
  return { duration: 3, options: { friction: 0.5 }, bodies: [ground, ...bodies] };
}

/**
 * As in Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis": a cube of 1 kg on a plane with an initial velocity along
 * y. It stops after the distance v²/(2 µ g).
 */
export function slidingCube(): SceneContent {
  const cube = bodyAt('cube', box(0.1, 0.1, 0.1), { position: [0, 0, 0.1] }, { mass: 1, velocity: [0, 2, 0] });
  return { duration: 2, options: { friction: 0.3, timeStep: 1e-3 }, bodies: [floor(), cube] };
}
