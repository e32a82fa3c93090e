// The drawable geometry of a simulated body.
import { fromJSON, type ShapeJSON } from 'proximal';
import {
  BufferGeometry,
  CircleGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
} from 'three';
import { drawnShape } from './bodies.ts';

type Json = Readonly<Record<string, unknown>>;

/** @param reach the drawn extent of half-spaces, in meters */
export function drawnGeometry(json: ShapeJSON, color: string, opacity: number, reach: number): Group {
  const group = new Group();
  if (json.kind === 'compound') {
    for (const { shape, pose } of json['parts'] as { shape: ShapeJSON; pose: ArrayLike<number> }[]) {
      const part = drawnGeometry(shape, color, opacity, reach);
      part.position.set(pose[0], pose[1], pose[2]);
      part.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
      group.add(part);
    }
  } else if (json.kind === 'triangleMesh') {
    group.add(surface(json['vertices'] as number[], json['triangles'] as number[], color, opacity));
  } else if (json.kind === 'heightField') {
    const { vertices, triangles } = field(json);
    group.add(surface(vertices, triangles, color, opacity));
  } else if (json.kind === 'halfspace') {
    const material = new MeshBasicMaterial({ color, transparent: true, opacity: 0.35 * opacity, side: DoubleSide });
    const plane = new Mesh(new CircleGeometry(reach, 64), material);
    // Offset in depth, against z-fighting with bodies that rest on it.
    material.polygonOffset = true;
    material.polygonOffsetFactor = 1;
    material.polygonOffsetUnits = 1;
    group.add(plane);
  } else group.add(drawnShape(fromJSON(json), color, opacity));
  return group;
}

function surface(vertices: readonly number[], triangles: readonly number[], color: string, opacity: number): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(vertices, 3));
  geometry.setIndex([...triangles]);
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  geometry.dispose();
  return new Mesh(
    flat,
    new MeshStandardMaterial({ color, transparent: opacity < 1, opacity, roughness: 0.5, side: DoubleSide }),
  );
}

/** A grid of heights around the origin, two triangles for each square. */
function field(json: Json): { vertices: number[]; triangles: number[] } {
  const [columns, rows, spacing] = ['columns', 'rows', 'spacing'].map((name) => json[name] as number);
  const heights = json['heights'] as number[];
  const vertices = heights.flatMap((height, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    return [(column - (columns - 1) / 2) * spacing, (row - (rows - 1) / 2) * spacing, height];
  });
  const triangles: number[] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const k = row * columns + column;
      triangles.push(k, k + 1, k + columns, k + 1, k + columns + 1, k + columns);
    }
  }
  return { vertices, triangles };
}
