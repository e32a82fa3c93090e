// Outlines of 2D shapes: filled, with a border, at z = 0.
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial } from 'three';
import { segments } from './marks.ts';

/** A convex outline, three numbers for each corner. */
export function drawnOutline(points: Float64Array, color: string): Group {
  const [fan, ends]: [number[], number[]] = [[], []];
  const corner = (k: number): Float64Array => points.subarray(3 * k, 3 * k + 3);
  const count = points.length / 3;
  for (let k = 0; k < count; k++) {
    ends.push(...corner(k), ...corner((k + 1) % count));
    if (k > 1) fan.push(...corner(0), ...corner(k - 1), ...corner(k));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(fan, 3));
  const material = new MeshBasicMaterial({
    color,
    transparent: true,
    opacity: 0.2,
    side: DoubleSide,
    depthWrite: false,
  });
  return new Group().add(new Mesh(geometry, material), segments(ends, color, 1.5));
}
