// The geometry of a body.
import { wrongType } from '../check/argument.ts';
import { Assembly } from '../shapes/assembly.ts';
import { Shape } from '../shapes/shape.ts';

/** A convex shape, or an assembly of them: a compound, a triangle mesh or a height field. */
export type Geometry = Shape | Assembly;

export function checkGeometry(where: string, argument: string, value: unknown): asserts value is Geometry {
  if (value instanceof Shape || value instanceof Assembly) return;
  throw wrongType(
    where,
    argument,
    value,
    'give a shape made by a function such as box() or sphere(), a compound(), a triangleMesh() or a heightField() of this copy of proximal',
  );
}
