// The open robot and its plan. One worker places the robot and moves its gripper; another one plans, so that a long search does not delay drags.
import { batch, computed, effect, signal } from '@preact/signals';
import { space } from '../model/body.ts';
import { change, content, history, openView, viewState } from '../model/document.ts';
import type { End, Obstacle, PlanningContent } from '../model/planning.ts';
import { readGivenFiles } from '../simulation/session.ts';
import { PlanningWorker } from './planning-worker.ts';
import type {
  CellSource,
  Certificate,
  Growth,
  Placed,
  PlannedMotion,
  PlanningCommand,
  PlanningReport,
  PlanRequest,
  Progress,
  RobotView,
} from './protocol.ts';
import { robotFiles } from './robot-files.ts';
import { planningScene } from './scenes.ts';

/** Milliseconds after the last change until the planner starts. */
const settleTime = 250;

export const planning = computed(() => content.value.planning);
export const settings = computed(() => viewState.value.settings.planning);
const sceneName = computed(() => planning.value.scene);
const scene = computed(() => planningScene(sceneName.value));
const ownObstacles = computed(() => planning.value.obstacles);
export const obstacles = computed<readonly Obstacle[]>(() => ownObstacles.value ?? scene.value.obstacles);

export const robot = signal<RobotView | null>(null);
/** Why the robot cannot be opened; empty if it can. */
export const problem = signal('');
const suggestion = signal<Readonly<Record<End, readonly number[]>> | null>(null);
export const placed = { start: signal<Placed | null>(null), goal: signal<Placed | null>(null) };

export const isPlanning = signal(false);
export const progress = signal<Progress | null>(null);
/** The trees of the search, as they arrived. */
export const trees = signal<readonly Growth[]>([]);
export const motion = signal<PlannedMotion | null>(null);
/** Why the search found no plan, or why a command failed; otherwise empty. */
export const failure = signal('');
export const certificate = signal<Certificate | null>(null);
export const isCertifying = signal(false);
/** Whether a handle is being dragged: the planner waits. */
export const isDragging = signal(false);

/** A configuration: the chosen one, or the one that suits the scene. */
function configurationOf(end: End): readonly number[] {
  const chosen = planning.value[end];
  if (robot.value && chosen.length === robot.value.names.length) return chosen;
  return suggestion.value?.[end] ?? [];
}
export const ends = { start: computed(() => configurationOf('start')), goal: computed(() => configurationOf('goal')) };

const padding = computed(() => settings.value.padding);
const frame = computed(() => planning.value.frame);
const cellSource = computed<CellSource>(() => ({
  obstacles: obstacles.value.map(({ name, ...body }) => ({ name, shape: body.shape, pose: space.poseOf(body) })),
  padding: padding.value,
  frame: frame.value,
}));
const robotName = computed(() => planning.value.robot);

/** The worker that places the robot and solves its inverse kinematics. */
const kinematicsWorker = new PlanningWorker((report) => {
  take(report);
  if (report.kind === 'failed' && (report.command === 'place' || report.command === 'reach')) sendNext(null);
});
/** The worker that plans, for the same robot as `kinematicsWorker`. */
const planner = new PlanningWorker((report) => {
  if (report.kind === 'opened') return;
  take(report);
  if (report.kind !== 'failed') return;
  planner.isBusy = false;
  batch(() => {
    isPlanning.value = false;
    isCertifying.value = false;
  });
});

/** Commands that place an end: only the latest command of each end waits while another command is being answered. */
type Placing = Extract<PlanningCommand, { kind: 'place' | 'reach' }>;
let inFlight: Placing | null = null;
const waiting = new Map<End, Placing>();

function send(command: Placing): void {
  if (inFlight) waiting.set(command.end, command);
  else {
    inFlight = command;
    kinematicsWorker.post(command);
  }
}

/** Moves the gripper of an end to a pose. */
export function reach(end: End, pose: readonly number[]): void {
  send({ kind: 'reach', end, q: ends[end].peek(), pose });
}

/** Sends the next command that waits. @param answer to the last command; null if it failed */
function sendNext(answer: Placed | null): void {
  inFlight = null;
  const [next] = waiting.values();
  if (!next) return;
  waiting.delete(next.end);
  send(next.kind === 'reach' ? { ...next, q: answer?.end === next.end ? answer.q : ends[next.end].peek() } : next);
}

function takePlaced(report: Placed): void {
  const command = inFlight;
  sendNext(report);
  batch(() => {
    placed[report.end].value = report;
    if (command?.kind === 'reach') changePlanning({ [report.end]: report.q }, isDragging.peek());
  });
}

function take(report: PlanningReport): void {
  if (report.kind === 'opened') robot.value = report;
  else if (report.kind === 'suggested') suggestion.value = report;
  else if (report.kind === 'placed') takePlaced(report);
  else if (report.kind === 'failed') {
    batch(() => {
      if (robot.value) failure.value = report.message;
      else problem.value = report.message;
    });
  } else takeResult(report);
}

function takeResult(report: Exclude<PlanningReport, { kind: 'opened' | 'suggested' | 'placed' | 'failed' }>): void {
  if (report.kind === 'grown') trees.value = [...trees.value, report];
  else if (report.kind === 'progress') progress.value = report;
  else if (report.kind === 'certified') {
    certificate.value = report;
    isCertifying.value = false;
  } else
    batch(() => {
      isPlanning.value = false;
      planner.isBusy = false;
      if (report.kind === 'unsolved') failure.value = report.reason;
      else {
        motion.value = report;
        certificate.value = report.certificate;
      }
    });
}

/** A change that can be undone. Ends that were suggested are kept when obstacles move. */
export function changePlanning(part: Partial<PlanningContent>, isMoving = false): void {
  const fixed = part.obstacles ? { start: ends.start.peek(), goal: ends.goal.peek() } : {};
  const next = { ...content.peek(), planning: { ...planning.peek(), ...fixed, ...part } };
  if (isMoving) history.preview(next);
  else change({ planning: next.planning });
}

export function changeObstacle(index: number, part: Partial<Obstacle>, isMoving = false): void {
  const list = obstacles.peek().map((each, k) => (k === index ? { ...each, ...part } : each));
  changePlanning({ obstacles: list }, isMoving);
}

function forgetPlan(): void {
  batch(() => {
    motion.value = null;
    certificate.value = null;
    isCertifying.value = false;
    failure.value = '';
    trees.value = [];
    progress.value = null;
  });
}

/** Ends the search at once. */
export function cancel(): void {
  if (planner.isBusy) planner.close();
  isPlanning.value = false;
}

const request = computed<PlanRequest | null>(() => {
  const { planner: name, seed, timeLimit, acceleration } = settings.value;
  const [start, goal] = [ends.start.value, ends.goal.value];
  return start.length > 0 && goal.length > 0 ? { start, goal, planner: name, seed, timeLimit, acceleration } : null;
});

/** Plans; ends a search that is still running. */
export function plan(): void {
  const wanted = request.peek();
  if (!wanted) return;
  cancel();
  forgetPlan();
  planner.open({ robot: robotName.peek(), files: robotFiles.peek() }, cellSource.peek());
  planner.post({ kind: 'cell', cell: cellSource.peek() });
  planner.post({ kind: 'plan', request: wanted });
  planner.isBusy = true;
  isPlanning.value = true;
}

export function certify(): void {
  isCertifying.value = true;
  planner.post({ kind: 'certify' });
}

/** Opens the robot and keeps workers and page in step while the view is open. */
export function run(): () => void {
  const stops = [
    effect(openRobot),
    effect(useCell),
    effect(suggestEnds),
    effect(() => placeEnd('start')),
    effect(() => placeEnd('goal')),
    effect(planSoon),
  ];
  return () => {
    for (const stop of stops) stop();
    cancel();
    kinematicsWorker.close();
    planner.close();
  };
}

function openRobot(): void {
  const source = { robot: robotName.value, files: robotFiles.value };
  kinematicsWorker.close();
  planner.close();
  inFlight = null;
  waiting.clear();
  batch(() => {
    robot.value = null;
    problem.value = '';
    suggestion.value = null;
    placed.start.value = null;
    placed.goal.value = null;
  });
  kinematicsWorker.open(source, cellSource.peek());
}

function useCell(): void {
  kinematicsWorker.post({ kind: 'cell', cell: cellSource.value });
  // The nearest pairs and the gripper's pose may have changed.
  for (const end of ['start', 'goal'] as const) {
    const q = ends[end].peek();
    if (robot.peek() && q.length > 0) send({ kind: 'place', end, q });
  }
}

function suggestEnds(): void {
  const { start, goal } = scene.value;
  void frame.value;
  if (robot.value) kinematicsWorker.post({ kind: 'suggest', start, goal });
}

function placeEnd(end: End): void {
  const q = ends[end].value;
  if (q.length > 0 && q !== placed[end].peek()?.q) send({ kind: 'place', end, q });
}

function planSoon(): (() => void) | undefined {
  void cellSource.value;
  const wanted = request.value;
  cancel();
  forgetPlan();
  if (!wanted || isDragging.value) return undefined;
  const timer = setTimeout(plan, settleTime);
  return () => clearTimeout(timer);
}

/** A robot with its meshes is opened in this view. */
export async function takeRobot(files: readonly File[]): Promise<void> {
  const read = await readGivenFiles(files);
  if (!read) return;
  batch(() => {
    robotFiles.value = read;
    changePlanning({ frame: '', start: [], goal: [] });
    openView('planning');
  });
}
