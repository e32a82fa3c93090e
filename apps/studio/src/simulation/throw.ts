// The scene "An arm throws a ball": torques found by optimal control through contact, and tracked.
import { box, capsule, halfspace, type Shape, type ShapeJSON } from 'proximal';
import { gravityTorque, type Model } from 'proximal/dynamics';
import { readSimulation, type SimulatorState } from 'proximal/sim';
import * as task from '../../../../examples/control/arm-throw.ts';
import { palette } from '../model/palette.ts';
import type { Loaded } from './robots.ts';
import type { Driver, Limb } from './scene-control.ts';

/** The radius of the ball and the half thickness of the board that it hits, in meters. */
const [radius, thickness] = [0.04, 0.02];
/** The stiffness and the damping of the joints, in N m/rad and N m s/rad. The time step of 10 ms limits both. */
const springs = [
  [8, 0.8],
  [4, 0.4],
  [0.2, 0.004],
] as const;

const still = { static: true, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] } as const;
const poseAt = (x: number, z: number, y = 0): Float64Array => Float64Array.of(x, y, z, 0, 0, 0, 1);

const limb = (link: string, shape: Shape, z: number): Limb => {
  return { link, shape: shape.toJSON() as ShapeJSON, placement: { position: [0, 0, z] }, color: palette.neutral };
};

/** The board stands where the ball touches it at the target. The sill keeps the ball from rolling away. The post carries the shoulder. */
const [boardX, , boardZ] = task.target;
const bodies = [
  { name: 'floor', shape: halfspace(), pose: poseAt(0, 0), ...still },
  { name: 'board', shape: box(thickness, 0.25, 0.25), pose: poseAt(boardX + radius + thickness, boardZ), ...still },
  { name: 'post', shape: box(0.03, 0.03, 0.515), pose: poseAt(0, 0.515, 0.11), ...still },
  { name: 'sill', shape: box(0.02, 0.25, 0.04), pose: poseAt(boardX - 0.6, 0.04), ...still },
];

class Throw implements Driver {
  private torques: readonly number[] = [0, 0, 0];

  constructor(
    private readonly solution: ReturnType<typeof task.solveThrow>,
    private readonly arm: Model,
  ) {}

  /** The torques that were found, and springs toward the motion that they cause; after the throw, the arm is held against its weight. */
  readonly control: Driver['control'] = ({ time, q, v }) => {
    const { controls, states } = this.solution;
    const k = Math.min(task.steps, Math.floor(time / task.timeStep + 1e-6));
    const isThrown = k === task.steps;
    const forward = isThrown ? gravityTorque(this.arm, this.arm.createData(), q.slice(0, 3)) : controls[k];
    this.torques = springs.map(([stiffness, damping], j) => {
      const wanted = isThrown ? 0 : speed(states[k], j);
      return forward[j] + stiffness * (states[k][j] - q[j]) + damping * (wanted - v[j]);
    });
    return [...this.torques, 0, 0, 0, 0, 0, 0];
  };

  measure({ q }: SimulatorState, time: number): readonly number[] {
    const { ball, steps, timeStep } = task;
    const at = Math.min(steps, time / timeStep);
    const k = Math.min(steps - 1, Math.floor(at));
    const [a, b] = [this.solution.states[k], this.solution.states[k + 1]];
    const error = [0, 1, 2].map((i) => q[ball.q + i] - a[ball.q + i] - (at - k) * (b[ball.q + i] - a[ball.q + i]));
    const fromTarget = task.target.map((x, i) => x - q[ball.q + i]);
    return [
      time > steps * timeStep + 1e-9 ? Number.NaN : Math.hypot(...error),
      Math.hypot(...fromTarget),
      ...this.torques,
    ];
  }
}

/** The velocity of a joint in a state, in which the coordinates of the arm and the seven of the ball precede the velocities. */
const speed = (state: Float64Array, joint: number): number => state[task.start.length + 7 + joint];

export function throwing(title: string, onProgress: (text: string) => void): Loaded {
  const models = task.createModels();
  const solution = task.solveThrow(({ iteration, cost }) =>
    onProgress(`Searching for the throw: iteration ${iteration}, cost ${cost.toPrecision(3)}`),
  );
  const [arm, ball] = models;
  return {
    simulation: {
      ...readSimulation({ format: 'proximal-simulation', version: 1 }),
      title,
      options: task.options,
      bodies,
      robots: [
        { name: 'arm', text: '<robot/>', root: 'fixed', q: [...task.start] },
        { name: 'ball', text: '<robot/>', root: 'fixed' },
      ],
    },
    models: [arm, ball],
    control: {
      makeDriver: () => new Throw(solution, arm),
      measures: [
        { plot: 'Distance of the ball', unit: 'm', curve: 'from its path', column: 'tracking' },
        { plot: 'Distance of the ball', unit: 'm', curve: 'from the target', column: 'target' },
        ...['shoulder', 'elbow', 'wrist'].map((curve) => ({ plot: 'Torques', unit: 'N m', curve, column: curve })),
      ],
      camera: [0.25, -1, 0.2],
      pace: 0.25,
      searches: [{ name: 'throw', costs: solution.history.map(({ cost }) => cost) }],
      colors: Object.fromEntries([
        ['board', palette.proof],
        ...arm.geometries.map(({ name }) => [name, palette.a]),
        ...ball.geometries.map(({ name }) => [name, palette.b]),
      ]),
      limbs: [limb('upper arm', capsule(0.025, 0.2), 0.2), limb('forearm', capsule(0.02, 0.18), 0.18)],
    },
  };
}
