// A trot: the times at which feet swing, the reference of the base, and derivatives of steps that depend on the feet that are to swing.
import { type ControlledDynamics, simulatorDynamics } from 'proximal/control';
import type { Model } from 'proximal/dynamics';
import type { StepDerivativeOptions } from 'proximal/sim';
import { type Ground, hingesOf, onGround, type Quadruped } from './quadruped.ts';

/** The duration of a stance and of a swing, in seconds. */
export const halfPeriod = 0.16;
/** The acceleration of the reference until it has its speed, in m/s². */
const acceleration = 0.5;
/** The share of a swing in which derivatives have no contact of the foot. Later, the foot may touch down early. */
const freeShare = 0.8;

/** Steps from a time on, with a base that accelerates along x to a speed. */
export interface Gait {
  readonly begin: number;
  readonly speed: number;
}

/** The velocity of the reference along x, in m/s, and the distance that it has moved, in meters. */
export function reference({ begin, speed }: Gait, time: number): { readonly speed: number; readonly distance: number } {
  const elapsed = Math.max(0, time - begin);
  const ramp = Math.min(elapsed, speed / acceleration);
  return { speed: acceleration * ramp, distance: 0.5 * acceleration * ramp * ramp + speed * (elapsed - ramp) };
}

/** The diagonal pair that swings at a time, 0 (feet 0 and 3) or 1, and the share of the swing that has passed; null before the gait begins. */
export function swingAt({ begin }: Gait, time: number): { readonly pair: 0 | 1; readonly share: number } | null {
  const halves = (time - begin) / halfPeriod + 1e-9;
  if (halves < 0) return null;
  const half = Math.floor(halves);
  return { pair: (half & 1) as 0 | 1, share: Math.min(Math.max(halves - half, 0), 1) };
}

/** The pair of a foot: diagonal feet swing together. */
export function pairOf(foot: number): 0 | 1 {
  return foot === 0 || foot === 3 ? 0 : 1;
}

/** Dynamics of the robot for predictive control. */
export interface GaitDynamics extends ControlledDynamics {
  /** The time of step 0, in seconds. */
  begin: number;
}

/**
 * The steps of the simulator. The exact derivatives of a step with a foot on the ground are those of a contact that stays closed: with them, the search
 * would not lift a foot that is to swing. In the first `freeShare` of a swing, the derivatives are therefore those of the robot whose swinging feet do
 * not collide.
 */
export function gaitDynamics(
  { model, swinging }: Quadruped,
  ground: Ground,
  gait: Gait,
  timeStep: number,
  derivatives: StepDerivativeOptions = {},
): GaitDynamics {
  const dynamicsOf = (each: Model): ControlledDynamics =>
    simulatorDynamics(onGround(each, ground, { timeStep, solver: 'ncp-admm' }), {
      actuated: hingesOf(each).map(({ v }) => v),
      derivatives,
    });
  const all = dynamicsOf(model);
  const free = swinging.map(dynamicsOf);
  const dynamics: GaitDynamics = {
    ...all,
    begin: 0,
    differentiate(state, control, index, byState, byControl) {
      const swing = swingAt(gait, dynamics.begin + index * timeStep);
      const chosen = swing && swing.share < freeShare ? free[swing.pair] : all;
      chosen.differentiate(state, control, index, byState, byControl);
    },
  };
  return dynamics;
}
