// Changes by the user while a simulation runs. Each makes a new simulation, which continues from the state of the old one.
import { fromJSON } from 'proximal';
import type { Simulation, SimulationBody, SimulationPart, StartedSimulation } from 'proximal/sim';
import type { AddedBody, Change, Physics } from './protocol.ts';

const firstGravity = 9.81;
/** The library's default. */
const firstFriction = 0.7;
/** Of added bodies, in kg/m³. */
const density = 1000;

export function physicsOf({ options }: Simulation): Physics {
  const { gravity, friction = firstFriction, restitution = 0, timeStep = 1 / 240 } = options;
  return { gravity: gravity ? -(gravity as ArrayLike<number>)[2] : firstGravity, friction, restitution, timeStep };
}

/** @param removed the name of the body that is removed */
export function changed(simulation: Simulation, change: Change, removed: string | undefined): Simulation {
  const { gravity, friction, restitution, timeStep, added } = change;
  const options = {
    ...simulation.options,
    ...(gravity !== undefined && { gravity: [0, 0, -gravity] }),
    ...(friction !== undefined && { friction }),
    ...(restitution !== undefined && { restitution }),
    ...(timeStep !== undefined && { timeStep }),
  };
  const kept = removed === undefined ? simulation.bodies : simulation.bodies.filter(({ name }) => name !== removed);
  const bodies = added ? [...kept, newBody(simulation, added)] : kept;
  const next = { ...simulation, options, bodies };
  return removed === undefined ? next : withoutJointsOf(next, removed);
}

/** The simulation without the joints and exclusions of a body, and without the gears of those joints. */
function withoutJointsOf(simulation: Simulation, removed: string): Simulation {
  const { joints, exclusions } = simulation;
  const kept = joints?.filter((joint) => !('a' in joint && (joint.a === removed || joint.b === removed)));
  const names = kept?.map(({ name }) => name) ?? [];
  const hasBothJoints = (joint: object): boolean =>
    !('first' in joint && 'second' in joint) ||
    [joint.first, joint.second].every((name) => names.includes(name as string));
  return {
    ...simulation,
    ...(kept && { joints: kept.filter(hasBothJoints) }),
    ...(exclusions && { exclusions: exclusions.filter(({ a, b }) => a !== removed && b !== removed) }),
  };
}

/** Counts added bodies. Names of removed bodies are not reused, because drawings are found by name. */
let addedCount = 0;

function newBody({ bodies }: Simulation, { shape, position, velocity }: AddedBody): SimulationBody {
  let name = '';
  do name = `${shape.kind} ${++addedCount}`;
  while (bodies.some((body) => body.name === name));
  return {
    name,
    shape: fromJSON(shape),
    pose: Float64Array.of(position[0], position[1], position[2], 0, 0, 0, 1),
    static: false,
    density,
    velocity: [...velocity],
    angularVelocity: [0, 0, 0],
  };
}

interface Numbers {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/** Copies the state of all bodies and robots that both simulations have. */
export function copyState(
  from: readonly SimulationPart[],
  old: Numbers,
  { simulator, parts }: StartedSimulation,
): void {
  const { q, v } = simulator.state;
  for (const { name, model, q: qAt, v: vAt } of parts) {
    const before = from.find((part) => part.name === name);
    if (!model || !before || before.v < 0) continue;
    q.set(old.q.subarray(before.q, before.q + model.nq), qAt);
    v.set(old.v.subarray(before.v, before.v + model.nv), vAt);
  }
  simulator.setState({ q, v });
}
