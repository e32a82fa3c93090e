// A hash of a geometry, by which a stored distance field is matched with its body.

import { HeightField } from '../../scene/nonconvex/height-field.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { Shape } from '../../shapes/shape.ts';
import type { Geometry } from '../geometry.ts';

/** Two words of a hash of the body's kind and numbers; zeros for a body with a custom shape, whose support function cannot be hashed. */
export type Fingerprint = readonly [number, number];

export function fingerprintOf(body: Geometry): Fingerprint {
  if (hasCustom(body)) return [0, 0];
  const hash = new Hash();
  hash.addText(body.kind);
  if (body instanceof TriangleMesh) hash.add(body.soup());
  else if (body instanceof HeightField) {
    const { columns, rows, spacing, partCount } = body;
    hash.add(Float64Array.of(columns, rows, spacing));
    for (let part = 0; part < partCount; part++) hash.add(Float64Array.from(body.corners(part).flat()));
  } else hash.addText(JSON.stringify(body));
  return hash.words();
}

function hasCustom(body: Geometry): boolean {
  if (body instanceof Shape) return body.record.hosts.length > 0;
  if (body instanceof TriangleMesh || body instanceof HeightField) return false;
  return Array.from({ length: body.partCount }, (_, part) => body.part(part)).some(hasCustom);
}

/** Two multiplicative hashes over 32-bit words: FNV-1a, and one with another seed and multiplier; each mixes its high bits down. */
class Hash {
  private first = 0x811c9dc5;
  private second = 0x050c5d1f;

  add(numbers: Float64Array): void {
    const words = new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
    for (const word of words) this.addWord(word);
  }

  addText(text: string): void {
    for (let k = 0; k < text.length; k++) this.addWord(text.charCodeAt(k));
  }

  private addWord(word: number): void {
    this.first = Math.imul(this.first ^ word, 0x01000193);
    this.first ^= this.first >>> 15;
    this.second = Math.imul(this.second ^ word, 0x5bd1e995);
    this.second ^= this.second >>> 13;
  }

  words(): Fingerprint {
    // Zeros mean that there is no fingerprint.
    return [this.first >>> 0 || 1, this.second >>> 0];
  }
}
