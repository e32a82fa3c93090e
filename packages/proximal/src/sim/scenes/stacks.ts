// Stacks of boxes.
import { box } from '../../shapes/box.ts';
import type { SimulationBody } from '../../sim/file/simulation.ts';
import { bodyAt, floor, type SceneContent } from './place.ts';

export function stack(): SceneContent {
  const shape = box(0.5, 0.5, 0.5);
  const boxes = Array.from({ length: 10 }, (_, k) => bodyAt(`box ${k + 1}`, shape, { position: [0, 0, 0.5 + k] }));
  return { duration: 10, options: {}, bodies: [floor(), ...boxes] };
}

/** The number of sweeps of a per-contact solver grows with the mass ratio; ADMM needs few iterations. */
export function massRatio(): SceneContent {
  const shape = box(0.1, 0.1, 0.1);
  const light = bodyAt('light cube', shape, { position: [0, 0, 0.1] }, { mass: 1 });
  const heavy = bodyAt('heavy cube', shape, { position: [0, 0, 0.3] }, { mass: 1000 });
  return { duration: 2, options: { solver: 'ncp-admm' }, bodies: [floor(), light, heavy] };
}

/**
 * Rows of bricks with 3 cm between them, every other row shifted by a third of the spacing: the bricks at the ends do not fall.
 */
export function wall(): SceneContent {
  const shape = box(0.25, 0.125, 0.125);
  const bricks: SimulationBody[] = [];
  for (let row = 0; row < 10; row++) {
    for (let k = 0; k < 10; k++) {
      const position = [0.53 * (k - 14 / 3 + (row % 2) / 3), 0, 0.125 + 0.25 * row];
      bricks.push(bodyAt(`brick ${row + 1}.${k + 1}`, shape, { position }));
    }
  }
  return { duration: 5, options: {}, bodies: [floor(), ...bricks] };
}
