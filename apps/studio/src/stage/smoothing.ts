// Both bodies with the samples of smoothing: clouds of points, weights of vertices, and the targets of a contact pose.
import { BufferGeometry, Float32BufferAttribute, Group, Points, PointsMaterial, Quaternion, Vector3 } from 'three';
import { pair } from '../model/document.ts';
import { palette } from '../model/palette.ts';
import type { Cloud, Weighted } from '../model/smoothing.ts';
import { Bodies } from './bodies.ts';
import type { Label, StageContent } from './canvas.tsx';
import { sizeOf, sphereAroundObject } from './framing.ts';
import { arrow, clear, dot, line, type Point } from './marks.ts';
import type { Stage } from './stage.ts';

/** Darker variants of the bodies' colors, visible on them. */
export const cloudColors = { a: '#1e3a8a', b: '#92400e' } as const;

export interface Smoothing {
  readonly cloud: Cloud | null;
  readonly weights: readonly Weighted[];
  readonly pointA: Point;
  readonly pointB: Point;
  readonly normal: Point;
}

export interface Smoothed {
  readonly smoothing: Smoothing | null;
  /** In world coordinates. */
  readonly targets: readonly Point[];
  /** The pose at which B is drawn instead of its own. */
  readonly poseB: Float64Array | undefined;
}

/** @param onPick called with the clicked body and point, in world coordinates */
export function smoothingContent(
  stage: Stage,
  shown: () => Smoothed,
  onPick: (body: 'a' | 'b', point: Point) => void,
): StageContent {
  const bodies = new Bodies(stage);
  const marks = new Group();
  stage.content.add(marks);
  bodies.update();
  const frame = (): void => {
    const { bottom, ...sphere } = sphereAroundObject(bodies.group);
    stage.lookAt(sphere);
    stage.setGround(bottom);
  };
  frame();
  const stopPicking = pickOnClick(stage, bodies, onPick);
  return {
    update() {
      const { smoothing, targets, poseB } = shown();
      bodies.update(poseB);
      clear(marks);
      if (smoothing && !poseB) drawSmoothing(marks, smoothing);
      for (const target of targets) marks.add(dot(target, palette.contact, 9));
      stage.draw();
    },
    frame,
    labels: () => labelsOf(shown()),
    dispose() {
      stopPicking();
      clear(marks);
      stage.content.remove(marks);
      bodies.dispose();
    },
  };
}

function drawSmoothing(marks: Group, { cloud, weights, pointA, pointB, normal }: Smoothing): void {
  if (cloud) marks.add(points(cloud.a, cloudColors.a), points(cloud.b, cloudColors.b));
  for (const { point, weight } of weights) {
    // The radius of a dot grows with the square root of the weight; negligible weights are not drawn.
    if (weight > 1e-6) marks.add(dot(point, palette.set, 2 + 14 * Math.sqrt(weight)));
  }
  const arrowLength = 0.3 * Math.min(...[pair.value.a, pair.value.b].map(sizeOf));
  const end = pointA.map((x, k) => x + arrowLength * normal[k]);
  marks.add(line(pointA, pointB, palette.proof), arrow(pointA, end, palette.neutral, 2));
  marks.add(dot(pointA, palette.proof), dot(pointB, palette.proof));
}

function points(positions: readonly number[], color: string): Points {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  const material = new PointsMaterial({
    color,
    size: 3.5 * Math.min(2, devicePixelRatio),
    sizeAttenuation: false,
    transparent: true,
    opacity: 0.8,
    depthTest: false,
  });
  const drawn = new Points(geometry, material);
  drawn.renderOrder = 2;
  return drawn;
}

function labelsOf({ targets, smoothing, poseB }: Smoothed): Label[] {
  const labeled = (poseB ? [] : (smoothing?.weights ?? [])).filter(({ weight }) => weight > 0.02);
  return [
    ...targets.map((at) => ({ text: 'target', at })),
    ...labeled.map(({ point, weight }) => ({ text: `${Math.round(100 * weight)} %`, at: point })),
  ];
}

/**
 * Calls `onPick` for a click on a body. A drag, by more than four pixels, turns the camera instead.
 * @returns a function that removes the listeners
 */
function pickOnClick(stage: Stage, bodies: Bodies, onPick: (body: 'a' | 'b', point: Point) => void): () => void {
  const { canvas } = stage;
  let from = { x: 0, y: 0 };
  const press = ({ clientX: x, clientY: y }: PointerEvent): void => {
    from = { x, y };
  };
  const release = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 4) return;
    const found = stage.hit(event, [bodies.group]);
    const name = found?.object.parent?.name;
    if (found && (name === 'a' || name === 'b')) onPick(name, found.point.toArray());
  };
  canvas.addEventListener('pointerdown', press);
  canvas.addEventListener('pointerup', release);
  return () => {
    canvas.removeEventListener('pointerdown', press);
    canvas.removeEventListener('pointerup', release);
  };
}

/** Interpolates two poses: `from` for the fraction 0, `to` for 1. */
export function interpolatePoses(from: Float64Array, to: Float64Array, fraction: number): Float64Array {
  const position = new Vector3().fromArray(from).lerp(new Vector3().fromArray(to), fraction);
  const rotation = new Quaternion().fromArray(from, 3).slerp(new Quaternion().fromArray(to, 3), fraction);
  return Float64Array.of(...position.toArray(), ...rotation.toArray());
}
