// The scene "A box is pushed along a line": predictive control through contact.
import { box, cylinder, halfspace, type Shape, type ShapeJSON } from 'proximal';
import type { PredictiveControl } from 'proximal/control';
import { readSimulation, type SimulatorState } from 'proximal/sim';
import * as task from '../../../../examples/control/line-push.ts';
import { palette } from '../model/palette.ts';
import type { Loaded } from './robots.ts';
import type { Driver, Limb } from './scene-control.ts';

class Pushing implements Driver {
  private readonly controller: PredictiveControl = task.createPredictive();
  private hasUpdate = false;

  readonly control: Driver['control'] = ({ time, q, v }) => {
    const [x, y] = this.controller.control(Float64Array.of(...q, ...v), time);
    this.hasUpdate = true;
    return [x, y, 0, 0, 0, 0, 0, 0];
  };

  /** The milliseconds of the last update; NaN before the second, since the first has more iterations. */
  private updateTime(): number {
    if (!this.hasUpdate) return Number.NaN;
    const { iterations, milliseconds } = this.controller.report;
    return iterations > 1 ? Number.NaN : milliseconds;
  }

  measure({ q }: SimulatorState): readonly number[] {
    const [, y, , , , sine, cosine] = q.subarray(task.crate.q);
    return [Math.abs(y), 2 * Math.atan2(sine, cosine), this.updateTime()];
  }
}

const limb = (link: string, shape: Shape, position: readonly number[], color: string): Limb => {
  return { link, shape: shape.toJSON() as ShapeJSON, placement: Float64Array.of(...position, 0, 0, 0, 1), color };
};

export function pushing(title: string): Loaded {
  const [pusher, crate] = task.createModels(task.firstStart);
  const floor = { name: 'floor', shape: halfspace(), pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1) };
  return {
    simulation: {
      ...readSimulation({ format: 'proximal-simulation', version: 1 }),
      title,
      options: task.plantOptions,
      bodies: [{ ...floor, static: true, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] }],
      robots: [
        { name: 'pusher', text: '<robot/>', root: 'fixed', q: task.behind(task.firstStart) },
        { name: 'box', text: '<robot/>', root: 'fixed' },
      ],
    },
    models: [pusher, crate],
    control: {
      makeDriver: () => new Pushing(),
      measures: [
        { plot: 'Distance of the box from the line', unit: 'm', curve: 'distance', column: 'tracking' },
        { plot: 'Angle of the box', unit: 'rad', curve: 'angle', column: 'angle' },
        { plot: 'Time of an update', unit: 'ms', curve: 'update', column: 'update' },
      ],
      searches: [],
      followed: crate.geometries[0].name,
      colors: Object.fromEntries([
        ...pusher.geometries.map(({ name }) => [name, palette.a]),
        ...crate.geometries.map(({ name }) => [name, palette.b]),
      ]),
      limbs: [
        // The line y = 0, on the floor. The carriage moves along x alone.
        limb('carriage', box(0.5, 0.003, 1e-3), [0.2, 0, -0.049], palette.proof),
        limb('pusher', cylinder(0.008, 0.05), [0, 0, 0.05], palette.neutral),
      ],
    },
  };
}
