// Newton's cradle whose balls hang on joints: all balls moved together after the first impact, because impacts did not propagate in islands with
// joints.
import { expect, it } from 'vitest';
import { sphere } from '../../src/index.ts';
import { type RigidBody, World } from '../../src/sim/index.ts';

const [radius, length, count, gravity] = [0.05, 0.5, 5, 9.81];

function cradle(
  kind: 'ball' | 'hinge' | 'distance',
  rate: number,
  raised: number,
): { world: World; balls: RigidBody[] } {
  const world = new World({ restitution: 1, friction: 0, timeStep: 1 / rate });
  const balls: RigidBody[] = [];
  for (let k = 0; k < count; k++) {
    const angle = k < raised ? -0.7 : 0;
    const top = [2 * radius * k, 0, 0] as const;
    const center = [top[0] + length * Math.sin(angle), 0, -length * Math.cos(angle)] as const;
    const ball = world.add(sphere(radius), { mass: 1, pose: { position: center } });
    if (kind === 'distance') world.connect('world', ball, { kind, anchors: [top, center] });
    else
      world.connect('world', ball, kind === 'hinge' ? { kind, anchor: top, axis: [0, 1, 0] } : { kind, anchor: top });
    balls.push(ball);
  }
  return { world, balls };
}

const energyOf = (balls: readonly RigidBody[]): number =>
  balls.reduce((sum, { pose, velocity: { linear, angular } }) => {
    const spin = 0.4 * radius ** 2 * angular.reduce((s, x) => s + x * x, 0);
    return sum + gravity * (pose[2] + length) + 0.5 * (linear.reduce((s, x) => s + x * x, 0) + spin);
  }, 0);

it.each([
  ['ball', 240, 1],
  ['ball', 60, 1],
  ['ball', 240, 2],
  ['hinge', 240, 1],
  ['distance', 240, 1],
] as const)('balls on %s joints at %i Hz: as many leave as arrive (%i)', (kind, rate, raised) => {
  const { world, balls } = cradle(kind, rate, raised);
  const start = energyOf(balls);
  const angles = (): number[] => balls.map(({ pose }, k) => Math.atan2(pose[0] - 2 * radius * k, -pose[2]));
  const largestAngles = new Float64Array(count);
  let highest = 0;
  // A quarter of the period takes about 0.37 s: after 0.75 s, the last balls are near their highest point; at 0.9 s they have not yet returned.
  for (let k = 0; k < 0.9 * rate; k++) {
    world.step();
    for (const [i, angle] of angles().entries()) largestAngles[i] = Math.max(largestAngles[i], angle);
    highest = Math.max(highest, energyOf(balls));
  }
  for (let k = 0; k < count; k++)
    if (k < count - raised) expect(largestAngles[k], `ball ${k}`).toBeLessThan(0.1);
    else expect(largestAngles[k], `ball ${k}`).toBeGreaterThan(0.55);
  // The energy of a pendulum oscillates by a fraction of about ω Δt with the default integrator (docs/sim.md#integrators).
  expect(highest).toBeLessThan((1 + Math.sqrt(gravity / length) / rate) * start);
});
