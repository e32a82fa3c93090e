// GJK and its two accelerations on two ellipsoids: the point of the simplex that is nearest to the origin, and the gap of the bounds, by iteration.
import { distance, ellipsoid, type TraceStep } from 'proximal';
import { ellipse } from 'proximal/2d';
import { dot, line, type Mark, type Point, type Role, text } from '../picture/marks.ts';
import { outline } from '../picture/placed.ts';
import { chartOf, chartWindow } from './chart.ts';
import { frames, type Lesson, type LessonStep, type Placement } from './lesson.ts';
import { list, type Row } from './rows.ts';
import { bodyMarks, origin, type Scene, sceneOf, setMarks } from './scene.ts';

const ellipsoids = { a: ellipsoid(1.3, 0.16, 0.5), b: ellipsoid(1.1, 0.2, 0.35) };
/** Their outlines from above: the bodies move in the plane z = 0. */
const shapes = { a: ellipse(1.3, 0.16), b: ellipse(1.1, 0.2) };

const code: readonly string[] = [
  'x ← 0;  S ← ∅;  s ← a first support point',
  'for k = 0, 1, 2, …',
  '    plain GJK:  d ← x',
  '    Polyak:     d ← δ d + (1 − δ) x',
  '    Nesterov:   y ← δ x + (1 − δ) s;  d ← δ d + (1 − δ) y',
  '    s ← the support point of A ⊖ B along −d',
  '    if the gap of the bounds along x is small: momentum ends, d ← x',
  '    S, x ← the part of S ∪ {s} that is nearest to the origin',
];

const methods = [
  { name: 'gjk', title: 'GJK', role: 'simplex', line: 2 },
  { name: 'polyak', title: 'Polyak', role: 'b', line: 3 },
  { name: 'nesterov', title: 'Nesterov', role: 'proof', line: 4 },
] as const satisfies readonly { name: string; title: string; role: Role; line: number }[];

/** The run of a method: in each iteration the nearest point so far in the plane, and the best bounds. */
export interface Run {
  readonly title: string;
  readonly role: Role;
  readonly points: readonly Point[];
  readonly gaps: readonly number[];
  /** The iterations that the result of the query states. */
  readonly iterations: number;
}

/** The smallest gap of the chart, in meters. */
const floor = 1e-10;

const rotation = (angle: number): [number, number, number, number] => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

export function runsOf([first, second]: readonly Placement[]): readonly Run[] {
  const pose = ({ position: [x, y], angle }: Placement) => ({
    position: [x, y, 0] as const,
    rotation: rotation(angle),
  });
  return methods.map(({ name, title, role }) => {
    const points: Point[] = [];
    const gaps: number[] = [];
    let [lower, upper] = [0, Number.POSITIVE_INFINITY];
    const [cosine, sine] = [Math.cos(first.angle), Math.sin(first.angle)];
    const trace = (step: TraceStep): void => {
      lower = Math.max(lower, step.lower);
      upper = Math.min(upper, step.upper);
      const [x, y] = step.point;
      points.push([cosine * x - sine * y, sine * x + cosine * y]);
      gaps.push(Math.max(floor, upper - lower));
    };
    // The momentum as in the authors' code, not as in their paper.
    const expert = { schedule: 'code' } as const;
    const { iterations } = distance(ellipsoids.a, pose(first), ellipsoids.b, pose(second), {
      algorithm: name,
      expert,
      trace,
    });
    return { title, role, points, gaps, iterations };
  });
}

const scientific = (value: number): string =>
  Number.isFinite(value) ? value.toExponential(0).replace('-', '−') : 'infinite';

function chartMarks(runs: readonly Run[], k: number): Mark[] {
  const longest = Math.max(...runs.map(({ gaps }) => gaps.length));
  const chart = chartOf(
    {
      from: 1,
      to: Math.max(2, longest),
      ticks: [1, 5, 10, 15, 20].filter((n) => n <= longest).map((n) => [n, String(n)]),
      title: 'iterations',
    },
    {
      from: -10,
      to: 1,
      ticks: [0, -2, -4, -6, -8, -10].map((n) => [n, n === 0 ? '1' : `1e−${-n}`]),
      title: 'gap of the bounds, m',
    },
  );
  const curves = runs.flatMap(({ gaps, role, title }) => {
    const known = gaps
      .slice(0, k + 1)
      .map((gap, n) => [n, gap] as const)
      .filter(([, gap]) => Number.isFinite(gap));
    const points = known.map(([n, gap]) => chart.at(n + 1, Math.log10(gap)));
    const last = points.at(-1);
    return last ? [line(points, role, 'strong'), dot(last, role), text(last, title, role, [8, 6])] : [];
  });
  return [...chart.axes, ...curves];
}

function differenceMarks(scene: Scene, runs: readonly Run[], k: number): Mark[] {
  const paths = runs.flatMap(({ points, role }) => {
    const path = points.slice(1, k + 1);
    return [line(path, role), ...path.map((point, n) => dot(point, role, n === path.length - 1 ? '' : 'small'))];
  });
  return [...setMarks(scene), ...paths, ...origin];
}

function stepAt(scene: Scene, runs: readonly Run[], k: number): LessonStep {
  const running = runs.filter(({ gaps }) => k < gaps.length);
  const best = runs.reduce((p, q) => (gapAt(q, k) < gapAt(p, k) ? q : p));
  const said = list(runs.map((run) => `${scientific(gapAt(run, k))} m by ${run.title}`));
  const ended = runs.filter(({ gaps }) => k === gaps.length - 1).map(({ title }) => title);
  const end = ended.length > 0 ? ` ${list(ended)} ${ended.length === 1 ? 'has' : 'have'} converged.` : '';
  const sentence =
    k === 0
      ? 'The first iteration of all three is the same: the first support point gives a lower bound, and no upper bound yet.'
      : `After ${k + 1} iterations the gap of the bounds is ${said}.${end || ` ${best.title} is ahead.`}`;
  return {
    sentence,
    lines:
      k === 0
        ? [0, 5]
        : [...methods.filter(({ title }) => running.some((run) => run.title === title)).map((each) => each.line), 5, 7],
    pictures: [bodyMarks(scene), differenceMarks(scene, runs, k), chartMarks(runs, k)],
    numbers: runs.map((run): Row => [`gap, ${run.title}`, scientific(gapAt(run, k))]),
  };
}

const gapAt = ({ gaps }: Run, k: number): number => gaps[Math.min(k, gaps.length - 1)];

function lastStep(scene: Scene, runs: readonly Run[]): LessonStep {
  const counts = runs.map(({ title, gaps }): Row => [`iterations, ${title}`, String(gaps.length)]);
  const least = Math.min(...runs.map(({ gaps }) => gaps.length));
  const best = runs.filter(({ gaps }) => gaps.length === least).map(({ title }) => title);
  const k = Math.max(...runs.map(({ gaps }) => gaps.length)) - 1;
  return {
    sentence: `GJK needs ${runs[0].gaps.length} iterations, Polyak's acceleration ${runs[1].gaps.length}, and Nesterov's ${runs[2].gaps.length}. ${list(best)} ${best.length === 1 ? 'needs' : 'need'} the fewest. The order is different for other pairs and poses: move a body.`,
    lines: [],
    pictures: [bodyMarks(scene), differenceMarks(scene, runs, k), chartMarks(runs, k)],
    numbers: counts,
  };
}

function steps(bodies: readonly Placement[]): readonly LessonStep[] {
  const scene = sceneOf(shapes, bodies);
  const runs = runsOf(bodies);
  const longest = Math.max(...runs.map(({ gaps }) => gaps.length));
  const counts = runs.map(({ gaps }) => gaps.length);
  const first: LessonStep = {
    sentence:
      'GJK is Frank-Wolfe with a better step. Its direction is the gradient; with momentum, earlier gradients count, too. Two flat ellipsoids, seen from above: which method needs the fewest iterations?',
    lines: [2, 3, 4],
    pictures: [bodyMarks(scene), [...setMarks(scene), ...origin], chartMarks(runs, -1)],
    numbers: [],
    ...(new Set(counts).size === counts.length
      ? {
          question: {
            text: 'Which method needs the fewest iterations?',
            choices: runs.map(({ title }) => title),
            answer: counts.indexOf(Math.min(...counts)),
          },
        }
      : {}),
  };
  const shown = Array.from({ length: longest }, (_, k) => stepAt(scene, runs, k));
  return [first, ...shown, lastStep(scene, runs)];
}

export const accelerations: Lesson = {
  panes: [
    {
      title: 'The bodies, from above',
      window: { center: [0.1, 0.75], height: 3.2 },
      frame: frames.wide,
      drags: 'bodies',
    },
    {
      title: 'A ⊖ B, and the nearest points',
      window: { center: [-1.55, -0.75], height: 3.3 },
      frame: frames.wide,
      drags: 'difference',
    },
    { title: 'Convergence', window: chartWindow, frame: frames.wide },
  ],
  code,
  bodies: [
    { position: [-0.6, -0.1], angle: 0.11 },
    { position: [0.96, 0.88], angle: 1.93 },
  ],
  outlines: ([first, second]) => [outline({ shape: shapes.a, ...first }), outline({ shape: shapes.b, ...second })],
  steps,
  next: [['All algorithms on any pair', '#view=compare']],
};
