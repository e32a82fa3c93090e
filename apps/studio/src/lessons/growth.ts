// The growth distance by ray intersection: a chord from inside and a support line from outside close in on where the ray leaves the set.
import { type GrowthStep, growthDistance, polygon } from 'proximal/2d';
import { decimals } from '../picture/decimals.ts';
import {
  add,
  area,
  arrow,
  dot,
  line,
  lineAcross,
  type Mark,
  type Point,
  subtract,
  text,
  unit,
} from '../picture/marks.ts';
import { outline, poseOf, worldPoint, worldVector } from '../picture/placed.ts';
import { choicesOfCorners } from './choices.ts';
import { frames, type Lesson, type LessonStep, type Placement } from './lesson.ts';
import type { Row } from './rows.ts';
import { bodyMarks, outlinesOf, type Scene, sceneOf } from './scene.ts';
import { isSame } from './vertices.ts';

export const shapes = {
  a: polygon([0.75, -0.35, 0.7, 0.3, 0.1, 0.65, -0.6, 0.4, -0.75, -0.25, 0.05, -0.65]),
  b: polygon([0.55, -0.25, 0.35, 0.45, -0.4, 0.4, -0.6, -0.15, -0.05, -0.5]),
};

const code: readonly string[] = [
  'r ← the ray from the center of A to the center of B',
  'chord ← two points of the set on both sides of r',
  'repeat',
  '    n ← the normal of the chord',
  '    w ← the support point of the centered difference along n',
  '    upper ← from where r crosses the chord;  lower ← from where r crosses the line through w',
  '    if both agree: return the growth',
  '    w replaces one end of the chord, so that r still crosses it',
];

function traceOf({ a, b }: Scene): readonly GrowthStep[] {
  const steps: GrowthStep[] = [];
  const trace = (step: GrowthStep): void => {
    steps.push({ ...step, chord: [[...step.chord[0]], [...step.chord[1]]] });
  };
  growthDistance(a.shape, poseOf(a), b.shape, poseOf(b), { trace });
  return steps;
}

/** The difference of the shapes with both centers at the origin: the whole difference, moved. */
function centeredSet({ a, b, set }: Scene): readonly Point[] {
  const offset = subtract(worldPoint(b, b.shape.center), worldPoint(a, a.shape.center));
  return set.map((point) => add(point, offset));
}

function grownMarks({ a, b }: Scene, growth: number): Mark[] {
  return [area(outline(a, growth), 'a', 'ghost'), area(outline(b, growth), 'b', 'ghost')];
}

const rows = (lower: number, upper: number): Row[] => [
  ['lower bound of the growth', lower > 0 ? decimals(lower, 5) : '–'],
  ['upper bound of the growth', Number.isFinite(upper) ? decimals(upper, 5) : '–'],
];

function setMarks(set: readonly Point[], ray: Point): Mark[] {
  return [
    area(set, 'set'),
    text([0, 0], '(A − cA) ⊖ (B − cB)', 'set', [-60, -24]),
    arrow([0, 0], ray, 'ink', 'thin'),
    text(ray, 'r', 'ink', [6, 4]),
    dot([0, 0], 'contact', 'large'),
  ];
}

function steps(bodies: readonly Placement[]): readonly LessonStep[] {
  const scene = sceneOf(shapes, bodies);
  const { a, b } = scene;
  const centers = [worldPoint(a, a.shape.center), worldPoint(b, b.shape.center)];
  const ray = subtract(centers[1], centers[0]);
  const set = centeredSet(scene);
  const still = [...bodyMarks(scene), line(centers, 'ink', 'dashed')];
  if (isSame(ray, [0, 0])) {
    const sentence = 'Both centers coincide: the growth is 0, and there is no ray to follow. Move B.';
    return [{ sentence, lines: [0], pictures: [still, setMarks(set, ray)], numbers: rows(0, 0) }];
  }
  const world = (point: Point): Point => worldVector(a, point);
  const shown: LessonStep[] = [
    {
      sentence:
        'Both bodies are scaled about their centers by the same factor. The growth is the factor at which they touch: the ray r from center to center leaves the centered difference at r divided by the growth.',
      lines: [0],
      pictures: [still, setMarks(set, ray)],
      numbers: rows(0, Number.POSITIVE_INFINITY),
    },
  ];
  let before = 0;
  for (const step of traceOf(scene)) {
    const chord = step.chord.map(world);
    const [direction, support] = [world(step.direction), world(step.support)];
    const inner = ray.map((x) => x / step.upper);
    const corners = choicesOfCorners(set, support);
    const chordMarks = [
      line(chord, 'simplex', 'strong'),
      ...chord.map((end) => dot(end, 'simplex')),
      dot(inner, 'proof'),
    ];
    shown.push({
      sentence: `The chord lies inside the set, and the ray crosses it at r / ${decimals(step.upper)}: the growth is at most ${decimals(step.upper, 4)}. Where is the support point along its normal?`,
      lines: [3],
      pictures: [
        [...still, ...grownMarks(scene, step.upper)],
        [
          ...setMarks(set, ray),
          ...chordMarks,
          arrow(inner, add(inner, unit(direction), 0.6), 'support', 'strong'),
          ...corners.marks,
        ],
      ],
      numbers: rows(before, step.upper),
      question: { text: 'Where is the support point?', choices: corners.names, answer: corners.answer },
    });
    before = step.lower;
    const isLast = step.upper - step.lower <= 1e-6 * step.upper;
    const outer = ray.map((x) => x / step.lower);
    shown.push({
      sentence: isLast
        ? `The line through the support point and the chord cross the ray at the same place: the growth is ${decimals(step.upper, 5)}. ${step.upper > 1 ? 'It is above 1, so the bodies are apart' : 'It is at most 1, so the bodies touch or overlap'}.`
        : `The set ends at the line through the support point. The best line so far crosses the ray at r / ${decimals(step.lower)}: the growth is at least ${decimals(step.lower, 4)}.`,
      lines: isLast ? [5, 6] : [4, 5, 7],
      pictures: [
        [...still, ...grownMarks(scene, isLast ? step.upper : step.lower)],
        [
          ...setMarks(set, ray),
          ...chordMarks,
          lineAcross(outer, world(step.normal), 'proof'),
          dot(outer, 'proof'),
          dot(support, 'support', 'large'),
        ],
      ],
      numbers: rows(step.lower, step.upper),
    });
  }
  return shown;
}

export const growth: Lesson = {
  panes: [
    { title: 'The bodies, and scaled', window: { center: [0, 0], height: 4.6 }, frame: frames.tall, drags: 'bodies' },
    {
      title: 'The centered difference',
      window: { center: [0.35, 0.1], height: 3.6 },
      frame: frames.tall,
      drags: 'ray',
    },
  ],
  code,
  bodies: [
    { position: [-1.05, -0.2], angle: 0.2 },
    { position: [1.1, 0.35], angle: 0.5 },
  ],
  outlines: outlinesOf(shapes),
  steps,
  next: [['Growth distances in space', '#example=growth']],
};
