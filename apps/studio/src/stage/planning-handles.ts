// Handles on what is chosen by a click, such as a gripper or an obstacle.
import { Object3D, type Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { axisColors } from '../model/palette.ts';
import type { Stage } from './stage.ts';

/** A pointer that moves at most this far between press and release, in pixels, is a click. */
const clickDistance = 4;

export interface HandleEvents<Selection> {
  /** The pose of what is chosen, seven numbers, while it is dragged. */
  readonly onMove: (pose: readonly number[]) => void;
  readonly onDrag: (isDragging: boolean) => void;
  readonly onChoose: (selection: Selection) => void;
}

export class Handles<Selection> {
  private readonly controls: TransformControls;
  private readonly target = new Object3D();
  private pressed: { x: number; y: number } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly choices: () => readonly (readonly [Selection, Object3D])[],
    private readonly events: HandleEvents<Selection>,
  ) {
    const { canvas, scene, camera } = stage;
    this.controls = new TransformControls(camera, canvas);
    this.controls.setSize(0.8);
    this.controls.setColors(...axisColors);
    this.controls.addEventListener('change', () => stage.draw());
    this.controls.addEventListener('objectChange', () => events.onMove(this.pose()));
    this.controls.addEventListener('dragging-changed', ({ value }) => {
      stage.controls.enabled = value !== true;
      events.onDrag(value === true);
    });
    scene.add(this.target, this.controls.getHelper());
    canvas.addEventListener('pointerdown', this.press);
    canvas.addEventListener('pointerup', this.release);
  }

  /** Puts the handles at a pose; null hides them. A drag in progress is not disturbed. */
  place(pose: ArrayLike<number> | null, mode: 'translate' | 'rotate'): void {
    if (this.controls.dragging) return;
    this.controls.setMode(mode);
    this.controls.setSpace(mode === 'rotate' ? 'local' : 'world');
    if (!pose) {
      this.controls.detach();
      return;
    }
    this.target.position.fromArray([pose[0], pose[1], pose[2]]);
    this.target.quaternion.fromArray([pose[3], pose[4], pose[5], pose[6]]);
    this.target.updateMatrixWorld();
    if (this.controls.object !== this.target) this.controls.attach(this.target);
  }

  dispose(): void {
    const { canvas, scene } = this.stage;
    canvas.removeEventListener('pointerdown', this.press);
    canvas.removeEventListener('pointerup', this.release);
    this.controls.detach();
    scene.remove(this.target, this.controls.getHelper());
    this.controls.dispose();
  }

  private pose(): number[] {
    const position: Vector3 = this.target.position;
    return [...position.toArray(), ...this.target.quaternion.toArray()];
  }

  private readonly press = ({ clientX, clientY, button }: PointerEvent): void => {
    const isFree = button === 0 && !this.controls.dragging && this.controls.axis === null;
    this.pressed = isFree ? { x: clientX, y: clientY } : null;
  };

  private readonly release = (event: PointerEvent): void => {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > clickDistance) return;
    const choices = this.choices().filter(([, object]) => object.visible);
    const found = this.stage.hit(
      event,
      choices.map(([, object]) => object),
    );
    for (let object = found?.object ?? null; object; object = object.parent) {
      const choice = choices.find(([, each]) => each === object);
      if (choice) this.events.onChoose(choice[0]);
    }
  };
}
