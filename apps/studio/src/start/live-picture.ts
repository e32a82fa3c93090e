import type { Mark } from '../picture/marks.ts';
import type { Window } from '../picture/picture.tsx';

/** A frame of a picture: what is drawn, and a line of numbers below it. */
export interface LivePicture {
  readonly marks: readonly Mark[];
  readonly window: Window;
  readonly numbers: string;
}
