// Solo-12, or a generated quadruped of its masses and lengths, on a terrain: model, posture and a quadratic cost of its state.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ControlCost, type CostTerms, quadrupedUrdf } from 'proximal/control';
import { difference, forwardKinematics, framePose, type Model, neutral } from 'proximal/dynamics';
import { readUrdf } from 'proximal/io';
import { Scene } from 'proximal/scene';
import { Simulator, type SimulatorOptions } from 'proximal/sim';
import type { Heights, Terrain } from './terrain.ts';

const file = fileURLToPath(new URL('../../../../shared/data/robots/solo12/solo12.urdf', import.meta.url));
export const footRadius = 0.0191;
export const feet = ['FL_FOOT', 'FR_FOOT', 'HL_FOOT', 'HR_FOOT'] as const;
const legLength = 0.16;

/** The ground under a robot. */
export interface Ground {
  readonly terrain: Terrain;
  readonly friction: number;
}

export interface Quadruped {
  readonly name: string;
  readonly model: Model;
  /** The robot without collisions of two diagonal feet: FL and HR, and FR and HL. */
  readonly swinging: readonly [Model, Model];
}

/** Solo-12 with balls as feet and no other shape, or a generated robot of its masses and lengths. Default: generated if the file is absent. */
export async function loadQuadruped(isGenerated = !existsSync(file)): Promise<Quadruped> {
  const text = isGenerated ? quadrupedUrdf(footRadius) : readFileSync(file, 'utf8');
  const ball = `<collision><geometry><sphere radius="${footRadius}"/></geometry></collision>`;
  const withFeet = (names: string): Promise<Model> =>
    readUrdf(
      text
        .replace(/<collision\b[\s\S]*?<\/collision>/g, '')
        .replace(new RegExp(`<link name="(${names})_FOOT">`, 'g'), `$&${ball}`),
      { root: 'free-flyer' },
    );
  return {
    name: isGenerated ? 'generated quadruped' : 'Solo-12',
    model: await withFeet('FL|FR|HL|HR'),
    swinging: [await withFeet('FR|HL'), await withFeet('FL|HR')],
  };
}

/** The hinges, whose torques are the controls. */
export function hingesOf(model: Model): Model['joints'] {
  return model.joints.filter(({ nv }) => nv === 1);
}

/** The robot with its feet below its shoulders and on the plane z = 0. @param pitch the angle of the upper legs, in radians */
export function posture(model: Model, pitch: number): Float64Array {
  const q = neutral(model);
  for (const { name, q: at } of hingesOf(model)) {
    const sign = name.startsWith('F') ? 1 : -1;
    if (name.endsWith('HFE')) q[at] = sign * pitch;
    if (name.endsWith('KFE')) q[at] = -2 * sign * pitch;
  }
  q[2] = footRadius + 2 * legLength * Math.cos(pitch);
  return q;
}

/** The robot on the ground. Bodies are not stopped in the middle of a step, because that has one-sided derivatives. */
export function onGround(
  model: Model,
  { terrain, friction }: Ground,
  options: Pick<SimulatorOptions, 'timeStep' | 'solver'>,
): Simulator {
  const scene = new Scene({ margin: 0.02 });
  scene.add(terrain.geometry, { position: terrain.position }, { static: true });
  return new Simulator({ models: [model], scene, friction, continuous: false, ...options });
}

/** Weights of (base position, base orientation, joints) and of their velocities; then of torques. */
const stateWeights = [
  10,
  10,
  100,
  20,
  20,
  20,
  ...Array(12).fill(0.5),
  1,
  1,
  1,
  0.1,
  0.1,
  0.1,
  ...Array(12).fill(0.005),
];
const torqueWeight = 0.02;
/** The weights of the last state are larger by this factor. */
const finalFactor = 10;

/**
 * ½ eᵀ W e of the change e from the target configuration and velocity to the state, plus ½ w |τ|²; at the end without τ, times `finalFactor`. Its
 * second derivative is the Gauss–Newton one.
 */
export function postureCost(model: Model, target: Float64Array, velocity = new Float64Array(model.nv)): ControlCost {
  return {
    running(state, control, _index, terms) {
      addState(model, target, velocity, state, 1, terms);
      for (const [i, torque] of control.entries()) {
        terms.value += 0.5 * torqueWeight * torque * torque;
        terms.byControl[i] = torqueWeight * torque;
        terms.byControlTwice[i * control.length + i] = torqueWeight;
      }
    },
    final: (state, terms) => addState(model, target, velocity, state, finalFactor, terms),
  };
}

function addState(
  model: Model,
  target: Float64Array,
  velocity: Float64Array,
  state: Float64Array,
  factor: number,
  terms: CostTerms,
): void {
  const { nq, nv } = model;
  const n = 2 * nv;
  const error = new Float64Array(n);
  error.set(difference(model, target, state.slice(0, nq)));
  for (let k = 0; k < nv; k++) error[nv + k] = state[nq + k] - velocity[k];
  const base = inverseRightJacobian(error);
  for (let i = 0; i < n; i++) {
    const weight = factor * stateWeights[i];
    terms.value += 0.5 * weight * error[i] * error[i];
    if (i >= 6) {
      terms.byState[i] += weight * error[i];
      terms.byStateTwice[i * n + i] += weight;
      continue;
    }
    for (let a = 0; a < 6; a++) {
      terms.byState[a] += weight * error[i] * base[i * 6 + a];
      for (let b = 0; b < 6; b++) terms.byStateTwice[a * n + b] += weight * base[i * 6 + a] * base[i * 6 + b];
    }
  }
}

/** J_r⁻¹ of the twist of the base, Σ Bₖ (ad)ᵏ / k! with the Bernoulli numbers Bₖ, B₁ = ½. The first omitted term is below 2e-6 |e|⁸. */
function inverseRightJacobian([x, y, z, a, b, c]: Float64Array): Float64Array {
  const ad = new Float64Array(36);
  const write = (row: number, column: number, [u, v, w]: readonly number[]): void => {
    for (const [i, values] of [
      [0, -w, v],
      [w, 0, -u],
      [-v, u, 0],
    ].entries())
      ad.set(values, 6 * (row + i) + column);
  };
  write(0, 0, [a, b, c]);
  write(0, 3, [x, y, z]);
  write(3, 3, [a, b, c]);
  const square = multiply(ad, ad);
  const fourth = multiply(square, square);
  const sixth = multiply(fourth, square);
  return ad.map((value, k) => (k % 7 === 0 ? 1 : 0) + value / 2 + square[k] / 12 - fourth[k] / 720 + sixth[k] / 30240);
}

function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(36);
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 6; j++) for (let k = 0; k < 6; k++) out[6 * i + j] += a[6 * i + k] * b[6 * k + j];
  return out;
}

/**
 * How far the base must be raised so that no foot is below the terrain, in meters. `q` is a configuration whose feet touch z = 0; the terrain is taken as
 * planar below each foot.
 */
export function riseAbove(model: Model, q: Float64Array, terrain: Heights): number {
  const data = model.createData();
  forwardKinematics(model, data, q);
  const rises = feet.map((name) => {
    const [x, y] = framePose(model, data, name);
    const [dx, dy] = terrain.slope(x, y);
    // The ball touches a plane of this slope when its center is higher by radius √(1 + slope²).
    return terrain.at(x, y) + footRadius * (Math.sqrt(1 + dx * dx + dy * dy) - 1);
  });
  return Math.max(...rises);
}
