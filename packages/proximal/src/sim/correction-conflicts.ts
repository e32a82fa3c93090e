// Corrections of joints that conflict with contacts. In a correction, joints are rigid, but contacts have a compliance. So an open joint, or joints
// that contradict each other, would pull a body through a wall, a little in each step. If the correction of an island would press two parts into
// each other deeper than continuous collision allows, the joints and limits of the island keep their errors in this step.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { Body } from '../scene/body.ts';
import type { Shape } from '../shapes/shape.ts';
import type { ContactSet } from './contact-set.ts';
import type { CorrectedRows } from './correction.ts';
import type { SimulatorSettings } from './options.ts';
import { allowedOverlap, overlapBound } from './overlap.ts';
import { rowVelocityAfter } from './solved-rows.ts';

export class CorrectionConflicts {
  /** The gap of each contact after the step without a correction. */
  private gaps = new Float64Array(0);

  constructor(private readonly settings: SimulatorSettings) {}

  /** Must be called before the correction, while the workspace has the solution of the step. */
  begin({ workspace, contacts, bilateral, joints }: CorrectedRows): void {
    const { count, gaps } = contacts;
    if (bilateral === 0 && joints.length === 0) return;
    if (count > this.gaps.length) this.gaps = new Float64Array(2 * count);
    for (let k = 0; k < count; k++)
      this.gaps[k] = gaps[k] + this.settings.timeStep * rowVelocityAfter(workspace, bilateral + 3 * k + 2);
  }

  /** Marks the corrected islands with a conflict. @returns whether there are any */
  mark(rows: CorrectedRows, isCorrected: (island: number) => boolean, marks: Uint8Array): boolean {
    const { workspace, contacts, islands, bilateral, joints } = rows;
    if (bilateral === 0 && joints.length === 0) return false;
    marks.fill(0);
    // In this function, 2 marks an island with joints to correct, and 3 an island with a conflict.
    for (let triple = 0; 3 * triple < bilateral; triple++)
      if (hasError(workspace, triple)) marks[islands.of(triple)] = 2;
    for (const { row } of joints) if (workspace.reference[row + 2] > 0) marks[islands.of(row / 3)] = 2;
    let hasConflicts = false;
    for (let k = 0; k < contacts.count; k++) {
      const island = islands.of(bilateral / 3 + k);
      if (island < 0 || marks[island] < 2 || !isCorrected(island) || !this.isPressed(rows, k)) continue;
      marks[island] = 3;
      hasConflicts = true;
    }
    for (let island = 0; island < islands.count; island++) marks[island] = marks[island] === 3 ? 1 : 0;
    return hasConflicts;
  }

  /** Whether the correction presses the parts of contact k deeper into each other than allowed. */
  private isPressed({ workspace, contacts, bilateral }: CorrectedRows, k: number): boolean {
    const change = this.settings.timeStep * rowVelocityAfter(workspace, bilateral + 3 * k + 2);
    const depth = -this.gaps[k] - change;
    const { a, b } = contacts.bodies[k];
    if (!(change < 0 && depth > allowedOverlap(a.volume, b.volume, this.settings))) return false;
    return depth > overlapBound(shapeOf(contacts, a, k, 2), shapeOf(contacts, b, k, 3));
  }
}

/** Whether a bilateral triple has an error to correct. */
function hasError({ reference }: ContactWorkspace, triple: number): boolean {
  return reference[3 * triple] !== 0 || reference[3 * triple + 1] !== 0 || reference[3 * triple + 2] !== 0;
}

/** The part of a body that touches. @param at the position of the part's index in the contact's key */
function shapeOf({ keys }: ContactSet, body: Body, k: number, at: number): Shape {
  const { bounds, assembly } = body.volume;
  return assembly ? assembly.part(keys[5 * k + at]) : bounds;
}
