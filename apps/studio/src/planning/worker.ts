// The worker's task `planning`: places a robot, solves its inverse kinematics, plans and certifies.
import type { Plan } from 'proximal/planning';
import { loadRobot, mainFile } from '../simulation/robots.ts';
import { builtInRobot } from './arms.ts';
import { certificateOf } from './finish.ts';
import type { PlanningOrder, PlanningReport, PlanRequest, RobotSource } from './protocol.ts';
import { RobotStation } from './robot-station.ts';

let station: RobotStation | null = null;
let plan: Plan | null = null;

function post(report: PlanningReport): void {
  postMessage(report);
}

async function modelOf({ robot, files }: RobotSource) {
  const main = mainFile(files);
  if (main) return { title: main.name, model: await loadRobot(main, files, { root: 'fixed', hasMeshes: true }) };
  if (files.length > 0) throw new RangeError(`${files[0].name} is not a robot; give a URDF or MJCF file`);
  return builtInRobot(robot);
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

async function handle(order: PlanningOrder): Promise<void> {
  if (order.kind === 'open') {
    const { model, title } = await modelOf(order.source);
    station = new RobotStation(model, title, order.cell);
    post(station.describe());
    return;
  }
  if (!station) return;
  if (order.kind === 'cell') station.use(order.cell);
  else if (order.kind === 'suggest') post({ kind: 'suggested', ...station.suggest(order.start, order.goal) });
  else if (order.kind === 'place') post(station.place(order.end, order.q));
  else if (order.kind === 'reach') post(station.reach(order.end, order.q, order.pose));
  else if (order.kind === 'plan') search(station, order.request);
  else if (plan) post(certificateOf(plan.cell, plan));
}

/** Orders are handled one after another, also while a robot is loaded. */
let last: Promise<void> = Promise.resolve();

export function planningMessage({ data }: MessageEvent<PlanningOrder>): void {
  last = last
    .then(() => handle(data))
    .catch((error: unknown) => {
      post({
        kind: 'failed',
        order: data.kind,
        message: error instanceof Error ? error.message.replace(/^\w+(\.\w+)?: /, '') : String(error),
      });
    });
}
