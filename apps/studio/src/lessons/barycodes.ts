// Barycodes, by which GJK in the plane reduces a triangle: the signs of the origin's barycentric coordinates determine which vertices are kept.
import { polygon, type TraceStep } from 'proximal/2d';
import { decimals } from '../picture/decimals.ts';
import { area, cross, dot, line, type Mark, type Point, subtract, text } from '../picture/marks.ts';
import { frames, type Lesson, type LessonStep, type Placement } from './lesson.ts';
import { list, type Row } from './rows.ts';
import { bodyMarks, nearestMarks, origin, outlinesOf, type Scene, sceneOf, setMarks, traceOf } from './scene.ts';
import { type Vertex, Vertices } from './vertices.ts';

export const shapes = {
  a: polygon([1.2, -0.1, 1, 0.35, 0.4, 0.6, -0.5, 0.55, -1.1, 0.2, -1.15, -0.2, -0.6, -0.55, 0.5, -0.5]),
  b: polygon([0.75, -0.2, 0.55, 0.5, -0.1, 0.75, -0.65, 0.3, -0.55, -0.45, 0.2, -0.7]),
};

const code: readonly string[] = [
  'A ← the new support point;  B, C ← the old vertices',
  'σA ← B × C;  σB ← C × A;  σC ← A × B',
  'code ← 4·[σA > 0] + 2·[σB > 0] + 1·[σC > 0]   (signs relative to σA + σB + σC)',
  '111: the origin is inside: overlap',
  '110: keep A and B',
  '101: keep A and C',
  '100: keep A and B, A and C, or A alone, whichever is nearest to the origin',
];

/** The triangle of a step, as the kernel names its vertices: A is new, B the older and C the newer vertex of the last simplex. */
interface Triangle {
  readonly a: Vertex;
  readonly b: Vertex;
  readonly c: Vertex;
}

type Sigmas = readonly [a: number, b: number, c: number];

/** Twice the areas of the triangles of the origin and an edge, positive if the origin is on the inner side of the edge. */
export function sigmasOf({ a, b, c }: Triangle): Sigmas {
  const orientation = Math.sign(cross(subtract(b.at, a.at), subtract(c.at, a.at)));
  return [orientation * cross(b.at, c.at), orientation * cross(c.at, a.at), orientation * cross(a.at, b.at)];
}

const bitsOf = (barycode: number): string => barycode.toString(2).padStart(3, '0');

function codeLine(barycode: number): number {
  return { 7: 3, 6: 4, 5: 5 }[barycode] ?? 6;
}

/** The lines through the three edges, which divide the plane into seven regions. */
function regionMarks({ a, b, c }: Triangle): Mark[] {
  const extended = (p: Point, q: Point): Mark => {
    const edge = subtract(q, p);
    return line(
      [p, q].map((end, k) => [end[0] + (k ? 20 : -20) * edge[0], end[1] + (k ? 20 : -20) * edge[1]]),
      'quiet',
      'dashed',
    );
  };
  return [extended(a.at, b.at), extended(b.at, c.at), extended(c.at, a.at), area([a.at, b.at, c.at], 'simplex')];
}

function nameMarks(triangle: Triangle, middle: Point): Mark[] {
  const named = Object.entries(triangle) as [string, Vertex][];
  return named.flatMap(([name, { at }]) => {
    const away = subtract(at, middle);
    const size = Math.hypot(...away) || 1;
    const shift: [number, number] = [(20 * away[0]) / size - 5, (20 * away[1]) / size - 6];
    return [dot(at, 'simplex', 'large'), text(at, name.toUpperCase(), 'simplex', shift)];
  });
}

function sigmaRows(sigmas: Sigmas): Row[] {
  return sigmas.map((sigma, k) => [`σ${'ABC'[k]}`, `${decimals(sigma, 4)} m²`]);
}

/** The step that shows a triangle and asks for its code. */
function signsStep(scene: Scene, triangle: Triangle, count: number, barycode: number): LessonStep {
  const wrong = [7, 6, 5, 4].filter((each) => each !== barycode).slice(0, 2);
  const choices = [...wrong, barycode].sort((p, q) => q - p).map(bitsOf);
  return {
    sentence: `Triangle ${count}: A is the new support point, B and C are the old vertices. The three edges divide the plane into seven regions. A bit is 1 if the origin is on the inner side of the edge opposite A, B or C. Which code does its region have?`,
    lines: [0, 1],
    pictures: [
      bodyMarks(scene),
      [...setMarks(scene), ...regionMarks(triangle), ...nameMarks(triangle, scene.middle), ...origin],
    ],
    numbers: [],
    question: {
      text: 'Which code does the region of the origin have?',
      choices,
      answer: choices.indexOf(bitsOf(barycode)),
    },
  };
}

/** The step that shows the code and the vertices that are dropped. */
function codeStep(
  scene: Scene,
  triangle: Triangle,
  barycode: number,
  kept: readonly Vertex[],
  nearest: Point,
): LessonStep {
  const sigmas = sigmasOf(triangle);
  const named = Object.entries(triangle) as [string, Vertex][];
  const dropped = named.filter(([, vertex]) => !kept.includes(vertex)).map(([name]) => name.toUpperCase());
  const signs = named.map(([name], k) => `σ${name.toUpperCase()} ${sigmas[k] > 0 ? '> 0' : '≤ 0'}`);
  const isInside = barycode === 7;
  const result = isInside
    ? 'the origin is inside the triangle, so the bodies overlap'
    : `${list(dropped)} ${dropped.length === 1 ? 'is' : 'are'} dropped`;
  return {
    sentence: `${list(signs)}: the code is ${bitsOf(barycode)}, and ${result}. The signs need neither a square root nor a division.`,
    lines: [2, codeLine(barycode)],
    pictures: [
      bodyMarks(scene),
      [
        ...setMarks(scene),
        ...regionMarks(triangle),
        ...(isInside ? [] : nearestMarks(nearest)),
        ...nameMarks(triangle, scene.middle),
        ...origin,
      ],
    ],
    numbers: [...sigmaRows(sigmas), ['code', bitsOf(barycode)]],
  };
}

function steps(bodies: readonly Placement[]): readonly LessonStep[] {
  const scene = sceneOf(shapes, bodies);
  const trace = traceOf(scene);
  const vertices = new Vertices(scene.a);
  const shown: LessonStep[] = [
    {
      sentence:
        'In the plane, a simplex of GJK with a new support point is a triangle. Which of its vertices are nearest to the origin follows from three signs: the barycode.',
      lines: [],
      pictures: [bodyMarks(scene), [...setMarks(scene), ...origin]],
      numbers: [],
    },
  ];
  let count = 0;
  trace.forEach((step, k) => {
    const simplex = vertices.simplex(step);
    const next: TraceStep | undefined = trace[k + 1];
    if (step.size === 3) return;
    const a = vertices.vertex(step.support, step.direction);
    if (simplex.length < 2 || next === undefined || next.barycode === 0) return;
    // The simplex of a trace has the newer vertex first.
    const triangle = { a, b: simplex[1], c: simplex[0] };
    const kept = vertices.simplex(next);
    shown.push(signsStep(scene, triangle, ++count, next.barycode));
    shown.push(codeStep(scene, triangle, next.barycode, kept, vertices.world(next.point)));
  });
  if (count === 0) shown[0] = { ...shown[0], sentence: `${shown[0].sentence} Here, no triangle was needed: move B.` };
  return shown;
}

export const barycodes: Lesson = {
  panes: [
    { title: 'The bodies', window: { center: [-0.4, 0.15], height: 4 }, frame: frames.tall, drags: 'bodies' },
    {
      title: 'Their difference',
      window: { center: [-1.1, -0.4], height: 4.6 },
      frame: frames.tall,
      drags: 'difference',
    },
  ],
  code,
  bodies: [
    { position: [-0.9, -0.1], angle: 0.06 },
    { position: [0.58, 0.67], angle: 5.96 },
  ],
  outlines: outlinesOf(shapes),
  steps,
  next: [['EPA, and how MPR fails', '#lesson=epa&step=1']],
};
