// The state of the page that is worth keeping: the pair, what is asked, and which view is open.
import { computed } from '@preact/signals';
import { type Problem, readProblem, writeProblem } from 'proximal/problem';
import { type Body, initialShape, poseOf, shapeOf, type Triple } from './body.ts';
import { History } from './history.ts';

export const views = ['query', 'minkowski', 'compare'] as const;
export type View = (typeof views)[number];
export type BodyName = 'a' | 'b';

export interface Document {
  readonly view: View;
  readonly a: Body;
  readonly b: Body;
  readonly query: string;
  readonly algorithm: string;
}

const first: Document = {
  view: 'query',
  a: { shape: initialShape('box'), position: [0, 0, 0], angles: [0, 0, 0] },
  b: { shape: initialShape('ellipsoid'), position: [2.4, 0.6, 0.5], angles: [20, 30, 0] },
  query: 'distance',
  algorithm: 'auto',
};

export const history = new History<Document>(first);
export const current = history.state;

/** One step that can be undone. */
export function change(part: Partial<Document>): void {
  history.commit({ ...current.value, ...part });
}

export function changeBody(name: BodyName, part: Partial<Body>, isMoving = false): void {
  const next = { ...current.value, [name]: { ...current.value[name], ...part } };
  if (isMoving) history.preview(next);
  else history.commit(next);
}

/** The pair as the library takes it. */
export const pair = computed(() => {
  const { a, b } = current.value;
  return { a: shapeOf(a), poseA: poseOf(a), b: shapeOf(b), poseB: poseOf(b) };
});

/** The problem that the page shows. */
export const problem = computed<Problem>(() => {
  const { query, algorithm } = current.value;
  const { a, poseA, b, poseB } = pair.value;
  const options = algorithm === 'auto' ? {} : { algorithm };
  return { dimension: 3, a: { shape: a, pose: poseA }, b: { shape: b, pose: poseB }, query, options };
});

/** The text of the problem file. */
export function exportProblem(): string {
  return writeProblem(problem.value);
}

/** Opens a problem file; throws with what is wrong with it, and changes nothing then. */
export function importProblem(text: string): void {
  history.commit(documentOf(readProblem(text), current.value.view));
}

/** A document that asks what the problem asks. */
export function documentOf(given: Problem, view: View): Document {
  if (given.dimension !== 3) throw new RangeError('this is a problem of the plane; the page shows space');
  const algorithm = given.options['algorithm'];
  return {
    view,
    a: bodyOf(given.a),
    b: bodyOf(given.b),
    query: given.query,
    algorithm: typeof algorithm === 'string' ? algorithm : 'auto',
  };
}

function bodyOf({ shape, pose }: Problem['a']): Body {
  const [x, y, z, qx, qy, qz, qw] = pose;
  const angles = anglesOf([qx, qy, qz, qw]);
  return { shape: shape.toJSON() as Body['shape'], position: [x, y, z], angles };
}

/** Roll, pitch and yaw of a unit quaternion, in degrees. */
export function anglesOf([x, y, z, w]: readonly number[]): Triple {
  const degrees = 180 / Math.PI;
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) * degrees,
    Math.asin(sine) * degrees,
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * degrees,
  ];
}
