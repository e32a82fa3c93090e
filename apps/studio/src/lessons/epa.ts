// The expanding polygon of EPA, and the portal of MPR on the same difference.
import { box, penetration, type TraceStep } from 'proximal/2d';
import {
  add,
  area,
  arrow,
  dot,
  dotProduct,
  line,
  lineAcross,
  type Mark,
  type Point,
  text,
  unit,
} from '../picture/marks.ts';
import { outline, poseOf, worldPoint } from '../picture/placed.ts';
import { choicesOfCorners } from './choices.ts';
import { frames, type Lesson, type LessonStep, type Placement } from './lesson.ts';
import { boundRows, meters } from './rows.ts';
import { bodyMarks, origin, outlinesOf, type Scene, sceneOf, setMarks } from './scene.ts';
import { isSame, type Vertex, Vertices, vertexMarks } from './vertices.ts';

export const shapes = { a: box(1.6, 0.35), b: box(0.5, 0.5) };

const code: readonly string[] = [
  'P ← the triangle around the origin that GJK has found',
  'repeat',
  '    e ← the edge of P that is nearest to the origin, n ← its outer normal',
  '    w ← the support point along n',
  '    depth is at least the distance of e, and at most n·w',
  '    if both agree: return the depth along n',
  '    insert w into P between the ends of e',
  'MPR instead: the edge that the ray from the center through the origin crosses, and no other',
];

/** The steps of an algorithm for depths, and its answer. */
interface Run {
  readonly steps: readonly TraceStep[];
  readonly depth: number;
  /** The direction in which B leaves A, in world axes. */
  readonly normal: Point;
}

function run({ a, b }: Scene, algorithm: 'epa' | 'mpr'): Run {
  const steps: TraceStep[] = [];
  const copy = (points: readonly Point[]): [number, number][] => points.map(([x, y]) => [x, y]);
  const trace = (step: TraceStep): void => {
    steps.push({ ...step, simplex: copy(step.simplex), polygon: copy(step.polygon) });
  };
  const certified = algorithm === 'epa';
  const { depth, normal } = penetration(a.shape, poseOf(a), b.shape, poseOf(b), { algorithm, certified, trace });
  return { steps, depth, normal: [...normal] };
}

/** The difference alone, for the pane of an algorithm that is not shown yet. */
const rest = (scene: Scene): Mark[] => [...setMarks(scene), ...origin];

/** B moved out of A. */
function leaving({ b }: Scene, { depth, normal }: Run, role: 'proof' | 'contact'): Mark[] {
  const moved = { ...b, position: add(b.position, normal, depth) };
  return [area(outline(moved), role, 'ghost'), arrow(b.position, moved.position, role, 'strong')];
}

/** A step of EPA: its polygon and the nearest edge. */
interface Expansion {
  readonly scene: Scene;
  readonly polygon: readonly Point[];
  readonly edge: readonly Vertex[];
  readonly normal: Point;
  readonly support: Vertex;
  readonly least: number;
  readonly most: number;
}

function edgeMarks({ scene, polygon, edge, normal }: Expansion): Mark[] {
  const foot = add([0, 0], normal, dotProduct(normal, edge[0].at));
  return [
    ...setMarks(scene),
    area(polygon, 'simplex'),
    line(
      edge.map(({ at }) => at),
      'support',
      'strong',
    ),
    line([[0, 0], foot], 'proof', 'strong'),
    ...vertexMarks(edge, scene.middle),
  ];
}

function edgeStep(expansion: Expansion, before: number): LessonStep {
  const { scene, edge, normal, support, least } = expansion;
  const corners = choicesOfCorners(scene.set, support.at);
  const foot = add([0, 0], normal, least);
  const name = edge.map((each) => each.number).join('–');
  return {
    sentence: `The edge ${name} is nearest to the origin, ${meters(least)} away, and the polygon lies inside A ⊖ B: the depth is at least that. Where is the support point along its normal?`,
    lines: [2],
    pictures: [
      bodyMarks(scene),
      [...edgeMarks(expansion), arrow(foot, add(foot, normal, 0.6), 'support', 'strong'), ...corners.marks, ...origin],
      rest(scene),
    ],
    numbers: boundRows(least, before),
    question: { text: 'Where is the support point?', choices: corners.names, answer: corners.answer },
  };
}

function expansionStep(expansion: Expansion, most: number, isLast: boolean): LessonStep {
  const { scene, edge, normal, support, least } = expansion;
  const name = edge.map((each) => each.number).join('–');
  const sentence = isLast
    ? `Nothing of A ⊖ B lies beyond the edge ${name}: lower and upper bound agree, and the depth is ${meters(most)}. It is the shortest way out.`
    : `Vertex ${support.number} lies beyond the edge. The line through it proves that the depth is at most ${meters(expansion.most)}, and the polygon grows by this corner.`;
  return {
    sentence,
    lines: isLast ? [4, 5] : [3, 4, 6],
    pictures: [
      bodyMarks(scene),
      [
        ...edgeMarks(expansion),
        lineAcross(support.at, normal, 'proof'),
        dot(support.at, 'support', 'large'),
        ...(isLast || edge.includes(support) ? [] : vertexMarks([support], scene.middle)),
        ...origin,
      ],
      rest(scene),
    ],
    numbers: boundRows(least, most),
  };
}

function epaSteps(scene: Scene, epa: Run): { readonly steps: LessonStep[]; readonly last: readonly Mark[] } {
  const vertices = new Vertices(scene.a);
  const shown: LessonStep[] = [];
  let most = Number.POSITIVE_INFINITY;
  let last: readonly Mark[] = [];
  epa.steps.forEach((step, k) => {
    if (step.size === 3 && step.phase === 'gjk') {
      const triangle = vertices.simplex(step);
      const marks = [
        area(
          triangle.map(({ at }) => at),
          'simplex',
        ),
        ...vertexMarks(triangle, scene.middle),
      ];
      shown.push({
        sentence: `GJK has found the triangle ${triangle.map(({ number }) => number).join('–')} around the origin: the bodies overlap. EPA lets this triangle grow.`,
        lines: [0],
        pictures: [bodyMarks(scene), [...setMarks(scene), ...marks, ...origin], rest(scene)],
        numbers: boundRows(0, Number.POSITIVE_INFINITY),
      });
      return;
    }
    const support = vertices.vertex(step.support, step.direction);
    if (step.phase !== 'epa') return;
    const edge = vertices.simplex(step);
    const normal = vertices.world(step.direction);
    const polygon = step.polygon.map((corner) => vertices.world(corner));
    const [least, reached] = [dotProduct(normal, edge[0].at), dotProduct(normal, support.at)];
    const expansion = { scene, polygon, edge, normal, support, least, most: reached };
    shown.push(edgeStep(expansion, most));
    most = Math.min(most, reached);
    const isLast = k === epa.steps.length - 1;
    shown.push(expansionStep(expansion, most, isLast));
    if (isLast) last = [...edgeMarks(expansion), ...origin];
  });
  return { steps: shown, last };
}

function centerOf({ a, b }: Scene): Point {
  const [p, q] = [worldPoint(a, a.shape.center), worldPoint(b, b.shape.center)];
  return [p[0] - q[0], p[1] - q[1]];
}

function mprSteps(scene: Scene, epa: Run, mpr: Run, found: readonly Mark[]): LessonStep[] {
  const center = centerOf(scene);
  const along = isSame(center, [0, 0]) ? [1, 0] : unit([-center[0], -center[1]]);
  const ray = [
    line([center, add([0, 0], along, 6)], 'support', 'dashed'),
    dot(center, 'support', 'small'),
    text(center, 'center', 'support', [8, 6]),
  ];
  const vertices = new Vertices(scene.a);
  const shown: LessonStep[] = [
    {
      sentence:
        'MPR follows one ray: from the center of A ⊖ B through the origin. It looks for the edge through which this ray leaves the set, the portal.',
      lines: [7],
      pictures: [bodyMarks(scene), found, [...setMarks(scene), ...ray, ...origin]],
      numbers: [['depth by EPA', meters(epa.depth)]],
    },
  ];
  for (const step of mpr.steps) {
    if (step.size === 3) continue;
    vertices.vertex(step.support, step.direction);
    if (step.phase !== 'portal') continue;
    const portal = step.simplex.slice(0, step.size).map((corner) => vertices.world(corner));
    const direction = vertices.world(step.direction);
    const support = vertices.world(step.support);
    const isEdge = dotProduct(direction, support) - dotProduct(direction, portal[0]) < 1e-9;
    shown.push({
      sentence: isEdge
        ? `The ray leaves the set through this portal: nothing of A ⊖ B lies beyond it. MPR returns the depth along its normal, ${meters(mpr.depth)}.`
        : 'The set reaches beyond the portal along its normal: the support point becomes one end of the portal.',
      lines: [7],
      pictures: [
        bodyMarks(scene),
        found,
        [
          ...setMarks(scene),
          ...ray,
          line(portal, 'contact', 'strong'),
          lineAcross(support, direction, 'contact'),
          dot(support, 'support', 'large'),
          ...origin,
        ],
      ],
      numbers: [
        ['depth by EPA', meters(epa.depth)],
        ['depth along the normal of the portal', meters(dotProduct(direction, support))],
      ],
    });
  }
  return shown;
}

function comparison(scene: Scene, epa: Run, mpr: Run, shown: readonly LessonStep[]): LessonStep {
  const excess = mpr.depth / epa.depth - 1;
  const isDeeper = excess > 1e-6;
  const sentence = isDeeper
    ? `MPR's depth of ${meters(mpr.depth)} is ${Math.round(100 * excess)} % larger than the depth of ${meters(epa.depth)} that EPA has proven minimal: the shortest way out is not where the ray leaves. A contact with MPR's normal pushes B too far, and in another direction.`
    : `Here MPR finds the same depth, ${meters(epa.depth)}: the ray leaves the set through the nearest edge. Move B to see it fail.`;
  const last = shown.at(-1)?.pictures ?? [];
  return {
    sentence,
    lines: [5, 7],
    pictures: [
      [...bodyMarks(scene), ...leaving(scene, epa, 'proof'), ...(isDeeper ? leaving(scene, mpr, 'contact') : [])],
      ...last.slice(1),
    ],
    numbers: [
      ['depth by EPA', meters(epa.depth)],
      ['depth by MPR', meters(mpr.depth)],
      ['excess', `${(100 * excess).toFixed(1)} %`],
    ],
  };
}

function steps(bodies: readonly Placement[]): readonly LessonStep[] {
  const scene = sceneOf(shapes, bodies);
  const epa = run(scene, 'epa');
  const isOverlap = epa.steps.some(({ phase }) => phase === 'epa');
  const first: LessonStep = {
    sentence: isOverlap
      ? 'The bodies overlap: A ⊖ B contains the origin. The depth is the distance from the origin to the boundary of A ⊖ B, the length of the shortest translation that separates the bodies.'
      : 'The bodies are apart, or one is deep in the other and GJK ends on an edge. Move B so that it overlaps A: there is no depth to find here.',
    lines: [],
    pictures: [bodyMarks(scene), rest(scene), rest(scene)],
    numbers: [],
  };
  if (!isOverlap) return [first];
  const mpr = run(scene, 'mpr');
  const expansion = epaSteps(scene, epa);
  const shown = [first, ...expansion.steps, ...mprSteps(scene, epa, mpr, expansion.last)];
  return [...shown, comparison(scene, epa, mpr, shown)];
}

export const epa: Lesson = {
  panes: [
    { title: 'The bodies', window: { center: [0.25, 0.35], height: 2.9 }, frame: frames.wide, drags: 'bodies' },
    { title: 'A ⊖ B: EPA', window: { center: [-1.05, -0.35], height: 3.1 }, frame: frames.wide, drags: 'difference' },
    { title: 'A ⊖ B: MPR', window: { center: [-1.05, -0.35], height: 3.1 }, frame: frames.wide, drags: 'difference' },
  ],
  code,
  bodies: [
    { position: [0, 0], angle: 0.1 },
    { position: [1.1, 0.45], angle: 0.5 },
  ],
  outlines: outlinesOf(shapes),
  steps,
  next: [
    ['Growth distance: one ray', '#lesson=growth&step=1'],
    ['Overlaps in space', '#example=overlap'],
  ],
};
