// GJK in the plane: A and B beside A ⊖ B, with three steps of the lesson for each step of the algorithm.
import { certify, distance, polygon, type TraceStep } from 'proximal/2d';
import {
  add,
  area,
  arrow,
  cross,
  dot,
  lineAcross,
  type Mark,
  type Point,
  subtract,
  text,
  unit,
} from '../picture/marks.ts';
import { poseOf } from '../picture/placed.ts';
import { choicesOfCorners } from './choices.ts';
import { frames, type Lesson, type LessonStep, type Placement } from './lesson.ts';
import { boundRows, list, meters, vector } from './rows.ts';
import {
  bodyMarks,
  nearestMarks,
  origin,
  outlinesOf,
  type Scene,
  sceneOf,
  setMarks,
  simplexMarks,
  sourceMarks,
  traceOf,
  witnessMarks,
} from './scene.ts';
import { type Vertex, Vertices, vertexMarks } from './vertices.ts';

export const shapes = {
  a: polygon([1.1, -0.6, 0.9, 0.5, -0.1, 0.95, -1, 0.3, -0.7, -0.75]),
  b: polygon([0.9, -0.3, 0.3, 0.75, -0.75, 0.35, -0.6, -0.6]),
};

const code: readonly string[] = [
  'S ← ∅;  d ← a first direction',
  'repeat',
  '    w ← farthest point of A along d − farthest point of B along −d',
  '    lower ← max(lower, −d·w);  upper ← ‖v‖',
  '    if upper − lower ≤ ε: return the distance ‖v‖',
  '    S ← S ∪ {w}',
  '    v ← the point of the simplex S that is nearest to the origin',
  '    keep only the vertices of S that v needs',
  '    if the origin is inside S: return “overlap”',
  '    d ← −v / ‖v‖',
];

const arrowLength = 0.65;

function directionMarks(from: Point, direction: Point): readonly Mark[] {
  const tip = add(from, direction, arrowLength);
  return [arrow(from, tip, 'support', 'strong'), text(tip, 'd', 'support', [6, 4])];
}

/** The vertices that a step drops, in words, with the reason. */
export function dropSentence(before: readonly Vertex[], after: readonly Vertex[]): string {
  const dropped = before.filter((vertex) => !after.includes(vertex)).map(({ number }) => number);
  const kept = after.map(({ number }) => number);
  const edge = kept.join('–');
  if (after.length === 1) {
    const gone = dropped.length > 1 ? `vertices ${list(dropped)} are` : `vertex ${dropped[0]} is`;
    return dropped.length === 0
      ? `The simplex is vertex ${edge} alone, so v is this vertex.`
      : `Vertex ${edge} itself is nearest to the origin: ${gone} dropped.`;
  }
  if (dropped.length === 0) return `The point v lies on the edge ${edge}: both vertices are needed.`;
  return `The origin lies beyond the edge ${edge}: vertex ${dropped[0]} is dropped.`;
}

/** The bounds that are known after a step: the best ones so far. */
interface Known {
  readonly lower: number;
  readonly upper: number;
  readonly calls: number;
}

function rowsOf({ lower, upper, calls }: Known): LessonStep['numbers'] {
  return [...boundRows(lower, upper), ['support points', String(calls)]];
}

/** A step of the algorithm, for the steps of the lesson that show it. */
interface Part {
  readonly scene: Scene;
  readonly vertices: Vertices;
  readonly step: TraceStep;
  /** The simplex before the support point is added. */
  readonly simplex: readonly Vertex[];
  readonly known: Known;
}

/** The step that shows the direction and asks for the next support point. */
function directionStep({ scene, vertices, step, simplex, known }: Part, answer: Vertex): LessonStep {
  const direction = vertices.world(step.direction);
  const isFirst = simplex.length === 0;
  const nearest = vertices.world(step.point);
  const from = isFirst ? scene.middle : nearest;
  const toOrigin = unit(subtract([0, 0], scene.middle));
  const reason =
    Math.abs(cross(toOrigin, direction)) < 0.2
      ? 'from about the middle of A ⊖ B to the origin'
      : 'from the difference of the centers to the origin';
  const sentence = isFirst
    ? `The search begins with the direction d = ${vector(direction)}, ${reason}. Where will the support point be, the farthest point of A ⊖ B along d?`
    : `The nearest point so far, v = ${vector(nearest)}, is ${meters(known.upper)} from the origin. The next direction d = ${vector(direction)} leads from v to the origin. Where will the next support point be?`;
  const corners = choicesOfCorners(scene.set, answer.at);
  const difference = [
    ...setMarks(scene),
    ...simplexMarks(simplex),
    ...(isFirst ? [] : nearestMarks(nearest)),
    ...directionMarks(from, direction),
    ...vertexMarks(simplex, scene.middle),
    ...corners.marks,
    ...origin,
  ];
  const bodies = [
    ...bodyMarks(scene),
    ...directionMarks(scene.a.position, direction),
    arrow(scene.b.position, add(scene.b.position, direction, -arrowLength), 'support', 'strong'),
    text(add(scene.b.position, direction, -arrowLength), '−d', 'support', [6, 4]),
    ...sourceMarks(simplex),
  ];
  const question = { text: 'Where will the next support point be?', choices: corners.names, answer: corners.answer };
  const lines = isFirst ? [0] : [9];
  return { sentence, lines, pictures: [bodies, difference], numbers: rowsOf(known), question };
}

/** The support point, and what it proves. */
function supportStep(part: Part, support: Vertex, isLast: boolean): LessonStep {
  const { scene, vertices, step, simplex, known } = part;
  const direction = vertices.world(step.direction);
  const nearest = vertices.world(step.point);
  const isKnown = simplex.includes(support);
  const found = isKnown
    ? `The farthest point along d is vertex ${support.number} again`
    : `Vertex ${support.number} = ${vector(support.at)} is the farthest point along d: a corner of A minus a corner of B`;
  const proof =
    step.lower > 0
      ? `. All of A ⊖ B lies beyond the line through it, so the bodies are at least ${meters(step.lower)} apart`
      : '. The line through it does not separate the set from the origin, so it proves nothing yet';
  const end = isLast ? `, and v proves that they are at most ${meters(known.upper)} apart: the search ends.` : '.';
  const supportMarks = [
    lineAcross(support.at, direction, step.lower > 0 ? 'proof' : 'quiet'),
    dot(support.at, 'support', 'large'),
  ];
  const difference = [
    ...setMarks(scene),
    ...simplexMarks(simplex),
    ...(simplex.length > 0 ? nearestMarks(nearest) : []),
    ...supportMarks,
    ...vertexMarks([...new Set([...simplex, support])], scene.middle),
    ...origin,
  ];
  const bodies = [
    ...bodyMarks(scene),
    lineAcross(support.ofA, direction, 'a'),
    lineAcross(support.ofB, direction, 'b'),
    ...sourceMarks([support]),
  ];
  return {
    sentence: `${found}${proof}${end}`,
    lines: isLast ? [2, 3, 4] : [2, 3],
    pictures: [bodies, difference],
    numbers: rowsOf(known),
  };
}

/** The simplex with the support point, and the vertices that remain. */
function simplexStep(part: Part, before: readonly Vertex[], after: readonly Vertex[], nearest: Point): LessonStep {
  const { scene, known } = part;
  const isInside = after.length === 3;
  const all = before.map(({ number }) => number);
  const sentence = isInside
    ? `The origin lies inside the triangle ${all.join('–')}: some point of A equals some point of B, so the bodies overlap.`
    : dropSentence(before, after);
  const dropped = before.filter((vertex) => !after.includes(vertex));
  const difference = [
    ...setMarks(scene),
    ...(before.length === 3
      ? [
          area(
            before.map(({ at }) => at),
            'simplex',
            'ghost',
          ),
        ]
      : []),
    ...simplexMarks(after),
    ...(isInside ? [] : nearestMarks(nearest)),
    ...vertexMarks(after, scene.middle),
    ...dropped.flatMap(({ at, number }) => [dot(at, 'quiet', 'hollow'), text(at, String(number), 'quiet', [10, 6])]),
    ...origin,
  ];
  const bodies = [...bodyMarks(scene), ...sourceMarks(after), ...(isInside ? [] : witnessMarks(after, nearest))];
  return { sentence, lines: isInside ? [5, 8] : [5, 6, 7], pictures: [bodies, difference], numbers: rowsOf(known) };
}

/** The step that explains the difference and its distance from the origin. */
function firstStep(scene: Scene): LessonStep {
  const sentence =
    'A ⊖ B is the set of all differences of a point of A and a point of B. The distance of the bodies is the distance of this set from the origin. Drag A or B, or the set: both pictures show the same pair.';
  return {
    sentence,
    lines: [],
    pictures: [bodyMarks(scene), [...setMarks(scene), ...origin]],
    numbers: rowsOf({ lower: 0, upper: Infinity, calls: 0 }),
  };
}

/** The answer, and the check of its proof. */
function lastStep({ scene, simplex, step, vertices }: Part): LessonStep {
  const { a, b } = scene;
  const result = distance(a.shape, poseOf(a), b.shape, poseOf(b));
  const { valid } = certify(a.shape, poseOf(a), b.shape, poseOf(b), result);
  const isApart = result.status === 'separated';
  const nearest = vertices.world(step.point);
  const check = `certify recomputes both bounds from the support functions and the proof of ${isApart ? 'one direction' : 'three weights'}: ${valid ? 'valid' : 'INVALID'}.`;
  const sentence = isApart
    ? `The distance is ${meters(result.distance)}, after ${result.iterations} steps and ${result.supportCalls} support points. ${check}`
    : `The bodies overlap, proven after ${result.iterations} steps and ${result.supportCalls} support points. ${check}`;
  const bodies = [...bodyMarks(scene), ...(isApart ? witnessMarks(simplex, nearest) : [])];
  const difference = [
    ...setMarks(scene),
    ...simplexMarks(simplex),
    ...(isApart ? [...nearestMarks(nearest), lineAcross(nearest, nearest, 'proof')] : []),
    ...vertexMarks(simplex, scene.middle),
    ...origin,
  ];
  const numbers = [...boundRows(result.lower, result.upper), ['certificate', valid ? 'valid' : 'INVALID'] as const];
  return { sentence, lines: isApart ? [4] : [8], pictures: [bodies, difference], numbers };
}

function steps(bodies: readonly Placement[]): readonly LessonStep[] {
  const scene = sceneOf(shapes, bodies);
  const trace = traceOf(scene);
  const vertices = new Vertices(scene.a);
  const shown: LessonStep[] = [firstStep(scene)];
  let [lower, calls] = [0, 0];
  trace.forEach((step, k) => {
    const simplex = vertices.simplex(step);
    if (step.size === 3) {
      shown.push(lastStep({ scene, vertices, step, simplex, known: { lower, upper: 0, calls } }));
      return;
    }
    const support = vertices.vertex(step.support, step.direction);
    shown.push(directionStep({ scene, vertices, step, simplex, known: { lower, upper: step.upper, calls } }, support));
    lower = Math.max(lower, step.lower);
    calls++;
    const part = { scene, vertices, step, simplex, known: { lower, upper: step.upper, calls } };
    const next = trace[k + 1];
    shown.push(supportStep(part, support, next === undefined));
    if (next === undefined) shown.push(lastStep(part));
    else {
      const nearest = vertices.world(next.point);
      const known = { lower, upper: next.upper, calls };
      shown.push(simplexStep({ ...part, known }, [...simplex, support], vertices.simplex(next), nearest));
    }
  });
  return shown;
}

export const gjk: Lesson = {
  panes: [
    { title: 'The bodies', window: { center: [0.05, 0.3], height: 3.9 }, frame: frames.tall, drags: 'bodies' },
    {
      title: 'Their difference',
      window: { center: [-1.55, -0.6], height: 4.6 },
      frame: frames.tall,
      drags: 'difference',
    },
  ],
  code,
  bodies: [
    { position: [-0.9, -0.15], angle: 0.23 },
    { position: [1.31, 0.78], angle: 3.4 },
  ],
  outlines: outlinesOf(shapes),
  steps,
  next: [
    ['Barycodes: three signs choose the simplex', '#lesson=barycodes&step=1'],
    ['The same algorithm in space', '#view=minkowski'],
  ],
};
