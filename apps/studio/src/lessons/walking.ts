// A quadruped that trots: its legs from the side, the feet that carry it from above, and the forces of the ground over time.
import { halfspace } from 'proximal';
import { createWalkingController, quadrupedUrdf } from 'proximal/control';
import { forwardKinematics, framePose } from 'proximal/dynamics';
import { readUrdf } from 'proximal/io';
import { Scene } from 'proximal/scene';
import { Simulator } from 'proximal/sim';
import { decimals } from '../picture/decimals.ts';
import { area, arrow, dot, line, type Mark, type Point, text } from '../picture/marks.ts';
import { chartOf, chartWindow } from './chart.ts';
import { frames, type Lesson, type LessonStep } from './lesson.ts';
import { list, type Row } from './rows.ts';

const code: readonly string[] = [
  'gait: a trot of 0.32 s, in which diagonal feet swing together',
  'footsteps: below the shoulder, ahead by the velocity times half the duration of a stance',
  'MPC, 50 times a second: the forces of the feet for the next 0.32 s',
  'whole body, 500 times a second: the nearest forces and accelerations that obey the equations of motion',
  'motors, 1000 times a second: torques of these forces, and stiffness toward the wanted joint angles',
];

const legs = ['FL', 'FR', 'HL', 'HR'] as const;
const gravity = 9.81;
/** The number of time steps of 1 ms; and the steps from one record to the next, and from one pause for the page's events to the next. */
const stepCount = 1120;
const [recordEvery, pauseEvery] = [10, 40];
/** The times that the steps of the lesson show, in seconds. */
const shownTimes = [0.001, 0.78, 0.82, 0.86, 0.9, 0.94, 0.98, 1.02, 1.06, 1.1];

/** The command in m/s: it rises to 0.4. */
export const commandAt = (time: number): [number, number, number] => [Math.min(0.4, 0.5 * time), 0, 0];

/** One record of the walk. Lengths in meters, forces in newtons. */
interface Moment {
  readonly time: number;
  readonly base: readonly number[];
  /** Shoulder, hip, knee and foot of each leg. */
  readonly joints: readonly (readonly (readonly number[])[])[];
  /** The vertical force of the ground on each foot, and the force along the way. */
  readonly vertical: readonly number[];
  readonly forward: readonly number[];
  readonly velocity: number;
}

interface Walk {
  readonly moments: readonly Moment[];
  readonly weight: number;
}

async function recordWalk(): Promise<Walk> {
  const model = await readUrdf(quadrupedUrdf(), { root: 'free-flyer' });
  const controller = createWalkingController(model, { velocity: commandAt });
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const timeStep = 1e-3;
  const simulator = new Simulator({ models: [model], scene, friction: 0.9, timeStep });
  simulator.setState({ q: controller.posture });
  const data = model.createData();
  const moments: Moment[] = [];
  for (let k = 0; k < stepCount; k++) {
    const { q, v } = simulator.state;
    simulator.step(controller.control({ time: k * timeStep, q, v }));
    if (k % recordEvery === 0) moments.push(record());
    if (k % pauseEvery === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  const weight = gravity * model.frames.reduce((sum, { mass }) => sum + mass, 0);
  return { moments, weight };

  function record(): Moment {
    const { q, v } = simulator.state;
    forwardKinematics(model, data, q);
    const at = (frame: string): readonly number[] => [...framePose(model, data, frame).subarray(0, 3)];
    const joints = legs.map((leg) =>
      ['SHOULDER', 'UPPER_LEG', 'LOWER_LEG', 'FOOT'].map((part) => at(`${leg}_${part}`)),
    );
    const [vertical, forward] = [legs.map(() => 0), legs.map(() => 0)];
    const { contacts, time } = simulator.report();
    for (const { point, normal, impulse } of contacts) {
      const away = joints.map((leg) => Math.hypot(leg[3][0] - point[0], leg[3][1] - point[1]));
      const foot = away.indexOf(Math.min(...away));
      // Impulses act on B, and normals point from A to B.
      const sign = normal[2] > 0 ? 1 : -1;
      vertical[foot] += (sign * impulse[2]) / timeStep;
      forward[foot] += (sign * impulse[0]) / timeStep;
    }
    return { time, base: [...q.subarray(0, 3)], joints, vertical, forward, velocity: v[0] };
  }
}

/** A foot stands if the vertical force of the ground on it exceeds this, in newtons. */
const standingForce = 0.5;

const standing = ({ vertical }: Moment): readonly string[] => legs.filter((_, k) => vertical[k] > standingForce);

/** Diagonal pairs have one color each. */
const roleOf = (leg: number): 'a' | 'b' => (leg === 0 || leg === 3 ? 'a' : 'b');

/** The robot from its left, with the forces of the ground. */
function sideMarks({ base, joints, vertical, forward }: Moment): Mark[] {
  const [x] = base;
  const flat = ([px, , pz]: readonly number[]): Point => [px - x, pz];
  const order = [1, 3, 0, 2];
  const perNewton = 0.008;
  return [
    line(
      [
        [-2, 0],
        [2, 0],
      ],
      'quiet',
    ),
    ...order.flatMap((leg) => {
      const points = joints[leg].slice(1).map(flat);
      const foot = points[points.length - 1];
      const tip: Point = [foot[0] + perNewton * forward[leg], foot[1] + perNewton * vertical[leg]];
      return [
        line(points, roleOf(leg), 'strong'),
        ...points.map((point) => dot(point, roleOf(leg), 'small')),
        ...(vertical[leg] > standingForce ? [arrow(foot, tip, 'proof', 'strong')] : []),
        text(foot, legs[leg], roleOf(leg), [-8, -18]),
      ];
    }),
    area(
      [
        [-0.2, base[2] - 0.03],
        [0.2, base[2] - 0.03],
        [0.2, base[2] + 0.03],
        [-0.2, base[2] + 0.03],
      ],
      'quiet',
    ),
  ];
}

/** The feet from above: those that stand, the segment or polygon between them, and the base. */
function aboveMarks(moment: Moment): Mark[] {
  const { base, joints, vertical } = moment;
  const [x, y] = base;
  const feet = joints.map((leg): Point => [leg[3][0] - x, leg[3][1] - y]);
  const carried = [0, 1, 3, 2].filter((leg) => vertical[leg] > standingForce).map((leg) => feet[leg]);
  const support =
    carried.length > 2
      ? [area(carried, 'proof', 'thin')]
      : carried.length === 2
        ? [line(carried, 'proof', 'strong')]
        : [];
  return [
    area(
      [
        [-0.2, -0.06],
        [0.2, -0.06],
        [0.2, 0.06],
        [-0.2, 0.06],
      ],
      'quiet',
      'thin',
    ),
    ...support,
    ...feet.flatMap((foot, leg) => [
      dot(foot, roleOf(leg), vertical[leg] > standingForce ? 'large' : 'hollow'),
      text(foot, legs[leg], roleOf(leg), [10, -5]),
    ]),
    dot([0, 0], 'contact'),
    text([0, 0], 'base', 'contact', [8, 6]),
  ];
}

/** The vertical forces of both diagonal pairs over time. */
function forceMarks({ moments, weight }: Walk, now: number): Mark[] {
  const chart = chartOf(
    { from: 0, to: 1.12, ticks: [0, 0.25, 0.5, 0.75, 1].map((t) => [t, String(t)]), title: 'time, s' },
    { from: 0, to: 50, ticks: [0, 25, 50].map((f) => [f, String(f)]), title: 'vertical force, N' },
  );
  const pair = (legsOfPair: readonly number[]): readonly Point[] =>
    moments.map(({ time, vertical }) => {
      const sum = legsOfPair.reduce((total, leg) => total + vertical[leg], 0);
      return chart.at(time, Math.min(50, sum));
    });
  return [
    ...chart.axes,
    line([chart.at(0, weight), chart.at(1.12, weight)], 'proof', 'dashed'),
    text(chart.at(0.02, weight), 'weight', 'proof', [0, 5]),
    line(pair([0, 3]), 'a'),
    line(pair([1, 2]), 'b'),
    line([chart.at(now, 0), chart.at(now, 50)], 'ink', 'dashed'),
  ];
}

function momentAt({ moments }: Walk, time: number): Moment {
  return moments.reduce((best, each) => (Math.abs(each.time - time) < Math.abs(best.time - time) ? each : best));
}

function sentenceOf(moment: Moment, weight: number): string {
  const feet = standing(moment);
  const forces = feet.map((leg) => `${decimals(moment.vertical[legs.indexOf(leg as (typeof legs)[number])], 1)} N`);
  const sum = moment.vertical.reduce((total, each) => total + each, 0);
  const clock = `At ${decimals(moment.time, 2)} s`;
  if (feet.length === 0) return `${clock} no foot is on the ground.`;
  const verb = feet.length === 1 ? 'stands' : 'stand';
  return `${clock} ${list(feet)} ${verb}: the ground carries ${list(forces)}, together ${decimals(sum, 1)} N; the weight is ${decimals(weight, 1)} N.`;
}

function rowsOf(moment: Moment): Row[] {
  return [
    ['velocity', `${decimals(moment.velocity, 3)} m/s`],
    ['command', `${decimals(commandAt(moment.time)[0], 3)} m/s`],
    ['height of the base', `${decimals(moment.base[2], 4)} m`],
    ['distance walked', `${decimals(moment.base[0], 3)} m`],
  ];
}

const pairs = ['FL and HR', 'FR and HL', 'all four'] as const;

function stepsOf(walk: Walk): readonly LessonStep[] {
  const shown = shownTimes.map((time) => momentAt(walk, time));
  return shown.map((moment, k): LessonStep => {
    const next = shown[k + 1];
    const answer = next
      ? pairs.indexOf((standing(next).length === 4 ? 'all four' : list(standing(next))) as never)
      : -1;
    const isAsked = next !== undefined && answer >= 0 && standing(next).join() !== standing(moment).join();
    const prefix = k === 0 ? 'The robot begins to walk; the command rises to 0.4 m/s. ' : '';
    const end =
      k === shown.length - 1
        ? ` It has walked ${decimals(moment.base[0], 2)} m and keeps its height within ${decimals(1000 * heightRange(walk), 0)} mm.`
        : '';
    return {
      sentence: `${prefix}${sentenceOf(moment, walk.weight)}${end}${isAsked ? ' Which feet stand next?' : ''}`,
      lines: k === 0 ? [0, 1, 2, 3, 4] : standing(moment).length === 4 ? [2, 3, 4] : [0, 1, 2, 3, 4],
      pictures: [sideMarks(moment), aboveMarks(moment), forceMarks(walk, moment.time)],
      numbers: rowsOf(moment),
      ...(isAsked ? { question: { text: 'Which feet stand next?', choices: pairs, answer } } : {}),
    };
  });
}

/** The difference between the largest and the smallest height of the base. */
function heightRange({ moments }: Walk): number {
  const heights = moments.map(({ base }) => base[2]);
  return Math.max(...heights) - Math.min(...heights);
}

/** The lesson, after its walk has been simulated, which takes some seconds. */
export async function walkingLesson(): Promise<Lesson> {
  const walk = await recordWalk();
  return {
    panes: [
      { title: 'From the left', window: { center: [0, 0.15], height: 0.5 }, frame: frames.wide },
      { title: 'From above', window: { center: [0, 0], height: 0.55 }, frame: frames.wide },
      { title: 'The forces of the ground', window: chartWindow, frame: frames.wide },
    ],
    code,
    bodies: [],
    outlines: () => [],
    steps: () => stepsOf(walk),
    next: [['The walk in motion, on bumps and under every contact model', '#example=walk']],
  };
}
