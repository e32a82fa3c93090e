// Dragging a simulated body: the point where it was grabbed is pulled toward the pointer.
import type { Object3D, Vector3 } from 'three';
import type { Grab } from '../simulation/protocol.ts';
import type { Stage } from './stage.ts';

/** A body that can be pushed. */
export interface Pushable {
  readonly object: Object3D;
  /** The index among the body views. */
  readonly body: number;
}

export class PushHandle {
  private grip: { readonly body: Pushable; readonly point: Vector3; pointer: PointerEvent } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly bodies: () => readonly Pushable[],
    private readonly onGrab: (grab: Grab | null) => void,
  ) {
    const { canvas } = stage;
    // Called before the listener of the camera controls, so that `grab` can disable them first.
    canvas.addEventListener('pointerdown', this.grab, { capture: true });
    canvas.addEventListener('pointermove', this.pull);
    canvas.addEventListener('pointerup', this.release);
    canvas.addEventListener('pointercancel', this.release);
  }

  /** Pulls toward the pointer; called again when body or camera have moved. */
  update(): void {
    if (!this.grip) return;
    const { body, point, pointer } = this.grip;
    const from = body.object.localToWorld(point.clone());
    this.onGrab({ body: body.body, point: point.toArray(), target: this.stage.follow(pointer, from).toArray() });
  }

  dispose(): void {
    const { canvas } = this.stage;
    canvas.removeEventListener('pointerdown', this.grab, { capture: true });
    canvas.removeEventListener('pointermove', this.pull);
    canvas.removeEventListener('pointerup', this.release);
    canvas.removeEventListener('pointercancel', this.release);
  }

  private readonly grab = (event: PointerEvent): void => {
    if (event.button !== 0 || this.grip) return;
    const bodies = this.bodies();
    const found = this.stage.hit(
      event,
      bodies.map(({ object }) => object),
    );
    const body = bodies.find(({ object }) => isWithin(found?.object ?? null, object));
    if (!found || !body) return;
    this.grip = { body, point: body.object.worldToLocal(found.point.clone()), pointer: event };
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
  };

  private readonly pull = (event: PointerEvent): void => {
    if (event.pointerId !== this.grip?.pointer.pointerId) return;
    this.grip.pointer = event;
    this.update();
  };

  private readonly release = (event: PointerEvent): void => {
    if (event.pointerId !== this.grip?.pointer.pointerId) return;
    this.grip = null;
    this.stage.controls.enabled = true;
    this.onGrab(null);
  };
}

function isWithin(object: Object3D | null, group: Object3D): boolean {
  for (let each = object; each; each = each.parent) if (each === group) return true;
  return false;
}
