// Marks that views draw over bodies: points, lines, arrows, discs and simplices. Dots, arrowheads and line widths have a fixed size
// on the screen, independent of the scene's scale.
import {
  BufferGeometry,
  type Camera,
  CircleGeometry,
  ConeGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type PerspectiveCamera,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

export type Point = readonly number[];

const sphere = new SphereGeometry(1, 16, 12);
/** The tip of an arrow: at the origin, pointing along z. */
const tip = new ConeGeometry(1, 3, 16).translate(0, -1.5, 0).rotateX(Math.PI / 2);
const shared = new Set<BufferGeometry>([sphere, tip]);
const zAxis = new Vector3(0, 0, 1);

const vectorOf = ([x, y, z]: Point): Vector3 => new Vector3(x, y, z);

/** Material settings of marks over everything else: three.js draws transparent objects last, in the order of `renderOrder`. */
const overlay = { transparent: true, depthTest: false, depthWrite: false } as const;

/** Scales a mesh of radius 1 before each frame to a radius of `pixels` on a view of 1000 pixels in height, and in proportion on others. */
function fixSize(mesh: Mesh, pixels: number): void {
  mesh.onBeforeRender = (_renderer, _scene, camera: Camera) => {
    const { fov } = camera as PerspectiveCamera;
    const depth = mesh.position.clone().applyMatrix4(camera.matrixWorldInverse).z;
    mesh.scale.setScalar((-depth * Math.tan((fov * Math.PI) / 360) * pixels) / 500);
    mesh.updateMatrixWorld();
  };
}

export function dot(point: Point, color: string, pixels = 7): Mesh {
  const mesh = new Mesh(sphere, new MeshBasicMaterial({ color, ...overlay }));
  mesh.position.copy(vectorOf(point));
  mesh.renderOrder = 3;
  fixSize(mesh, pixels);
  return mesh;
}

/** Line segments, given by two points each. */
export function segments(ends: ArrayLike<number>, color: string, width = 2, opacity = 1): LineSegments2 {
  const geometry = new LineSegmentsGeometry().setPositions(Float32Array.from(ends));
  const drawn = new LineSegments2(geometry, new LineMaterial({ color, linewidth: width, opacity, ...overlay }));
  drawn.renderOrder = 2;
  return drawn;
}

export function line(from: Point, to: Point, color: string, width = 2.5): LineSegments2 {
  return segments([...from, ...to], color, width);
}

export function arrow(from: Point, to: Point, color: string, width = 2.5): Group {
  const group = new Group();
  const head = new Mesh(tip, new MeshBasicMaterial({ color, ...overlay }));
  const direction = vectorOf(to).sub(vectorOf(from)).normalize();
  head.quaternion.copy(new Quaternion().setFromUnitVectors(zAxis, direction));
  head.position.copy(vectorOf(to));
  head.renderOrder = 3;
  fixSize(head, 6);
  return group.add(line(from, to, color, width), head);
}

/** A transparent disc perpendicular to a normal. */
export function disc(point: Point, normal: Point, radius: number, color: string): Mesh {
  const material = new MeshBasicMaterial({ color, opacity: 0.2, side: DoubleSide, ...overlay });
  const mesh = new Mesh(new CircleGeometry(radius, 48), material);
  mesh.position.copy(vectorOf(point));
  mesh.quaternion.copy(new Quaternion().setFromUnitVectors(zAxis, vectorOf(normal).normalize()));
  mesh.renderOrder = 1;
  return mesh;
}

/** The edges of a closed oriented surface of triangles. */
export function wireframe(
  { points, triangles }: { readonly points: Float64Array; readonly triangles: Uint32Array },
  color: string,
): LineSegments2 {
  const ends: number[] = [];
  triangles.forEach((corner, k) => {
    const next = triangles[k % 3 === 2 ? k - 2 : k + 1];
    // In a closed oriented surface, the two triangles of an edge contain it in opposite directions: one of them is drawn.
    if (corner < next) for (const end of [corner, next]) ends.push(...points.subarray(3 * end, 3 * end + 3));
  });
  return segments(ends, color, 1.2);
}

/** A simplex of one to four corners: its corners as dots, its edges, and its faces, which are transparent. */
export function simplex(corners: readonly Point[], color: string): Group {
  const group = new Group();
  for (const corner of corners) group.add(dot(corner, color, 5));
  const [faces, ends]: [number[], number[]] = [[], []];
  for (let i = 0; i < corners.length; i++) {
    for (let j = i + 1; j < corners.length; j++) {
      ends.push(...corners[i], ...corners[j]);
      for (let k = j + 1; k < corners.length; k++) faces.push(...corners[i], ...corners[j], ...corners[k]);
    }
  }
  if (ends.length > 0) group.add(segments(ends, color));
  if (faces.length > 0) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(faces, 3));
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ color, opacity: 0.3, side: DoubleSide, ...overlay }));
    mesh.renderOrder = 1;
    group.add(mesh);
  }
  return group;
}

/** Empties a group and frees its memory on the graphics card. */
export function clear(group: Object3D): void {
  group.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    if (geometry && !shared.has(geometry)) geometry.dispose();
    for (const each of Array.isArray(material) ? material : material ? [material] : []) each.dispose();
  });
  group.clear();
}
