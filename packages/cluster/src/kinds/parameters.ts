// Parameters of sweeps: places in a simulation file, with the values that they take.
import { Rng } from 'proximal/math';
import { type Fields, invalid, readFields, readInteger, readList, readNumber, readText } from '../check.ts';

export type Parameter = { readonly path: string } & (
  | { readonly values: readonly unknown[] }
  | { readonly uniform: readonly [low: number, high: number] }
  | { readonly normal: readonly [mean: number, deviation: number] }
);

const choices = ['values', 'range', 'uniform', 'normal'];

/** Reads the parameters of a job file. A range becomes a list of values. */
export function readParameters(where: string, given: unknown): Parameter[] {
  return readList(where, 'parameters', given).map((entry, k) => {
    const place = `parameters[${k}]`;
    const fields = readFields(where, place, entry, ['path', ...choices]);
    const path = readText(where, `${place}.path`, fields['path'], 'give a place such as /bodies/1/velocity/0');
    if (!path.startsWith('/')) throw invalid(where, `${place}.path`, path, 'give a place such as /bodies/1/velocity/0');
    const kinds = choices.filter((name) => fields[name] !== undefined);
    if (kinds.length !== 1) throw invalid(where, place, entry, `give one of ${choices.join(', ')}`);
    const [kind] = kinds;
    const value = fields[kind];
    if (kind === 'values') return { path, values: readList(where, `${place}.values`, value) };
    if (kind === 'range') return { path, values: readRange(where, `${place}.range`, value) };
    if (kind === 'uniform') return { path, uniform: readTwo(where, `${place}.uniform`, value) };
    return { path, normal: readTwo(where, `${place}.normal`, value) };
  });
}

function readTwo(where: string, place: string, value: unknown): [number, number] {
  if (!Array.isArray(value) || value.length !== 2) throw invalid(where, place, value, 'give a list of two numbers');
  return [readNumber(where, `${place}[0]`, value[0]), readNumber(where, `${place}[1]`, value[1])];
}

/** `count` equal steps from `from` to `to`, both included. */
function readRange(where: string, place: string, value: unknown): number[] {
  const { from, to, count } = readFields(where, place, value, ['from', 'to', 'count']) as Fields;
  const first = readNumber(where, `${place}.from`, from);
  const last = readNumber(where, `${place}.to`, to);
  const steps = readInteger(where, `${place}.count`, count, 2, 1e9) - 1;
  return Array.from({ length: steps + 1 }, (_, k) => first + ((last - first) * k) / steps);
}

/** The number of combinations of all lists of values. */
export function gridSize(parameters: readonly Parameter[]): number {
  return parameters.reduce((product, each) => product * ('values' in each ? each.values.length : 1), 1);
}

/**
 * The values of an item. The last list changes fastest; random values follow from the seed and the index alone.
 * @param index of the item: grid point plus grid size times sample
 */
export function valuesOf(parameters: readonly Parameter[], seed: number, index: number): unknown[] {
  const rng = new Rng((Math.imul(seed, 0x9e3779b1) ^ index) >>> 0);
  let rest = index % gridSize(parameters);
  const values: unknown[] = [];
  for (const each of [...parameters].reverse()) {
    if (!('values' in each)) continue;
    values.unshift(each.values[rest % each.values.length]);
    rest = Math.floor(rest / each.values.length);
  }
  return parameters.map((each) => {
    if ('values' in each) return values.shift();
    if ('uniform' in each) return rng.uniform(...each.uniform);
    return each.normal[0] + each.normal[1] * rng.normal();
  });
}

/** Sets a value in a JSON document. All but the last name of the path must exist. */
export function setAt(where: string, document: unknown, path: string, value: unknown): void {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() as string;
  let at = document as Record<string, unknown>;
  for (const name of names) {
    const next = Object.hasOwn(at, name) ? at[name] : undefined;
    if (typeof next !== 'object' || next === null) throw invalid(where, 'path', path, `the file has no ${name} there`);
    at = next as Record<string, unknown>;
  }
  const isElement = !Array.isArray(at) || (/^\d+$/.test(last) && Number(last) < at.length);
  if (!isElement || last === '__proto__') throw invalid(where, 'path', path, `the file has no ${last} there`);
  at[last] = value;
}
