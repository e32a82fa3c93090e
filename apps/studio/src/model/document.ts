// The persistent state of the page: the pairs, the query, the open view and its settings.
import { computed } from '@preact/signals';
import type { Shape } from 'proximal';
import type { Shape as PlaneShape } from 'proximal/2d';
import { type Problem, type ProblemBody, readProblem, writeProblem } from 'proximal/problem';
import { type Ambient, type Body, initialShape, plane, shapeOf, space } from './body.ts';
import { History } from './history.ts';
import { firstPlanning, type PlanningContent } from './planning.ts';
import { planeRecorders } from './recorders.ts';
import { place, type ViewState, viewState } from './view-state.ts';

export { openView, set, viewState } from './view-state.ts';

export type BodyName = 'a' | 'b';

/** Two bodies. */
export type BodyPair = Readonly<Record<BodyName, Body>>;

/** The state that undo and redo change. */
export interface Content extends BodyPair {
  readonly query: string;
  readonly algorithm: string;
  /** Where the search starts: `'bounds'`, `'none'`, or for a `Pair`, `'previous'` or `'predicted'`. */
  readonly guess: string;
  /** The 2D pair. */
  readonly plane: BodyPair;
  readonly planning: PlanningContent;
}

export type Document = Content & ViewState;

export const history = new History<Content>({
  a: { shape: initialShape(space, 'box'), position: [0, 0, 0], angles: [0, 0, 0] },
  b: { shape: initialShape(space, 'ellipsoid'), position: [2.4, 0.6, 0.5], angles: [20, 30, 0] },
  query: 'distance',
  algorithm: 'auto',
  guess: 'bounds',
  plane: {
    a: { shape: initialShape(plane, 'polygon'), position: [0, 0], angles: [0] },
    b: { shape: initialShape(plane, 'ellipse'), position: [2, 1], angles: [30] },
  },
  planning: firstPlanning,
});
export const content = history.state;
export const current = computed<Document>(() => ({ ...content.value, ...viewState.value }));

/** Changes the content, as one step that can be undone. */
export function change(part: Partial<Content>): void {
  history.commit({ ...content.value, ...part });
}

/** Replaces the whole document. */
export function openDocument({ view, settings, ...next }: Document): void {
  history.commit(next);
  viewState.value = { view, settings };
  place.value = 'view';
}

/** The two bodies of the 3D or 2D pair. */
export function bodyPairOf(document: Content, { dimension }: Ambient<unknown>): BodyPair {
  return dimension === 3 ? document : document.plane;
}

export function changeBody(ambient: Ambient<unknown>, name: BodyName, part: Partial<Body>, isMoving = false): void {
  const { value } = content;
  const bodyPair = { [name]: { ...bodyPairOf(value, ambient)[name], ...part } };
  const next = ambient === space ? { ...value, ...bodyPair } : { ...value, plane: { ...value.plane, ...bodyPair } };
  if (isMoving) history.preview(next);
  else history.commit(next);
}

/** Two shapes and two poses in the library's form. */
export interface Pair<AnyShape = Shape> {
  readonly a: AnyShape;
  readonly poseA: Float64Array;
  readonly b: AnyShape;
  readonly poseB: Float64Array;
}

function pairOf<AnyShape>(ambient: Ambient<AnyShape>, { a, b }: BodyPair): Pair<AnyShape> {
  return { a: shapeOf(ambient, a), poseA: ambient.poseOf(a), b: shapeOf(ambient, b), poseB: ambient.poseOf(b) };
}

const bodyA = computed(() => content.value.a);
const bodyB = computed(() => content.value.b);
const planeBodies = computed(() => content.value.plane);

/** The 3D pair: the same object until a body changes. */
export const pair = computed(() => pairOf(space, { a: bodyA.value, b: bodyB.value }));
export const planePair = computed<Pair<PlaneShape>>(() => pairOf(plane, planeBodies.value));

/** The query's options for the present choices. */
export function optionsOf({ query, algorithm, guess }: Pick<Content, 'query' | 'algorithm' | 'guess'>): object {
  return {
    ...(algorithm === 'auto' ? {} : { algorithm }),
    // The proof of a depth needs EPA, which would then run instead of the algorithm.
    ...(isUnprovenDepth(query, algorithm) ? { certified: false, keepProof: false } : {}),
    // The guesses 'previous' and 'predicted' are not written: they need an earlier query, and a file has none.
    ...(guess === 'none' && takesGuess(query, algorithm) ? { guess } : {}),
  };
}

/** Whether the algorithm finds a depth without a proof that it is minimal. */
function isUnprovenDepth(query: string, algorithm: string): boolean {
  return (query === 'signedDistance' || query === 'penetration') && algorithm !== 'auto' && algorithm !== 'epa';
}

/** Whether the query takes a guess: distances, and collision tests other than those by MPR and growth. Depths take a direction instead. */
export function takesGuess(query: string, algorithm: string): boolean {
  return query === 'distance' || (query === 'collide' && algorithm !== 'mpr' && algorithm !== 'growth');
}

/** The problem that the page shows. */
export const problem = computed<Problem>(() => {
  const { query, algorithm, guess } = content.value;
  const { a, poseA, b, poseB } = pair.value;
  const options = optionsOf({ query, algorithm, guess }) as Problem['options'];
  return { dimension: 3, a: { shape: a, pose: poseA }, b: { shape: b, pose: poseB }, query, options };
});

const planeAlgorithm = computed(() => viewState.value.settings.minkowski.planeAlgorithm);

/** The 2D problem that the page shows, with one algorithm for each query. */
export const planeProblem = computed<Problem>(() => {
  const { a, poseA, b, poseB } = planePair.value;
  const chosen = planeRecorders.find(({ name }) => name === planeAlgorithm.value) ?? planeRecorders[0];
  return {
    dimension: 2,
    a: { shape: a, pose: poseA },
    b: { shape: b, pose: poseB },
    query: chosen.query,
    options: {},
  };
});

/** The problem file of the pair that is shown. */
export function exportProblem(): string {
  const { view, settings } = viewState.value;
  return writeProblem(view === 'minkowski' && settings.minkowski.is2D ? planeProblem.value : problem.value);
}

/** Opens a problem file; if it is invalid, throws and changes nothing. */
export function importProblem(text: string): void {
  openDocument(withProblem(current.value, readProblem(text)));
}

/** A document with the problem's pair and query. A 2D problem opens in the view that shows 2D. */
export function withProblem(document: Document, given: Problem): Document {
  const { settings } = document;
  if (given.dimension === 2) {
    const bodyPair = { a: bodyOf(plane, given.a), b: bodyOf(plane, given.b) };
    const chosen = planeRecorders.find(({ query }) => query === given.query) ?? planeRecorders[0];
    const minkowski = { ...settings.minkowski, is2D: true, planeAlgorithm: chosen.name, step: 0 };
    return { ...document, view: 'minkowski', plane: bodyPair, settings: { ...settings, minkowski } };
  }
  const { algorithm, guess } = given.options;
  return {
    ...document,
    settings: { ...settings, minkowski: { ...settings.minkowski, is2D: false } },
    a: bodyOf(space, given.a),
    b: bodyOf(space, given.b),
    query: given.query,
    algorithm: typeof algorithm === 'string' ? algorithm : 'auto',
    guess: guess === 'none' ? 'none' : 'bounds',
  };
}

function bodyOf(ambient: Ambient<unknown>, { shape, pose }: ProblemBody): Body {
  return ambient.bodyAt(shape.toJSON() as Body['shape'], pose);
}
