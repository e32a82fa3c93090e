// The content of a simulation file.
import { type JointEndForm, type Simulation, startSimulation } from 'proximal/sim';
import { Failure, messageOf } from '../outcome.ts';
import { labeled, quantity, table, vector } from '../table.ts';

/** A simulation as JSON, with shapes by their kind. */
export function simulationInfo(simulation: Simulation) {
  const { title, duration, options, bodies, robots, joints = [] } = simulation;
  const masses = massesOf(simulation);
  return {
    title: title ?? null,
    duration: duration ?? null,
    options,
    bodies: bodies.map(({ name, shape, pose, static: isStatic, kinematic = false }) => {
      const shown = { name, kind: shape.kind, static: isStatic, kinematic, position: [...pose.subarray(0, 3)] };
      return isStatic || kinematic ? shown : { ...shown, mass: masses.get(name) as number };
    }),
    robots: robots.map(({ name, file, root }) => ({ name, file: file ?? null, root })),
    joints: joints.map((joint) => ({
      name: joint.name,
      kind: joint.kind,
      between: joint.kind === 'gear' ? [joint.first, joint.second] : [endName(joint.a), endName(joint.b)],
    })),
  };
}

function endName(end: JointEndForm): string {
  if (end === null) return 'the world';
  return typeof end === 'string' ? end : `${end.robot}: ${end.link}`;
}

/** The masses of the moving bodies, by name. */
function massesOf(simulation: Simulation): Map<string, number> {
  const bodies = simulation.bodies.filter((body) => !body.static && !body.kinematic);
  try {
    const { parts } = startSimulation({ options: {}, bodies, robots: [] });
    return new Map(parts.map(({ name, model }) => [name, model?.mass ?? 0]));
  } catch (error) {
    throw new Failure(messageOf(error));
  }
}

/** A simulation as a printed report. */
export function simulationReport(simulation: Simulation): string {
  const { title, duration, options, bodies, robots, joints } = simulationInfo(simulation);
  const summary = labeled([
    ['simulation', title ?? 'untitled'],
    ...(duration === null ? [] : [['duration', quantity(duration, 's')] as const]),
    ...Object.entries(options).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ]);
  const bodyTable = table(
    ['body', 'shape', 'mass', 'position'],
    bodies.map((body) => [
      body.name,
      body.kind,
      'mass' in body ? quantity(Number(body.mass.toPrecision(6)), 'kg') : '',
      `${vector(body.position)} m`,
    ]),
  );
  const robotTable = table(
    ['robot', 'file', 'root'],
    robots.map(({ name, file, root }) => [name, file ?? 'in the file itself', root]),
  );
  const jointTable = table(
    ['joint', 'kind', 'between'],
    joints.map(({ name, kind, between }) => [name, kind, between.join(', ')]),
  );
  const tables = [
    ...(bodies.length > 0 ? [bodyTable] : []),
    ...(robots.length > 0 ? [robotTable] : []),
    ...(joints.length > 0 ? [jointTable] : []),
  ];
  return [summary, ...tables].join('\n\n');
}
