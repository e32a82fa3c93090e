// The experiments with one cube: sliding (Fig. 9 and 10), stiction (Fig. 11), compliance (Fig. 13), and the dependence of trajectories on the
// time step and the stopping criterion (Tables III and IV, Fig. 14 and 15).
import { type ContactSolverName, solve } from 'proximal/contact';
import type { Curve } from '../harness/plot.ts';
import { Cube, type CubeState, gravity, simulate } from './cube.ts';

/** A solver of each model. */
const shown: readonly { readonly name: string; readonly solver: ContactSolverName }[] = [
  { name: 'LCP', solver: 'lcp-pgs' },
  { name: 'CCP', solver: 'ccp-pgs' },
  { name: 'RaiSim', solver: 'raisim' },
  { name: 'NCP', solver: 'ncp-pgs' },
];

const friction = 0.4;
const speed = 1;
/** The rotation of the tangents, and so of the LCP's friction pyramid, about the normal; the cube moves along y. */
const tangentAngle = Math.PI / 6;

export interface SlidingResult {
  readonly name: string;
  readonly states: readonly CubeState[];
  /** The displacement along y, the direction of the initial motion, in meters. */
  readonly along: number;
  /** The displacement along x, in meters. */
  readonly across: number;
  /** The height of the highest jump above the initial position, in meters. */
  readonly height: number;
  /** The largest error of the energy, relative to the initial energy. */
  readonly energyError: number;
}

/** The analytic energy ½ m (v − µ g t)² with m = 1 kg, 0 from when the cube is at rest. */
function analyticEnergy(time: number): number {
  return Math.max(0, speed - friction * gravity * time) ** 2 / 2;
}

/** The distance at which friction has stopped the cube, v² / (2 µ g). */
export const analyticDistance = speed ** 2 / (2 * friction * gravity);

export function measureSliding(timeStep: number): SlidingResult[] {
  return shown.map(({ name, solver }) => {
    const options = { solver, tolerance: 1e-9, relativeTolerance: 0, maxIterations: 2000 };
    const states = simulate({ options, timeStep, friction, velocity: [0, speed, 0], tangentAngle }, 0.4);
    const last = states[states.length - 1];
    const errors = states.map(({ time, energy }) => Math.abs(energy - analyticEnergy(time)));
    return {
      name,
      states,
      along: last.position[1],
      across: last.position[0],
      height: Math.max(...states.map(({ position }) => position[2])) - states[0].position[2],
      energyError: Math.max(...errors) / analyticEnergy(0),
    };
  });
}

export function pathCurves(results: readonly SlidingResult[]): Curve[] {
  return results.map(({ name, states }) => ({
    name,
    points: states.map(({ position }) => ({ x: position[1], y: position[0] })),
  }));
}

export function heightCurves(results: readonly SlidingResult[]): Curve[] {
  return results.map(({ name, states }) => ({
    name,
    points: states.map(({ time, position }) => ({ x: time, y: 1000 * (position[2] - states[0].position[2]) })),
  }));
}

export function energyCurves(results: readonly SlidingResult[]): Curve[] {
  const analytic = results[0].states.map(({ time }) => ({ x: time, y: analyticEnergy(time) }));
  const curves = results.map(({ name, states }) => ({
    name,
    points: states.map(({ time, energy }) => ({ x: time, y: energy })),
  }));
  return [{ name: 'analytic', points: analytic }, ...curves];
}

/** The rate of the force in N/s: a cube of 1 kg starts to slide at 0.4 · 9.81 N, after 0.245 s. */
const forceRate = 16;
const direction = [Math.cos(0.4), Math.sin(0.4)] as const;

export interface StictionResult {
  readonly solver: ContactSolverName;
  readonly states: readonly CubeState[];
  /** The first time at which the cube is faster than a millimeter per second, in seconds; NaN if there is none. */
  readonly slidesFrom: number;
  /** See `internalShare`. */
  readonly internal: number;
}

export function measureStiction(solver: ContactSolverName, timeStep: number): StictionResult {
  const options = { solver, tolerance: 1e-9, relativeTolerance: 0, maxIterations: 2000 };
  const force = (time: number): [number, number, number] => [
    forceRate * time * direction[0],
    forceRate * time * direction[1],
    0,
  ];
  const states = simulate({ options, timeStep, friction, force }, 0.4);
  const moving = states.find(({ velocity }) => Math.hypot(velocity[0], velocity[1]) > 1e-3);
  return { solver, states, slidesFrom: moving?.time ?? Number.NaN, internal: internalShare(solver) };
}

/**
 * The share of internal forces in stiction: the difference between the feet's friction and the friction of the solution of least norm, relative to
 * the norm of this solution. The cube of 1 kg is pushed with 2 N at µ = 0.8, about a quarter of the largest friction; cold start.
 */
function internalShare(solver: ContactSolverName): number {
  const push = 2;
  const force = (): [number, number, number] => [push * direction[0], push * direction[1], 0];
  const cube = new Cube({ options: {}, timeStep: 0.01, friction: 0.8, force });
  const problem = cube.problem();
  const { impulses } = solve(problem, { solver, relativeTolerance: 1e-10, maxIterations: 5000 });
  const leastNorm = leastImpulses(
    problem.delassus.size,
    (x, out) => problem.delassus.apply(x, out),
    problem.freeVelocity,
  );
  const tangential = leastNorm.map((x, k) => (k % 3 === 2 ? 0 : impulses[k] - x));
  return Math.hypot(...tangential) / Math.hypot(...leastNorm);
}

/**
 * The solution of G λ = −g of least norm, by conjugate gradients from zero, which stay in the range of G. It is inside the cones here,
 * so it also solves the quadratic program.
 */
function leastImpulses(size: number, apply: (x: Float64Array, out: Float64Array) => void, g: Float64Array): number[] {
  const x = new Float64Array(size);
  const residual = Float64Array.from(g, (v) => -v);
  const direction = residual.slice();
  const product = new Float64Array(size);
  const square = (v: Float64Array): number => v.reduce((sum, entry) => sum + entry * entry, 0);
  const first = square(residual);
  for (let k = 0; k < 10 * size && square(residual) > 1e-28 * first; k++) {
    apply(direction, product);
    const before = square(residual);
    const step = before / direction.reduce((sum, d, j) => sum + d * product[j], 0);
    for (let j = 0; j < size; j++) {
      x[j] += step * direction[j];
      residual[j] -= step * product[j];
    }
    const ratio = square(residual) / before;
    for (let j = 0; j < size; j++) direction[j] = residual[j] + ratio * direction[j];
  }
  return [...x];
}

export function speedCurves(results: readonly StictionResult[]): Curve[] {
  return results.map(({ solver, states }) => ({
    name: solver,
    points: states.map(({ time, velocity }) => ({ x: time, y: Math.hypot(velocity[0], velocity[1]) })),
  }));
}

/** Four curves for each solver: the friction of every foot along the force, in newtons. */
export function footCurves(results: readonly StictionResult[], timeStep: number): Curve[] {
  return results.flatMap(({ solver, states }) =>
    [0, 3, 6, 9].map((at) => ({
      name: solver,
      points: states.slice(1).map(({ time, impulses }) => ({
        x: time,
        y: -(impulses[at] * direction[0] + impulses[at + 1] * direction[1]) / timeStep,
      })),
    })),
  );
}

export interface ComplianceResult {
  readonly compliance: number;
  /** The sinking velocity in mm/s with R on the normals, linear in R. */
  readonly sinking: number;
  /** The creep velocity in mm/s of a cube that is pushed with less than the largest friction, with R on the tangents. */
  readonly creeping: number;
  /**
   * The difference of the feet's friction by PGS, with R everywhere, from that of the rigid solution of least norm, each relative to the sum of its
   * normal impulses.
   */
  readonly internal: number;
}

const compliances = [1e-4, 1e-3, 1e-2, 1e-1, 1] as const;

export function measureCompliance(): ComplianceResult[] {
  return compliances.map((compliance) => ({
    compliance,
    sinking: -1000 * velocityOf({ normal: compliance, tangent: 0 }, 0)[2],
    creeping: 1000 * velocityOf({ normal: 0, tangent: compliance }, 2)[0],
    internal: internalOf(compliance),
  }));
}

function velocityOf(compliance: { normal: number; tangent: number }, push: number): Float64Array {
  const cube = new Cube({
    options: {},
    timeStep: 0.01,
    friction: 0.8,
    compliance,
    force: () => [push, 0, 0],
  });
  return solve(cube.problem(), { solver: 'ncp-pgs', maxIterations: 5000 }).velocities;
}

function internalOf(compliance: number): number {
  const both = { normal: compliance, tangent: compliance };
  const cube = new Cube({ options: {}, timeStep: 0.01, friction: 0.8, compliance: both, force: () => [2, 1, 0] });
  const problem = cube.problem();
  const { impulses } = solve(problem, { solver: 'ncp-pgs', relativeTolerance: 1e-12, maxIterations: 100_000 });
  // The impulses of least norm of the rigid cube.
  const leastNorm = leastImpulses(12, (x, out) => problem.delassus.apply(x, out), problem.freeVelocity);
  const scale = leastNorm.reduce((sum, x, k) => sum + (k % 3 === 2 ? x : 0), 0);
  const load = impulses.reduce((sum, x, k) => sum + (k % 3 === 2 ? x : 0), 0);
  // Compliant feet carry less within the step, so normalized impulses are compared.
  return Math.hypot(...leastNorm.map((x, k) => (k % 3 === 2 ? 0 : x / scale - impulses[k] / load)));
}

/** The regularized CCP, with R = α diag(G). */
export interface RegularizationResult {
  readonly alpha: number;
  /** Newton steps for a cube in stiction, and for one that slides. */
  readonly sticking: number;
  readonly sliding: number;
  /** The largest contact velocity in stiction, relative to the largest one without impulses. */
  readonly shift: number;
}

export function measureRegularization(): RegularizationResult[] {
  const sticking = new Cube({ options: {}, timeStep: 0.01, friction: 0.8, force: () => [2, 1, 0] }).problem();
  const sliding = new Cube({ options: {}, timeStep: 0.01, friction: 0.3, velocity: [1, 0.5, 0] }).problem();
  return [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8].map((alpha) => {
    const options = { solver: 'ccp-newton', regularization: alpha } as const;
    const rest = solve(sticking, options);
    return {
      alpha,
      sticking: rest.iterations,
      sliding: solve(sliding, options).iterations,
      shift: Math.max(...rest.velocities.map(Math.abs)) / Math.max(...sticking.freeVelocity.map(Math.abs)),
    };
  });
}

export function complianceCurves(results: readonly ComplianceResult[]): Curve[] {
  return [
    { name: 'sinking, R on the normals', points: results.map((r) => ({ x: r.compliance, y: r.sinking })) },
    { name: 'creeping, R on the tangents', points: results.map((r) => ({ x: r.compliance, y: r.creeping })) },
  ];
}

export interface ConsistencyResult {
  readonly name: string;
  readonly setting: number;
  /** ∫ ‖x(t) − x_reference(t)‖ dt, in m·s. */
  readonly error: number;
  readonly states: readonly CubeState[];
}

const duration = 0.4;
const models = shown.filter(({ name }) => name !== 'LCP');
const timeSteps = [1e-3, 1e-2, 1e-1] as const;
const criteria = [1e-6, 1e-4, 1e-2] as const;

function run(
  solver: (typeof shown)[number]['solver'],
  timeStep: number,
  tolerance: number,
  isWarm = false,
  spin = 0,
): CubeState[] {
  const options = { solver, tolerance, relativeTolerance: 0, maxIterations: 2000 };
  return simulate({ options, timeStep, friction, velocity: [0, speed, 0], tangentAngle, isWarm, spin }, duration);
}

/** The trapezoidal rule on the coarser of the two grids, whose points are also in the finer one. */
function integralError(states: readonly CubeState[], reference: readonly CubeState[]): number {
  const stride = (reference.length - 1) / (states.length - 1);
  const distances = states.map(({ position }, k) =>
    Math.hypot(...position.map((x, axis) => x - reference[Math.round(stride * k)].position[axis])),
  );
  const step = duration / (states.length - 1);
  return distances.reduce((sum, d, k) => sum + (k === 0 || k === distances.length - 1 ? d / 2 : d) * step, 0);
}

/** Table III: time steps against one of 0.1 ms. */
export function measureTimeSteps(): ConsistencyResult[] {
  return models.flatMap(({ name, solver }) => {
    const reference = run(solver, 1e-4, 1e-9);
    return timeSteps.map((timeStep) => {
      const states = run(solver, timeStep, 1e-9);
      return { name, setting: timeStep, error: integralError(states, reference), states };
    });
  });
}

/** Table IV: stopping criteria against one of 1e-9, at a step of 1 ms. */
export function measureCriteria(): ConsistencyResult[] {
  return models.flatMap(({ name, solver }) => {
    const reference = run(solver, 1e-3, 1e-9);
    return criteria.map((tolerance) => {
      const states = run(solver, 1e-3, tolerance);
      return { name, setting: tolerance, error: integralError(states, reference), states };
    });
  });
}

/** Table IV under conditions that the paper does not give. */
export interface CriteriaVariant {
  readonly what: string;
  readonly results: readonly Omit<ConsistencyResult, 'states'>[];
}

/**
 * With warm starts; with a criterion on forces instead of impulses, which is the same as a tolerance times the time step; and of a cube that also
 * spins about the vertical, so that its feet slide in different directions.
 */
export function measureCriteriaVariants(): CriteriaVariant[] {
  const timeStep = 1e-3;
  const variants = [
    { what: 'warm starts', isWarm: true, factor: 1, spin: 0 },
    { what: 'criterion on forces', isWarm: false, factor: timeStep, spin: 0 },
    { what: 'criterion on forces, warm starts', isWarm: true, factor: timeStep, spin: 0 },
    { what: 'spinning at 3 rad/s', isWarm: false, factor: 1, spin: 3 },
    { what: 'spinning at 3 rad/s, criterion on forces, warm starts', isWarm: true, factor: timeStep, spin: 3 },
  ];
  return variants.map(({ what, isWarm, factor, spin }) => ({
    what,
    results: models.flatMap(({ name, solver }) => {
      const reference = run(solver, timeStep, 1e-9 * factor, isWarm, spin);
      return criteria.map((tolerance) => ({
        name,
        setting: tolerance,
        error: integralError(run(solver, timeStep, tolerance * factor, isWarm, spin), reference),
      }));
    }),
  }));
}

/** The energy of one model for each setting, and the analytic energy, at the times of a trajectory with more than 50 states if there is one. */
export function energyCurvesOf(results: readonly ConsistencyResult[], model: string, unit: string): Curve[] {
  const own = results.filter(({ name }) => name === model);
  const analytic = own[0].states.length > 50 ? own[0].states : own[own.length - 1].states;
  return [
    { name: 'analytic', points: analytic.map(({ time }) => ({ x: time, y: analyticEnergy(time) })) },
    ...own.map(({ setting, states }) => ({
      name: `${setting}${unit}`,
      points: states.map(({ time, energy }) => ({ x: time, y: energy })),
    })),
  ];
}
