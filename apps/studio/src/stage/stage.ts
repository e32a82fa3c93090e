// The 3D view: a camera that turns around the scene, drawn only when something has changed.
import {
  Group,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Floor } from './floor.ts';
import { Lights } from './lights.ts';
import { pictureOf } from './picture.ts';

export interface BoundingSphere {
  readonly center: readonly number[];
  readonly radius: number;
}

/** Frames farther apart than this, in milliseconds, are single frames, not an animation. */
const longestInterval = 1000;
/** If the frames of an animation take longer than this on average, in milliseconds, they are drawn with the next quality. */
const slowInterval = 30;
/** From the best quality to the fastest: the relative resolution of moving frames, and the width of the shadow map in pixels. */
const qualities = [
  { resolution: 1, shadow: 2048 },
  { resolution: 1, shadow: 1024 },
  { resolution: 0.75, shadow: 1024 },
  { resolution: 0.56, shadow: 512 },
  { resolution: 0.42, shadow: 512 },
] as const;

/** The time constant, in milliseconds, with which the camera follows. */
const followTime = 150;

/** The camera moves closer if less than this fraction of its distance suffices. */
const closerFraction = 0.7;

/** z is up, as usual in robotics. */
const up = new Vector3(0, 0, 1);

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  /** The objects of the view, without lights and ground. */
  readonly content = new Group();
  private readonly renderer: WebGLRenderer;
  private readonly watcher: ResizeObserver;
  private readonly floor = new Floor();
  private readonly lights: Lights;
  private readonly raycaster = new Raycaster();
  private frame = 0;
  /** The time of the last frame, in milliseconds. */
  private drawnAt = 0;
  /** The average time per frame, in milliseconds. */
  private averageInterval = 0;
  /** The index of the quality of moving frames. */
  private quality = 0;
  /** The timer that draws the last frame of a movement in full resolution. */
  private restTimer = 0;
  /** Whether the user has moved the camera since the last `lookAt`. */
  private isMoved = false;
  /** The distance from its target at which the last `lookAt` placed the camera. */
  private framedDistance = 1;
  /** The time of the last call of `keepInView` or `moveWith`. */
  private followedAt = 0;
  /** The point with which the camera moves, smoothed. */
  private followed: Vector3 | null = null;
  /** How far `moveWith` has moved the camera since the last `lookAt`. */
  private readonly followShift = new Vector3();
  /** The position and target, as for `place`, that the next `lookAt` uses instead of its own; empty for none. */
  private requested: readonly number[] = [];
  /** Called with the camera after the user has moved it, and with an empty array after `lookAt`. */
  onCamera: (camera: readonly number[]) => void = () => {};
  /** Called before each frame, for labels that follow the scene. */
  onFrame: () => void = () => {};

  /** Throws if the browser has no WebGL. */
  constructor(readonly canvas: HTMLCanvasElement) {
    // Checked first, because the renderer would log errors.
    if (!document.createElement('canvas').getContext('webgl2')) throw new Error('there is no WebGL');
    // The drawing buffer is preserved, so that the picture can be exported.
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.camera.up.copy(up);
    this.camera.position.set(4, -6, 3.5);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.draw());
    this.controls.addEventListener('start', () => {
      this.isMoved = true;
    });
    this.controls.addEventListener('end', () => this.onCamera(this.cameraNumbers()));
    this.renderer.shadowMap.enabled = true;
    this.lights = new Lights(this.scene);
    this.scene.add(this.floor.mesh, this.content);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(canvas);
    this.setResolution(1);
    this.controls.update();
    this.resize();
  }

  /** Schedules a frame; further calls before this frame have no effect. */
  draw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      this.adapt(now);
      // `onFrame` places the labels with the matrices of the camera, which the renderer would update only later.
      this.camera.updateMatrixWorld();
      this.onFrame();
      this.render();
    });
  }

  private render(): void {
    const { camera, controls } = this;
    const distance = camera.position.distanceTo(controls.target);
    this.floor.follow(controls.target, distance);
    this.lights.follow(controls.target, distance);
    this.renderer.render(this.scene, camera);
  }

  /** Lowers the quality of moving frames, permanently, if they take too long; the last frame of a movement is drawn in full resolution. */
  private adapt(now: number): void {
    const gap = now - this.drawnAt;
    this.drawnAt = now;
    clearTimeout(this.restTimer);
    if (gap > longestInterval) return;
    this.averageInterval += 0.25 * (gap - this.averageInterval);
    if (this.averageInterval > slowInterval && this.quality < qualities.length - 1) {
      this.quality++;
      this.averageInterval = 0;
      this.lights.setShadowSize(qualities[this.quality].shadow);
    }
    const { resolution } = qualities[this.quality];
    this.setResolution(resolution);
    if (resolution === 1) return;
    this.restTimer = window.setTimeout(() => {
      this.setResolution(1);
      this.render();
    }, longestInterval);
  }

  private setResolution(resolution: number): void {
    const ratio = resolution * Math.min(2, devicePixelRatio);
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  /** Takes the colors of the page's style. */
  setTheme(style: CSSStyleDeclaration): void {
    this.floor.setColors(style.getPropertyValue('--line'), style.colorScheme === 'dark');
    this.draw();
  }

  /** Frames a bounding sphere completely; in 2D from above, with the x axis to the right. @param from the direction to the camera in 3D */
  lookAt({ center, radius }: BoundingSphere, is2D = false, from: readonly number[] = [0.5, -0.75, 0.43]): void {
    const { camera, controls } = this;
    const half = Math.min(camera.fov, camera.fov * camera.aspect) * (Math.PI / 360);
    const size = Math.max(radius, 1e-4);
    controls.target.set(center[0], center[1], center[2]);
    const direction = is2D ? new Vector3(0, -1e-6, 1) : new Vector3().fromArray([...from]);
    const away = direction.normalize().multiplyScalar(size / Math.sin(half));
    camera.position.copy(controls.target).add(away);
    camera.near = away.length() / 1000;
    camera.far = away.length() * 100;
    camera.updateProjectionMatrix();
    controls.enableRotate = !is2D;
    this.isMoved = false;
    this.framedDistance = away.length();
    this.followed = null;
    this.followShift.set(0, 0, 0);
    controls.update();
    const { requested } = this;
    this.requested = [];
    if (requested.length > 0) this.place(requested);
    else this.onCamera([]);
    this.draw();
  }

  /** Lets the next `lookAt` place the camera as `place` does. */
  request(camera: readonly number[]): void {
    this.requested = camera;
  }

  /** Places the camera: its position and its target, as six numbers in meters. */
  place(numbers: readonly number[]): void {
    const { camera, controls } = this;
    controls.target.fromArray(numbers, 3).add(this.followShift);
    camera.position.fromArray(numbers).add(this.followShift);
    const distance = camera.position.distanceTo(controls.target);
    camera.near = Math.min(camera.near, distance / 1000);
    camera.far = Math.max(camera.far, 100 * distance);
    camera.updateProjectionMatrix();
    this.isMoved = true;
    controls.update();
    this.draw();
  }

  /** The camera as `place` takes it. */
  private cameraNumbers(): number[] {
    const vectors = [this.camera.position, this.controls.target];
    return vectors.flatMap((vector) =>
      vector
        .clone()
        .sub(this.followShift)
        .toArray()
        .map((x) => Number(x.toPrecision(6))),
    );
  }

  /** Turns the camera about its target by angles in radians, and moves it closer or farther. */
  orbit(azimuth: number, polar: number, scale = 1): void {
    const { camera, controls } = this;
    const away = camera.position.clone().sub(controls.target);
    const side = new Vector3().crossVectors(up, away).normalize();
    // Limited before the pole, where up and down would be exchanged.
    const angle = Math.max(0.05, Math.min(Math.PI - 0.05, away.angleTo(up) + polar));
    away.applyAxisAngle(side, angle - away.angleTo(up)).applyAxisAngle(up, azimuth);
    camera.position.copy(controls.target).addScaledVector(away, scale);
    this.isMoved = true;
    controls.update();
    this.onCamera(this.cameraNumbers());
  }

  /**
   * Follows points that leave the picture: gradually, and not after the user has moved the camera. The camera moves with the middle of the points, away
   * from them if they spread, and closer again, up to the distance of the last `lookAt`, when they fill little of the picture.
   */
  keepInView(points: readonly Vector3[]): void {
    const now = performance.now();
    const fraction = 1 - Math.exp((this.followedAt - now) / followTime);
    this.followedAt = now;
    if (this.isMoved || points.length === 0) return;
    const { camera, controls } = this;
    const isOutside = points.some((point) => {
      const { x, y } = point.clone().project(camera);
      return !(Math.abs(x) < 0.8 && Math.abs(y) < 0.75);
    });
    const { center, radius } = new Sphere().setFromPoints([...points]);
    if (!Number.isFinite(radius)) return;
    const away = camera.position.clone().sub(controls.target);
    const half = Math.min(camera.fov, camera.fov * camera.aspect) * (Math.PI / 360);
    const wanted = Math.max(this.framedDistance, (1.3 * radius) / Math.sin(half));
    if (!isOutside && wanted > closerFraction * away.length()) return;
    controls.target.lerp(center, fraction);
    away.setLength(away.length() + fraction * (wanted - away.length()));
    camera.position.copy(controls.target).add(away);
    camera.far = Math.max(camera.far, 100 * away.length());
    camera.updateProjectionMatrix();
    camera.lookAt(controls.target);
    camera.updateMatrixWorld();
  }

  /** Moves the camera along with a point; the user may turn it meanwhile. */
  moveWith(point: Vector3): void {
    const now = performance.now();
    const fraction = 1 - Math.exp((this.followedAt - now) / followTime);
    this.followedAt = now;
    const { camera, controls } = this;
    this.followed ??= point.clone();
    const shift = point.clone().sub(this.followed).multiplyScalar(fraction);
    this.followed.add(shift);
    this.followShift.add(shift);
    controls.target.add(shift);
    camera.position.add(shift);
    camera.updateMatrixWorld();
  }

  /** Puts the floor at a height, in meters. */
  setGround(height: number): void {
    this.floor.height = height;
    this.draw();
  }

  /** The position of a world point on the canvas, in CSS pixels. */
  screenOf(point: Vector3): { x: number; y: number; isVisible: boolean } {
    const { x, y, z } = point.clone().project(this.camera);
    const { clientWidth, clientHeight } = this.canvas;
    return { x: ((x + 1) / 2) * clientWidth, y: ((1 - y) / 2) * clientHeight, isVisible: z > -1 && z < 1 };
  }

  /** The nearest of `objects` and the objects in them under the pointer, and the point hit. */
  hit(event: PointerEvent, objects: readonly Object3D[]): { object: Object3D; point: Vector3 } | null {
    this.aim(event);
    const [first] = this.raycaster.intersectObjects([...objects], true);
    return first ? { object: first.object, point: first.point } : null;
  }

  /** The point of the ray through the pointer at the camera depth of `point`. */
  follow(event: PointerEvent, point: Vector3): Vector3 {
    this.aim(event);
    const { ray } = this.raycaster;
    const forward = this.camera.getWorldDirection(new Vector3());
    const depth = point.clone().sub(this.camera.position).dot(forward);
    return ray.origin.clone().addScaledVector(ray.direction, depth / ray.direction.dot(forward));
  }

  /** The picture as a PNG file, with the page's background and these labels. */
  picture(labels: readonly HTMLElement[]): Promise<Blob | null> {
    this.setResolution(1);
    this.render();
    return pictureOf(this.canvas, labels);
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.restTimer);
    this.watcher.disconnect();
    this.controls.dispose();
    this.floor.dispose();
    this.lights.dispose();
    this.renderer.dispose();
  }

  private aim(event: PointerEvent): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const pointer = new Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
    this.raycaster.setFromCamera(pointer, this.camera);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }
}
