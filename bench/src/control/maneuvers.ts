// The maneuvers of the benchmark `predictive`.
import { createWalkingController } from 'proximal/control';
import type { Model } from 'proximal/dynamics';
import type { ControllerName } from './controllers.ts';
import type { Gait } from './gait.ts';
import { type Ground, posture, riseAbove } from './quadruped.ts';
import { bumps, flat } from './terrain.ts';

export interface Maneuver {
  readonly name: string;
  readonly ground: Ground;
  /** The wanted configuration on the plane z = 0. */
  readonly posture: Float64Array;
  /** The configuration at the start. */
  readonly start: Float64Array;
  /** The velocity at the start. */
  readonly push: Float64Array;
  /** Absent if the feet are to stay where they are. */
  readonly gait?: Gait | undefined;
  readonly controllers: readonly ControllerName[];
}

/** The pitch of the upper legs, in radians, of the target and of a robot that lies on its folded legs. */
const [standing, lying] = [0.8, 1.45];
const plane: Ground = { terrain: flat, friction: 0.7 };

export function maneuversOf(model: Model): Maneuver[] {
  const target = posture(model, standing);
  const low = createWalkingController(model).posture;
  const rest = new Float64Array(model.nv);
  const pushed = (speed: number): Float64Array => rest.map((_, k) => (k === 1 ? speed : 0));
  const stands = ['predictive', 'springs'] as const;
  const walks = ['predictive', 'reactive'] as const;
  const onPlane = { ground: plane, posture: target, start: target, push: rest };
  const walk = { ...onPlane, posture: low, start: low, gait: { begin: 0.16, speed: 0.3 } };
  return [
    { ...onPlane, name: 'standing up from lying', start: posture(model, lying), controllers: stands },
    { ...onPlane, name: 'push, 0.6 m/s sideways', push: pushed(0.6), controllers: stands },
    {
      ...{ ...walk, name: 'push, 1.5 m/s sideways', push: pushed(1.5), gait: { begin: 0.1, speed: 0 } },
      controllers: ['predictive', 'standing predictive', 'reactive', 'springs'],
    },
    {
      ...walk,
      name: 'walks, flat',
      controllers: ['predictive', 'exact predictive', 'randomized predictive', 'reactive'],
    },
    ...[0.02, 0.05, 0.1].map((roughness): Maneuver => {
      const ground = { terrain: bumps(roughness), friction: 0.3 };
      const start = low.slice();
      start[2] += riseAbove(model, low, ground.terrain);
      return { ...walk, name: `walks, bumps of ${100 * roughness} cm`, ground, start, controllers: walks };
    }),
  ];
}
