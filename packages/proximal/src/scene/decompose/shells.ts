// The shells of a closed mesh: sets of triangles that are connected by vertices.
import type { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';

/** The triangles of a closed mesh without those around closed cavities: shells whose triangles face inward. Nine numbers each. */
export function withoutCavities(mesh: TriangleMesh, corners: Float64Array): Float64Array {
  const kept = shellsOf(mesh).filter((shell) => volumeOf(corners, shell) >= 0);
  const out = new Float64Array(9 * kept.reduce((sum, shell) => sum + shell.length, 0));
  kept.flat().forEach((triangle, k) => {
    out.set(corners.subarray(9 * triangle, 9 * triangle + 9), 9 * k);
  });
  return out;
}

function shellsOf(mesh: TriangleMesh): number[][] {
  const seen = new Uint8Array(mesh.partCount);
  const shells: number[][] = [];
  for (let start = 0; start < mesh.partCount; start++) {
    if (seen[start]) continue;
    seen[start] = 1;
    const shell = [start];
    for (let next = 0; next < shell.length; next++) {
      for (let corner = 0; corner < 3; corner++) {
        mesh.visitAround(mesh.cornerNumber(shell[next], corner), (other) => {
          if (!seen[other]) shell.push(other);
          seen[other] = 1;
        });
      }
    }
    shells.push(shell);
  }
  return shells;
}

/** The volume inside a shell; negative if it faces inward. */
function volumeOf(corners: Float64Array, shell: readonly number[]): number {
  const from = corners.subarray(9 * shell[0], 9 * shell[0] + 3);
  let sum = 0;
  for (const triangle of shell) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners
      .subarray(9 * triangle, 9 * triangle + 9)
      .map((x, k) => x - from[k % 3]);
    sum += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
  }
  return sum;
}
