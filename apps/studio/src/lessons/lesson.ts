// A lesson: bodies that the reader can move, and steps whose sentences and pictures are computed from the trace of an algorithm.
import type { Frame, Mark, Point, Window } from '../picture/marks.ts';
import type { Row } from './rows.ts';

/** Where a body is: meters and radians. */
export interface Placement {
  readonly position: Point;
  readonly angle: number;
}

/** A prediction that the reader is asked for before the next step shows the answer. */
export interface Question {
  readonly text: string;
  readonly choices: readonly string[];
  /** The index of the right choice. */
  readonly answer: number;
}

export interface LessonStep {
  readonly sentence: string;
  /** The highlighted lines of the code. */
  readonly lines: readonly number[];
  /** The marks of each pane. */
  readonly pictures: readonly (readonly Mark[])[];
  readonly numbers: readonly Row[];
  readonly question?: Question;
}

/** Frames of panes: two side by side, or one above two others. */
export const frames = { tall: { width: 520, height: 460 }, wide: { width: 640, height: 400 } } as const;

export interface Pane {
  readonly title: string;
  readonly window: Window;
  readonly frame: Frame;
  /**
   * What dragging moves: the body under the pointer; the difference A ⊖ B, whose motion is that of B in the other direction; or the ray between the
   * centers, whose end moves with B. Undefined: nothing.
   */
  readonly drags?: 'bodies' | 'difference' | 'ray';
}

export interface Lesson {
  readonly panes: readonly Pane[];
  /** The pseudocode, by lines; empty if there is none. */
  readonly code: readonly string[];
  /** The placements at the start. */
  readonly bodies: readonly Placement[];
  /** The outlines of the bodies at their placements, to find the one under the pointer. */
  readonly outlines: (bodies: readonly Placement[]) => readonly (readonly Point[])[];
  readonly steps: (bodies: readonly Placement[]) => readonly LessonStep[];
  /** Links to related lessons and views. */
  readonly next: readonly (readonly [text: string, link: string])[];
}
