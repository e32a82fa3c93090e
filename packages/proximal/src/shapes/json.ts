// The JSON form of shapes.
import { readShapeJson } from '../check/shape-json.ts';
import type { ShapeJSON } from '../query/convex-shape.ts';
import { shapeDefinitions } from './registry.ts';
import type { Shape } from './shape.ts';

export type { ShapeJSON } from '../query/convex-shape.ts';

/**
 * Makes a shape from its JSON form, as an object or text. Untrusted data is safe: everything is checked, and the error message
 * names the wrong field.
 * @example
 * ```ts
 * fromJSON({ version: 1, kind: 'sphere', radius: 2 }).boundingRadius; // 2
 * fromJSON(JSON.stringify(box(1, 2, 3))).support([1, 1, 1]); // [1, 2, 3]
 * ```
 */
export function fromJSON(json: ShapeJSON | string): Shape {
  return readShapeJson(json, shapeDefinitions(), "{ version: 1, kind: 'box', hx: 1, hy: 1, hz: 1 }");
}
