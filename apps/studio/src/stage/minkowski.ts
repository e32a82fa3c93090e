// The Minkowski difference around the origin, with a step of an algorithm.
import { convex } from 'proximal';
import { DoubleSide, Group, Mesh, MeshStandardMaterial, type Object3D } from 'three';
import { palette } from '../model/palette.ts';
import type { Step } from '../model/recorders.ts';
import type { Label, StageContent } from './canvas.tsx';
import { drawnOutline } from './flat.ts';
import { sphereAround } from './framing.ts';
import { arrow, clear, disc, dot, line, type Point, simplex, wireframe } from './marks.ts';
import type { BoundingSphere, Stage } from './stage.ts';
import { drawnSurface } from './surface.ts';

export interface DifferenceSet {
  /** Points of its surface, or of its outline in 2D. Null if it is unbounded. */
  readonly points: Float64Array | null;
  readonly is2D: boolean;
  /** The name of the set; the camera is framed again if it changes. */
  readonly name: string;
}

/** The colors of a step, for the drawing and its legend. */
export const roles = {
  origin: palette.contact,
  simplex: '#0ea5e9',
  support: '#ea580c',
  nearest: palette.proof,
  ray: '#db2777',
} as const;

const setColor = palette.set;
const polytopeColor = palette.neutral;
/** The size of the view relative to the set. */
const margin = 1.1;
const isPoint = (point: Point): boolean => point.every(Number.isFinite);

/** @param set called again whenever a signal that it reads changes, as is `step` */
export function minkowskiContent(stage: Stage, set: () => DifferenceSet, step: () => Step | undefined): StageContent {
  const [body, marks] = [new Group(), new Group()];
  stage.content.add(body, marks);
  let drawn: DifferenceSet | null = null;
  let size = 1;
  let framed: BoundingSphere = { center: [0, 0, 0], radius: 0 };
  /** Whether the set fits the last framing and is not too small in it. */
  const isFramed = ({ points }: DifferenceSet): boolean => {
    if (!points) return true;
    const { center, radius } = sphereAround(points);
    const moved = Math.hypot(...center.map((x, k) => x - framed.center[k]));
    return moved + radius < margin * framed.radius && radius > 0.5 * framed.radius;
  };
  const frame = (): void => {
    const { points, is2D } = set();
    const sphere = sphereAround(points ?? [-1, -1, -1, 1, 1, 1]);
    framed = sphere;
    stage.lookAt({ ...sphere, radius: margin * sphere.radius }, is2D);
    stage.setGround(is2D ? 0 : sphere.center[2] - sphere.radius);
  };
  return {
    frame,
    update() {
      const wanted = set();
      if (drawn !== wanted) {
        const isOther = drawn?.name !== wanted.name;
        drawn = wanted;
        clear(body);
        if (wanted.points) {
          size = sphereAround(wanted.points).radius;
          body.add(wanted.is2D ? drawnOutline(wanted.points, setColor) : drawnSet(wanted.points));
        }
        if (isOther || !isFramed(wanted)) frame();
      }
      clear(marks);
      const shown = step();
      if (shown) drawStep(marks, shown, size, wanted.is2D);
      marks.add(dot([0, 0, 0], roles.origin, 8));
      stage.draw();
    },
    labels: () => labelsOf(step()),
    dispose() {
      for (const group of [body, marks]) {
        clear(group);
        stage.content.remove(group);
      }
    },
  };
}

function drawnSet(points: Float64Array): Mesh {
  const material = new MeshStandardMaterial({
    color: setColor,
    transparent: true,
    opacity: 0.3,
    roughness: 0.6,
    side: DoubleSide,
    depthWrite: false,
  });
  return new Mesh(drawnSurface(convex(points)), material);
}

/** The outer approximation: a disc perpendicular to its normal, or in 2D a line. */
function drawnPlane(point: Point, normal: Point, radius: number, is2D: boolean): Object3D {
  if (!is2D) return disc(point, normal, radius, roles.ray);
  const along = [-normal[1], normal[0], 0];
  const end = (side: number): Point => point.map((x, k) => x + side * radius * along[k]);
  return line(end(-1), end(1), roles.ray, 2);
}

function drawStep(marks: Group, step: Step, size: number, is2D: boolean): void {
  const { surface, outline, ray, plane, point, support, direction } = step;
  if (surface) marks.add(wireframe(surface, polytopeColor));
  if (outline && outline.length > 2) marks.add(drawnOutline(Float64Array.from(outline.flat()), polytopeColor));
  if (ray) marks.add(arrow([0, 0, 0], ray, roles.ray));
  if (plane && isPoint(plane.point)) marks.add(drawnPlane(plane.point, plane.normal, 0.6 * size, is2D));
  marks.add(simplex(step.simplex, roles.simplex));
  const from = isPoint(point) ? point : [0, 0, 0];
  if (isPoint(direction) && direction.some((x) => x !== 0)) {
    const length = 0.35 * size;
    marks.add(
      arrow(
        from,
        from.map((x, k) => x + length * direction[k]),
        roles.support,
        2,
      ),
    );
  }
  if (isPoint(support)) marks.add(dot(support, roles.support));
  if (isPoint(point)) marks.add(line([0, 0, 0], point, roles.nearest), dot(point, roles.nearest));
}

function labelsOf(step: Step | undefined): Label[] {
  const labels = [{ text: 'origin', at: [0, 0, 0] as Point }];
  if (step && isPoint(step.support)) labels.push({ text: 'support', at: step.support });
  return labels;
}
