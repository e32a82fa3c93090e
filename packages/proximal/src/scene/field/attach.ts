// Attaches distance fields to geometries.
import { outOfRange, wrongType } from '../../check/argument.ts';
import { Compound } from '../../scene/nonconvex/compound.ts';
import { HeightField } from '../../scene/nonconvex/height-field.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { volumeOf } from '../volume.ts';
import { DistanceField } from './distance-field.ts';
import { FieldFilter } from './filter.ts';
import { fingerprintOf } from './fingerprint.ts';

/**
 * Makes all scenes and simulations use a distance field of a compound, mesh or height field as a filter: where the bounds of the field decide, the
 * exact query is skipped. Results keep all their bits; only the time changes. Snapshots do not include the field.
 * @param field a field of this geometry, computed or restored; null to use none
 * @example
 * ```ts
 * attachField(mug, distanceField(mug, { resolution: 0.002 }));
 * scene.add(mug, {}, { static: true });
 * ```
 */
export function attachField(geometry: Compound | HeightField | TriangleMesh, field: DistanceField | null): void {
  const where = 'attachField';
  const isMesh = geometry instanceof TriangleMesh;
  if (!isMesh && !(geometry instanceof Compound || geometry instanceof HeightField))
    throw wrongType(
      where,
      'geometry',
      geometry,
      'give a compound, mesh or height field; exact queries of shapes are faster',
    );
  if (field !== null && !(field instanceof DistanceField))
    throw wrongType(where, 'field', field, 'give a distance field, or null');
  if (field) {
    const [first, second] = fingerprintOf(geometry);
    const [ofFirst, ofSecond] = field.data.fingerprint;
    if (first === 0)
      throw wrongType(
        where,
        'geometry',
        geometry,
        'give a geometry without custom shapes: they are programs, so the field cannot be compared with them',
      );
    if (first !== ofFirst || second !== ofSecond)
      throw outOfRange(where, 'field', field, 'give distanceField(geometry): this is the field of another geometry');
  }
  volumeOf(geometry).filter = field && new FieldFilter(field, isMesh, isMesh ? longestDiagonal(geometry) : Infinity);
}

/** The longest diagonal of the boxes around the triangles of a mesh: no point of such a box is farther from its triangle. */
function longestDiagonal(mesh: TriangleMesh): number {
  const box = new Float64Array(6);
  let largest = 0;
  for (let k = 0; k < mesh.partCount; k++) {
    mesh.boxOf(k, box);
    const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return Math.sqrt(largest);
}
