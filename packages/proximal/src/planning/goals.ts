// The configurations at which a plan may start and end: within the limits and free, or the reasons why there is none.
import type { RobotCell } from './cell.ts';
import { type Clearance, clearanceAt, createClearance } from './clearance.ts';
import { InverseKinematics } from './inverse-kinematics.ts';
import type { PoseTarget } from './plan-options.ts';
import type { Space } from './space.ts';

/** Goals that can be reached, and the reason why there is none. */
export interface Goals {
  readonly configurations: readonly Float64Array[];
  /** Empty if there is a goal. */
  readonly reason: string;
}

/** The reason why a configuration is not a valid start or goal; empty if it is valid. */
export function problemOf(cell: RobotCell, space: Space, name: 'start' | 'goal', q: Float64Array): string {
  const outside = space.outside(q);
  if (outside) return `${name}: ${outside}`;
  return cell.checker.isFree(q) ? '' : `${name}: ${contactIn(cell, clearanceOf(cell, q))}`;
}

/** The configurations that are valid goals. */
export function validGoals(cell: RobotCell, space: Space, goals: readonly Float64Array[]): Goals {
  const problems = goals.map((goal) => problemOf(cell, space, 'goal', goal));
  const configurations = goals.filter((_, k) => problems[k] === '');
  return { configurations, reason: configurations.length > 0 ? '' : problems.join('; ') };
}

/** Free configurations at which the frame has the goal pose. The first search starts at `start`, the others at random configurations. */
export function goalsOfPose(
  cell: RobotCell,
  { frame, pose, solutions, starts, tolerance }: PoseTarget,
  start: Float64Array,
  seed: number,
): Goals {
  const ik = new InverseKinematics(cell, frame);
  const options = { start, starts, tolerance, seed };
  const found = ik.solveMany(pose, solutions, { ...options, collisionFree: true });
  if (found.length > 0) return { configurations: found.map(({ q }) => q), reason: '' };
  const inContact = ik.solveMany(pose, starts, options);
  if (inContact.length === 0)
    return { configurations: [], reason: `goal: ${frame} cannot be moved there: ${ik.solve(pose, options).reason}` };
  const clearances = inContact.map(({ q }) => clearanceOf(cell, q));
  const shallowest = clearances.reduce((best, each) => (each.distance > best.distance ? each : best));
  const which = inContact.length === 1 ? 'the only configuration' : `each of ${inContact.length} configurations`;
  const prefix = inContact.length === 1 ? '' : 'in the best one ';
  return {
    configurations: [],
    reason: `goal: ${which} found for ${frame} is in contact: ${prefix}${contactIn(cell, shallowest)}`,
  };
}

function clearanceOf(cell: RobotCell, q: Float64Array): Clearance {
  const clearance = createClearance(cell.model.nv);
  clearanceAt(cell.checker, q, clearance);
  return clearance;
}

/** The contact in words: the names of the pair, and its depth or, for solids within the padding, its distance. */
function contactIn({ padding }: RobotCell, { a, b, distance }: Clearance): string {
  const millimeters = Number((1000 * Math.abs(distance)).toPrecision(3));
  if (distance < 0) return `${a} overlaps ${b} by ${millimeters} mm`;
  return `${a} is ${millimeters} mm from ${b}, and the padding is ${1000 * padding} mm`;
}
