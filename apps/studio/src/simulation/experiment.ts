// One or several simulators side by side, and their recording.
import { type ContactSolver, contactSolvers } from 'proximal/contact';
import { type Simulation, type StartedSimulation, startSimulation } from 'proximal/sim';
import type { BodyView, Frame, Lane, LaneState, Notice, Opened } from './protocol.ts';
import type { Loaded } from './robots.ts';
import { contactModelTitle, solversOfContactModels } from './scenes.ts';

interface Runner {
  readonly lane: Lane;
  readonly solver: ContactSolver | undefined;
  started: StartedSimulation;
}

/** The states of all simulators at a frame, from which they can continue. */
interface State {
  readonly time: number;
  readonly q: readonly Float64Array[];
  readonly v: readonly Float64Array[];
}

/** Frames per second. */
const rate = 60;
/** Distance between the centers of simulations side by side, relative to their width. */
const spacing = 1.3;

export class Experiment {
  readonly timeStep: number;
  private readonly runners: Runner[];
  private readonly states: State[] = [];
  private time = 0;

  constructor(
    private readonly loaded: Loaded,
    solver: string,
    isSideBySide: boolean,
  ) {
    const chosen = isSideBySide ? solversOfContactModels() : [contactSolvers().find(({ name }) => name === solver)];
    this.timeStep = loaded.simulation.options.timeStep ?? 1 / 240;
    const width = isSideBySide ? widthOf(loaded.simulation) : 0;
    this.runners = chosen.map((each, k) => ({
      lane: {
        title: each ? (isSideBySide ? contactModelTitle(each) : each.title) : '',
        offset: spacing * width * (k - (chosen.length - 1) / 2),
      },
      solver: each,
      started: this.start(each),
    }));
  }

  describe(): Opened {
    const bodyViews = this.runners.flatMap(({ started }, lane) =>
      started.parts.flatMap(({ kind, bodies }) =>
        bodies.map(({ name, shape }): BodyView => {
          const isStatic = kind === 'static';
          return { name, lane, isStatic, shape: shape.toJSON() as BodyView['shape'] };
        }),
      ),
    );
    const { simulation } = this.loaded;
    return {
      kind: 'opened',
      title: simulation.title ?? '',
      lanes: this.runners.map(({ lane }) => lane),
      bodyViews,
      timeStep: this.timeStep,
      notices: this.notices(),
      first: this.record(0, 0),
    };
  }

  /** Notices of the files and of the first simulator (all have the same), warnings first. */
  private notices(): Notice[] {
    const [{ started }] = this.runners;
    const all = [...this.loaded.models.flatMap(({ notices }) => notices), ...started.simulator.notices];
    const shown = all.map(({ level, message }) => ({ isWarning: level === 'warning', message }));
    return [...shown.filter(({ isWarning }) => isWarning), ...shown.filter(({ isWarning }) => !isWarning)];
  }

  /** Simulates the steps of one frame. */
  advanceFrame(): Frame {
    return this.advance(Math.max(1, Math.round(1 / rate / this.timeStep)));
  }

  advance(steps: number): Frame {
    const start = performance.now();
    for (const { started } of this.runners) for (let k = 0; k < steps; k++) started.simulator.step();
    this.time += steps * this.timeStep;
    return this.record(performance.now() - start, steps * this.timeStep);
  }

  /** Continues from a recorded frame with another solver, and drops later frames. */
  useSolver(name: string, frame: number): void {
    const solver = contactSolvers().find((each) => each.name === name);
    const state = this.states[frame];
    this.states.length = frame + 1;
    this.time = state.time;
    this.runners.forEach((runner, k) => {
      runner.started = this.start(runner.lane.offset === 0 && this.runners.length === 1 ? solver : runner.solver);
      runner.started.simulator.setState({ q: state.q[k], v: state.v[k] });
    });
  }

  private start(solver: ContactSolver | undefined): StartedSimulation {
    const { simulation, models } = this.loaded;
    return startSimulation(solver ? withSolver(simulation, solver) : simulation, models);
  }

  private record(spent: number, passed: number): Frame {
    const states = this.runners.map(({ started }) => started.simulator.state);
    this.states.push({ time: this.time, q: states.map(({ q }) => q), v: states.map(({ v }) => v) });
    const [poses, forces]: [number[], number[]] = [[], []];
    const lanes = this.runners.map(({ lane, started }): LaneState => {
      const { simulator, parts } = started;
      for (const { bodies } of parts) {
        for (const { pose } of bodies) {
          pose[0] += lane.offset;
          poses.push(...pose);
        }
      }
      const report = simulator.report();
      for (const { point, impulse, b } of report.contacts) {
        // The force on B; if B is static, the force on A.
        const scale = (b.static ? -1 : 1) / this.timeStep;
        forces.push(point[0] + lane.offset, point[1], point[2], ...impulse.map((x) => scale * x));
      }
      return {
        kinetic: report.kineticEnergy,
        potential: report.potentialEnergy,
        residual: report.residuals.ncp,
        iterations: report.iterations,
        contacts: report.contacts.length,
        penetration: report.penetration,
        status: report.status,
        leftOut: { ...report.leftOut },
      };
    });
    return {
      time: this.time,
      poses: Float32Array.from(poses),
      forces: Float32Array.from(forces),
      lanes,
      spent,
      passed,
    };
  }
}

function withSolver(simulation: Simulation, { name }: ContactSolver): Simulation {
  const { options } = simulation;
  const others = typeof options.solver === 'object' ? options.solver : {};
  return { ...simulation, options: { ...options, solver: { ...others, solver: name as never } } };
}

/** An upper bound of the extent along x of all bodies except half-spaces, in meters. */
function widthOf({ bodies }: Simulation): number {
  let [min, max] = [Infinity, -Infinity];
  for (const { shape, pose, static: isStatic } of bodies) {
    if (isStatic && shape.kind === 'halfspace') continue;
    const box = shape.boundingBox();
    const extent = Math.hypot(...box.max.map((x, k) => Math.max(Math.abs(x), Math.abs(box.min[k]))));
    min = Math.min(min, pose[0] - extent);
    max = Math.max(max, pose[0] + extent);
  }
  return max > min ? max - min : 1;
}
