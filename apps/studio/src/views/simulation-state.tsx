// The numbers of the simulation at the displayed frame.
import { effect, signal } from '@preact/signals';
import { type Row, rounded, Table } from '../parts/table.tsx';
import type { Opening } from '../simulation/player.ts';
import type { Frame, SimulatorReport } from '../simulation/protocol.ts';
import { player } from '../simulation/session.ts';

/** The frame whose numbers are shown, updated a few times a second. */
const shownFrame = signal(0);
effect(() => {
  const { value } = player.index;
  const isOld = value < shownFrame.peek() || value - shownFrame.peek() >= 10;
  if (isOld || !player.isPlaying.value) shownFrame.value = value;
});

export function SimulationState() {
  const frame = player.frames[Math.min(shownFrame.value, player.count.value - 1)];
  const { value: opening } = player.opening;
  if (!frame || !opening) return <p class="notice">{player.progress.value || 'Loading the scene…'}</p>;
  if (opening.simulators.length > 1) return <SimulatorTable frame={frame} opening={opening} />;
  const [state] = frame.simulators;
  const { potential } = player.frames[0].simulators[0];
  const rows: Row[] = [
    ['kinetic energy', rounded(state.kinetic, 'J')],
    ['potential energy', rounded(state.potential - potential, 'J')],
    ['moving bodies', String(movingBodies(frame))],
    ['contacts', String(state.contacts)],
    ['deepest penetration', rounded(1000 * state.penetration, 'mm')],
    ['contact solver', state.status],
    ...leftOutRows(state),
    ['iterations', String(state.iterations)],
    ['residual', { text: state.residual.toExponential(1), exact: String(state.residual) }],
    [
      'computing',
      `${((frame.spent / Math.max(frame.passed, 1e-9)) * player.physics.value.timeStep).toFixed(2)} ms per step`,
    ],
  ];
  return <Table label="State" rows={rows} />;
}

/** The number of bodies that move, without links of robots. */
function movingBodies({ poses }: Frame): number {
  const isThere = (k: number): boolean => 7 * k < poses.length && !Number.isNaN(poses[7 * k]);
  return player.bodyViews.value.filter(({ mass, isRobot }, k) => mass > 0 && !isRobot && isThere(k)).length;
}

/** Rows for pairs and contacts left out by the limits of a step. */
function leftOutRows({ leftOut: { pairs, contacts } }: SimulatorReport): Row[] {
  return pairs + contacts > 0 ? [['left out', `${pairs} pairs, ${contacts} contacts`]] : [];
}

interface SimulatorTableProperties {
  readonly frame: Frame;
  readonly opening: Opening;
}

/** One row for each contact model: the largest displacement of a body since the start, the residual of the contact law, and the contacts. */
function SimulatorTable({ frame, opening }: SimulatorTableProperties) {
  const { simulators } = opening;
  const moved = displacements(frame, opening);
  return (
    <section class="report" aria-label="State">
      <table>
        <thead>
          <tr>
            {['model', 'moved', 'residual', 'contacts'].map((name, k) => (
              <th key={name} scope="col" class={k > 0 ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frame.simulators.map(({ residual, contacts }, k) => (
            <tr key={simulators[k].title}>
              <th scope="row">{simulators[k].title}</th>
              <td>{Math.max(0, ...moved.map(({ distances }) => distances[k])).toFixed(4)} m</td>
              <td>{residual.toExponential(0)}</td>
              <td>{contacts}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {moved.length > 1 && <BodyTable simulators={simulators.map((simulator) => simulator.title)} moved={moved} />}
    </section>
  );
}

interface Displacement {
  readonly name: string;
  /** The distance from the start in each simulator, in meters. */
  readonly distances: readonly number[];
}

/** The displacements of the bodies since the start. Every simulator has the same bodies in the same order. */
function displacements({ poses }: Frame, { simulators }: Opening): Displacement[] {
  const [{ poses: start }] = player.frames;
  // Bodies that were added have no start, and removed ones no end.
  const bodyViews = player.bodyViews.value.slice(0, start.length / 7);
  const distance = (k: number): number =>
    Math.hypot(...[0, 1, 2].map((axis) => poses[7 * k + axis] - start[7 * k + axis]));
  const bySimulator = simulators.map((_, simulator) =>
    bodyViews.flatMap((body, k) => (body.simulator === simulator && !body.isStatic ? [k] : [])),
  );
  return bySimulator[0].map((first, k) => ({
    name: bodyViews[first].name,
    distances: bySimulator.map((bodies) => distance(bodies[k])),
  }));
}

/** How far each body has moved under each contact model. */
function BodyTable({
  simulators,
  moved,
}: {
  readonly simulators: readonly string[];
  readonly moved: readonly Displacement[];
}) {
  return (
    <details class="notices">
      <summary>Moved, by body, in m</summary>
      <table>
        <thead>
          <tr>
            {['body', ...simulators].map((name, k) => (
              <th key={name} scope="col" class={k > 0 ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moved.map(({ name, distances }, row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {distances.map((distance, k) => (
                <td key={simulators[k]}>{distance.toFixed(3)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
