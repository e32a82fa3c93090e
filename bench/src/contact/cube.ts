// One rigid cube on a plane, with free-body dynamics, for the paper's experiments with a sliding cube.
import {
  type ContactOptions,
  type ContactProblem,
  ContactSolution,
  DenseMatrix,
  normalReference,
  solve,
} from 'proximal/contact';

export const gravity = 9.81;

interface CubeOptions {
  readonly options: ContactOptions;
  readonly timeStep: number;
  readonly friction: number;
  /** In m/s, along x, y, z. */
  readonly velocity?: readonly [number, number, number];
  /** Acts at the center, in newtons; `time` is the start of the step. */
  readonly force?: (time: number) => readonly [number, number, number];
  /** The rotation of the tangents, and so of a friction pyramid, about the normal, in radians. */
  readonly tangentAngle?: number;
  /** R of the normal rows and of the tangential rows, in kg⁻¹. */
  readonly compliance?: { readonly normal: number; readonly tangent: number };
  /** Whether a step starts from the impulses of the last one. Default true. */
  readonly isWarm?: boolean;
  /** The initial angular velocity about the vertical, in rad/s. */
  readonly spin?: number;
  /** In kg. Default 1. */
  readonly mass?: number;
}

/** The state after a step. */
export interface CubeState {
  readonly time: number;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  /** Kinetic and potential energy above rest on the plane, in J. */
  readonly energy: number;
  readonly impulses: readonly number[];
  readonly iterations: number;
  readonly status: ContactSolution['status'];
  readonly ncp: number;
}

type Vector = [number, number, number];
const half = 0.1;
const corners: readonly Vector[] = [
  [half, half, -half],
  [half, -half, -half],
  [-half, half, -half],
  [-half, -half, -half],
];
/** The share of a penetration that Baumgarte stabilization removes in every step. */
const correction = 0.1;

export class Cube {
  readonly position: Vector = [0, 0, half];
  readonly velocity: Vector;
  readonly spin: Vector = [0, 0, 0];
  time = 0;
  private rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  private readonly mass: number;
  private readonly inertia: number;
  private readonly solution = new ContactSolution();

  constructor(private readonly setup: CubeOptions) {
    this.velocity = [...(setup.velocity ?? [0, 0, 0])];
    this.spin[2] = setup.spin ?? 0;
    this.mass = setup.mass ?? 1;
    this.inertia = (this.mass * (2 * half) ** 2) / 6;
  }

  /** The contact problem of the next step, with the four lower corners. */
  problem(): ContactProblem {
    const { timeStep, friction, compliance } = this.setup;
    const jacobian = this.jacobian();
    const free = this.freeVelocity();
    const inverse = [0, 0, 0, 1, 1, 1].map((k) => 1 / (k === 0 ? this.mass : this.inertia));
    const G = jacobian.map((a) => jacobian.map((b) => a.reduce((sum, x, k) => sum + x * inverse[k] * b[k], 0)));
    const g = jacobian.map((row) => row.reduce((sum, x, k) => sum + x * free[k], 0));
    const reference = corners.flatMap((corner) => [
      0,
      0,
      normalReference(this.height(corner), timeStep, { baumgarte: correction / timeStep }),
    ]);
    return {
      delassus: DenseMatrix.fromRows(G),
      freeVelocity: Float64Array.from(g),
      friction: Float64Array.from(corners, () => friction),
      reference: Float64Array.from(reference),
      ...(compliance && {
        compliance: Float64Array.from({ length: 12 }, (_, k) => (k % 3 === 2 ? compliance.normal : compliance.tangent)),
      }),
    };
  }

  step(): CubeState {
    const { options, timeStep, isWarm = true } = this.setup;
    const { solution } = this;
    const problem = this.problem();
    solve(problem, options, isWarm && this.time > 0 ? solution : undefined, solution);
    const load = this.jacobian().reduce(
      (sum, row, i) => sum.map((x, k) => x + row[k] * solution.impulses[i]),
      [0, 0, 0, 0, 0, 0],
    );
    const free = this.freeVelocity();
    for (let k = 0; k < 3; k++) {
      this.velocity[k] = free[k] + load[k] / this.mass;
      this.spin[k] = free[3 + k] + load[3 + k] / this.inertia;
      this.position[k] += timeStep * this.velocity[k];
    }
    this.rotation = rotated(this.rotation, this.spin, timeStep);
    this.time += timeStep;
    return {
      time: this.time,
      position: [...this.position],
      velocity: [...this.velocity],
      energy: this.energy(),
      impulses: [...solution.impulses],
      iterations: solution.iterations,
      status: solution.status,
      ncp: solution.residuals.ncp,
    };
  }

  energy(): number {
    const square = (v: readonly number[]): number => v.reduce((sum, x) => sum + x * x, 0);
    const kinetic = (this.mass * square(this.velocity) + this.inertia * square(this.spin)) / 2;
    return kinetic + this.mass * gravity * (this.position[2] - half);
  }

  private freeVelocity(): number[] {
    const { timeStep, force } = this.setup;
    const load = force?.(this.time) ?? [0, 0, 0];
    // The inertia of a cube is isotropic, so its angular velocity is constant without contacts.
    return [
      ...this.velocity.map((v, k) => v + timeStep * (load[k] / this.mass - (k === 2 ? gravity : 0))),
      ...this.spin,
    ];
  }

  /** Rows t1, t2, n of each corner: (t, r × t) for linear and angular velocity. */
  private jacobian(): number[][] {
    const angle = this.setup.tangentAngle ?? 0;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const frame: readonly Vector[] = [
      [c, s, 0],
      [-s, c, 0],
      [0, 0, 1],
    ];
    return corners.flatMap((corner) => {
      const r = this.inWorld(corner);
      return frame.map((t) => [...t, r[1] * t[2] - r[2] * t[1], r[2] * t[0] - r[0] * t[2], r[0] * t[1] - r[1] * t[0]]);
    });
  }

  private height(corner: Vector): number {
    return this.position[2] + this.inWorld(corner)[2];
  }

  private inWorld([x, y, z]: Vector): number[] {
    const m = this.rotation;
    return [0, 3, 6].map((k) => m[k] * x + m[k + 1] * y + m[k + 2] * z);
  }
}

/** The rotation after `time` at the angular velocity `spin`, by Rodrigues' formula. */
function rotated(m: readonly number[], spin: Vector, time: number): number[] {
  const speed = Math.hypot(...spin);
  if (speed === 0) return [...m];
  const [x, y, z] = spin.map((w) => w / speed);
  const [c, s] = [Math.cos(speed * time), Math.sin(speed * time)];
  const d = 1 - c;
  const r = [
    [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    [z * x * d - y * s, z * y * d + x * s, c + z * z * d],
  ];
  return r.flatMap((row) => [0, 1, 2].map((k) => row[0] * m[k] + row[1] * m[3 + k] + row[2] * m[6 + k]));
}

/** Steps for `duration` seconds; the state before the first step comes first. */
export function simulate(setup: CubeOptions, duration: number): CubeState[] {
  const cube = new Cube(setup);
  const start: CubeState = {
    time: 0,
    position: [...cube.position],
    velocity: [...cube.velocity],
    energy: cube.energy(),
    impulses: new Array(12).fill(0),
    iterations: 0,
    status: 'converged',
    ncp: 0,
  };
  const steps = Math.round(duration / setup.timeStep);
  return [start, ...Array.from({ length: steps }, () => cube.step())];
}
