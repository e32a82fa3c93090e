// One query, the same in Node, on a page and in a worker.
import { box, capsule, certify, distance, setTarget, type Target, target, targetReason } from 'proximal';
import { fromAxisAngle } from 'proximal/math';

export interface Answer {
  readonly target: Target;
  readonly reason: string;
  /** As text: the shortest decimal form of a double identifies it. */
  readonly distance: string;
  readonly valid: boolean;
}

/** Runs the query on the target that the library chooses, or on `wanted`. */
export function answerQuery(wanted?: Target): Answer {
  if (wanted) setTarget(wanted);
  const crate = box(0.4, 0.3, 0.2);
  const arm = capsule(0.05, 0.3);
  const pose = fromAxisAngle([1, 2, 3], 0.7, [0.9, 0.7, 0.5]);
  const result = distance(crate, {}, arm, pose);
  return {
    target: target(),
    reason: targetReason(),
    distance: String(result.distance),
    valid: certify(crate, {}, arm, pose, result).valid,
  };
}
