// Batches of queries between bodies: pairs given as a list, or all pairs. Results are columns of numbers, in blocks of rows.
import { type Bodies, fromJSON, type Shape } from 'proximal';
import {
  type Fields,
  invalid,
  messageOf,
  parseJSON,
  readFields,
  readInteger,
  readList,
  readObject,
  readText,
} from '../check.ts';
import { concatenate } from '../lines.ts';
import type { Range } from '../ranges.ts';
import type { JobKind, LoadFile, OpenWork, Work } from '../work.ts';
import { type BatchQueryName, type Columns, computeColumns, createColumns, readQueryName } from './batch-queries.ts';
import { pairAt, pairCount } from './pair-index.ts';

/** Rows of a block. Tasks begin and end at multiples of it. */
const blockRows = 4096;
/** Rows of a file of pairs: 1 MiB. A worker reads only the files of its tasks. */
const fileRows = 131_072;

/** The fields of the work. */
interface BatchFields {
  readonly query: BatchQueryName;
  readonly options: object;
  /** The columns of the results. */
  readonly columns: readonly string[];
  readonly all: boolean;
  readonly count: number;
}

const shapesFile = 'shapes.json';
const bodiesFile = 'bodies.bin';
const posesFile = 'poses.bin';
const pairsFile = (k: number): string => `pairs-${k}.bin`;

export const batch: JobKind = {
  name: 'batch',
  fields: ['query', 'options', 'bodies', 'pairs', 'columns'],
  extension: 'bin',
  read: readBatch,
  filesOf: (fields, range) => [
    shapesFile,
    bodiesFile,
    posesFile,
    ...pairFilesOf(fields as unknown as BatchFields, range),
  ],
  open: openBatch,
};

function pairFilesOf({ all }: BatchFields, { from, to }: Range): string[] {
  if (all) return [];
  const first = Math.floor(from / fileRows);
  return Array.from({ length: Math.floor((to - 1) / fileRows) - first + 1 }, (_, k) => pairsFile(first + k));
}

/** The work of a batch. `pairs` null: all pairs of two bodies, the first with a smaller index. */
export function batchWork(
  where: string,
  query: BatchQueryName,
  { shapes, poses }: Bodies,
  pairs: Uint32Array | null,
  options: object,
  columns: readonly string[] = Object.keys(createColumns(query, 0, options)),
): Work {
  const bodies = { shapes, poses };
  // Query the first pair, to check shapes, poses and options.
  if (pairs?.length !== 0) computeColumns(query, bodies, pairs?.subarray(0, 2) ?? Uint32Array.of(0, 1), options);
  const distinct = [...new Set(shapes)];
  const numbers = new Map(distinct.map((shape, k) => [shape, k]));
  const indices = Uint32Array.from(shapes, (shape) => numbers.get(shape) as number);
  const text = JSON.stringify(distinct.map((shape) => shape.toJSON()));
  const count = pairs ? pairs.length / 2 : pairCount(shapes.length);
  if (pairs) checkPairs(where, pairs, shapes.length);
  const files = new Map([
    [shapesFile, new TextEncoder().encode(text)],
    [bodiesFile, bytesOf(indices)],
    [posesFile, bytesOf(poses)],
  ]);
  for (let k = 0; pairs && k * fileRows < count; k++)
    files.set(pairsFile(k), bytesOf(pairs.subarray(2 * k * fileRows, 2 * (k + 1) * fileRows)));
  const fields: BatchFields = { query, options, columns, all: pairs === null, count };
  return { kind: batch.name, fields: fields as unknown as Fields, files };
}

function checkPairs(where: string, pairs: Uint32Array, bodies: number): void {
  const k = pairs.findIndex((index) => index >= bodies);
  if (k >= 0) throw invalid(where, `pairs[${k}]`, pairs[k], `there are ${bodies} bodies`);
}

/** A copy, because the caller's arrays may be views and may change. */
function bytesOf(list: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(list.buffer, list.byteOffset, list.byteLength).slice();
}

async function readBatch(where: string, fields: Fields, load: LoadFile): Promise<Pick<Work, 'fields' | 'files'>> {
  const { options = {}, pairs = 'all', columns } = fields;
  const query = readQueryName(where, fields['query'] ?? 'distance');
  readObject(where, 'options', options);
  const bodies = await readBodies(where, fields['bodies'], load);
  const list = pairs === 'all' ? null : await readPairs(where, pairs, load);
  const known = Object.keys(createColumns(query, 0, options as object));
  for (const name of columns === undefined ? [] : readList(where, 'columns', columns))
    if (!known.includes(name as string)) throw invalid(where, 'columns', name, `the columns are ${known.join(', ')}`);
  return batchWork(where, query, bodies, list, options as object, columns as string[] | undefined);
}

async function readBodies(where: string, given: unknown, load: LoadFile): Promise<Bodies> {
  const data =
    typeof given === 'string' ? parseJSON(`${where}: ${given}`, new TextDecoder().decode(await load(given))) : given;
  const list = readList(where, 'bodies', data);
  // Equal shapes are stored once, so workers prepare them once.
  const shapes = new Map<string, Shape>();
  const poses = new Float64Array(7 * list.length);
  const found = list.map((entry, k) => {
    const path = `bodies[${k}]`;
    const { shape, pose = [0, 0, 0, 0, 0, 0, 1] } = readFields(where, path, entry, ['shape', 'pose']);
    const numbers = Array.isArray(pose) && pose.length === 7 && pose.every((x) => Number.isFinite(x));
    if (!numbers) throw invalid(where, `${path}.pose`, pose, 'give seven numbers x y z qx qy qz qw');
    poses.set(pose as number[], 7 * k);
    const text = JSON.stringify(shape);
    const known = shapes.get(text) ?? shapeOf(where, `${path}.shape`, shape);
    shapes.set(text, known);
    return known;
  });
  return { shapes: found, poses };
}

function shapeOf(where: string, path: string, json: unknown): Shape {
  try {
    return fromJSON(json as never);
  } catch (error) {
    throw new TypeError(`${where}: ${path}: ${messageOf(error)}`);
  }
}

async function readPairs(where: string, given: unknown, load: LoadFile): Promise<Uint32Array> {
  if (typeof given === 'string') {
    if (!readText(where, 'pairs', given).endsWith('.bin'))
      throw invalid(where, 'pairs', given, "give 'all', a list, or a .bin file of 32-bit integers, two for each pair");
    const bytes = await load(given);
    if (bytes.length === 0 || bytes.length % 8 !== 0)
      throw invalid(where, 'pairs', given, `the file has ${bytes.length} bytes; a pair has 8`);
    return new Uint32Array(bytes.slice().buffer);
  }
  const rows = readList(where, 'pairs', given).map((pair, k) => {
    const path = `pairs[${k}]`;
    if (!Array.isArray(pair) || pair.length !== 2) throw invalid(where, path, pair, 'give two indices of bodies');
    return pair.map((index) => readInteger(where, path, index, 0, 2 ** 32 - 1));
  });
  return Uint32Array.from(rows.flat());
}

function openBatch({ fields, files }: Work): OpenWork {
  const { query, options, columns, all, count } = fields as unknown as BatchFields;
  const read = (file: string): ArrayBuffer => (files.get(file) as Uint8Array).slice().buffer as ArrayBuffer;
  const distinct = (JSON.parse(new TextDecoder().decode(files.get(shapesFile))) as object[]).map((json) =>
    fromJSON(json as never),
  );
  const shapes = Object.freeze(Array.from(new Uint32Array(read(bodiesFile)), (k) => distinct[k]));
  const bodies = { shapes, poses: new Float64Array(read(posesFile)) };
  return {
    count,
    grain: blockRows,
    run(from, to, files) {
      const blocks: Uint8Array[] = [];
      for (let at = from; at < to; at += blockRows) {
        const rows = { from: at, to: Math.min(to, at + blockRows) };
        const pairs = all ? allPairs(shapes.length, rows) : pairsOf(files, rows);
        const found = computeColumns(query, bodies, pairs, options);
        for (const column of columns)
          blocks.push(new Uint8Array(found[column].buffer, found[column].byteOffset, found[column].byteLength));
      }
      return concatenate(blocks);
    },
  };
}

function allPairs(bodies: number, { from, to }: Range): Uint32Array {
  const pairs = new Uint32Array(2 * (to - from));
  let [i, j] = pairAt(from, bodies);
  for (let k = 0; k < pairs.length; k += 2) {
    pairs[k] = i;
    pairs[k + 1] = j++;
    if (j === bodies) j = ++i + 1;
  }
  return pairs;
}

/** Pairs of a block of a list. The rows per block divide the rows per file, so one file contains the block. */
function pairsOf(files: ReadonlyMap<string, Uint8Array>, { from, to }: Range): Uint32Array {
  const first = from % fileRows;
  const bytes = files.get(pairsFile((from - first) / fileRows)) as Uint8Array;
  return new Uint32Array(bytes.slice(8 * first, 8 * (first + to - from)).buffer);
}

/** Copies the results of a task into the columns of all results. @param bytes made by `run` */
export function unpackColumns(
  bytes: Uint8Array,
  { from, to }: Range,
  names: readonly string[],
  count: number,
  out: Columns,
): void {
  let at = 0;
  for (let row = from; row < to; row += blockRows) {
    const rows = Math.min(to, row + blockRows) - row;
    for (const name of names) {
      const column = out[name];
      const width = column.byteLength / count;
      const target = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
      target.set(bytes.subarray(at, at + width * rows), width * row);
      at += width * rows;
    }
  }
}
