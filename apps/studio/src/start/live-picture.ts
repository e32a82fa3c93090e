import type { Mark, Window } from '../picture/marks.ts';

/** A frame of a picture: what is drawn, and a line of numbers below it. */
export interface LivePicture {
  readonly marks: readonly Mark[];
  readonly window: Window;
  readonly numbers: string;
}
