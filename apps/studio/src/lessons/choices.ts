// The corners of a set from which the reader chooses the next support point.
import { dot, type Mark, type Point, text } from '../picture/marks.ts';

interface Choices {
  readonly marks: readonly Mark[];
  readonly names: readonly string[];
  /** The index of the right corner. */
  readonly answer: number;
}

const letters = ['P', 'Q', 'R', 'T'];

/** The right corner and up to three others that are far from each other, in their order around the set. */
export function choicesOfCorners(set: readonly Point[], right: Point): Choices {
  const distance = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1]);
  const chosen: Point[] = [right];
  while (chosen.length < letters.length) {
    const distanceToChosen = (p: Point): number => Math.min(...chosen.map((each) => distance(p, each)));
    const next = set.reduce(
      (best, each) => (distanceToChosen(each) > distanceToChosen(best) + 1e-9 ? each : best),
      set[0],
    );
    if (distanceToChosen(next) < 0.2) break;
    chosen.push(next);
  }
  const angle = ([x, y]: Point): number => Math.atan2(y, x);
  const sorted = [...chosen].sort((p, q) => angle(p) - angle(q));
  const names = letters.slice(0, sorted.length);
  const marks = sorted.flatMap((corner, k) => [dot(corner, 'ink', 'hollow'), text(corner, names[k], 'ink', [-18, 6])]);
  return { marks, names, answer: sorted.indexOf(right) };
}
