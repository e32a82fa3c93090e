// Contacts between two faces, at a corner of their overlap where an edge of one face crosses an edge of the other.
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { ContactMotion, Touching } from './contact-motion.ts';
import { poseMatrix } from './pose-matrix.ts';

/**
 * The point is on an edge if their distance is at most this fraction of the edge's length. Edges with a smaller sine of the angle between
 * them count as parallel.
 */
const near = 1e-7;

/** A contact where an edge of one face crosses an edge of the other. */
export interface Crossing {
  /** The unit normals of the crossing edges of A and of B, perpendicular to the contact normal. */
  readonly across: readonly [Vec3, Vec3];
  /** The body with the larger face, 0 or 1, whose face normal is the contact normal. */
  readonly owner: number;
}

export function crossingOf({ normal, point }: SimulatedContact, { shapes, poses }: Touching): Crossing | null {
  const faces = shapes.map((shape, body) => {
    const { rotateBack, toWorld } = poseMatrix(poses[body]);
    const outward = rotateBack(body === 0 ? normal : scale(normal as Vec3, -1));
    return shape.isBounded ? shape.supportFace(outward).map(toWorld) : [];
  });
  const [a, b] = faces.map((face) => acrossEdge(face, point as Vec3, normal as Vec3));
  if (!a || !b || !(length(cross(a, b)) > near)) return null;
  const [sizeA, sizeB] = faces.map((face) => Math.max(...face.map((x) => length(subtract(x, point as Vec3)))));
  return { across: [a, b], owner: sizeA >= sizeB ? 0 : 1 };
}

/** The in-plane unit normal of the edge of a face whose projection along `normal` contains the point, or null. */
function acrossEdge(face: readonly Vec3[], point: Vec3, normal: Vec3): Vec3 | null {
  if (face.length < 3) return null;
  for (const [k, from] of face.entries()) {
    const edge = subtract(face[(k + 1) % face.length], from);
    const size = length(edge);
    if (!(size > 0)) continue;
    const across = scale(cross(normal, edge), 1 / size);
    const offset = subtract(point, from);
    const along = dot(offset, edge) / (size * size);
    if (Math.abs(dot(offset, across)) <= near * size && along > -near && along < 1 + near) return across;
  }
  return null;
}

/**
 * Both faces are perpendicular to n, so the gap changes by ⟨n, v_B − v_A⟩ of their material points. The contact point stays
 * halfway between the two edges: with the in-plane normal m of an edge and its point q = p ∓ gap n / 2, ⟨m, δp ∓ gap δn / 2⟩ =
 * ⟨m, v(q)⟩.
 */
export function crossingMotion(
  { normal, gap }: SimulatedContact,
  { across, owner }: Crossing,
  motion: ContactMotion,
): void {
  const { width } = motion;
  const n = normal as Vec3;
  const [first, second] = [cross(across[1], n), cross(across[0], n)];
  const inverseDeterminant = 1 / dot(across[0], first);
  for (let column = 0; column < 12; column++) {
    const body = column < 6 ? 0 : 1;
    const unit = [0, 1, 2].map((axis) => (axis === column % 3 ? 1 : 0)) as Vec3;
    const isRotation = column % 6 >= 3;
    const half = (body - 0.5) * gap;
    // The arm from p to the body's own point is ∓ gap n / 2.
    const velocity = isRotation ? cross(unit, scale(n, half)) : unit;
    const normalChange: Vec3 = isRotation && body === owner ? cross(unit, n) : [0, 0, 0];
    const normalVelocity = dot(n, velocity);
    const [ofA, ofB] = across.map(
      (m, edgeBody) => (edgeBody === body ? dot(m, velocity) : 0) - (edgeBody - 0.5) * gap * dot(m, normalChange),
    );
    const tangentialChange = scale(subtract(scale(first, ofA), scale(second, ofB)), inverseDeterminant);
    const pointChange = add(tangentialChange, scale(n, normalVelocity / 2));
    motion.gap[column] = body === 0 ? -normalVelocity : normalVelocity;
    for (let k = 0; k < 3; k++) {
      motion.point[width * k + column] = pointChange[k];
      motion.normal[width * k + column] = normalChange[k];
    }
  }
}
