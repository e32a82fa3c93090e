// A plan of an arm with two joints: the arm beside the plane of its configurations, in which the search is a path around red regions.
import { box, capsule } from 'proximal';
import { box as flatBox, capsule as flatCapsule } from 'proximal/2d';
import { type Model, ModelBuilder } from 'proximal/dynamics';
import { certifyMotion, type Plan, planMotion, RobotCell, simplify } from 'proximal/planning';
import { Scene } from 'proximal/scene';
import { decimals } from '../picture/decimals.ts';
import { area, dot, line, type Mark, type Point, type Role, text } from '../picture/marks.ts';
import { outline } from '../picture/placed.ts';
import { frames, type Lesson, type LessonStep, type Placement } from './lesson.ts';
import type { Row } from './rows.ts';

const code: readonly string[] = [
  'two trees, with the start and with the goal as roots',
  'repeat',
  '    sample ← a random configuration',
  '    near ← the configuration of the first tree that is nearest to the sample',
  '    grow from near toward the sample, as far as a proof shows the motion to be free',
  '    grow the other tree toward the new configuration',
  '    if both trees meet: return the path',
  '    exchange the trees',
  'shorten the path by shortcuts that are proven free',
  'certify: check the proof of the whole motion again',
];

const linkLength = 0.85;
const radius = 0.07;
/** The limits of both joints, in radians. */
const limits = [
  [-3.1, 3.1],
  [-2.6, 2.6],
] as const;
const obstacleSize = [0.28, 0.16] as const;
const fixed: Placement = { position: [-0.9, 1.0], angle: 0.6 };
export const [start, goal]: readonly [Point, Point] = [
  [-0.55, -0.7],
  [2.85, 0.8],
];

function arm(): Model {
  const builder = new ModelBuilder();
  for (let k = 1; k <= 2; k++) {
    const [lower, upper] = limits[k - 1];
    builder
      .link(`link${k}`, { mass: 1, inertia: [1, 1, 1] })
      .joint(`joint${k}`, {
        kind: 'revolute',
        parent: k === 1 ? 'world' : 'link1',
        child: `link${k}`,
        placement: { position: [k === 1 ? 0 : linkLength, 0, 0] },
        lower,
        upper,
      })
      .geometry(`link${k}`, {
        shape: capsule(radius, linkLength / 2),
        pose: { position: [linkLength / 2, 0, 0], rotation: [0, 1, 0, 1] },
      });
  }
  return builder.build();
}

/** The arm among a fixed and a movable obstacle. */
export function cellOf([movable]: readonly Placement[]): RobotCell {
  const scene = new Scene();
  [fixed, movable].forEach(({ position: [x, y], angle }, k) => {
    const rotation = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const;
    scene.add(box(...obstacleSize, 0.3), { position: [x, y, 0], rotation }, { name: k === 0 ? 'box' : 'B' });
  });
  return new RobotCell({ model: arm(), scene });
}

const flat = { link: flatCapsule(radius, linkLength / 2), obstacle: flatBox(...obstacleSize) };

function armMarks(q: ArrayLike<number>, role: Role, isGhost = false): Mark[] {
  const angles = [q[0], q[0] + q[1]];
  let joint: Point = [0, 0];
  return angles.flatMap((angle) => {
    const tip: Point = [joint[0] + linkLength * Math.cos(angle), joint[1] + linkLength * Math.sin(angle)];
    const middle: Point = [(joint[0] + tip[0]) / 2, (joint[1] + tip[1]) / 2];
    joint = tip;
    return [area(outline({ shape: flat.link, position: middle, angle }), role, isGhost ? 'thin' : '')];
  });
}

function workspaceMarks([movable]: readonly Placement[]): Mark[] {
  return [
    area(outline({ shape: flat.obstacle, ...fixed }), 'quiet'),
    area(outline({ shape: flat.obstacle, ...movable }), 'b'),
    text(movable.position, 'B', 'b', [-5, -5]),
    dot([0, 0], 'ink', 'large'),
  ];
}

/** Configurations in rows and columns that are checked for the picture. */
const [columns, rowsOfGrid] = [72, 60];

/** The configurations in contact: a rectangle for each run of neighbors in a row. */
function contactMarks(cell: RobotCell): Mark[] {
  const [[x0, x1], [y0, y1]] = limits;
  const [dx, dy] = [(x1 - x0) / columns, (y1 - y0) / rowsOfGrid];
  const marks: Mark[] = [];
  for (let row = 0; row < rowsOfGrid; row++) {
    const y = y0 + row * dy;
    let from = -1;
    for (let column = 0; column <= columns; column++) {
      const isContact = column < columns && !cell.isFree([x0 + (column + 0.5) * dx, y + dy / 2]);
      if (isContact && from < 0) from = column;
      if (isContact || from < 0) continue;
      const [left, right] = [x0 + from * dx, x0 + column * dx];
      marks.push(
        area(
          [
            [left, y],
            [right, y],
            [right, y + dy],
            [left, y + dy],
          ],
          'contact',
          'block',
        ),
      );
      from = -1;
    }
  }
  return marks;
}

const frame: readonly Mark[] = [
  line(
    [
      [limits[0][0], limits[1][0]],
      [limits[0][1], limits[1][0]],
      [limits[0][1], limits[1][1]],
      [limits[0][0], limits[1][1]],
      [limits[0][0], limits[1][0]],
    ],
    'quiet',
  ),
  text([limits[0][1], limits[1][0]], 'joint 1', 'quiet', [-60, -20]),
  text([limits[0][0], limits[1][1]], 'joint 2', 'quiet', [0, 8]),
];

interface Branch {
  readonly tree: 'a' | 'b';
  readonly from: Point;
  readonly to: Point;
}

interface Search {
  readonly branches: readonly Branch[];
  readonly plan: Plan;
  readonly short: Plan;
}

function search(cell: RobotCell): Search {
  const branches: Branch[] = [];
  const plan = planMotion(cell, {
    start,
    goal,
    seed: 3,
    range: 0.35,
    maxIterations: 5000,
    onNode: ({ tree, q, parent }) => {
      if (parent) branches.push({ tree: tree === 'start' ? 'a' : 'b', from: [...parent], to: [...q] });
    },
  });
  return { branches, plan, short: plan.status === 'solved' ? simplify(plan) : plan };
}

const branchMarks = (branches: readonly Branch[]): Mark[] =>
  branches.flatMap(({ tree, from, to }) => [line([from, to], tree), dot(to, tree, 'small')]);

const pathOf = ({ path }: Plan): readonly Point[] => path.map((q) => [...q]);

/** Configurations along a path, at equal distances, at which the arm is drawn translucent. */
function alongPath(path: readonly Point[], count: number): readonly Point[] {
  const lengths = path.slice(1).map(([x, y], k) => Math.hypot(x - path[k][0], y - path[k][1]));
  const total = lengths.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: count }, (_, n) => {
    let rest = (total * (n + 1)) / (count + 1);
    let k = 0;
    while (k < lengths.length - 1 && rest > lengths[k]) rest -= lengths[k++];
    const t = rest / lengths[k];
    return [path[k][0] + t * (path[k + 1][0] - path[k][0]), path[k][1] + t * (path[k + 1][1] - path[k][1])];
  });
}

function steps(bodies: readonly Placement[]): readonly LessonStep[] {
  const cell = cellOf(bodies);
  const regions = [...contactMarks(cell), ...frame];
  const ends = [
    dot(start, 'a', 'large'),
    text(start, 'start', 'a', [10, 6]),
    dot(goal, 'b', 'large'),
    text(goal, 'goal', 'b', [10, 6]),
  ];
  const still = [...workspaceMarks(bodies), ...armMarks(start, 'a'), ...armMarks(goal, 'b')];
  const straight = cell.motion(start, goal);
  const question = {
    text: 'Is the straight motion from start to goal free?',
    choices: ['yes', 'no'],
    answer: straight.status === 'free' ? 0 : 1,
  };
  const first: LessonStep = {
    sentence:
      'A configuration of the arm is a point of the right picture: the angles of its two joints. Red configurations touch an obstacle. Is the straight motion from the blue start to the orange goal free?',
    lines: [0],
    pictures: [still, [...regions, ...ends]],
    numbers: [['checked configurations', String(columns * rowsOfGrid)]],
  };
  if (!cell.isFree(start) || !cell.isFree(goal)) {
    return [
      { ...first, sentence: 'The start or the goal touches an obstacle: there is nothing to plan. Move B away.' },
    ];
  }
  const said =
    straight.status === 'free'
      ? 'It is free, with a proof: no search is needed here. Move B into its way.'
      : `It is not: it would touch the obstacle ${straight.contact?.b === 'B' ? 'B' : 'that is fixed'}. A path must lead around the red regions.`;
  const straightMark = line([start, goal], straight.status === 'free' ? 'proof' : 'contact', 'strong');
  const second: LessonStep = { ...first, sentence: said, pictures: [still, [...regions, straightMark, ...ends]] };
  const { branches, plan, short } = search(cell);
  const shown: LessonStep[] = [{ ...first, question }, second];
  for (const part of branches.length > 8 ? [0.3, 0.65, 1] : [1]) {
    const some = branches.slice(0, Math.ceil(part * branches.length));
    const ofStart = some.filter(({ tree }) => tree === 'a').length;
    shown.push({
      sentence: `After ${some.length} new configurations, the tree of the start has ${ofStart} of them and that of the goal ${some.length - ofStart}. Every edge is a motion that is proven free, not only at samples.`,
      lines: [2, 3, 4, 5],
      pictures: [still, [...regions, ...branchMarks(some), ...ends]],
      numbers: [['configurations', String(some.length)]],
    });
  }
  if (plan.status !== 'solved') {
    const sentence = `The search ended without a path: ${plan.status}. Move B.`;
    return [...shown, { ...shown[shown.length - 1], sentence }];
  }
  return [...shown, ...pathSteps(cell, bodies, { branches, plan, short }, [...regions], ends)];
}

function pathSteps(
  cell: RobotCell,
  bodies: readonly Placement[],
  { branches, plan, short }: Search,
  regions: readonly Mark[],
  ends: readonly Mark[],
): LessonStep[] {
  const lengths: Row[] = [
    ['length of the path', `${decimals(plan.statistics.length, 3)} rad`],
    ['after shortcuts', `${decimals(short.statistics.length, 3)} rad`],
  ];
  const posesOf = (path: readonly Point[]): Mark[] => [
    ...workspaceMarks(bodies),
    ...alongPath(path, 12).flatMap((q) => armMarks(q, 'proof', true)),
    ...armMarks(start, 'a'),
    ...armMarks(goal, 'b'),
  ];
  const [long, cut] = [pathOf(plan), pathOf(short)];
  const certificate = certifyMotion(cell, short);
  const found: LessonStep = {
    sentence: `The trees have met: the path has ${long.length - 1} straight motions and a length of ${decimals(plan.statistics.length, 2)} rad.`,
    lines: [6],
    pictures: [posesOf(long), [...regions, ...branchMarks(branches), line(long, 'proof', 'strong'), ...ends]],
    numbers: lengths.slice(0, 1),
  };
  const shortened: LessonStep = {
    sentence: `Shortcuts that are proven free make it ${decimals(short.statistics.length, 2)} rad long, with ${cut.length - 1} motions.`,
    lines: [8],
    pictures: [
      posesOf(cut),
      [
        ...regions,
        line(long, 'quiet', 'dashed'),
        line(cut, 'proof', 'strong'),
        ...cut.map((q) => dot(q, 'proof')),
        ...ends,
      ],
    ],
    numbers: lengths,
  };
  const proven: LessonStep = {
    sentence: `certifyMotion checks the proof of the whole motion again, without the planner: ${certificate.valid ? 'valid' : 'INVALID'}. Samples could miss a thin obstacle between them; the proof cannot.`,
    lines: [9],
    pictures: [posesOf(cut), [...regions, line(cut, 'proof', 'strong'), ...ends]],
    numbers: [...lengths, ['certificate', certificate.valid ? 'valid' : 'INVALID']],
  };
  return [found, shortened, proven];
}

export const planning: Lesson = {
  panes: [
    { title: 'The arm', window: { center: [0, 0.15], height: 3.7 }, frame: frames.tall, drags: 'bodies' },
    { title: 'Its configurations', window: { center: [0, 0], height: 6.2 }, frame: frames.tall },
  ],
  code,
  bodies: [{ position: [1.15, 0.85], angle: 0.3 }],
  outlines: ([movable]) => [outline({ shape: flat.obstacle, ...movable })],
  steps,
  next: [['An arm with seven joints', '#example=plan']],
};
