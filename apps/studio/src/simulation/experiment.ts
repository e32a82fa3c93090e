// One or several simulators side by side, and their recording.

import type { ShapeJSON } from 'proximal';
import { type ContactSolver, contactSolvers } from 'proximal/contact';
import { controlledStep } from 'proximal/control';
import {
  Robot,
  type Simulation,
  type SimulationPart,
  type StartedSimulation,
  startSimulation,
  writeSimulation,
} from 'proximal/sim';
import { changed, copyState, physicsOf } from './changes.ts';
import { type Figure, FigurePoses, figuresOf, nameOf } from './figures.ts';
import type {
  BodyView,
  Change,
  ControlView,
  Frame,
  Grab,
  Notice,
  Opened,
  Push,
  Report,
  SimulatorReport,
  SimulatorView,
  Source,
} from './protocol.ts';
import { Pulls } from './pulls.ts';
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
  readonly simulation: Simulation;
  /** What the numbers of each simulator belong to. */
  readonly parts: readonly (readonly SimulationPart[])[];
  readonly q: readonly Float64Array[];
  readonly v: readonly Float64Array[];
}

/** Distance between the centers of simulations side by side, relative to their width. */
const spacing = 1.3;

export class Experiment {
  private simulation: Simulation;
  private readonly runners: Runner[];
  private readonly states: State[] = [];
  private time = 0;
  private command: readonly number[];
  private readonly pulls = new Pulls();
  /** The bodies until now, and their indices by simulator and name. */
  private readonly views: BodyView[] = [];
  private readonly slots = new Map<string, number>();

  constructor(
    private readonly loaded: Loaded,
    { solver, isSideBySide, models, command }: Pick<Source, 'solver' | 'isSideBySide' | 'models' | 'command'>,
  ) {
    this.command = command;
    const chosen = isSideBySide
      ? solversOfContactModels().filter(({ name }) => models.length < 2 || models.includes(name))
      : [contactSolvers().find(({ name }) => name === solver)];
    this.simulation = loaded.simulation;
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
        started: this.start(each, loaded.simulation),
        driver: control?.makeDriver() ?? null,
        begin: 0,
      };
    });
    if (!loaded.targets || command.length === loaded.targets.length) this.setCommand(command);
  }

  setCommand(command: readonly number[]): void {
    this.command = command;
    for (const { driver, started } of this.runners) {
      driver?.setCommand?.(command);
      this.loaded.targets?.forEach(({ name }, k) => {
        if (k < command.length) robotOf(started).joint(name).target = command[k];
      });
    }
  }

  /** @param seconds how long it acts */
  setPush(push: Push, seconds: number): void {
    this.pulls.push(push, this.time + seconds);
  }

  setGrab(grab: Grab | null): void {
    this.pulls.grab(grab);
  }

  describe(): Opened {
    const first = this.record(0, 0);
    const { simulation, control, targets = [] } = this.loaded;
    return {
      kind: 'opened',
      title: simulation.title ?? '',
      simulators: this.runners.map(({ view }) => view),
      ...this.describeChange(),
      notices: this.notices(),
      control: control ? viewOf(control) : null,
      targets,
      first,
    };
  }

  /** What a change may have changed. */
  describeChange(): Pick<Extract<Report, { kind: 'changed' }>, 'bodyViews' | 'physics'> {
    return { bodyViews: [...this.views], physics: physicsOf(this.simulation) };
  }

  private get timeStep(): number {
    return physicsOf(this.simulation).timeStep;
  }

  /** The drawn parts of robots that do not collide. */
  private get limbs(): readonly Limb[] {
    return this.loaded.skeleton ?? this.loaded.control?.limbs ?? [];
  }

  /** The simulation file of the open simulation, with the chosen solver. Throws for a scene with a controller. */
  write(): string {
    const { simulation, loaded } = this;
    if (loaded.control) throw new RangeError('this scene has a controller, which a simulation file cannot contain');
    const [{ solver }] = this.runners;
    return writeSimulation(solver && this.runners.length === 1 ? withSolver(simulation, solver) : simulation);
  }

  /** What is drawn of a simulator, with the indices of its body views. New bodies get new views. */
  private figuresOf(simulator: number): { readonly figure: Figure; readonly slot: number }[] {
    return figuresOf(this.runners[simulator].started, this.limbs).map((figure) => {
      const key = `${simulator} ${nameOf(figure)}`;
      let slot = this.slots.get(key);
      if (slot === undefined) {
        slot = this.views.push(this.viewOf(figure, simulator)) - 1;
        this.slots.set(key, slot);
      }
      return { figure, slot };
    });
  }

  private viewOf({ part: { kind, model, bodies }, index, limb }: Figure, simulator: number): BodyView {
    const name = limb?.link ?? bodies[index].name;
    const color = limb?.color ?? this.loaded.control?.colors?.[name];
    return {
      name,
      simulator,
      isStatic: kind === 'static',
      isRobot: kind === 'robot',
      shape: limb?.shape ?? (bodies[index].shape.toJSON() as ShapeJSON),
      mass: model ? model.frames.reduce((sum, frame) => sum + frame.mass, 0) : 0,
      ...(color !== undefined && { color }),
    };
  }

  /** Notices of the files and of the first simulator (all have the same), warnings first. */
  private notices(): Notice[] {
    const [{ started }] = this.runners;
    const all = [...this.loaded.models.flatMap(({ notices }) => notices), ...started.simulator.notices];
    const shown = all.map(({ level, message }) => ({ isWarning: level === 'warning', message }));
    return [...shown.filter(({ isWarning }) => isWarning), ...shown.filter(({ isWarning }) => !isWarning)];
  }

  /** Simulates about as many seconds, in whole steps. */
  advanceBy(seconds: number): Frame {
    return this.advance(Math.max(1, Math.round(seconds / this.timeStep)));
  }

  advance(steps: number): Frame {
    const start = performance.now();
    const { timeStep, pulls } = this;
    pulls.begin(this.time);
    this.runners.forEach((runner, simulator) => {
      const pulled =
        pulls.body === null ? undefined : this.figuresOf(simulator).find(({ slot }) => slot === pulls.body);
      for (let k = 0; k < steps; k++) {
        const time = this.time + k * timeStep;
        const poses = pulled && new FigurePoses(runner.started);
        const push =
          pulled &&
          poses &&
          pulls.forceOn(pulled.figure, poses, this.views[pulled.slot], { time, timeStep, offset: runner.view.offset });
        makeStep(runner, pulled && poses && push ? poses.torquesOf(pulled.figure, push) : null);
      }
    });
    this.time += steps * timeStep;
    return this.record(performance.now() - start, steps * timeStep);
  }

  /** Continues with a change: from recorded frame `frame`, dropping the later ones, or if `frame` is null, from the newest state. */
  change(change: Change, frame: number | null): void {
    const newest = this.states.length - 1;
    const at = frame ?? newest;
    // Since the newest frame, other changes may have been made.
    const state = frame === null ? this.stateNow() : this.states[at];
    const isLast = at === newest;
    const removed = change.removed === undefined ? undefined : this.views[change.removed];
    if (this.loaded.control && (change.added || removed))
      throw new RangeError('a scene with a controller keeps its bodies');
    // Built before anything is changed: it may throw.
    const simulation = changed(state.simulation, change, removed?.name);
    const chosen = contactSolvers().find(({ name }) => name === change.solver);
    const solvers = this.runners.map(({ solver }) =>
      this.runners.length === 1 && change.solver !== undefined ? chosen : solver,
    );
    const started = solvers.map((solver) => this.start(solver, simulation));
    this.states.length = at + 1;
    this.time = state.time;
    this.simulation = simulation;
    this.runners.forEach((runner, k) => {
      runner.solver = solvers[k];
      runner.started = started[k];
      copyState(state.parts[k], { q: state.q[k], v: state.v[k] }, runner.started);
      runner.begin = state.time;
      // The data that a controller keeps belong to the last frame; at an earlier frame, a new controller begins.
      if (!isLast) runner.driver = this.loaded.control?.makeDriver(this.command) ?? null;
    });
    if (this.loaded.targets) this.setCommand(this.command);
    this.runners.forEach((_, simulator) => {
      this.figuresOf(simulator);
    });
  }

  private start(solver: ContactSolver | undefined, simulation: Simulation): StartedSimulation {
    const { models } = this.loaded;
    return startSimulation(solver ? withSolver(simulation, solver) : simulation, models);
  }

  private stateNow(): State {
    const states = this.runners.map(({ started }) => started.simulator.state);
    return {
      time: this.time,
      simulation: this.simulation,
      parts: this.runners.map(({ started }) => started.parts),
      q: states.map(({ q }) => q),
      v: states.map(({ v }) => v),
    };
  }

  private record(spent: number, passed: number): Frame {
    this.states.push(this.stateNow());
    const figures = this.runners.map((_, simulator) => this.figuresOf(simulator));
    const poses = new Float32Array(7 * this.views.length).fill(Number.NaN);
    const forces: number[] = [];
    const simulators = this.runners.map(({ view, started, driver }, k): SimulatorReport => {
      const { simulator } = started;
      const figurePoses = new FigurePoses(started);
      for (const { figure, slot } of figures[k]) {
        const [x, y, ...rest] = figurePoses.poseOf(figure);
        poses.set([x + view.offset[0], y + view.offset[1], ...rest], 7 * slot);
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
      poses,
      forces: Float32Array.from(forces),
      pull: this.pulls.shown(this.time),
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

/** The first robot of a world. */
function robotOf({ world, parts }: StartedSimulation): Robot {
  const { name } = parts.find(({ kind }) => kind === 'robot') ?? { name: '' };
  const robot = world?.find(name);
  if (!(robot instanceof Robot)) throw new RangeError(`the simulation has no world with the robot ${name}`);
  return robot;
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
