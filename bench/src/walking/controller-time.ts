// The processor time of the walking controller on flat ground.
import type { Model } from 'proximal/dynamics';
import { quantile } from '../harness/timer.ts';
import { flat } from './terrain.ts';
import { reference, timeStep, Walk } from './walk.ts';

/** Milliseconds of processor time of the calls of a kind. */
export interface CallTime {
  readonly what: string;
  readonly count: number;
  readonly median: number;
  /** The value that 95 % of the calls do not exceed. */
  readonly tail: number;
}

export interface ControllerTime {
  readonly calls: readonly CallTime[];
  /** The processor time of all calls over the simulated time. */
  readonly load: number;
}

/** Simulated seconds before the measurement, in which code is compiled. */
const warmUp = 2;

export function measureController(model: Model, seconds: number): ControllerTime {
  const walk = new Walk(model, reference, flat);
  const times: Record<'mpc' | 'wholeBody' | 'motors', number[]> = { mpc: [], wholeBody: [], motors: [] };
  for (let k = 0; k < Math.round((warmUp + seconds) / timeStep); k++) {
    const { mpcCount, wholeBody } = walk.controller.report;
    const start = process.cpuUsage();
    const torques = walk.control();
    const { user, system } = process.cpuUsage(start);
    const after = walk.controller.report;
    const kind = after.mpcCount > mpcCount ? 'mpc' : after.wholeBody !== wholeBody ? 'wholeBody' : 'motors';
    if (k * timeStep >= warmUp) times[kind].push((user + system) / 1000);
    walk.step(torques);
  }
  const all = Object.values(times).flat();
  return {
    calls: [
      callTime('MPC, whole-body QP and motors, at 50 Hz', times.mpc),
      callTime('whole-body QP and motors, at 500 Hz', times.wholeBody),
      callTime('motors, at 1 kHz', times.motors),
    ],
    load: all.reduce((sum, time) => sum + time, 0) / (1000 * timeStep * all.length),
  };
}

function callTime(what: string, times: readonly number[]): CallTime {
  return { what, count: times.length, median: quantile(times, 0.5), tail: quantile(times, 0.95) };
}
