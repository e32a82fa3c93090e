// The worker's task `planning`: places a robot, solves its inverse kinematics, plans and certifies.
import type { Plan } from 'proximal/planning';
import { galleryRobot, type MadeRobot } from '../robots/gallery.ts';
import { loadRobot, mainFile } from '../simulation/robots.ts';
import { certificateOf } from './finish.ts';
import type { PlanningCommand, PlanningReport, PlanRequest, RobotSource } from './protocol.ts';
import { RobotStation } from './robot-station.ts';

let station: RobotStation | null = null;
let plan: Plan | null = null;

function post(report: PlanningReport): void {
  postMessage(report);
}

/** The robot, and the first angles of its joints by their names. */
async function modelOf({ robot, files }: RobotSource): Promise<Pick<MadeRobot, 'title' | 'model' | 'posture'>> {
  const main = mainFile(files);
  if (main) {
    const model = await loadRobot(main, files, { root: 'fixed', hasMeshes: true });
    return { title: main.name, model, posture: new Map() };
  }
  if (files.length > 0) throw new RangeError(`${files[0].name} is not a robot; give a URDF or MJCF file`);
  return galleryRobot(robot);
}

function search(on: RobotStation, request: PlanRequest): void {
  const found = on.search(request, (growth, progress) => {
    post(growth);
    post(progress);
  });
  if (found.status === 'failed') {
    post({ kind: 'unsolved', reason: found.reason });
    return;
  }
  const { motion, plan: finished } = on.finish(found, request.acceleration);
  plan = finished;
  post(motion);
}

async function handle(command: PlanningCommand): Promise<void> {
  if (command.kind === 'open') {
    const { model, title, posture } = await modelOf(command.source);
    station = new RobotStation(model, title, command.cell, posture);
    post(station.describe());
    return;
  }
  if (!station) return;
  if (command.kind === 'cell') station.use(command.cell);
  else if (command.kind === 'suggest') post({ kind: 'suggested', ...station.suggest(command.start, command.goal) });
  else if (command.kind === 'place') post(station.place(command.end, command.q));
  else if (command.kind === 'reach') post(station.reach(command.end, command.q, command.pose));
  else if (command.kind === 'plan') search(station, command.request);
  else if (plan) post(certificateOf(plan.cell, plan));
}

/** Commands are handled one after another, also while a robot is loaded. */
let last: Promise<void> = Promise.resolve();

export function planningMessage({ data }: MessageEvent<PlanningCommand>): void {
  last = last
    .then(() => handle(data))
    .catch((error: unknown) => {
      post({
        kind: 'failed',
        command: data.kind,
        message: error instanceof Error ? error.message.replace(/^\w+(\.\w+)?: /, '') : String(error),
      });
    });
}
