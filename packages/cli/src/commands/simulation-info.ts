// What is in a simulation file.
import type { Simulation } from 'proximal/sim';
import { labelled, quantity, table, vector } from '../table.ts';

/** A simulation for machines: shapes by their kind. */
export function simulationInfo({ title, duration, options, bodies, robots }: Simulation) {
  return {
    title: title ?? null,
    duration: duration ?? null,
    options,
    bodies: bodies.map(({ name, shape, pose, static: isStatic, mass, density }) => {
      const shown = { name, kind: shape.kind, static: isStatic, position: [...pose.subarray(0, 3)] };
      return isStatic
        ? shown
        : { ...shown, mass: mass ?? (density ?? waterDensity) * (shape as { volume: number }).volume };
    }),
    robots: robots.map(({ name, file, root }) => ({ name, file: file ?? null, root })),
  };
}

/** What bodies have unless they say otherwise, in kg/m³. */
const waterDensity = 1000;

/** A simulation for people. */
export function simulationReport(simulation: Simulation): string {
  const { title, duration, options, bodies, robots } = simulationInfo(simulation);
  const summary = labelled([
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
  return [summary, ...(bodies.length > 0 ? [bodyTable] : []), ...(robots.length > 0 ? [robotTable] : [])].join('\n\n');
}
