// The two bodies on the stage: drawn, dragged with the pointer and turned with the handles.

import type { Shape } from 'proximal';
import {
  BufferGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  Vector3,
} from 'three';
import { type Body, poseOf, shapeOf } from '../model/body.ts';
import { anglesOf, type BodyName, changeBody, current, history } from '../model/document.ts';
import { clear } from './marks.ts';
import type { Stage } from './stage.ts';
import { surfaceOf } from './surface.ts';

export const colors: Readonly<Record<BodyName, string>> = { a: '#3b82f6', b: '#f59e0b' };

/** How far a half-space is drawn, in metres. */
const wide = 8;

function drawnShape(shape: Shape, color: string): Mesh | Line {
  const material = new MeshStandardMaterial({
    color,
    transparent: true,
    opacity: 0.72,
    roughness: 0.55,
    side: DoubleSide,
  });
  if (!shape.isBounded) return new Mesh(new PlaneGeometry(wide, wide), material);
  const surface = surfaceOf(shape);
  if (surface.getAttribute('position').count > 0) return new Mesh(surface, material);
  const ends = [1, -1].map((sign) => new Vector3(...shape.support([sign * 1e-3, sign * 1e-3, sign])));
  return new Line(new BufferGeometry().setFromPoints(ends), new LineBasicMaterial({ color }));
}

class DrawnBody {
  readonly group = new Group();
  private shape: Shape | null = null;

  constructor(readonly name: BodyName) {
    this.group.name = name;
  }

  update(body: Body): void {
    const shape = shapeOf(body);
    if (shape !== this.shape) {
      clear(this.group);
      this.group.add(drawnShape(shape, colors[this.name]));
      this.shape = shape;
    }
    const [x, y, z, qx, qy, qz, qw] = poseOf(body);
    this.group.position.set(x, y, z);
    this.group.quaternion.set(qx, qy, qz, qw);
  }
}

/** Both bodies, and what the pointer does with them. */
export class Bodies {
  readonly drawn: Readonly<Record<BodyName, DrawnBody>> = { a: new DrawnBody('a'), b: new DrawnBody('b') };
  private grip: { name: BodyName; from: Vector3; start: Vector3; pointer: number } | null = null;

  constructor(private readonly stage: Stage) {
    stage.content.add(this.drawn.a.group, this.drawn.b.group);
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', this.take, { capture: true });
    canvas.addEventListener('pointermove', this.pull);
    canvas.addEventListener('pointerup', this.release);
    canvas.addEventListener('pointercancel', this.release);
  }

  update(): void {
    const { a, b } = current.value;
    this.drawn.a.update(a);
    this.drawn.b.update(b);
    this.stage.draw();
  }

  dispose(): void {
    const { canvas, content } = this.stage;
    canvas.removeEventListener('pointerdown', this.take, { capture: true });
    canvas.removeEventListener('pointermove', this.pull);
    canvas.removeEventListener('pointerup', this.release);
    canvas.removeEventListener('pointercancel', this.release);
    for (const { group } of Object.values(this.drawn)) {
      clear(group);
      content.remove(group);
    }
  }

  private readonly take = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const found = this.stage.hit(
      event,
      Object.values(this.drawn).map(({ group }) => group),
    );
    if (!found) return;
    const name = found.object.parent?.name as BodyName;
    this.grip = { name, from: found.point, start: this.drawn[name].group.position.clone(), pointer: event.pointerId };
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
  };

  private readonly pull = (event: PointerEvent): void => {
    if (event.pointerId !== this.grip?.pointer) return;
    const { name, from, start } = this.grip;
    if (event.shiftKey) this.turn(name, event);
    else {
      const { x, y, z } = start.clone().add(this.stage.follow(event, from)).sub(from);
      changeBody(name, { position: [round(x), round(y), round(z)] }, true);
    }
  };

  /** Turns the body about the camera's axes by the pointer's movement. */
  private turn(name: BodyName, event: PointerEvent): void {
    const { group } = this.drawn[name];
    const { camera } = this.stage;
    const turned = group.clone(false);
    turned.rotateOnWorldAxis(new Vector3(0, 1, 0).applyQuaternion(camera.quaternion), event.movementX / 100);
    turned.rotateOnWorldAxis(new Vector3(1, 0, 0).applyQuaternion(camera.quaternion), event.movementY / 100);
    const [roll, pitch, yaw] = anglesOf(turned.quaternion.toArray()).map(round);
    changeBody(name, { angles: [roll, pitch, yaw] }, true);
  }

  private readonly release = (event: PointerEvent): void => {
    if (event.pointerId !== this.grip?.pointer) return;
    this.grip = null;
    this.stage.controls.enabled = true;
    history.settle();
  };
}

/** Tenths of a millimetre and of a millidegree: what a hand can mean. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
