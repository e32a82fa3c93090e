import type { DebugLineOptions } from '../sim/world/debug-lines.ts';
import type { World } from '../sim/world/world.ts';
import type { Attribute, Classes, Disposable, Geometry3, ThreeObject } from './classes.ts';

/** Debug lines as one object. Its buffers grow by powers of two, and are otherwise reused. */
export class DebugObject {
  readonly object: ThreeObject;
  private readonly geometry: Geometry3;
  private readonly material: Disposable;
  private position: Attribute;
  private color: Attribute;

  constructor(
    private readonly classes: Classes,
    private readonly options: DebugLineOptions,
  ) {
    const { BufferGeometry, LineBasicMaterial, LineSegments } = classes;
    this.geometry = new BufferGeometry();
    this.material = new LineBasicMaterial({ vertexColors: true });
    const object = new LineSegments(this.geometry, this.material);
    // The bounding sphere of the first frame does not hold for later ones.
    object.frustumCulled = false;
    object.name = 'debug lines';
    this.object = object;
    this.position = this.attribute('position', 384);
    this.color = this.attribute('color', 384);
  }

  update(world: World): void {
    const { positions, colors } = world.debugLines(this.options);
    if (positions.length > this.position.array.length) {
      const size = 2 ** (32 - Math.clz32(positions.length / 3 - 1));
      // Attributes cannot grow: new ones replace them, and `dispose` frees the buffers of the old ones.
      this.geometry.dispose();
      this.position = this.attribute('position', 3 * size);
      this.color = this.attribute('color', 3 * size);
    }
    this.position.array.set(positions);
    this.color.array.set(colors);
    this.position.needsUpdate = true;
    this.color.needsUpdate = true;
    this.geometry.setDrawRange(0, positions.length / 3);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  private attribute(name: string, length: number): Attribute {
    const attribute = new this.classes.BufferAttribute(new Float32Array(length), 3);
    this.geometry.setAttribute(name, attribute);
    return attribute;
  }
}
