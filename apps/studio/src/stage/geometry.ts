// The drawable geometry of a simulated body.
import { fromJSON, type ShapeJSON } from 'proximal';
import { assemblyFromJSON, type Geometry } from 'proximal/scene';
import { CircleGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from 'three';
import { drawnShape } from './bodies.ts';

/** The kinds that are not convex. */
const assemblies = ['compound', 'triangleMesh', 'heightField'];

/** @param halfspaceRadius the drawn extent of half-spaces, in meters @param isMarked whether a pattern shows how the body spins */
export function drawnGeometry(
  json: ShapeJSON,
  color: string,
  opacity: number,
  halfspaceRadius: number,
  isMarked = false,
): Group {
  const group = new Group();
  if (json.kind === 'halfspace') {
    const material = new MeshBasicMaterial({ color, transparent: true, opacity: 0.35 * opacity, side: DoubleSide });
    const plane = new Mesh(new CircleGeometry(halfspaceRadius, 64), material);
    // Offset in depth, against z-fighting with bodies that rest on it.
    material.polygonOffset = true;
    material.polygonOffsetFactor = 1;
    material.polygonOffsetUnits = 1;
    group.add(plane);
  } else group.add(drawnShape(geometryOf(json), color, opacity, isMarked));
  return group;
}

function geometryOf(json: ShapeJSON): Geometry {
  return assemblies.includes(json.kind) ? assemblyFromJSON(json) : fromJSON(json);
}
