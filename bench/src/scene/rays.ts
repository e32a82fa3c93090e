// Rays against a mesh of 100,000 triangles: Proximal and three-mesh-bvh.

import { Rng } from 'proximal/math';
import { Scene, triangleMesh } from 'proximal/scene';
import { block, type Group } from '../harness/timer.ts';
import { peersWith } from '../peers/registry.ts';

const rayCount = 500;

export interface TriangleMesh {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}

/** The direction is a unit vector. */
export interface Ray {
  readonly origin: readonly [number, number, number];
  readonly direction: readonly [number, number, number];
}

interface RayComparison {
  readonly group: Group;
  /** Rays whose answers differ by more than single precision explains, or that hit by only one of the two. */
  readonly disagreements: number;
}

/** A bumpy ball with at least `count` triangles. */
function bumpyBall(count: number): TriangleMesh {
  const rings = Math.ceil(Math.sqrt(count / 4));
  const sectors = 2 * rings;
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      const [theta, phi] = [(Math.PI * ring) / rings, (2 * Math.PI * sector) / sectors];
      const radius =
        1 + 0.15 * Math.sin(7 * theta) * Math.cos(9 * phi) + 0.02 * Math.sin(61 * theta) * Math.cos(53 * phi);
      vertices.push(
        radius * Math.sin(theta) * Math.cos(phi),
        radius * Math.sin(theta) * Math.sin(phi),
        radius * Math.cos(theta),
      );
      if (ring === rings) continue;
      const [a, b] = [ring * sectors + sector, ring * sectors + ((sector + 1) % sectors)];
      triangles.push(a, a + sectors, b, b, a + sectors, b + sectors);
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

export async function compareRays(triangleCount: number, seed: number): Promise<RayComparison> {
  const [{ name, rays: peer }] = peersWith('rays');
  const { vertices, triangles } = bumpyBall(triangleCount);
  const rng = new Rng(seed);
  const rays = Array.from({ length: rayCount }, (): Ray => {
    const origin = rng.direction().map((x) => 3 * x) as [number, number, number];
    const toward = rng.direction().map((x, k) => 1.2 * x - origin[k]);
    const length = Math.hypot(...toward);
    return { origin, direction: toward.map((x) => x / length) as [number, number, number] };
  });
  const scene = new Scene();
  scene.add(triangleMesh(vertices, triangles), {});
  const ours = (): (number | null)[] =>
    rays.map(({ origin, direction }) => scene.rayCast(origin, direction)?.distance ?? null);

  const theirs = await peer({ vertices, triangles }, rays);
  const [p, q] = [ours(), theirs()];
  const disagreements = p.filter((distance, k) => {
    const other = q[k];
    return distance === null || other === null ? distance !== other : Math.abs(distance - other) > 1e-4;
  }).length;
  const contenders = [block('proximal', rayCount, () => void ours()), block(name, rayCount, () => void theirs())];
  return { group: { name: `rays, ${triangles.length / 3} triangles`, contenders }, disagreements };
}
