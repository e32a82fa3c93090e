// The scene "Solo walks": a quadruped with the masses and lengths of Solo-12 trots on flat or bumpy ground.
import { halfspace, type ShapeJSON } from 'proximal';
import { createWalkingController, quadrupedUrdf } from 'proximal/control';
import type { Model } from 'proximal/dynamics';
import { readUrdf } from 'proximal/io';
import { transformPoint } from 'proximal/math';
import { readSimulation, type Simulation, type SimulationBody, type SimulatorState } from 'proximal/sim';
import { palette } from '../model/palette.ts';
import { quadrupedShapes, trunk, trunkExtents } from '../robots/quadruped.ts';
import { bumpyGround, center, groundHeight } from './bumps.ts';
import type { Loaded } from './robots.ts';
import type { Driver, Limb } from './scene-control.ts';

/** The command changes at most this fast, in m/s² and rad/s². */
const acceleration = 0.5;
/** The robot has fallen if its trunk's center is at most `minHeight` meters above the ground or the z component of its z axis at most `minRise`. */
const [minHeight, minRise] = [0.09, 0.5];
/** The largest torque of a motor, in N m. */
const torqueLimit = 2.7;
/** The damping of the joints of a robot that has fallen, in N m s/rad. */
const fallenDamping = 0.05;

const [halfLength, halfWidth, halfHeight] = trunkExtents;

/** The URDF text, with balls at the corners of the trunk and at the knees, which touch the ground when the robot stumbles. */
function robotText(): string {
  const [x, y] = [halfLength - halfHeight, halfWidth - halfHeight];
  const corners = [1, -1].flatMap((i) => [1, -1].map((j) => ball(halfHeight, [i * x, j * y, 0])));
  return quadrupedUrdf().replace(/<link name="(\w+)">/g, (start, name: string) => {
    if (name === trunk) return start + corners.join('');
    return name.endsWith('LOWER_LEG') ? start + ball(0.014, [0, 0, 0]) : start;
  });
}

function ball(radius: number, at: readonly number[]): string {
  return `<collision><origin xyz="${at.join(' ')}"/><geometry><sphere radius="${radius}"/></geometry></collision>`;
}

/** The two diagonal pairs of legs, which swing together, have different colors. */
const colorOf = (link: string): string =>
  link === trunk ? palette.neutral : /^(FL|HR)_/.test(link) ? palette.a : palette.b;

function limbs(): Limb[] {
  return quadrupedShapes().map(({ link, shape, position }) => ({
    link,
    shape: shape.toJSON() as ShapeJSON,
    placement: poseAt(position),
    color: colorOf(link),
  }));
}

const atRest = { static: true, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] } as const;
const poseAt = (position: readonly number[]): Float64Array => Float64Array.of(...position, 0, 0, 0, 1);

function simulationOf(title: string, model: Model, roughness: number): Simulation {
  const isBumpy = roughness > 0;
  const floor: SimulationBody = { name: 'floor', shape: halfspace(), pose: poseAt([0, 0, 0]), ...atRest };
  const bumps: SimulationBody = { name: 'bumps', shape: bumpyGround(roughness), pose: poseAt(center), ...atRest };
  const { posture } = createWalkingController(model);
  return {
    ...readSimulation({ format: 'proximal-simulation', version: 1 }),
    title,
    options: { timeStep: 1e-3, friction: isBumpy ? 0.3 : 0.9, selfCollision: false },
    bodies: isBumpy ? [floor, bumps] : [floor],
    robots: [{ name: model.name, text: '<robot/>', root: 'free-flyer', q: [...posture] }],
  };
}

/** Velocity of the base along its horizontal forward axis and to its left, in m/s. */
function baseVelocity({ q, v }: SimulatorState): readonly [number, number] {
  const base = { rotation: q.subarray(3, 7) };
  const [x, y] = transformPoint(base, v.subarray(0, 3));
  const [cos, sin] = transformPoint(base, [1, 0, 0]);
  const length = Math.hypot(cos, sin);
  return [(cos * x + sin * y) / length, (cos * y - sin * x) / length];
}

class Walk implements Driver {
  failure = '';
  private readonly controller;
  private target: readonly number[];
  /** The velocity that is commanded to the controller, and the time of that command. */
  private commanded: [number, number, number];
  private commandTime = 0;

  constructor(
    model: Model,
    private readonly roughness: number,
    command: readonly number[] | undefined,
  ) {
    this.target = command ?? [0, 0, 0];
    this.commanded = [this.target[0], this.target[1], this.target[2]];
    this.controller = createWalkingController(model, { velocity: (time) => this.approach(time) });
  }

  readonly control: Driver['control'] = ({ time, q, v, simulator }) => {
    if (this.failure === '') this.failure = this.fall(q, time);
    if (this.failure === '') return this.controller.control({ time, q, v }).map((torque) => clamp(torque, torqueLimit));
    const torques = new Float64Array(simulator.nv);
    for (let k = 6; k < torques.length; k++) torques[k] = -fallenDamping * v[k];
    return torques;
  };

  setCommand(command: readonly number[]): void {
    this.target = command;
  }

  measure(state: SimulatorState): readonly number[] {
    const [forward, left] = baseVelocity(state);
    return [forward, this.commanded[0], Math.hypot(forward - this.commanded[0], left - this.commanded[1])];
  }

  private approach(time: number): [number, number, number] {
    const maxChange = acceleration * Math.max(0, time - this.commandTime);
    this.commandTime = time;
    this.commanded = this.commanded.map((value, k) => value + clamp(this.target[k] - value, maxChange)) as [
      number,
      number,
      number,
    ];
    return this.commanded;
  }

  private fall(q: Float64Array, time: number): string {
    const rise = 1 - 2 * (q[3] * q[3] + q[4] * q[4]);
    const isUp = rise > minRise && q[2] - groundHeight(this.roughness, q[0], q[1]) > minHeight;
    return isUp ? '' : `The robot fell after ${time.toFixed(1)} s. Its motors are off.`;
  }
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

export async function solo(title: string, roughness: number): Promise<Loaded> {
  const model = await readUrdf(robotText(), { root: 'free-flyer' });
  const plot = 'Velocity of the base';
  return {
    simulation: simulationOf(title, model, roughness),
    models: [model],
    control: {
      makeDriver: (command) => new Walk(model, roughness, command),
      measures: [
        { plot, unit: 'm/s', curve: 'forward', column: 'forward' },
        { plot, unit: 'm/s', curve: 'commanded', column: 'commanded' },
        { plot: 'Error of the velocity', unit: 'm/s', curve: 'error', column: 'tracking' },
      ],
      searches: [],
      followed: trunk,
      colors: Object.fromEntries(model.geometries.map(({ name, link }) => [name, colorOf(link)])),
      limbs: limbs(),
      simulatorDistance: roughness > 0 ? 1.7 : 0.7,
    },
  };
}
