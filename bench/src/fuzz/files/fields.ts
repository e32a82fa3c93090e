// Snapshots of distance fields: mutated as bytes, and resealed with changed content and a correct checksum.
import { box, capsule } from 'proximal';
import type { Rng } from 'proximal/math';
import { compound, DistanceField, distanceField, type FieldBody, heightField, triangleMesh } from 'proximal/scene';
import { encode, mutateBytes } from './bytes.ts';
import { tryRead } from './errors.ts';
import { type FileFormat, FuzzFailure } from './format.ts';
import { headSize, mutatedText, packed, sealed, unpacked } from './snapshots.ts';
import { chance } from './words.ts';

/** A shape, a compound, a closed and an open mesh, and a height field. */
const bodies: readonly (() => FieldBody)[] = [
  () => box(1, 0.5, 0.2),
  () => compound([{ shape: capsule(0.2, 0.5) }, { shape: box(0.3, 0.3, 0.1), pose: { position: [0, 0.2, 0.4] } }]),
  () => triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
  () => triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0.3], [0, 1, 2]),
  () => heightField([0, 0.3, 0.1, 0.5], { columns: 2, rows: 2, spacing: 1 }),
];
/** The snapshots of the fields of `bodies`, by index. */
const made = new Map<number, Uint8Array>();

function bytesOf(number: number): Uint8Array {
  let bytes = made.get(number);
  if (!bytes) {
    bytes = distanceField(bodies[number](), { resolution: 0.4, band: 0 }).snapshot();
    made.set(number, bytes);
  }
  return bytes;
}

function mutated(bytes: Uint8Array, rng: Rng, mutations: number): Uint8Array {
  const { text, blocks } = unpacked(bytes.slice(headSize));
  if (chance(rng, 0.3)) return sealed(bytes, packed(encode(text), mutateBytes(blocks, rng)));
  return sealed(bytes, packed(mutatedText(text, rng, mutations), blocks));
}

/** Computes bounds and values inside, on the border and outside of the grid. */
function useField(field: DistanceField): void {
  const { min, max } = field.box;
  for (const share of [-1, 0, 0.3, 0.5, 1, 3]) {
    const point = min.map((x, axis) => x + share * (max[axis] - x));
    const { lower, upper, distance, gradient } = field.at(point);
    if (![lower, upper, distance, ...gradient].every(Number.isFinite))
      throw new FuzzFailure('NaN', `the field at ${point} is ${distance} in ${lower} to ${upper}`);
    field.cellAt(point);
  }
  field.status(capsule(0.1, 0.2), { position: [0.5, 0.5, 0.5] });
  if (field.snapshot().length === 0) throw new FuzzFailure('snapshot', 'a field that was read cannot be saved');
}

export const distanceFields: FileFormat = {
  name: 'field',
  title: 'snapshots of distance fields, resealed',
  ending: 'field.bin',
  make(rng, mutations) {
    const bytes = bytesOf(rng.index(bodies.length));
    if (mutations === 0) return bytes;
    return chance(rng, 0.1) ? mutateBytes(bytes, rng) : mutated(bytes, rng, mutations);
  },
  async use(bytes) {
    const field = await tryRead('snapshot', 'DistanceField.restore', () => DistanceField.restore(bytes));
    if (field) useField(field);
    return field !== null;
  },
};
