// The scene "A hand turns a ball": targets of position servos, found by optimal control through contact.
import { type ShapeJSON, sphere } from 'proximal';
import { readSimulation, type SimulatorState } from 'proximal/sim';
import * as task from '../../../../examples/control/hand-turn.ts';
import { palette } from '../model/palette.ts';
import type { Loaded } from './robots.ts';
import type { Driver, Limb } from './scene-control.ts';

const white = '#f8fafc';
const degrees = (angle: number): number => (180 * angle) / Math.PI;

/** Dots on the ball, 45° above its equator, which show how it turns. */
const dots = Array.from({ length: 6 }, (_, k): Limb => {
  const [angle, distance] = [(Math.PI * k) / 3, task.radius * Math.SQRT1_2];
  const position = [distance * Math.cos(angle), distance * Math.sin(angle), distance];
  return {
    link: 'ball',
    shape: sphere(0.004).toJSON() as ShapeJSON,
    placement: { position },
    color: k > 0 ? white : palette.a,
  };
});

class Turn implements Driver {
  private largest = 0;

  constructor(private readonly controls: readonly Float64Array[]) {}

  /** The targets of the servos in rad, which are torques in N m because the stiffness is 1 N m/rad; the last targets hold the ball. */
  readonly control: Driver['control'] = ({ time, q }) => {
    const targets = this.controls[Math.min(task.steps - 1, Math.floor(time / task.timeStep + 1e-6))];
    this.largest = Math.max(...targets.map((target, j) => Math.abs(target - q[j])));
    return [...targets, 0, 0, 0, 0, 0, 0];
  };

  measure({ q }: SimulatorState, time: number): readonly number[] {
    const { angle, tilt, offset } = task.instantOf(q, time);
    const wanted = 90 * Math.min(1, time / (task.steps * task.timeStep));
    return [degrees(angle), wanted, degrees(tilt), 1000 * Math.hypot(...offset), this.largest];
  }
}

export function turning(title: string, onProgress: (text: string) => void): Loaded {
  const { controls, history } = task.solveTurn(({ iteration, cost }) =>
    onProgress(`Searching for the turn: iteration ${iteration}, cost ${cost.toPrecision(3)}`),
  );
  const [hand, ball] = task.createModels();
  return {
    simulation: {
      ...readSimulation({ format: 'proximal-simulation', version: 1 }),
      title,
      options: task.plantOptions,
      robots: [
        { name: 'hand', text: '<robot/>', root: 'fixed', q: [...task.start] },
        { name: 'ball', text: '<robot/>', root: 'fixed' },
      ],
    },
    models: [hand, ball],
    control: {
      makeDriver: () => new Turn(controls),
      measures: [
        { plot: 'Angles of the ball', unit: '°', curve: 'turned', column: 'turned' },
        { plot: 'Angles of the ball', unit: '°', curve: 'wanted', column: 'wanted' },
        { plot: 'Angles of the ball', unit: '°', curve: 'tilt', column: 'tilt' },
        { plot: 'Offset of the ball', unit: 'mm', curve: 'offset', column: 'offset' },
        { plot: 'Largest torque of a servo', unit: 'N m', curve: 'torque', column: 'torque' },
      ],
      camera: [0.6, -1, 0.7],
      pace: 0.25,
      searches: [{ name: 'turn', costs: history.map(({ cost }) => cost) }],
      colors: Object.fromEntries([
        ...hand.geometries.map(({ name }) => [name, palette.a] as const),
        ...ball.geometries.map(({ name }) => [name, palette.b] as const),
      ]),
      limbs: dots,
    },
  };
}
