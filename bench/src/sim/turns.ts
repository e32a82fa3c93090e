// The simulators of a scene take turns of a fraction of a second, so that disturbances of the machine affect all of them. Times are
// processor times, since all simulators run in one thread. The same code measures penetration and energy for all.

import { box, halfspace } from 'proximal';
import { fromAxisAngle } from 'proximal/math';
import { compound, Scene } from 'proximal/scene';
import { takeTurns } from '../harness/timer.ts';
import { rotate, Unsupported } from '../peers/peer.ts';
import { peersWith } from '../peers/registry.ts';
import type { BodyScene } from './body-scene.ts';
import { type Engine, type Motion, ownEngines } from './engine.ts';

export interface ContenderResult {
  readonly name: string;
  /** Whether it is Proximal, with any settings. */
  readonly isOurs: boolean;
  /** Processor time per step, over the whole run. */
  readonly milliseconds: number;
  /** The simulator's time divided by ours: the ratio of the means over the steps that both have made. */
  readonly ratio: number;
  /** Per step, in the last quarter of the turns that the simulator has made. */
  readonly millisecondsAtEnd: number;
  readonly isComplete: boolean;
  /** The deepest overlap after any turn, and in the last second that was simulated, in meters. */
  readonly deepest: number;
  readonly deepestAtEnd: number;
  /** The largest rise of the total energy over a turn, in joules. */
  readonly gained: number;
  /** The kinetic energy at the end, in joules. */
  readonly kineticEnergy: number;
  /** The height of the highest center of mass at the end, in meters. */
  readonly top: number;
  readonly remark: string;
}

export interface SceneResult {
  readonly name: string;
  readonly contenders: readonly ContenderResult[];
}

/** Steps in a turn. */
const stepsPerTurn = 24;

/** Seconds of processor time after which a simulator other than ours is stopped. */
const maxComputing = 6;

interface Contender {
  readonly engine: Engine;
  /** Per step, in milliseconds, of each turn. */
  readonly times: number[];
  /** Before the first turn and after each. */
  readonly observations: Observation[];
  /** The reason if it was stopped, or an empty string. */
  stopReason: string;
}

/** Runs all simulators on a scene, in turn. Proximal is the first. */
export function simulateInTurns(scene: BodyScene, engines: readonly Engine[], maxSeconds = maxComputing): SceneResult {
  const observer = new Observer(scene);
  const contenders = engines.map((engine): Contender => {
    const first = observer.observe(engine);
    if (!first) throw new Error(`${engine.name} does not begin with finite poses`);
    return { engine, times: [], observations: [first], stopReason: '' };
  });
  const [own] = contenders;
  const turns = Math.round(scene.steps / stepsPerTurn);
  takeTurns(turns, contenders.length, (k, round) => {
    const contender = contenders[k];
    if (contender.stopReason === '') takeTurn(contender, observer);
    const spent = contender.times.reduce((sum, time) => sum + time * stepsPerTurn, 0) / 1000;
    if (!contender.engine.isOurs && contender.stopReason === '' && round < turns - 1 && spent > maxSeconds)
      contender.stopReason = `stopped after ${maxSeconds} s of computing`;
  });
  if (own.stopReason !== '') throw new Error(`${own.engine.name}: ${own.stopReason}`);
  return { name: scene.name, contenders: contenders.map((contender) => resultOf(contender, own, scene)) };
}

function takeTurn(contender: Contender, observer: Observer): void {
  const { engine, times, observations } = contender;
  const start = process.cpuUsage();
  for (let step = 0; step < stepsPerTurn; step++) engine.step();
  const { user, system } = process.cpuUsage(start);
  times.push((user + system) / 1000 / stepsPerTurn);
  const observation = observer.observe(engine, stepsPerTurn * times.length);
  if (observation) observations.push(observation);
  else contender.stopReason = 'numbers that are not finite';
}

function resultOf(
  { engine, times, observations, stopReason }: Contender,
  own: Contender,
  { timeStep }: BodyScene,
): ContenderResult {
  const turnsPerSecond = Math.round(1 / (stepsPerTurn * timeStep));
  const depths = observations.slice(1).map(({ depth }) => depth);
  const last = observations[observations.length - 1];
  const seconds = (times.length * stepsPerTurn * timeStep).toFixed(1);
  const remarks = [engine.remark?.() ?? '', stopReason === '' ? '' : `${stopReason}, at ${seconds} s of the scene`];
  return {
    name: engine.name,
    isOurs: engine.isOurs ?? false,
    milliseconds: meanOf(times),
    ratio: meanOf(times) / meanOf(own.times.slice(0, times.length)),
    millisecondsAtEnd: meanOf(times.slice(-Math.ceil(times.length / 4))),
    isComplete: stopReason === '',
    deepest: Math.max(0, ...depths),
    deepestAtEnd: Math.max(0, ...depths.slice(-turnsPerSecond)),
    gained: Math.max(0, ...observations.slice(1).map(({ energy }, k) => energy - observations[k].energy)),
    kineticEnergy: last.kineticEnergy,
    top: last.top,
    remark: remarks.filter((text) => text !== '').join('; '),
  };
}

function meanOf(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

/** The state of a simulator's bodies at one time. */
interface Observation {
  /** The deepest certified overlap of two bodies that are not joined, or of a body and the ground or drum, in meters. */
  readonly depth: number;
  /** In joules. */
  readonly kineticEnergy: number;
  /** Kinetic and potential energy, above the ground. Physically it can only decrease, except in a scene with a drum. */
  readonly energy: number;
  /** The height of the highest center of mass, in meters. */
  readonly top: number;
}

export class Observer {
  private readonly joined = new Set<string>();
  private readonly scene = new Scene({ filter: (a, b) => !this.joined.has(`${a.id} ${b.id}`) });
  private readonly bodies;
  private readonly drum;
  private readonly motion: Motion = {
    pose: new Float64Array(7),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
  };
  private readonly vector = new Float64Array(3);

  constructor(private readonly bodyScene: BodyScene) {
    this.scene.add(halfspace(), {}, { static: true });
    const { bodies, drum, joints = [] } = bodyScene;
    this.bodies = bodies.map(({ shape, pose }) => this.scene.add(shape, pose));
    for (const { a, b } of joints) this.joined.add(`${this.bodies[a].id} ${this.bodies[b].id}`);
    const boxes = drum?.boxes.map(({ half, pose }) => ({ shape: box(...half), pose }));
    this.drum = boxes ? this.scene.add(compound(boxes), { position: drum?.position ?? [] }, { static: true }) : null;
  }

  /** Null if a number is not finite. @param steps that were made */
  observe(engine: Engine, steps = 0): Observation | null {
    const { drum, timeStep } = this.bodyScene;
    if (drum) this.drum?.setPose(fromAxisAngle([0, 1, 0], drum.speed * steps * timeStep, drum.position));
    let [kineticEnergy, potentialEnergy, top] = [0, 0, -Infinity];
    for (const [k, body] of this.bodies.entries()) {
      engine.read(k, this.motion);
      const { pose, velocity, spin } = this.motion;
      if (![pose, velocity, spin].every((numbers) => numbers.every(Number.isFinite))) return null;
      body.setPose(pose);
      const height = this.height(k);
      kineticEnergy += this.kineticEnergy(k);
      potentialEnergy += this.bodyScene.bodies[k].mass * 9.81 * height;
      top = Math.max(top, height);
    }
    const depth = this.scene
      .contacts({ maxPoints: 1 })
      .reduce((deepest, contact) => Math.max(deepest, contact.depth), 0);
    return { depth, kineticEnergy, energy: kineticEnergy + potentialEnergy, top };
  }

  /** The height of the center of mass of the body that was read last. */
  private height(k: number): number {
    rotate(this.motion.pose, this.bodyScene.bodies[k].shape.massProperties().centerOfMass, this.vector);
    return this.motion.pose[2] + this.vector[2];
  }

  private kineticEnergy(k: number): number {
    const { shape, mass } = this.bodyScene.bodies[k];
    const { pose, velocity, spin } = this.motion;
    const { volume, inertia } = shape.massProperties();
    // The angular velocity in body axes, in which the inertia is given.
    const [x, y, z, w] = pose.subarray(3, 7);
    const axes = this.vector;
    rotate(Float64Array.of(0, 0, 0, -x, -y, -z, w), Array.from(spin), axes);
    let rotational = 0;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) rotational += axes[i] * inertia[3 * i + j] * axes[j];
    const speed = velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2;
    return (mass * speed + (rotational * mass) / volume) / 2;
  }
}

export async function compare(scene: BodyScene, maxSeconds?: number): Promise<SceneResult> {
  const engines = await enginesOf(scene);
  // Warm-up on separate worlds, so that the code is optimized.
  for (const engine of await enginesOf(scene)) for (let k = 0; k < 2 * stepsPerTurn; k++) engine.step();
  return simulateInTurns(scene, engines, maxSeconds);
}

/** Our simulators first, then the others that can make the scene. */
async function enginesOf(scene: BodyScene): Promise<Engine[]> {
  const others = peersWith('simulate').map(({ simulate }) =>
    simulate(scene).catch((error: unknown) => {
      if (error instanceof Unsupported) return null;
      throw error;
    }),
  );
  return [...ownEngines(scene), ...(await Promise.all(others)).filter((engine) => engine !== null)];
}
