// The output of a run: rows of states and rows of contacts, as CSV or JSON lines.
import { transformPoint } from 'proximal/math';
import type { SimulatedContact, SimulationPart, Simulator } from 'proximal/sim';
import { Draft, standard } from '../files.ts';
import { UsageError } from '../outcome.ts';

export type RowFormat = 'csv' | 'jsonl';

/** The format by the file's name; standard output (`-`) has the format `printed`. */
export function rowFormatOf(option: string, path: string, printed: RowFormat): RowFormat {
  if (path === standard) return printed;
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(path)) return 'jsonl';
  throw new UsageError(`--${option} ${path}: give a name that ends in .csv or .jsonl, or - for standard output.`);
}

/** One kind of row: its content as an object, for a line of JSON, and as flat cells, for CSV. */
export interface Rows<Item> {
  readonly titles: readonly string[];
  readonly cells: (item: Item) => readonly (string | number)[];
  readonly object: (item: Item) => object;
}

/** Writes rows to a file, which appears when it is finished, or directly to standard output. */
export class RowWriter<Item> {
  private readonly draft: Draft | null;

  constructor(
    path: string,
    private readonly format: RowFormat,
    private readonly rows: Rows<Item>,
  ) {
    this.draft = path === standard ? null : new Draft(path);
    if (format === 'csv') this.line(rows.titles.map(cell).join(','));
  }

  write(item: Item): void {
    const { rows } = this;
    this.line(this.format === 'csv' ? rows.cells(item).map(cell).join(',') : JSON.stringify(rows.object(item)));
  }

  finish(): void {
    this.draft?.finish();
  }

  discard(): void {
    this.draft?.discard();
  }

  private line(text: string): void {
    if (this.draft) this.draft.append(`${text}\n`);
    else process.stdout.write(`${text}\n`);
  }
}

/**
 * RFC 4180: cells with a comma, a quote or a line break are quoted. An apostrophe is put before a text that a spreadsheet would interpret
 * as a formula.
 */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The state of a simulator: time, energies, the step's status, and all poses and velocities. */
export function stateRows(simulator: Simulator, parts: readonly SimulationPart[]): Rows<void> {
  const moving = parts.filter(({ kind }) => kind !== 'static').map((part) => partRows(simulator, part));
  const summary = () => {
    const { time, status, iterations, contacts, penetration, kineticEnergy, potentialEnergy } = simulator.report();
    return { time, status, iterations, contacts: contacts.length, penetration, kineticEnergy, potentialEnergy };
  };
  return {
    titles: [...Object.keys(summary()), ...moving.flatMap(({ titles }) => titles)],
    cells: () => [...Object.values(summary()), ...moving.flatMap(({ cells }) => cells())],
    object: () => ({ ...summary(), parts: Object.fromEntries(moving.map(({ name, object }) => [name, object()])) }),
  };
}

interface PartRows extends Rows<void> {
  readonly name: string;
}

const poseColumns = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];
const velocityColumns = ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'];

function partRows(simulator: Simulator, { name, kind, bodies, model, q, v }: SimulationPart): PartRows {
  const part = (all: Float64Array, from: number, count: number): number[] => [...all.subarray(from, from + count)];
  if (kind === 'robot' && model) {
    const titles = (letter: 'q' | 'v', count: number): string[] =>
      Array.from({ length: count }, (_, k) => `${name}.${letter}[${k}]`);
    const state = () => {
      const all = simulator.state;
      return { q: part(all.q, q, model.nq), v: part(all.v, v, model.nv) };
    };
    return {
      name,
      titles: [...titles('q', model.nq), ...titles('v', model.nv)],
      cells: () => Object.values(state()).flat(),
      object: state,
    };
  }
  const pose = (): number[] => [...bodies[0].pose];
  // The simulator has a free body's velocity in body axes; files have it in world axes.
  const velocities = (): number[] => {
    const [twist, frame] = [part(simulator.state.v, v, 6), { rotation: pose().slice(3) }];
    return [twist.slice(0, 3), twist.slice(3)].flatMap((each) => [...transformPoint(frame, each)]);
  };
  const columns = v < 0 ? poseColumns : [...poseColumns, ...velocityColumns];
  return {
    name,
    titles: columns.map((column) => `${name}.${column}`),
    cells: () => (v < 0 ? pose() : [...pose(), ...velocities()]),
    object: () => {
      if (v < 0) return { pose: pose() };
      const all = velocities();
      return { pose: pose(), velocity: all.slice(0, 3), angularVelocity: all.slice(3) };
    },
  };
}

/** A contact of a step, and the time at which the step began. */
export interface TimedContact {
  readonly time: number;
  readonly contact: SimulatedContact;
}

export const contactRows: Rows<TimedContact> = {
  titles: ['time', 'a', 'b', 'x', 'y', 'z', 'nx', 'ny', 'nz', 'gap', 'friction', 'ix', 'iy', 'iz'],
  cells: ({ time, contact: { a, b, point, normal, gap, friction, impulse } }) => [
    ...[time, a.name, b.name, ...point, ...normal, gap, friction, ...impulse],
  ],
  object: ({ time, contact: { a, b, point, normal, gap, friction, impulse } }) => ({
    ...{ time, a: a.name, b: b.name, point, normal, gap, friction, impulse: [...impulse] },
  }),
};
