// The trees of a search, as the paths of the gripper.
import { type Data, forwardKinematics, framePose, type Model } from 'proximal/dynamics';
import type { PlanNode } from 'proximal/planning';
import type { Growth } from './protocol.ts';

/** The largest number of segments of a search; later ones are not recorded. */
const maxSegments = 20_000;

export class TreeRecorder {
  private readonly data: Data;
  private segments: Record<PlanNode['tree'], number[]> = { start: [], goal: [], roadmap: [] };
  private count = 0;

  constructor(
    private readonly model: Model,
    private readonly frame: string,
  ) {
    this.data = model.createData();
  }

  add({ tree, q, parent }: PlanNode): void {
    if (this.count++ >= maxSegments) return;
    const to = this.position(q);
    this.segments[tree].push(...(parent ? this.position(parent) : to), ...to);
  }

  /** The segments since the last call. */
  take(): Growth {
    const { start, goal, roadmap } = this.segments;
    this.segments = { start: [], goal: [], roadmap: [] };
    const [first, second, third] = [start, goal, roadmap].map((list) => Float32Array.from(list));
    return { kind: 'grown', start: first, goal: second, roadmap: third };
  }

  private position(q: Float64Array): number[] {
    forwardKinematics(this.model, this.data, q);
    return [...framePose(this.model, this.data, this.frame).subarray(0, 3)];
  }
}
