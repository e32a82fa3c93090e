// Arrows of contact forces, drawn as instances in two draw calls.
import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from 'three';

const up = new Vector3(0, 1, 0);
const [unitShaft, unitTip] = [
  new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0),
  new ConeGeometry(1, 1, 12).translate(0, 0.5, 0),
];
/** Time constant, in simulated seconds, with which the scale recovers after a large force. */
const recoveryTime = 0.3;

export class Arrows {
  readonly group = new Group();
  private readonly material: MeshBasicMaterial;
  private shafts: InstancedMesh | null = null;
  private tips: InstancedMesh | null = null;
  private largest = 0;
  private time = 0;

  /** @param thickness the largest radius of a shaft, relative to the length of the longest arrow */
  constructor(
    color: string,
    private readonly thickness = 0.02,
  ) {
    // Arrows are drawn over the bodies, which would otherwise hide them.
    this.material = new MeshBasicMaterial({ color, transparent: true, opacity: 0.85, depthTest: false });
  }

  /** @param forces six numbers each: point and force @param longest the length of the arrow of the largest recent force, in meters */
  update(forces: Float32Array, longest: number, time: number): void {
    const count = forces.length / 6;
    this.reserve(count);
    const { shafts, tips } = this;
    if (!shafts || !tips) return;
    const sizes = Array.from({ length: count }, (_, k) =>
      Math.hypot(forces[6 * k + 3], forces[6 * k + 4], forces[6 * k + 5]),
    );
    const decay = Math.exp(-Math.abs(time - this.time) / recoveryTime);
    this.largest = Math.max(decay * this.largest, ...sizes, 1e-9);
    this.time = time;
    const [matrix, rotation, start, direction] = [new Matrix4(), new Quaternion(), new Vector3(), new Vector3()];
    const width = this.thickness * longest;
    sizes.forEach((size, k) => {
      const length = (longest * size) / this.largest;
      const head = Math.min(0.4 * length, 0.15 * longest);
      start.fromArray(forces, 6 * k);
      direction.fromArray(forces, 6 * k + 3).normalize();
      rotation.setFromUnitVectors(up, direction);
      const thin = Math.min(width, 0.1 * length);
      shafts.setMatrixAt(k, matrix.compose(start, rotation, new Vector3(thin, length - head, thin)));
      start.addScaledVector(direction, length - head);
      tips.setMatrixAt(k, matrix.compose(start, rotation, new Vector3(3 * thin, head, 3 * thin)));
    });
    for (const mesh of [shafts, tips]) {
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    this.shafts?.dispose();
    this.tips?.dispose();
    this.material.dispose();
  }

  private reserve(count: number): void {
    if (this.shafts && this.shafts.instanceMatrix.count >= count) return;
    this.shafts?.dispose();
    this.tips?.dispose();
    this.group.clear();
    const capacity = Math.max(64, 2 * count);
    this.shafts = new InstancedMesh(unitShaft, this.material, capacity);
    this.tips = new InstancedMesh(unitTip, this.material, capacity);
    // Bounds of instanced meshes are not updated when instances move.
    for (const mesh of [this.shafts, this.tips]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 1;
    }
    this.group.add(this.shafts, this.tips);
  }
}
