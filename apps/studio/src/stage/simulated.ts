// The bodies of a simulation at the displayed frame, and the forces between them.
import { Box3, Group, Sphere, Vector3 } from 'three';
import { bodyColors, palette } from '../model/palette.ts';
import { curveColor } from '../parts/plot.tsx';
import { onTheme } from '../parts/theme.ts';
import type { Opening, Player } from '../simulation/player.ts';
import type { BodyView, Frame } from '../simulation/protocol.ts';
import { Arrows } from './arrows.ts';
import type { Label, StageContent } from './canvas.tsx';
import { drawnGeometry } from './geometry.ts';
import { clear } from './marks.ts';
import { type Pushable, PushHandle } from './push-handle.ts';
import { setColor } from './robot-figure.ts';
import type { Stage } from './stage.ts';

/** The length of the arrow of a force that equals the mean weight of the moving bodies, and the longest arrow, relative to the mean size of those bodies. */
const [weightArrow, longestArrow] = [0.8, 2];
/** m/s². Also for scenes without gravity. */
const gravity = 9.81;

class SimulatedScene {
  readonly group = new Group();
  /** The bodies that can be pulled. */
  readonly pullable: Pushable[] = [];
  private readonly arrows = new Arrows(palette.contact);
  private readonly pulls = new Arrows(palette.push);
  private readonly drawn: Group[] = [];
  /** The drawn bodies that the camera follows. */
  private readonly followed: readonly Group[];
  private readonly isSideBySide: boolean;
  /** The number of drawn bodies that move, which determines the color of the next one. */
  private moving = 0;
  /** Meters per newton, and the longest arrow in meters. */
  private readonly forceScale: number;
  private readonly longest: number;
  private readonly stopTheme: () => void;

  constructor(
    private readonly stage: Stage,
    private readonly opening: Opening,
    private bodyViews: readonly BodyView[],
    first: Frame,
  ) {
    const { followed } = opening.control ?? {};
    const box = this.extent(first);
    const { radius } = box.getBoundingSphere(new Sphere());
    this.isSideBySide = opening.simulators.length > 1;
    bodyViews.forEach((body, k) => {
      const isHidden = isFloor(first, k, body.shape, box.min.z, radius / 1000);
      this.add(body, isHidden ? new Group() : this.draw(body, (followed ? 100 : 30) * radius));
    });
    const movingBodies = bodyViews.flatMap(({ mass }, k) => (mass > 0 ? [{ mass, object: this.drawn[k] }] : []));
    const mean = (values: readonly number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const size = mean(
      movingBodies.map(({ object }) => new Box3().setFromObject(object).getSize(new Vector3()).length() / 2),
    );
    this.forceScale = (weightArrow * size) / (gravity * Math.max(1e-9, mean(movingBodies.map(({ mass }) => mass))));
    this.longest = longestArrow * size;
    this.followed = this.drawn.filter((_, k) => followed !== undefined && bodyViews[k].name === followed);
    this.group.add(this.arrows.group, this.pulls.group);
    stage.content.add(this.group);
    this.look(box);
    stage.setGround(box.min.z);
    this.stopTheme = onTheme(() => this.colorSimulators());
  }

  /** Draws the bodies that were added. */
  extend(bodyViews: readonly BodyView[]): void {
    if (bodyViews.length === this.bodyViews.length) return;
    const added = bodyViews.slice(this.bodyViews.length);
    this.bodyViews = bodyViews;
    for (const body of added) this.add(body, this.draw(body, 1));
    this.colorSimulators();
  }

  private draw({ shape, isStatic, simulator, color: given }: BodyView, halfspaceRadius: number): Group {
    const index = this.isSideBySide ? simulator : this.moving;
    if (!isStatic) this.moving++;
    const color = given ?? (isStatic ? palette.still : bodyColors[index % bodyColors.length]);
    return drawnGeometry(shape, color, 1, halfspaceRadius, !isStatic);
  }

  private add({ mass }: BodyView, object: Group): void {
    const body = this.drawn.push(object) - 1;
    if (mass > 0) this.pullable.push({ object, body });
    this.group.add(object);
  }

  /** Frames the bodies where they are in a frame. */
  frame(frame: Frame): void {
    this.look(this.extent(frame));
  }

  /** The box around the bodies; around those that move, if the camera follows them. */
  private extent(frame: Frame): Box3 {
    const { control } = this.opening;
    return extentOf(this.bodyViews, frame, ({ isStatic }) => !isStatic || control?.followed === undefined);
  }

  private look(box: Box3): void {
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const margin = this.followed.length > 0 ? 1.6 : 1.25;
    this.stage.lookAt({ center: center.toArray(), radius: margin * radius }, false, this.opening.control?.camera);
  }

  /** Each contact model has the color of its curves. */
  private colorSimulators(): void {
    if (!this.isSideBySide) return;
    const style = getComputedStyle(document.documentElement);
    this.bodyViews.forEach(({ isStatic, simulator }, k) => {
      if (!isStatic) setColor(this.drawn[k], style.getPropertyValue(curveColor(simulator)).trim());
    });
    this.stage.draw();
  }

  show({ poses, forces, pull }: Frame, hasForces: boolean): void {
    this.drawn.forEach((object, k) => {
      // Bodies that were removed have no pose, and those that are added later have none yet.
      object.visible = 7 * k < poses.length && !Number.isNaN(poses[7 * k]);
      if (!object.visible) return;
      object.position.fromArray(poses, 7 * k);
      object.quaternion.fromArray(poses, 7 * k + 3);
    });
    this.moveCamera();
    this.arrows.group.visible = hasForces;
    if (hasForces) this.arrows.update(forces, this.forceScale, this.longest);
    this.pulls.update(Float32Array.from(pull ? [...pull.point, ...pull.drag] : []), 1, 1);
    this.stage.draw();
  }

  private moveCamera(): void {
    const { followed, stage } = this;
    if (followed.length > 0) {
      const center = new Vector3();
      for (const { position } of followed) center.addScaledVector(position, 1 / followed.length);
      stage.moveWith(center);
      return;
    }
    // The scene has chosen a camera that shows everything.
    if (this.opening.control?.camera) return;
    const moving = this.drawn.filter(({ visible }, k) => visible && !this.bodyViews[k].isStatic);
    stage.keepInView(moving.map(({ position }) => position));
  }

  labels(frame: Frame): Label[] {
    const { bodyViews } = this;
    const { simulators } = this.opening;
    if (simulators.length < 2) return [];
    return simulators.map(({ title }, simulator) => {
      const at = bodyViews.findIndex((body) => body.simulator === simulator && !body.isStatic);
      return { text: title, at: [...frame.poses.subarray(7 * at, 7 * at + 3)] };
    });
  }

  dispose(): void {
    this.stopTheme();
    this.arrows.dispose();
    this.pulls.dispose();
    clear(this.group);
    this.stage.content.remove(this.group);
  }
}

/** Whether a body is the ground at the height of the stage's floor, which is then drawn instead. */
function isFloor(
  { poses }: Frame,
  body: number,
  { kind, radius }: BodyView['shape'],
  height: number,
  tolerance: number,
): boolean {
  const [, , z, x, y] = poses.subarray(7 * body, 7 * body + 5);
  return kind === 'halfspace' && !radius && Math.abs(z - height) < tolerance && x === 0 && y === 0;
}

/** The box around the bodies that count. A half-space, which is unbounded, only lowers the box to its own height. */
function extentOf(bodyViews: readonly BodyView[], { poses }: Frame, counts: (body: BodyView) => boolean): Box3 {
  const box = new Box3();
  bodyViews.forEach((body, k) => {
    const { shape } = body;
    const isShown = 7 * k < poses.length && !Number.isNaN(poses[7 * k]);
    const object =
      shape.kind === 'halfspace' || !counts(body) || !isShown ? null : drawnGeometry(shape, palette.still, 1, 1);
    const position = new Vector3().fromArray(poses, 7 * k);
    if (!object) return;
    object.position.copy(position);
    object.quaternion.fromArray(poses, 7 * k + 3);
    box.expandByObject(object);
    clear(object);
  });
  bodyViews.forEach(({ shape }, k) => {
    if (shape.kind === 'halfspace') box.min.z = Math.min(box.min.z, poses[7 * k + 2]);
  });
  if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3(2, 2, 2));
  return box;
}

export function simulationContent(stage: Stage, player: Player, hasForces: () => boolean): StageContent {
  let shown: { opening: Opening; scene: SimulatedScene } | null = null;
  const pushing = new PushHandle(
    stage,
    () => shown?.scene.pullable ?? [],
    (grab) => player.grab(grab),
  );
  return {
    update() {
      const { value: opening } = player.opening;
      const { value: frame } = player.frame;
      if (shown && shown.opening !== opening) {
        shown.scene.dispose();
        shown = null;
        stage.draw();
      }
      if (!opening || !frame) return;
      shown ??= { opening, scene: new SimulatedScene(stage, opening, player.bodyViews.value, frame) };
      shown.scene.extend(player.bodyViews.value);
      shown.scene.show(frame, hasForces());
      pushing.update();
    },
    frame() {
      if (shown && player.frame.value) shown.scene.frame(player.frame.value);
    },
    labels: () => (shown && player.frame.value ? shown.scene.labels(player.frame.value) : []),
    dispose() {
      pushing.dispose();
      shown?.scene.dispose();
    },
  };
}
