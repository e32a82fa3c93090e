// Small things that views draw: points, lines, arrows, and triangles of a simplex.
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  SphereGeometry,
  Vector3,
} from 'three';

export type Point = readonly number[];

const ball = new SphereGeometry(1, 16, 12);

export function dot(point: Point, color: string, radius = 0.04): Mesh {
  const mesh = new Mesh(ball, new MeshBasicMaterial({ color, depthTest: false }));
  mesh.position.set(point[0], point[1], point[2]);
  mesh.scale.setScalar(radius);
  mesh.renderOrder = 2;
  return mesh;
}

export function line(points: readonly Point[], color: string): Line {
  const geometry = new BufferGeometry().setFromPoints(points.map(([x, y, z]) => new Vector3(x, y, z)));
  const drawn = new Line(geometry, new LineBasicMaterial({ color, depthTest: false }));
  drawn.renderOrder = 2;
  return drawn;
}

/** The edges of a surface of triangles. */
export function wires(
  { points, triangles }: { readonly points: Float64Array; readonly triangles: Uint32Array },
  color: string,
): LineSegments {
  const ends: number[] = [];
  triangles.forEach((corner, k) => {
    const next = triangles[k % 3 === 2 ? k - 2 : k + 1];
    // Every edge has two triangles.
    if (corner < next) for (const end of [corner, next]) ends.push(...points.subarray(3 * end, 3 * end + 3));
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(ends, 3));
  const drawn = new LineSegments(geometry, new LineBasicMaterial({ color, depthTest: false }));
  drawn.renderOrder = 1;
  return drawn;
}

/** A simplex of one to four corners: dots, edges and see-through faces. */
export function simplex(corners: readonly Point[], color: string): Group {
  const group = new Group();
  for (const corner of corners) group.add(dot(corner, color, 0.035));
  const faces: Point[] = [];
  for (let i = 0; i < corners.length; i++) {
    for (let j = i + 1; j < corners.length; j++) {
      group.add(line([corners[i], corners[j]], color));
      for (let k = j + 1; k < corners.length; k++) faces.push(corners[i], corners[j], corners[k]);
    }
  }
  if (faces.length > 0) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(faces.flat(), 3));
    const material = new MeshBasicMaterial({
      color,
      transparent: true,
      opacity: 0.25,
      side: DoubleSide,
      depthWrite: false,
    });
    group.add(new Mesh(geometry, material));
  }
  return group;
}

/** Frees what a group holds on the graphics card, and empties it. */
export function clear(group: Object3D): void {
  group.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    if (geometry && geometry !== ball) geometry.dispose();
    for (const each of Array.isArray(material) ? material : material ? [material] : []) each.dispose();
  });
  group.clear();
}
