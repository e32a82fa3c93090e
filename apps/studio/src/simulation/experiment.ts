// One or several simulators side by side, and their recording.

import type { ShapeJSON } from 'proximal';
import { type ContactSolver, contactSolvers } from 'proximal/contact';
import { controlledStep } from 'proximal/control';
import { transformPoint } from 'proximal/math';
import { type Simulation, type StartedSimulation, startSimulation, writeSimulation } from 'proximal/sim';
import { type Figure, FigurePoses, figuresOf } from './figures.ts';
import type {
  BodyView,
  ControlView,
  Frame,
  Notice,
  Opened,
  Push,
  SimulatorReport,
  SimulatorView,
  Source,
} from './protocol.ts';
import type { Loaded } from './robots.ts';
import type { Driver, Limb, SceneControl } from './scene-control.ts';
import { contactModelTitle, solversOfContactModels } from './scenes.ts';

interface Runner {
  readonly view: SimulatorView;
  solver: ContactSolver | undefined;
  started: StartedSimulation;
  driver: Driver | null;
  /** The time of the experiment at which the simulator's clock began. */
  begin: number;
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
  private command: readonly number[];
  /** The push of the user, and when it ends. */
  private push: { readonly push: Push; readonly until: number } | null = null;

  constructor(
    private readonly loaded: Loaded,
    { solver, isSideBySide, command }: Pick<Source, 'solver' | 'isSideBySide' | 'command'>,
  ) {
    this.command = command;
    const chosen = isSideBySide ? solversOfContactModels() : [contactSolvers().find(({ name }) => name === solver)];
    this.timeStep = loaded.simulation.options.timeStep ?? 1 / 240;
    const { control } = loaded;
    const distance = isSideBySide ? (control?.simulatorDistance ?? spacing * widthOf(loaded.simulation)) : 0;
    this.runners = chosen.map((each, k) => {
      const offset = distance * (k - (chosen.length - 1) / 2);
      return {
        view: {
          title: each ? (isSideBySide ? contactModelTitle(each) : each.title) : '',
          offset: control?.simulatorDistance === undefined ? [offset, 0] : [0, -offset],
        },
        solver: each,
        started: this.start(each),
        driver: control?.makeDriver() ?? null,
        begin: 0,
      };
    });
    this.setCommand(command);
  }

  setCommand(command: readonly number[]): void {
    this.command = command;
    for (const { driver } of this.runners) driver?.setCommand?.(command);
  }

  /** @param seconds how long it acts; by default until the next call */
  setPush(push: Push | null, seconds = Number.POSITIVE_INFINITY): void {
    this.push = push && { push, until: this.time + seconds };
  }

  describe(): Opened {
    const bodyViews = this.figures().map(({ simulator, part: { kind, model, bodies }, index, limb }): BodyView => {
      const name = limb?.link ?? bodies[index].name;
      const color = limb?.color ?? this.loaded.control?.colors?.[name];
      return {
        name,
        simulator,
        isStatic: kind === 'static',
        shape: limb?.shape ?? (bodies[index].shape.toJSON() as ShapeJSON),
        mass: model ? model.frames.reduce((sum, frame) => sum + frame.mass, 0) : 0,
        ...(color !== undefined && { color }),
      };
    });
    const { simulation, control } = this.loaded;
    return {
      kind: 'opened',
      title: simulation.title ?? '',
      simulators: this.runners.map(({ view }) => view),
      bodyViews,
      timeStep: this.timeStep,
      notices: this.notices(),
      control: control ? viewOf(control) : null,
      first: this.record(0, 0),
    };
  }

  /** The drawn parts of robots that do not collide. */
  private get limbs(): readonly Limb[] {
    return this.loaded.skeleton ?? this.loaded.control?.limbs ?? [];
  }

  /** The simulation file of the open simulation, with the chosen solver. Throws for a scene with a controller. */
  write(): string {
    const { simulation, control } = this.loaded;
    if (control) throw new RangeError('this scene has a controller, which a simulation file cannot contain');
    const [{ solver }] = this.runners;
    return writeSimulation(solver && this.runners.length === 1 ? withSolver(simulation, solver) : simulation);
  }

  /** The drawn figures of all simulators. */
  private figures(): (Figure & { readonly simulator: number })[] {
    return this.runners.flatMap(({ started }, simulator) =>
      figuresOf(started, this.limbs).map((figure) => ({ ...figure, simulator })),
    );
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
    const { push: given } = this;
    const pushed = given && this.figures()[given.push.body];
    this.runners.forEach((runner, simulator) => {
      for (let k = 0; k < steps; k++) {
        const acts = given && pushed?.simulator === simulator && this.time + k * this.timeStep < given.until;
        makeStep(runner, acts ? new FigurePoses(runner.started).torquesOf(pushed, given.push) : null);
      }
    });
    this.time += steps * this.timeStep;
    return this.record(performance.now() - start, steps * this.timeStep);
  }

  /** Continues with another solver: from recorded frame `frame`, dropping the later ones, or if `frame` is null, from the newest state. */
  useSolver(name: string, frame: number | null): void {
    const solver = contactSolvers().find((each) => each.name === name);
    const newest = this.states.length - 1;
    const at = frame ?? newest;
    const state = this.states[at];
    const isLast = at === newest;
    this.states.length = at + 1;
    this.time = state.time;
    this.runners.forEach((runner, k) => {
      if (this.runners.length === 1) runner.solver = solver;
      runner.started = this.start(runner.solver);
      runner.started.simulator.setState({ q: state.q[k], v: state.v[k] });
      runner.begin = state.time;
      // The data that a controller keeps belong to the last frame; at an earlier frame, a new controller begins.
      if (!isLast) runner.driver = this.loaded.control?.makeDriver(this.command) ?? null;
    });
  }

  /** The push that acts, with its point in world coordinates. */
  private shownPush(): Push | null {
    if (!this.push || this.time >= this.push.until) return null;
    const { push } = this.push;
    const { simulator, ...figure } = this.figures()[push.body];
    const [x, y, z] = transformPoint(new FigurePoses(this.runners[simulator].started).poseOf(figure), push.point);
    const { offset } = this.runners[simulator].view;
    return { ...push, point: [x + offset[0], y + offset[1], z] };
  }

  private start(solver: ContactSolver | undefined): StartedSimulation {
    const { simulation, models } = this.loaded;
    return startSimulation(solver ? withSolver(simulation, solver) : simulation, models);
  }

  private record(spent: number, passed: number): Frame {
    const states = this.runners.map(({ started }) => started.simulator.state);
    this.states.push({ time: this.time, q: states.map(({ q }) => q), v: states.map(({ v }) => v) });
    const [poses, forces]: [number[], number[]] = [[], []];
    const simulators = this.runners.map(({ view, started, driver }): SimulatorReport => {
      const { simulator } = started;
      const figurePoses = new FigurePoses(started);
      for (const figure of figuresOf(started, this.limbs)) {
        const [x, y, ...rest] = figurePoses.poseOf(figure);
        poses.push(x + view.offset[0], y + view.offset[1], ...rest);
      }
      const report = simulator.report();
      for (const { point, impulse, b } of report.contacts) {
        // The force on B; if B is static, the force on A.
        const scale = (b.static ? -1 : 1) / this.timeStep;
        forces.push(point[0] + view.offset[0], point[1] + view.offset[1], point[2], ...impulse.map((x) => scale * x));
      }
      return {
        kinetic: report.kineticEnergy,
        potential: report.potentialEnergy,
        residual: report.residuals.ncp,
        complementarity: report.residuals.complementarity,
        measured: driver?.measure(simulator.state, this.time) ?? [],
        failure: driver?.failure ?? '',
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
      push: this.shownPush(),
      simulators,
      spent,
      passed,
    };
  }
}

/** One step; with the controller, if there is one. @param pushed torques of the user's push */
function makeStep({ started: { simulator }, driver, begin }: Runner, pushed: Float64Array | null): void {
  if (!driver) simulator.step(pushed ?? undefined);
  else
    controlledStep(simulator, (input) => {
      const torques = driver.control({ ...input, time: begin + input.time });
      // Torques of a wrong length are left to the checks of controlledStep.
      return pushed && torques.length === pushed.length ? pushed.map((x, k) => x + torques[k]) : torques;
    });
}

/** Without functions, which cannot be posted. */
function viewOf({ makeDriver: _makeDriver, colors: _colors, limbs: _limbs, ...view }: SceneControl): ControlView {
  return view;
}

function withSolver(simulation: Simulation, { name }: ContactSolver): Simulation {
  const { options } = simulation;
  const others = typeof options.solver === 'object' ? options.solver : {};
  return { ...simulation, options: { ...options, solver: { ...others, solver: name as never } } };
}

/** An upper bound of the extent along x, in meters, of the bodies without robots and static half-spaces; 1 if there are none. */
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
