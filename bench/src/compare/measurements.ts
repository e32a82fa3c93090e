// What two result files have in common, whatever benchmark they are from: every number that comes with a spread, by its place.
import { type Summary, summarize } from '../measure.ts';

/** Fields that tell the entries of a list apart. */
const names = [
  ...['name', 'set', 'query', 'question', 'title', 'pair', 'robot', 'algorithm', 'other', 'solver', 'method', 'guess'],
  ...['vertices', 'situation', 'level', 'size', 'signedDistance', 'trajectory', 'scene', 'who'],
];

export interface Measurements {
  /** Medians with the range of 80 % of the samples. */
  readonly spreads: ReadonlyMap<string, Summary>;
  /** How many answers were wrong. */
  readonly wrong: ReadonlyMap<string, number>;
}

export function measurementsOf(results: unknown): Measurements {
  const spreads = new Map<string, Summary>();
  const wrong = new Map<string, number>();
  collect(results, [], spreads, wrong);
  return { spreads, wrong };
}

function collect(
  value: unknown,
  path: readonly string[],
  spreads: Map<string, Summary>,
  wrong: Map<string, number>,
): void {
  if (Array.isArray(value)) {
    value.forEach((entry, k) => {
      collect(entry, [...path, nameOf(entry) ?? String(k)], spreads, wrong);
    });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Readonly<Record<string, unknown>>;
  const { median, low, high } = fields;
  if (typeof median === 'number' && typeof low === 'number' && typeof high === 'number')
    spreads.set(path.join(' / '), { median, low, high });
  for (const [name, inner] of Object.entries(fields)) {
    const here = [...path, name];
    if ((name === 'wrong' || name === 'wrongCount' || name === 'invalid') && typeof inner === 'number')
      wrong.set(here.join(' / '), inner);
    else if (name === 'samples' && isNumbers(inner)) spreads.set(path.join(' / '), summarize(inner));
    else collect(inner, here, spreads, wrong);
  }
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((x) => typeof x === 'number');
}

function nameOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const fields = entry as Readonly<Record<string, unknown>>;
  const found = names.filter((name) => ['string', 'number'].includes(typeof fields[name])).map((name) => fields[name]);
  return found.length > 0 ? found.join(', ') : null;
}

export interface Change {
  readonly what: string;
  readonly before: Summary;
  readonly after: Summary;
  /** After over before. */
  readonly factor: number;
  /** The two ranges do not meet. */
  readonly isBeyond: boolean;
}

/** Everything that both have. */
export function changesBetween(before: Measurements, after: Measurements): Change[] {
  return [...before.spreads].flatMap(([what, old]) => {
    const now = after.spreads.get(what);
    if (!now) return [];
    const isBeyond = now.low > old.high || now.high < old.low;
    return [{ what, before: old, after: now, factor: now.median / old.median, isBeyond }];
  });
}

/** Places where more answers are wrong than before. */
export function newlyWrong(
  before: Measurements,
  after: Measurements,
): { what: string; before: number; after: number }[] {
  return [...after.wrong]
    .map(([what, count]) => ({ what, before: before.wrong.get(what) ?? 0, after: count }))
    .filter((change) => change.after > change.before);
}
