// Makes a timed motion of the path that a planner found: shortens it, rounds its corners, and computes proofs and clearances.
import { forwardKinematics, framePose, geometryPoses } from 'proximal/dynamics';
import {
  certifyMotion,
  type Plan,
  type RobotCell,
  simplify,
  smooth,
  type Trajectory,
  timeParametrize,
} from 'proximal/planning';
import type { Certificate, Nearest, PlannedMotion } from './protocol.ts';
import { nearestAt, type RobotStation } from './robot-station.ts';

/** The largest time between two samples of the motion, in seconds, unless that gives more than `maxSamples`. */
const sampleInterval = 0.01;
const maxSamples = 3000;

export function certificateOf(cell: RobotCell, plan: Plan): Certificate {
  const begin = performance.now();
  const { valid, bound, reason } = certifyMotion(cell, plan);
  const planes = plan.proof.reduce((sum, { count }) => sum + count, 0);
  return { kind: 'certified', valid, bound, reason, planes, seconds: (performance.now() - begin) / 1000 };
}

export function finishedMotion(
  station: RobotStation,
  found: Plan,
  acceleration: number,
): { motion: PlannedMotion; plan: Plan } {
  const begin = performance.now();
  const plan = smooth(simplify(found));
  const { trajectory, notice } = timed(plan, acceleration);
  const samples = sampled(station, trajectory);
  const certificate = certificateOf(station.cell, plan);
  const motion: PlannedMotion = {
    kind: 'planned',
    path: plan.path.map((q) => [...q]),
    via: plan.proof.map(({ via }) => (via ? [...via] : null)),
    length: plan.statistics.length,
    nodes: found.statistics.nodes,
    searchSeconds: found.statistics.time,
    finishSeconds: (performance.now() - begin) / 1000,
    duration: trajectory.duration,
    ...samples,
    certificate,
    notice,
  };
  return { motion, plan };
}

/** The fastest motion along the path; if torque limits allow none, the fastest without them, and a notice. */
function timed(plan: Plan, acceleration: number): { trajectory: Trajectory; notice: string } {
  const { trajectory, reason } = timeParametrize(plan, { acceleration });
  if (trajectory) return { trajectory, notice: '' };
  const free = timeParametrize(plan, { acceleration, torque: Infinity });
  if (!free.trajectory) throw new RangeError(free.reason);
  return { trajectory: free.trajectory, notice: `The motion ignores torque limits: ${reason}.` };
}

type Samples = Pick<PlannedMotion, 'times' | 'configurations' | 'poses' | 'gripper' | 'nearest'>;

function sampled({ model, data, cell, frame }: RobotStation, trajectory: Trajectory): Samples {
  const count = Math.max(2, Math.min(maxSamples, Math.ceil(trajectory.duration / sampleInterval) + 1));
  const times = Float64Array.from({ length: count }, (_, k) => (trajectory.duration * k) / (count - 1));
  const configurations = new Float64Array(count * model.nq);
  const poses = new Float32Array(count * 7 * model.geometries.length);
  const gripper = new Float32Array(3 * count);
  const nearest: Nearest[] = [];
  times.forEach((time, k) => {
    const { q } = trajectory.sample(time);
    configurations.set(q, k * model.nq);
    forwardKinematics(model, data, q);
    poses.set(geometryPoses(model, data), k * 7 * model.geometries.length);
    gripper.set(framePose(model, data, frame).subarray(0, 3), 3 * k);
    nearest.push(nearestAt(cell, q));
  });
  return { times, configurations, poses, gripper, nearest };
}
