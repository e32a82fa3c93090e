// The robot of the view Robots: its configuration, an obstacle, and the worker that moves it and measures its clearances.
import { batch, computed, effect, signal } from '@preact/signals';
import { set, viewState } from '../model/document.ts';
import { PlanningWorker } from '../planning/planning-worker.ts';
import type { CellSource, Placed, PlanningCommand, PlanningReport, RobotView } from '../planning/protocol.ts';
import { robotFiles } from '../planning/robot-files.ts';
import { boxShape } from '../planning/scenes.ts';
import { readGivenFiles } from '../simulation/session.ts';

/** Clearances are listed up to this distance, relative to the size of the robot. */
const reachFraction = 0.25;
/** Half the edge of the obstacle, and its distance from the gripper along x at first, relative to the size of the robot. */
const [obstacleFraction, obstacleDistance] = [0.08, 0.18];

export const settings = computed(() => viewState.value.settings.robots);
export const robot = signal<RobotView | null>(null);
export const placed = signal<Placed | null>(null);
/** Why the robot cannot be opened or moved; empty if it can. */
export const problem = signal('');
const robotName = computed(() => settings.value.robot);
const frame = computed(() => settings.value.frame);
/** The pose of the gripper in the first configuration. */
const firstGripper = signal<readonly number[] | null>(null);

/** The configuration: the chosen one, or the robot's first one. */
export const configuration = computed<readonly number[]>(() => {
  const { q } = settings.value;
  if (!robot.value) return [];
  return q.length === robot.value.names.length ? q : robot.value.first;
});

export const obstacleHalf = computed(() => obstacleFraction * (robot.value?.size ?? 1));
export const obstaclePosition = computed<readonly number[] | null>(() => {
  const { obstacle } = settings.value;
  if (obstacle.length === 3) return obstacle;
  if (!firstGripper.value || !robot.value) return null;
  const [x, y, z] = firstGripper.value;
  return [x + obstacleDistance * robot.value.size, y, z];
});

const cell = computed<CellSource>(() => {
  const at = obstaclePosition.value;
  const half = obstacleHalf.value;
  const shape = boxShape([half, half, half]);
  return {
    obstacles: at ? [{ name: 'obstacle', shape, pose: Float64Array.of(at[0], at[1], at[2], 0, 0, 0, 1) }] : [],
    padding: 0,
    frame: frame.value,
    clearances: reachFraction * (robot.value?.size ?? 0),
  };
});

const worker = new PlanningWorker(take);
type Placing = Extract<PlanningCommand, { kind: 'place' | 'reach' }>;
/** The worker answers one command at a time; meanwhile, only the latest other command is kept. */
let [isBusy, waiting]: [boolean, Placing | null] = [false, null];

function send(command: Placing): void {
  if (isBusy) waiting = command;
  else {
    isBusy = true;
    worker.post(command);
  }
}

function take(report: PlanningReport): void {
  if (report.kind === 'opened')
    batch(() => {
      robot.value = report;
      problem.value = '';
    });
  else if (report.kind === 'failed') problem.value = report.message;
  else if (report.kind !== 'placed') return;
  else {
    batch(() => {
      placed.value = report;
      firstGripper.value ??= report.gripper;
      if (report.q.some((x, k) => x !== configuration.peek()[k])) set('robots', { q: report.q });
    });
  }
  if (report.kind === 'opened') return;
  isBusy = false;
  const next = waiting;
  waiting = null;
  if (next) send(next.kind === 'reach' ? { ...next, q: configuration.peek() } : next);
}

/** Moves the gripper toward a pose of seven numbers. */
export function reach(pose: readonly number[]): void {
  send({ kind: 'reach', end: 'goal', q: configuration.peek(), pose });
}

export function setCoordinate(index: number, value: number): void {
  set('robots', { q: configuration.peek().map((x, k) => (k === index ? value : x)) });
}

/** Opens the robot, and sends changes of the page to the worker. Returns the function that ends this. */
export function run(): () => void {
  const stops = [effect(openRobot), effect(useCell), effect(placeRobot)];
  return () => {
    for (const stop of stops) stop();
    worker.close();
  };
}

function openRobot(): void {
  const source = { robot: robotName.value, files: robotFiles.value };
  worker.close();
  [isBusy, waiting] = [false, null];
  batch(() => {
    robot.value = null;
    placed.value = null;
    firstGripper.value = null;
    problem.value = '';
  });
  worker.open(source, cell.peek());
}

function useCell(): void {
  worker.post({ kind: 'cell', cell: cell.value });
  const q = configuration.peek();
  if (robot.peek() && q.length > 0) send({ kind: 'place', end: 'goal', q });
}

function placeRobot(): void {
  const q = configuration.value;
  if (q.length > 0 && q !== placed.peek()?.q) send({ kind: 'place', end: 'goal', q });
}

/** Opens the user's files, a robot and its meshes, in the view. */
export async function takeRobot(files: readonly File[]): Promise<void> {
  const read = await readGivenFiles(files);
  if (!read) return;
  batch(() => {
    set('robots', { q: [], obstacle: [], frame: '' });
    robotFiles.value = read;
  });
}
