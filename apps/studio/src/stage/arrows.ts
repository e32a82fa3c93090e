// Arrows of forces, drawn as instances in two draw calls. Arrows that are shortened to the longest length have a second tip.
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
/** The radius of a shaft, relative to the longest arrow and to its own length. */
const [thickness, thinness] = [0.025, 0.12];

export class Arrows {
  readonly group = new Group();
  private readonly material: MeshBasicMaterial;
  private shafts: InstancedMesh | null = null;
  private tips: InstancedMesh | null = null;

  constructor(color: string) {
    // Arrows are drawn over the bodies, which would otherwise hide them.
    this.material = new MeshBasicMaterial({ color, transparent: true, opacity: 0.85, depthTest: false });
  }

  /** @param forces six numbers each: point and force @param scale meters per newton @param longest the largest length, in meters */
  update(forces: Float32Array, scale: number, longest: number): void {
    const count = forces.length / 6;
    this.reserve(count);
    const { shafts, tips } = this;
    if (!shafts || !tips) return;
    const [matrix, rotation, start, direction] = [new Matrix4(), new Quaternion(), new Vector3(), new Vector3()];
    let tipCount = 0;
    for (let k = 0; k < count; k++) {
      start.fromArray(forces, 6 * k);
      direction.fromArray(forces, 6 * k + 3);
      const wanted = scale * direction.length();
      const length = Math.min(wanted, longest);
      const head = Math.min(0.4 * length, 0.15 * longest);
      rotation.setFromUnitVectors(up, direction.normalize());
      const thin = Math.min(thickness * longest, thinness * length);
      shafts.setMatrixAt(k, matrix.compose(start, rotation, new Vector3(thin, length - head, thin)));
      const size = new Vector3(3 * thin, head, 3 * thin);
      start.addScaledVector(direction, length - head);
      tips.setMatrixAt(tipCount++, matrix.compose(start, rotation, size));
      if (wanted <= longest) continue;
      start.addScaledVector(direction, -head);
      tips.setMatrixAt(tipCount++, matrix.compose(start, rotation, size));
    }
    [shafts.count, tips.count] = [count, tipCount];
    for (const mesh of [shafts, tips]) mesh.instanceMatrix.needsUpdate = true;
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
    this.tips = new InstancedMesh(unitTip, this.material, 2 * capacity);
    // Bounds of instanced meshes are not updated when instances move.
    for (const mesh of [this.shafts, this.tips]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 1;
    }
    this.group.add(this.shafts, this.tips);
  }
}
