// The distance of points from a mesh: signed if the mesh is closed.
import { createPointDistanceBatch } from '../../scene/nonconvex/point-distance.ts';
import type { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import type { Bounds } from '../../shapes/shape.ts';
import type { DistanceSource } from './source.ts';

export class MeshSource implements DistanceSource {
  readonly box: Bounds;
  readonly isSigned: boolean;
  readonly notices: readonly string[];
  error = 0;
  private batch = createPointDistanceBatch(0);

  constructor(private readonly mesh: TriangleMesh) {
    this.box = mesh.boundingBox();
    this.isSigned = mesh.isClosed;
    this.notices = this.isSigned ? [] : [openNotice(mesh)];
  }

  get region(): Bounds {
    return this.box;
  }

  measure(points: Float64Array, values: Float64Array): void {
    const count = values.length;
    if (this.batch.count !== count) this.batch = createPointDistanceBatch(count);
    const { lower, upper } = this.mesh.signedDistanceBatch(points, this.batch);
    for (let k = 0; k < count; k++) {
      const half = (upper[k] - lower[k]) / 2;
      values[k] = lower[k] + half;
      this.error = Math.max(this.error, half);
    }
  }
}

function openNotice(mesh: TriangleMesh): string {
  const count = mesh.openEdges().length;
  return `the mesh is open or inconsistently oriented at ${count} edges: nothing counts as inside, and distances are not negative`;
}
