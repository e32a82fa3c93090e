// Bodies of built-in scenes.
import { type PoseLike, readPose } from '../../math/pose.ts';
import type { Geometry } from '../../scene/geometry.ts';
import { halfspace } from '../../shapes/halfspace.ts';
import type { Simulation, SimulationBody } from '../../sim/file/simulation.ts';

/** A built-in scene except its title; it has no robots. */
export type SceneContent = Omit<Simulation, 'title' | 'robots'>;

/** A body at a pose, by default free and at rest. */
export function bodyAt(
  name: string,
  shape: Geometry,
  pose: PoseLike = {},
  more: Partial<SimulationBody> = {},
): SimulationBody {
  const numbers = new Float64Array(7);
  readPose('makeSimulation', 'pose', pose, numbers, 0);
  return { name, shape, pose: numbers, static: false, velocity: [0, 0, 0], angularVelocity: [0, 0, 0], ...more };
}

/** The half-space below z = 0. */
export function floor(): SimulationBody {
  return bodyAt('floor', halfspace(), {}, { static: true });
}
