// Bodies that spin and bounce.
import { compose, fromAxisAngle, transformPoint } from '../../math/pose.ts';
import { cone } from '../../shapes/cone.ts';
import { sphere } from '../../shapes/sphere.ts';
import { bodyAt, floor, type SceneContent } from './place.ts';

/** A spinning cone on its tip, tilted by 0.3 rad. Because of its spin, gravity makes it precess instead of fall over. */
export function spinningTop(): SceneContent {
  const halfLength = 0.04;
  const lean = compose(fromAxisAngle([0, 1, 0], 0.3), fromAxisAngle([1, 0, 0], Math.PI));
  const tip = transformPoint(lean, [0, 0, halfLength]);
  const axis = transformPoint(lean, [0, 0, -1]);
  const angularVelocity = axis.map((x) => 150 * x);
  // The tip rests on the floor. The center's velocity ω × (center − tip) is zero, because both vectors are along the axis.
  const pose = compose({ position: tip.map((x) => -x) }, lean);
  const top = bodyAt('top', cone(0.05, halfLength), pose, { angularVelocity });
  return { duration: 5, options: { timeStep: 1e-3, friction: 1 }, bodies: [floor(), top] };
}

export function bouncingBall(): SceneContent {
  const ball = bodyAt('ball', sphere(0.1), { position: [0, 0, 1.1] }, { velocity: [0.5, 0, 0] });
  return { duration: 4, options: { restitution: 0.8 }, bodies: [floor(), ball] };
}
