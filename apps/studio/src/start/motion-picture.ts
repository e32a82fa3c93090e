// A motion between obstacles, covered by discs that are proven free.
import { box, clearance, ellipse, polygon, rounded } from 'proximal/2d';
import { area, line, type Point } from '../picture/marks.ts';
import { outline, type Placed, poseOf } from '../picture/placed.ts';
import type { LivePicture } from './live-picture.ts';

const robot = ellipse(0.16, 0.1);
const obstacles: readonly Placed[] = [
  { shape: polygon([-0.5, -0.35, 0.5, -0.35, 0.35, 0.3, -0.4, 0.25]), position: [-0.95, 1.05], angle: 0.12 },
  { shape: rounded(box(0.32, 0.3), 0.08), position: [-1.0, -0.5], angle: 0.45 },
  { shape: ellipse(0.45, 0.3), position: [0.25, 0.55], angle: -0.7 },
  { shape: polygon([-0.4, -0.4, 0.35, -0.3, 0.0, 0.4]), position: [-0.1, -0.95], angle: 0.5 },
  { shape: rounded(box(0.28, 0.22), 0.06), position: [1.05, 0.1], angle: -0.25 },
  { shape: polygon([-0.6, -0.2, 0.6, -0.25, 0.3, 0.2, -0.3, 0.25]), position: [1.05, -1.15], angle: 0.05 },
];

/** The path of the robot's center, from 0 to 1. */
const pathPoint = (s: number): Point => [-1.9 + 3.8 * s, -0.1 + 0.45 * Math.sin(2 * Math.PI * s)];
const robotAngle = 0.3;

interface Disc {
  /** The path parameter of the center. */
  readonly s: number;
  readonly radius: number;
}

/** The largest number of discs. */
const maxDiscs = 60;

/**
 * Discs in which the robot's center can move without contact, because the clearance at the center of each disc is proven. The center of each disc
 * lies inside the previous one.
 */
function freeDiscs(): readonly Disc[] {
  const found: Disc[] = [];
  for (let s = 0; s < 1 && found.length < maxDiscs; ) {
    const [x, y] = pathPoint(s);
    const pose = { position: [x, y] as const, angle: robotAngle };
    const radius = Math.min(...obstacles.map((each) => clearance(robot, pose, each.shape, poseOf(each))));
    found.push({ s, radius });
    const isInside = (t: number): boolean => Math.hypot(pathPoint(t)[0] - x, pathPoint(t)[1] - y) < radius;
    while (s < 1 && isInside(s + 0.002)) s += 0.002;
    // The disc does not contain the next point of the path: the robot touches an obstacle, or nearly so.
    if (found.at(-1)?.s === s) return [];
  }
  return found;
}

let discs: readonly Disc[] | null = null;

function circlePoints([cx, cy]: Point, radius: number): Point[] {
  return Array.from({ length: 48 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 48;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

export function motionPicture(time: number): LivePicture {
  discs ??= freeDiscs();
  const s = Math.min(1, (time % 11) / 8.5);
  const placed = { shape: robot, position: pathPoint(s), angle: robotAngle };
  const path = Array.from({ length: 90 }, (_, k) => pathPoint(k / 89));
  const covered = discs.filter((disc) => disc.s <= s);
  const marks = [
    ...covered.map((disc) => area(circlePoints(pathPoint(disc.s), disc.radius), 'proof', 'thin')),
    ...obstacles.map((each) => area(outline(each), 'b')),
    line(path, 'quiet', 'dashed'),
    line(path.slice(0, Math.ceil(90 * s)), 'proof', 'strong'),
    area(outline(placed), 'a', 'strong'),
  ];
  const numbers = `${covered.length} of ${discs.length} free discs prove the motion`;
  return { marks, window: { center: [0, -0.05], height: 2.5 }, numbers };
}
