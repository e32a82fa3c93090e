// How far the nearest point of a polygonal bar moves with a ball: the exact derivative jumps, the smoothed one is nearly that of a round bar.
import { convex, cylinder, sphere } from 'proximal';
import { circle, polygon } from 'proximal/2d';
import { type DerivativeOptions, differentiate } from 'proximal/derivatives';
import { decimals } from '../picture/decimals.ts';
import { area, arrow, dot, line, type Mark, type Point, text } from '../picture/marks.ts';
import { chartOf, chartWindow } from './chart.ts';
import { frames, type Lesson, type LessonStep, type Placement } from './lesson.ts';
import type { Row } from './rows.ts';
import { bodyMarks, outlinesOf, sceneOf } from './scene.ts';

/** The number of sides of the bar, whose corners are at a distance of 1 m from its axis. */
const sides = 10;
const corners = Array.from({ length: sides }, (_, k): Point => {
  const angle = (2 * Math.PI * (k + 0.5)) / sides;
  return [Math.cos(angle), Math.sin(angle)];
});
const ballRadius = 0.25;
/** The section of the bar and the ball in the plane of the picture. */
export const shapes = { a: polygon(corners.flat()), b: circle(ballRadius) };
const bodies3 = {
  bar: convex(Float64Array.from(corners.flatMap(([x, y]) => [x, y, -1, x, y, 1]))),
  round: cylinder(1, 1),
  ball: sphere(ballRadius),
};

const code: readonly string[] = [
  'exact:     ∂x/∂pose from the feature in contact: a corner or a face',
  'smoothed:  near corners count, too, with the weights  exp(n·v / ε) / Σ exp(n·v / ε)',
  '           ε is the noise, as a fraction of the size of the shape',
  'round:     the exact derivative of the round bar',
];

/** The largest displacement of the ball in the chart, in meters. */
const reach = 1;
const samples = 81;

/** By how many meters the nearest point of the bar moves along x for each meter of the ball. */
export function slopeAt(x: number, y: number, options: DerivativeOptions, isRound = false): number {
  const bar = isRound ? bodies3.round : bodies3.bar;
  const pose = { position: [x, y, 0] as const };
  return differentiate(bar, {}, bodies3.ball, pose, { ...options, withRespectTo: 'b' }).pointA[0];
}

const exact: DerivativeOptions = { estimator: 'exact' };
/** The noises of the steps. */
export const noises: readonly number[] = [0.02, 0.1, 0.5];
const smoothed = (noise: number): DerivativeOptions => ({ estimator: 'gumbel', noise });

function curveOf(y: number, options: DerivativeOptions, isRound = false): readonly Point[] {
  return Array.from({ length: samples }, (_, k) => {
    const x = -reach + (2 * reach * k) / (samples - 1);
    return [x, slopeAt(x, y, options, isRound)];
  });
}

interface Curve {
  readonly name: string;
  readonly role: 'contact' | 'support' | 'proof';
  readonly points: readonly Point[];
  /** The value at the position of the ball. */
  readonly value: number;
}

function chartMarks(x: number, curves: readonly Curve[]): Mark[] {
  const chart = chartOf(
    {
      from: -reach,
      to: reach,
      ticks: [-1, -0.5, 0, 0.5, 1].map((value) => [value, decimals(value, 1)]),
      title: 'x of B, m',
    },
    {
      from: 0,
      to: 1,
      ticks: [0, 0.5, 1].map((value) => [value, String(value)]),
      title: '∂x of the nearest point / ∂x of B',
    },
  );
  return [
    ...chart.axes,
    line([chart.at(x, 0), chart.at(x, 1)], 'b', 'dashed'),
    ...curves.flatMap(({ name, role, points, value }, k) => [
      line(
        points.map(([px, py]) => chart.at(px, py)),
        role,
        'strong',
      ),
      dot(chart.at(x, value), role),
      text(chart.at(-reach + 0.12, 0.2 - 0.08 * k), name, role),
    ]),
  ];
}

function bodiesPicture(scene: ReturnType<typeof sceneOf>, curves: readonly Curve[], isRound: boolean): Mark[] {
  const [x, y] = scene.b.position;
  const pose = { position: [x, y, 0] as const };
  const { pointA, pointB } = differentiate(bodies3.bar, {}, bodies3.ball, pose, {
    ...exact,
    withRespectTo: 'b',
  }).result;
  const round = Array.from(
    { length: 90 },
    (_, k): Point => [Math.cos((Math.PI * k) / 45), Math.sin((Math.PI * k) / 45)],
  );
  const arrows = curves.map(({ role, value }, k) => {
    const from: Point = [pointA[0], pointA[1] + 0.09 * k];
    return arrow(from, [from[0] + 0.6 * value, from[1]], role, 'strong');
  });
  return [
    ...(isRound ? [area(round, 'proof', 'ghost')] : []),
    ...bodyMarks(scene),
    line([pointA, pointB], 'ink', 'dashed'),
    arrow([x, y], [x + 0.6, y], 'b', 'strong'),
    ...arrows,
    dot(pointA, 'ink', 'small'),
  ];
}

function steps([first, second]: readonly Placement[]): readonly LessonStep[] {
  // The bar is drawn at the origin, because the chart is over the ball's position relative to the bar.
  const scene = sceneOf(shapes, [{ position: [0, 0], angle: 0 }, second]);
  const [x, y] = [second.position[0] - first.position[0], second.position[1] - first.position[1]];
  const clipped = Math.max(-reach, Math.min(reach, x));
  const curve = (name: string, role: Curve['role'], options: DerivativeOptions, isRound = false): Curve => ({
    name,
    role,
    points: curveOf(y, options, isRound),
    value: slopeAt(clipped, y, options, isRound),
  });
  const corner = curve('exact', 'contact', exact);
  const round = curve('round bar', 'proof', exact, true);
  const rows = (curves: readonly Curve[]): Row[] => curves.map(({ name, value }) => [name, decimals(value, 4)]);
  const stepOf = (
    sentence: string,
    lines: readonly number[],
    curves: readonly Curve[],
    isRound = false,
  ): LessonStep => ({
    sentence,
    lines,
    pictures: [bodiesPicture(scene, curves, isRound), chartMarks(clipped, curves)],
    numbers: rows(curves),
  });
  const questionStep: LessonStep = {
    ...stepOf(
      'A ball B passes over a bar with ten sides. If it moves by one meter to the right, how far does the nearest point of the bar move? Guess the derivative where B is now.',
      [],
      [],
    ),
    question: {
      text: 'How far does the nearest point move for each meter?',
      choices: ['0', 'about 0.6', 'about 0.9'],
      answer: corner.value < 0.3 ? 0 : corner.value < 0.75 ? 1 : 2,
    },
  };
  const exactStep = stepOf(
    corner.value < 1e-6
      ? 'The exact derivative is 0 here: the nearest point is a corner and stays there. Beside the corner it jumps to the derivative of a face. The derivative contains nothing about the faces beside the corner.'
      : `The exact derivative is ${decimals(corner.value)} here: the nearest point slides along a face. Over a corner it is 0. The derivative contains nothing about the neighboring faces.`,
    [0],
    [corner],
  );
  const smooth = noises.map((noise) => {
    const present = curve(`noise ${noise}`, 'support', smoothed(noise));
    return stepOf(
      `With a noise of ${noise}, corners near the nearest point count, too: the derivative is ${decimals(present.value)} here, and it changes by ${decimals(rangeOf(present))} along the path of B instead of ${decimals(rangeOf(corner))}.`,
      [1, 2],
      [corner, present],
    );
  });
  const largest = curve(`noise ${noises[noises.length - 1]}`, 'support', smoothed(noises[noises.length - 1]));
  const last = stepOf(
    `A round bar has the derivative ${decimals(round.value)} here. With much noise, the ten sides have nearly this derivative, ${decimals(largest.value)}: smoothing approximates the derivative of the round body.`,
    [3],
    [corner, largest, round],
    true,
  );
  return [questionStep, exactStep, ...smooth, last];
}

/** The difference between the largest and the smallest derivative of the path. */
export function rangeOf({ points }: { readonly points: readonly Point[] }): number {
  const values = points.map(([, slope]) => slope);
  return Math.max(...values) - Math.min(...values);
}

export const smoothing: Lesson = {
  panes: [
    { title: 'The section', window: { center: [0, 0.45], height: 3.4 }, frame: frames.tall, drags: 'bodies' },
    { title: 'The derivative', window: chartWindow, frame: frames.tall },
  ],
  code,
  bodies: [
    { position: [0, 0], angle: 0 },
    { position: [0.02, 1.6], angle: 0 },
  ],
  outlines: outlinesOf(shapes),
  steps,
  next: [['Every estimator on any pair', '#example=smoothing']],
};
