// Four contact models on one sliding cube: its path, the friction force beside its cone, and its height.
import { makeSimulation, type SimulatedContact, startSimulation } from 'proximal/sim';
import { decimals } from '../picture/decimals.ts';
import { area, arrow, dot, length, line, type Mark, type Point, text } from '../picture/marks.ts';
import { chartOf, chartWindow } from './chart.ts';
import { frames, type Lesson, type LessonStep } from './lesson.ts';
import type { Row } from './rows.ts';

const code: readonly string[] = [
  'LCP:     the cone is a pyramid; Signorini’s condition holds',
  'CCP:     the cone is round; slip along the surface also separates:  σN = µ ‖σT‖',
  'RaiSim:  the cone is round, σN = 0; friction is not quite opposite to the slip',
  'NCP:     the cone is round, σN = 0, friction is opposite to the slip',
];

const models = [
  { solver: 'lcp-pgs', title: 'LCP', role: 'simplex' },
  { solver: 'ccp-pgs', title: 'CCP', role: 'b' },
  { solver: 'raisim', title: 'RaiSim', role: 'support' },
  { solver: 'ncp-pgs', title: 'NCP', role: 'proof' },
] as const;

const friction = 0.3;
/** The velocity at the start, in m/s: between a side and a corner of the friction pyramid. */
const speed = 2;
const heading = Math.PI / 8;
/** Seconds after which the force is shown. */
const shownTime = 0.2;
const duration = 0.8;

/** A slide under one model. Lengths in meters, forces in newtons. */
export interface Slide {
  readonly solver: string;
  readonly title: string;
  readonly role: (typeof models)[number]['role'];
  readonly path: readonly Point[];
  /** Heights of the center above that of a resting cube. */
  readonly heights: readonly number[];
  readonly times: readonly number[];
  /** The largest distance from the straight line. */
  readonly drift: number;
  readonly lift: number;
  /** Friction and normal force at the shown time, and the direction of slip. */
  readonly tangential: Point;
  readonly normal: number;
  readonly slip: Point;
}

const along: Point = [Math.sin(heading), Math.cos(heading)];

function slideUnder({ solver, title, role }: (typeof models)[number]): Slide {
  const scene = makeSimulation('sliding-cube');
  const bodies = scene.bodies.map((body, k) =>
    k === 0 ? body : { ...body, velocity: [speed * along[0], speed * along[1], 0] },
  );
  const options = { ...scene.options, friction, solver: { solver } };
  const { simulator, parts } = startSimulation({ ...scene, bodies, options });
  const { q, v } = parts[1];
  const rest = simulator.state.q[q + 2];
  const [path, heights, times]: [Point[], number[], number[]] = [[[0, 0]], [0], [0]];
  let shown: Pick<Slide, 'tangential' | 'normal' | 'slip'> = { tangential: [0, 0], normal: 0, slip: [0, 0] };
  const { timeStep = 1e-3 } = scene.options;
  for (let time = 0; time < duration; ) {
    simulator.step();
    time = simulator.report().time;
    path.push([simulator.state.q[q], simulator.state.q[q + 1]]);
    heights.push(simulator.state.q[q + 2] - rest);
    times.push(time);
    if (Math.abs(time - shownTime) < timeStep / 2) {
      const force = totalForce(simulator.report().contacts, timeStep);
      shown = {
        tangential: [force[0], force[1]],
        normal: force[2],
        slip: [simulator.state.v[v], simulator.state.v[v + 1]],
      };
    }
  }
  const aside = path.map(([x, y]) => Math.abs(x * along[1] - y * along[0]));
  return { solver, title, role, path, heights, times, ...shown, drift: Math.max(...aside), lift: Math.max(...heights) };
}

/** The force of the floor on the cube. */
function totalForce(contacts: readonly SimulatedContact[], timeStep: number): readonly number[] {
  const sum = [0, 0, 0];
  for (const { impulse, normal } of contacts) {
    // Normals point from A to B, and impulses act on B. The cube is B if the normal points up.
    const sign = normal[2] > 0 ? 1 : -1;
    for (let axis = 0; axis < 3; axis++) sum[axis] += (sign * impulse[axis]) / timeStep;
  }
  return sum;
}

let computed: readonly Slide[] | null = null;

export function slides(): readonly Slide[] {
  computed ??= models.map(slideUnder);
  return computed;
}

const millimeters = (value: number): string => `${decimals(1000 * value, value < 1e-4 ? 3 : 1)} mm`;

/** The degrees between the friction force and the direction opposite to the slip. */
function deviation({ tangential: [fx, fy], slip: [sx, sy] }: Slide): number {
  return (Math.atan2(Math.abs(fx * sy - fy * sx), -(fx * sx + fy * sy)) * 180) / Math.PI;
}

const usedFriction = ({ tangential, normal }: Slide): number => length(tangential) / (friction * normal);

/** Names at points; names of points that are near each other stand beside the first of them. */
function names(
  shown: readonly { readonly at: Point; readonly slide: Slide }[],
  shift: readonly [number, number],
): Mark[] {
  const groups: { at: Point; slides: Slide[] }[] = [];
  for (const { at, slide } of shown) {
    const near = groups.find((group) => length([group.at[0] - at[0], group.at[1] - at[1]]) < 0.2);
    if (near) near.slides.push(slide);
    else groups.push({ at, slides: [slide] });
  }
  return groups.map(({ at, slides: [first, ...others] }) =>
    text(at, [first, ...others].map(({ title }) => title).join(', '), others.length > 0 ? 'ink' : first.role, shift),
  );
}

/** The paths, with the direction at the start to the right. */
function pathMarks(shown: readonly Slide[]): Mark[] {
  const scale = 4;
  const place = ([x, y]: Point): Point => {
    const [forward, aside] = [x * along[0] + y * along[1], x * along[1] - y * along[0]];
    return [-1.6 + scale * forward, -scale * aside];
  };
  return [
    line([place([0, 0]), [3, 0]], 'quiet', 'dashed'),
    text(place([0, 0]), 'straight ahead', 'quiet', [0, -20]),
    ...shown.flatMap(({ path, role }) => {
      const points = path.filter((_, k) => k % 8 === 0 || k === path.length - 1).map(place);
      const last = points[points.length - 1];
      return [line(points, role, 'strong'), dot(last, role)];
    }),
    ...names(
      shown.map((slide) => ({ at: place(slide.path[slide.path.length - 1]), slide })),
      [12, 8],
    ),
  ];
}

/** The friction force as a fraction of the cone. */
const tipOf = ({ tangential, normal }: Slide): Point => tangential.map((force) => force / (friction * normal));

/** The cone from above at the normal force of each model: a circle, and the pyramid around it. */
function coneMarks(shown: readonly Slide[]): Mark[] {
  const circle = Array.from(
    { length: 90 },
    (_, k): Point => [Math.cos((Math.PI * k) / 45), Math.sin((Math.PI * k) / 45)],
  );
  const slip = shown[0]?.slip ?? along;
  const size = length(slip) || 1;
  return [
    line(
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ],
      'quiet',
      'dashed',
    ),
    area(circle, 'quiet', 'thin'),
    text([-1, 1], 'pyramid', 'quiet', [4, 6]),
    text([0, -1], 'cone: µ × normal force', 'quiet', [-70, -38]),
    arrow([0, 0], [(0.6 * slip[0]) / size, (0.6 * slip[1]) / size], 'ink'),
    text([(0.6 * slip[0]) / size, (0.6 * slip[1]) / size], 'slip', 'ink', [8, 4]),
    ...shown.map((slide) => arrow([0, 0], tipOf(slide), slide.role, 'strong')),
    ...names(
      shown.map((slide) => ({ at: tipOf(slide), slide })),
      [10, -16],
    ),
  ];
}

function heightMarks(all: readonly Slide[], shown: readonly Slide[]): Mark[] {
  const highest = Math.max(1e-3, ...all.map(({ lift }) => lift));
  const chart = chartOf(
    { from: 0, to: duration, ticks: [0, 0.2, 0.4, 0.6, 0.8].map((t) => [t, String(t)]), title: 'time, s' },
    {
      from: -0.05 * highest,
      to: highest,
      ticks: [0, highest].map((h) => [h, decimals(1000 * h, 1)]),
      title: 'height, mm',
    },
  );
  return [
    ...chart.axes,
    ...shown.map(({ times, heights, role }) =>
      line(
        times.map((time, k) => chart.at(time, heights[k])).filter((_, k) => k % 5 === 0),
        role,
        'strong',
      ),
    ),
  ];
}

function rowsOf(slide: Slide): Row[] {
  return [
    ['friction / (µ × normal force)', decimals(usedFriction(slide), 4)],
    ['angle to the direction against the slip', `${decimals(deviation(slide), 2)}°`],
    ['drift sideways', millimeters(slide.drift)],
    ['largest height', millimeters(slide.lift)],
  ];
}

function sentenceOf(slide: Slide): string {
  const used = decimals(usedFriction(slide), 3);
  const off = decimals(deviation(slide), 1);
  if (slide.title === 'LCP')
    return `The LCP limits friction by a pyramid. Its force is ${used} times that of the cone and ${off}° off the direction against the slip, toward an edge of the pyramid: the cube drifts ${millimeters(slide.drift)} sideways.`;
  if (slide.title === 'CCP')
    return `The CCP keeps the round cone and the direction, but slip and separation are coupled: the cube leaves the floor, by up to ${millimeters(slide.lift)}.`;
  if (slide.title === 'RaiSim')
    return `RaiSim's rule keeps the cube on the floor: it rises by at most ${millimeters(slide.lift)}. Friction is ${used} times that of the cone: the rule does not always maximize the dissipation.`;
  return `The NCP is the full law: the force is ${used} times that of the cone and ${off}° off the direction against the slip; the cube rises ${millimeters(slide.lift)} and drifts ${millimeters(slide.drift)}.`;
}

function steps(): readonly LessonStep[] {
  const all = slides();
  const pictures = (shown: readonly Slide[]): LessonStep['pictures'] => [
    pathMarks(shown),
    coneMarks(shown),
    heightMarks(all, shown),
  ];
  const lifts = all.map(({ lift }) => lift);
  const first: LessonStep = {
    sentence: `A cube slides at ${speed} m/s over a floor with µ = ${friction}, between a side and a corner of the friction pyramid. Friction should act against the slip, and the cube should stay on the floor. One of the four models lets it rise: which?`,
    lines: [],
    pictures: pictures([]),
    numbers: [],
    question: {
      text: 'Which model lets the cube rise?',
      choices: all.map(({ title }) => title),
      answer: lifts.indexOf(Math.max(...lifts)),
    },
  };
  const each = all.map((slide, k) => ({
    sentence: sentenceOf(slide),
    lines: [k],
    pictures: pictures([slide]),
    numbers: rowsOf(slide),
  }));
  const last: LessonStep = {
    sentence: `All four side by side, ${duration} s after the start. They obey different laws, and solvers differ in time, too: the simulation shows both while it runs.`,
    lines: [0, 1, 2, 3],
    pictures: pictures(all),
    numbers: all.map(
      (slide): Row => [`distance, ${slide.title}`, `${decimals(length(slide.path[slide.path.length - 1]), 4)} m`],
    ),
  };
  return [first, ...each, last];
}

export const frictionModels: Lesson = {
  panes: [
    { title: 'The path, from above', window: { center: [0, 0], height: 2.2 }, frame: frames.wide },
    { title: 'The force of the floor, from above', window: { center: [0, 0], height: 2.9 }, frame: frames.wide },
    { title: 'Height', window: chartWindow, frame: frames.wide },
  ],
  code,
  bodies: [],
  outlines: () => [],
  steps,
  next: [
    ['The same cubes in motion', '#example=friction'],
    ['A robot that walks under each model', '#example=walk'],
  ],
};
