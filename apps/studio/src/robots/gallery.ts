// The robots that the studio generates, by their names.
import type { Model } from 'proximal/dynamics';
import { createHand } from '../../../../examples/control/allegro.ts';
import { type RobotName, robotTitles } from '../model/planning.ts';
import { arm, railArm } from './arms.ts';
import { humanoid } from './humanoid.ts';
import { quadruped } from './quadruped.ts';

type Root = 'fixed' | 'free-flyer';

interface GalleryRobot {
  make(root: Root): Model | Promise<Model>;
  /** The root in a simulation, and its height above the ground, in meters. */
  readonly root: Root;
  readonly height: number;
  /** Angles in the first configuration, in radians, of the joints whose names match. Other joints are at 0, or at the limit nearest to it. */
  readonly posture: readonly (readonly [joint: RegExp, angle: number])[];
}

const makers: Readonly<Record<RobotName, GalleryRobot>> = {
  arm: {
    make: arm,
    root: 'fixed',
    height: 0,
    posture: [
      [/upper arm/, 0.6],
      [/forearm/, 1.2],
      [/palm/, 0.9],
    ],
  },
  rail: {
    make: railArm,
    root: 'fixed',
    height: 0,
    posture: [
      [/upper arm/, 0.6],
      [/forearm/, 1.2],
      [/palm/, 0.9],
    ],
  },
  quadruped: {
    make: quadruped,
    root: 'free-flyer',
    height: 0.25,
    posture: [
      [/HFE/, 0.8],
      [/KFE/, -1.6],
    ],
  },
  hand: { make: createHand, root: 'fixed', height: 0.15, posture: [[/^(index|middle|ring) [123]/, 0.5]] },
  humanoid: { make: humanoid, root: 'free-flyer', height: 0.956, posture: [[/shoulder roll/, 0.15]] },
};

export interface MadeRobot {
  readonly name: RobotName;
  readonly title: string;
  readonly model: Model;
  readonly root: Root;
  readonly height: number;
  /** The first angles of the joints with one coordinate, by their names. */
  readonly posture: ReadonlyMap<string, number>;
}

/** A robot by its name; the arm if no robot has the name. @param isFixed whether its root is fixed even if it moves in a simulation */
export async function galleryRobot(given: string, isFixed = true): Promise<MadeRobot> {
  const name: RobotName = Object.hasOwn(makers, given) ? (given as RobotName) : 'arm';
  const { make, root, height, posture } = makers[name];
  const model = await make(isFixed ? 'fixed' : root);
  const { lower, upper } = model.limits;
  const angles = model.joints
    .filter(({ mimic, nq, nv }) => !mimic && nq === 1 && nv === 1)
    .map(({ name: joint, q }): [string, number] => {
      // Right arms and legs mirror the left ones: an angle outside the limits has the other sign.
      const wanted = posture.find(([pattern]) => pattern.test(joint))?.[1] ?? 0;
      const angle = wanted < lower[q] || wanted > upper[q] ? -wanted : wanted;
      return [joint, Math.max(lower[q], Math.min(upper[q], angle))];
    });
  return { name, title: robotTitles[name], model, root, height, posture: new Map(angles) };
}
