// A wrong call, the class of its error, and a part of its message.
import { box, sphere } from '../../src/index.ts';

export type Row = [call: () => unknown, kind: typeof RangeError | typeof TypeError, message: string];

/** Any argument may be passed, as in JavaScript. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to pass what the types forbid
type Anything = any;
export const wrong = (value: unknown): Anything => value;

export const [a, b] = [box(1, 1, 1), sphere(1)];
