// The light of a stage: the sky, and a sun with soft shadows in the part of the scene that the camera sees.
import { DirectionalLight, HemisphereLight, type Scene, Vector3 } from 'three';

/** The direction to the sun. */
const toSun = new Vector3(-0.9, -2.4, 5).normalize();
/** Half the width of the shadowed region, relative to the distance of the camera from its target. */
const shadowedFraction = 0.85;

export class Lights {
  private readonly sun = new DirectionalLight(0xffffff, 1.8);

  constructor(scene: Scene) {
    const { sun } = this;
    sun.castShadow = true;
    sun.shadow.radius = 3;
    const sky = new HemisphereLight(0xffffff, 0xcfd4de, 1.75);
    sky.position.set(0, 0, 1);
    scene.add(sky, sun, sun.target);
  }

  /** The width of the shadow map in pixels; 0 for no shadows. */
  setShadowSize(size: number): void {
    const { sun } = this;
    sun.castShadow = size > 0;
    if (sun.shadow.mapSize.x === size || size === 0) return;
    sun.shadow.mapSize.set(size, size);
    sun.shadow.map?.dispose();
    sun.shadow.map = null;
  }

  /** Casts shadows around the camera's target. The region changes in steps, so that the edges of shadows do not flicker. */
  follow(target: Vector3, distance: number): void {
    const { sun } = this;
    const half = shadowedFraction * 1.25 ** Math.ceil(Math.log(distance) / Math.log(1.25));
    const step = half / 16;
    const middle = target.clone().divideScalar(step).round().multiplyScalar(step);
    sun.target.position.copy(middle);
    sun.position.copy(middle).addScaledVector(toSun, 4 * half);
    const { camera } = sun.shadow;
    if (camera.right !== half) {
      Object.assign(camera, { left: -half, right: half, top: half, bottom: -half, near: 0.1 * half, far: 9 * half });
      camera.updateProjectionMatrix();
      sun.shadow.normalBias = half / 250;
      sun.shadow.bias = -5e-4;
    }
    sun.updateMatrixWorld();
    sun.target.updateMatrixWorld();
  }

  dispose(): void {
    this.sun.dispose();
  }
}
