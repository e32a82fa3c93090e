// Integrators of Proximal and MuJoCo on the same system. The energy of each is computed by Proximal's functions.
import loadMujoco, { type MainModule } from '@mujoco/mujoco';
import { kineticEnergy, type Model, potentialEnergy, springEnergy } from 'proximal/dynamics';
import { readMjcf } from 'proximal/io';
import { Simulator } from 'proximal/sim';
import { mjcfOf, type System } from './systems.ts';

export interface Engine {
  readonly name: string;
  step(): void;
  /** In joules, by the same functions for all engines. */
  energy(): number;
  remove(): void;
}

const ours = ['euler', 'midpoint'] as const;
const theirs = ['Euler', 'implicit', 'implicitfast', 'RK4'] as const;

/** All engines, each with the system in its initial state. */
export async function enginesOf(system: System, timeStep: number): Promise<Engine[]> {
  const mj = await loadMujoco();
  const model = await readMjcf(new TextEncoder().encode(mjcfOf(system, timeStep)));
  return [
    ...ours.map((integrator) => ourEngine(system, model, timeStep, integrator)),
    ...theirs.map((integrator) => mujoco(mj, system, model, timeStep, integrator)),
  ];
}

/** The energy in the lowest position at rest. */
export async function restEnergy(system: System, timeStep: number): Promise<number> {
  const model = await readMjcf(new TextEncoder().encode(mjcfOf(system, timeStep)));
  return energyOf(model)(model.reference, model.zeroVelocity());
}

function energyOf(model: Model): (q: Float64Array, v: Float64Array) => number {
  const data = model.createData();
  return (q, v) => kineticEnergy(model, data, q, v) + potentialEnergy(model, data, q) + springEnergy(model, q);
}

function ourEngine(system: System, model: Model, timeStep: number, integrator: 'euler' | 'midpoint'): Engine {
  const sim = new Simulator({ models: [model], timeStep, integrator });
  const [q, v] = [Float64Array.from(system.q), Float64Array.from(system.v)];
  sim.setState({ q: ourOrder(system, q), v });
  const energy = energyOf(model);
  return {
    name: `proximal, ${integrator}`,
    step: () => sim.step(),
    energy: () => energy(sim.state.q, sim.state.v),
    remove: () => undefined,
  };
}

function mujoco(mj: MainModule, system: System, ourModel: Model, timeStep: number, integrator: string): Engine {
  const model = mj.MjModel.from_xml_string(mjcfOf(system, timeStep, integrator));
  const data = new mj.MjData(model);
  data.qpos.set(system.q);
  data.qvel.set(system.v);
  const energy = energyOf(ourModel);
  return {
    name: `MuJoCo, ${integrator}`,
    step: () => mj.mj_step(model, data),
    energy: () => energy(ourOrder(system, Float64Array.from(data.qpos)), Float64Array.from(data.qvel)),
    remove: () => {
      data.delete();
      model.delete();
    },
  };
}

/**
 * Our quaternions have w last. Our linear velocities are in the body's axes, MuJoCo's in the world's. They are not converted: the free body here has
 * no linear velocity, and its kinetic energy would be the same.
 */
function ourOrder({ q: start }: System, q: Float64Array): Float64Array {
  if (start.length !== 7) return q;
  return Float64Array.of(q[0], q[1], q[2], q[4], q[5], q[6], q[3]);
}
