// The robots of the gallery, whose joints are held at targets by PD control.
import { halfspace } from 'proximal';
import { readSimulation } from 'proximal/sim';
import { galleryRobot } from '../robots/gallery.ts';
import type { Loaded } from './robots.ts';

/** The name of the robot in the simulation. */
export const heldName = 'robot';

const still = { static: true, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] } as const;
const poseAt = (x: number, y: number, z: number): Float64Array => Float64Array.of(x, y, z, 0, 0, 0, 1);

/** @param angles the targets, one number for each joint with one coordinate; the first posture if their number differs */
export async function held(name: string, angles: readonly number[]): Promise<Loaded> {
  const { title, model, root, height, posture } = await galleryRobot(name, false);
  const joints = [...posture.keys()];
  const chosen = angles.length === joints.length ? angles : [...posture.values()];
  const isFree = root === 'free-flyer';
  const q = Float64Array.from(model.reference);
  if (isFree) q.set([0, 0, height], 0);
  const targets = joints.map((joint, k) => {
    const { q: at } = model.joints.find((each) => each.name === joint) ?? { q: -1 };
    q[at] = chosen[k];
    return { joint, position: chosen[k] };
  });
  const { lower, upper } = model.limits;
  return {
    simulation: {
      ...readSimulation({ format: 'proximal-simulation', version: 1, options: { timeStep: 1 / 480, friction: 0.8 } }),
      title: `${title}, held by PD control`,
      bodies: [{ name: 'floor', shape: halfspace(), pose: poseAt(0, 0, isFree ? 0 : -height), ...still }],
      robots: [{ name: heldName, text: '<robot/>', root, q: [...q], targets }],
    },
    models: [model],
    targets: joints.map((joint, k) => {
      const { q: at = 0, kind } = model.joints.find((each) => each.name === joint) ?? {};
      return {
        name: joint,
        lower: Math.max(-Math.PI, lower[at]),
        upper: Math.min(Math.PI, upper[at]),
        unit: kind === 'prismatic' ? ('m' as const) : ('rad' as const),
        value: chosen[k],
      };
    }),
  };
}
