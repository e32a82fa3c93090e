// The bodies of a simulation at the displayed frame, and the forces between them.
import { Box3, Group, Sphere, Vector3 } from 'three';
import { curveColor } from '../parts/plot.tsx';
import { onTheme } from '../parts/theme.ts';
import type { Opening, Player } from '../simulation/player.ts';
import type { BodyView, Frame, Push } from '../simulation/protocol.ts';
import { Arrows } from './arrows.ts';
import type { Label, StageContent } from './canvas.tsx';
import { drawnGeometry } from './geometry.ts';
import { clear } from './marks.ts';
import { dragOf, type Pushable, PushHandle } from './push-handle.ts';
import { setColor } from './robot-figure.ts';
import type { Stage } from './stage.ts';

/** Readable on light and dark backgrounds. */
const colors = [
  '#3b82f6',
  '#f59e0b',
  '#10b981',
  '#ec4899',
  '#8b5cf6',
  '#ef4444',
  '#14b8a6',
  '#84cc16',
  '#f97316',
  '#6366f1',
];
const staticColor = '#94a3b8';
const forceColor = '#dc2626';
const pushColor = '#9333ea';

class SimulatedScene {
  readonly group = new Group();
  /** The bodies that can be pushed. */
  readonly pushable: readonly Pushable[];
  private readonly arrows = new Arrows(forceColor);
  private readonly pushes = new Arrows(pushColor, 0.05);
  private readonly drawn: Group[];
  /** The drawn bodies that the camera follows. */
  private readonly followed: readonly Group[];
  private readonly radius: number;
  private readonly stopTheme: () => void;

  constructor(
    private readonly stage: Stage,
    private readonly opening: Opening,
    first: Frame,
  ) {
    const { followed } = opening.control ?? {};
    const box = this.extent(first);
    const { radius } = box.getBoundingSphere(new Sphere());
    this.radius = radius;
    const isSideBySide = opening.simulators.length > 1;
    let moving = 0;
    const { bodyViews } = opening;
    this.drawn = bodyViews.map(({ shape, isStatic, simulator, color: given }) => {
      const color = given ?? (isStatic ? staticColor : colors[(isSideBySide ? simulator : moving++) % colors.length]);
      // Simulations side by side share one floor.
      const isHidden = shape.kind === 'halfspace' && simulator > 0;
      return isHidden ? new Group() : drawnGeometry(shape, color, isStatic ? 0.4 : 1, (followed ? 100 : 30) * radius);
    });
    this.followed = this.drawn.filter((_, k) => followed !== undefined && bodyViews[k].name === followed);
    this.pushable = this.drawn.flatMap((object, body) =>
      bodyViews[body].mass > 0 ? [{ object, body, mass: bodyViews[body].mass }] : [],
    );
    this.group.add(...this.drawn, this.arrows.group, this.pushes.group);
    stage.content.add(this.group);
    this.look(box);
    stage.setGround(box.min.z, radius);
    this.stopTheme = onTheme((style) => {
      if (isSideBySide) this.colorSimulators(style);
    });
  }

  /** Frames the bodies where they are in a frame. */
  frame(frame: Frame): void {
    this.look(this.extent(frame));
  }

  /** The box around the bodies; around those that move, if the camera follows them. */
  private extent(frame: Frame): Box3 {
    const { bodyViews, control } = this.opening;
    return extentOf(bodyViews, frame, ({ isStatic }) => !isStatic || control?.followed === undefined);
  }

  private look(box: Box3): void {
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const margin = this.followed.length > 0 ? 1.6 : 1.25;
    this.stage.lookAt({ center: center.toArray(), radius: margin * radius }, false, this.opening.control?.camera);
  }

  /** Each contact model has the color of its curves. */
  private colorSimulators(style: CSSStyleDeclaration): void {
    this.opening.bodyViews.forEach(({ isStatic, simulator }, k) => {
      if (!isStatic) setColor(this.drawn[k], style.getPropertyValue(curveColor(simulator)).trim());
    });
    this.stage.draw();
  }

  show({ poses, forces, push, time }: Frame, hasForces: boolean): void {
    this.drawn.forEach((object, k) => {
      object.position.fromArray(poses, 7 * k);
      object.quaternion.fromArray(poses, 7 * k + 3);
    });
    this.moveCamera();
    this.arrows.group.visible = hasForces;
    if (hasForces) this.arrows.update(forces, 0.35 * this.radius, time);
    this.showPush(push, time);
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
    const moving = this.drawn.filter((_, k) => !this.opening.bodyViews[k].isStatic);
    stage.keepInView(moving.map(({ position }) => position));
  }

  /** An arrow as long as the drag that gives the force. */
  private showPush(push: Push | null, time: number): void {
    const numbers = push ? [...push.point, ...push.force] : [];
    const length = push ? dragOf(push.force, this.opening.bodyViews[push.body].mass) : 0;
    this.pushes.update(Float32Array.from(numbers), length, time);
  }

  labels(frame: Frame): Label[] {
    const { simulators, bodyViews } = this.opening;
    if (simulators.length < 2) return [];
    return simulators.map(({ title }, simulator) => {
      const at = bodyViews.findIndex((body) => body.simulator === simulator && !body.isStatic);
      return { text: title, at: [...frame.poses.subarray(7 * at, 7 * at + 3)] };
    });
  }

  dispose(): void {
    this.stopTheme();
    this.arrows.dispose();
    this.pushes.dispose();
    clear(this.group);
    this.stage.content.remove(this.group);
  }
}

/** The box around the bodies that count. A half-space, which is unbounded, only lowers the box to its own height. */
function extentOf(bodyViews: readonly BodyView[], { poses }: Frame, counts: (body: BodyView) => boolean): Box3 {
  const box = new Box3();
  bodyViews.forEach((body, k) => {
    const { shape } = body;
    const object = shape.kind === 'halfspace' || !counts(body) ? null : drawnGeometry(shape, staticColor, 1, 1);
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
    () => shown?.scene.pushable ?? [],
    (push) => player.push(push),
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
      shown ??= { opening, scene: new SimulatedScene(stage, opening, frame) };
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
