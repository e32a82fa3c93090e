// A quadruped walks with the same controller in simulators that differ only in their contact solver.
import type { ContactSolverName } from 'proximal/contact';
import { createWalkingController, type WalkingController } from 'proximal/control';
import type { Model } from 'proximal/dynamics';
import { Scene } from 'proximal/scene';
import { type SimulatedContact, Simulator } from 'proximal/sim';
import { torqueLimit } from '../control/controllers.ts';
import { quantile } from '../harness/timer.ts';
import type { Terrain } from './terrain.ts';

export interface WalkCase {
  readonly name: string;
  readonly model: 'NCP' | 'LCP' | 'CCP' | 'RaiSim' | 'MuJoCo-like';
  readonly solver: ContactSolverName;
  /** The sideways distance of the start from that of the other cases, in meters. */
  readonly moved?: number;
}

export const reference: WalkCase = { name: 'NCP, ADMM', model: 'NCP', solver: 'ncp-admm' };
/** A second walk of the reference, which shows how far two walks by the same model and solver diverge. */
export const movedReference: WalkCase = { ...reference, name: 'NCP, ADMM, moved', moved: 1e-6 };
export const cases: readonly WalkCase[] = [
  reference,
  { name: 'NCP, per contact', model: 'NCP', solver: 'ncp-pgs' },
  { name: 'LCP, per contact', model: 'LCP', solver: 'lcp-pgs' },
  { name: 'CCP, ADMM', model: 'CCP', solver: 'ccp-admm' },
  { name: 'CCP, per contact', model: 'CCP', solver: 'ccp-pgs' },
  { name: 'RaiSim, per contact', model: 'RaiSim', solver: 'raisim' },
  { name: 'MuJoCo-like, Newton', model: 'MuJoCo-like', solver: 'ccp-newton' },
];

export const solverSettings = { tolerance: 1e-8, relativeTolerance: 0, maxIterations: 1000 } as const;
export const timeStep = 0.001;
/** Seconds of a window: means, largest values and medians of its steps are recorded. */
export const windowTime = 0.02;
const windowSteps = Math.round(windowTime / timeStep);
/** The forward command rises to this in the first second, in m/s. */
export const speed = 0.5;
/** The robot has fallen when its base is tilted by more than 60° or is below this height over the ground that its feet stand on. */
const minHeight = 0.1;
/** The height over z = 0, in meters, below which the robot has fallen off or through the ground. */
const minWorldHeight = -0.1;

export function commandAt(time: number): number {
  return Math.min(speed, speed * time);
}

/** One number per window. */
export interface Recording {
  /** The mean velocity of the base along x, in m/s. */
  readonly velocity: number[];
  /** The largest ε_c, in J. */
  readonly complementarity: number[];
  /** The mean number of iterations per step. */
  readonly iterations: number[];
  /** The median time of the contact solver in a step, in µs. */
  readonly time: number[];
}

export interface WalkResult {
  readonly terrain: string;
  readonly seed: number;
  readonly walk: WalkCase;
  readonly recording: Recording;
  readonly steps: number;
  /** Seconds; null if the robot did not fall. */
  readonly fellAt: number | null;
  /** The number of steps in which a contact slides, and the sums of ε_c over these and over the other steps. */
  readonly sliding: number;
  readonly slidingComplementarity: number;
  readonly stickingComplementarity: number;
  readonly largestComplementarity: number;
  /** The number of steps in which the solver did not converge. */
  readonly unsolved: number;
  /** x, y and height of the base at the end. */
  readonly end: readonly number[];
}

/** The state and the torques at the start of a step, and the contacts of the step. */
export interface WalkStep {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torques: Float64Array;
  readonly contacts: readonly SimulatedContact[];
}

export class Walk {
  readonly controller: WalkingController;
  private readonly simulator: Simulator;
  private readonly recording: Recording = { velocity: [], complementarity: [], iterations: [], time: [] };
  private steps = 0;
  private fellAt: number | null = null;
  private sliding = 0;
  private unsolved = 0;
  private largest = 0;
  /** Sums of ε_c over steps in which all contacts stick, and over the others. */
  private readonly sums = [0, 0];

  constructor(
    model: Model,
    private readonly walk: WalkCase,
    private readonly terrain: Terrain,
  ) {
    this.controller = createWalkingController(model, { velocity: (time) => [commandAt(time), 0, 0], friction: 0.9 });
    const scene = new Scene();
    terrain.addTo(scene);
    this.simulator = new Simulator({
      models: [model],
      scene,
      timeStep,
      friction: terrain.friction,
      // Feet move by 2 mm in a step at most.
      margin: 0.005,
      solver: { solver: walk.solver, ...solverSettings },
    });
    const q = this.controller.posture.slice();
    q[1] += walk.moved ?? 0;
    this.simulator.setState({ q });
  }

  get isOver(): boolean {
    return this.fellAt !== null;
  }

  /** The torques of the motors for the next step. */
  control(): Float64Array {
    const torques = this.controller.control({ ...this.simulator.state, time: timeStep * this.steps });
    for (let k = 0; k < torques.length; k++) torques[k] = Math.min(Math.max(torques[k], -torqueLimit), torqueLimit);
    return torques;
  }

  step(torques: Float64Array): void {
    this.simulator.step(torques);
    this.steps++;
  }

  /** Simulates one window, or until the robot falls. @param visit called after each step */
  advance(visit?: (step: WalkStep) => void): void {
    const { simulator, controller, recording } = this;
    const from = simulator.state.q[0];
    const times: number[] = [];
    let [iterations, largest] = [0, 0];
    for (let k = 0; k < windowSteps && !this.isOver; k++) {
      const { q, v } = simulator.state;
      const start = { q: q.slice(), v: v.slice(), torques: this.control().slice() };
      this.step(start.torques);
      const { status, residuals, timings, contacts, iterations: count } = simulator.report();
      visit?.({ ...start, contacts });
      const slides = contacts.some((contact) => isSliding(contact));
      if (slides) this.sliding++;
      if (status !== 'converged' && status !== 'free') this.unsolved++;
      this.sums[slides ? 1 : 0] += residuals.complementarity;
      largest = Math.max(largest, residuals.complementarity);
      iterations += count;
      times.push(1000 * timings.solver);
      if (hasFallen(simulator.state.q, controller.report.ground)) this.fellAt = timeStep * this.steps;
    }
    recording.velocity.push((simulator.state.q[0] - from) / (times.length * timeStep));
    recording.complementarity.push(largest);
    recording.iterations.push(iterations / times.length);
    recording.time.push(quantile(times, 0.5));
    this.largest = Math.max(this.largest, largest);
  }

  get result(): WalkResult {
    const { terrain, walk, recording, steps, fellAt, sliding, unsolved, largest, sums } = this;
    return {
      ...{ terrain: terrain.name, seed: terrain.seed, walk, recording, steps, fellAt, sliding, unsolved },
      slidingComplementarity: sums[1],
      stickingComplementarity: sums[0],
      largestComplementarity: largest,
      end: [...this.simulator.state.q.subarray(0, 3)],
    };
  }
}

/** Whether the impulse of a contact, if not negligible, is within 1 % of the boundary of its friction cone, or outside of it, as in the LCP. */
function isSliding({ impulse, normal, friction }: SimulatedContact): boolean {
  const along = impulse[0] * normal[0] + impulse[1] * normal[1] + impulse[2] * normal[2];
  const tangential = Math.hypot(...normal.map((n, axis) => impulse[axis] - along * n));
  return along > 1e-7 && tangential > 0.99 * friction * along;
}

function hasFallen(q: Float64Array, ground: number): boolean {
  const upright = 1 - 2 * (q[3] * q[3] + q[4] * q[4]);
  return upright < 0.5 || q[2] < ground + minHeight || q[2] < minWorldHeight;
}

/** Walks of all cases on a terrain. The cases take turns in every window, so that a change of the machine's speed affects all of them alike. */
export function walkOn(terrain: Terrain, model: Model, seconds: number, walkCases: readonly WalkCase[]): WalkResult[] {
  const walks = walkCases.map((each) => new Walk(model, each, terrain));
  for (let k = 0; k < Math.round(seconds / windowTime); k++) for (const walk of walks) if (!walk.isOver) walk.advance();
  return walks.map(({ result }) => result);
}
