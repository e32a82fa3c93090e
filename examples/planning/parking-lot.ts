// A parking lot with 200 obstacles and four walls, and a picture of a car's path in it.
import { type Body, circle, halfplane, polygon, Scene, type Shape } from 'proximal/2d';
import { Rng } from 'proximal/math';
import { type CarPose, drive } from './dubins.ts';
import type { CarPath, CarProblem } from './hybrid-a-star.ts';

/** The outline of a car, 4.4 m by 1.8 m, from the middle of its rear axle. */
const outline = [
  [-0.9, -0.9],
  [3.2, -0.9],
  [3.5, -0.6],
  [3.5, 0.6],
  [3.2, 0.9],
  [-0.9, 0.9],
];
const car: Shape = polygon(outline);
/** The middle of a car's length, from its rear axle. */
const middle = 1.3;
const [bays, bayWidth, bayDepth, aisle] = [51, 2.6, 5.2, 6.4];
const width = bays * bayWidth;
const height = 4 * bayDepth + 2 * aisle;
/** The middles of the four rows of bays, from below. */
const rows = [0.5, 1.5, 2.5, 3.5].map((row) => row * bayDepth + (row < 1 ? 0 : row < 3 ? aisle : 2 * aisle));
/** The columns of the passage between the aisles, and the row and column of the free bay. */
const passage = { from: 24, to: 26 };
const free = { row: 2, column: 33 };
/** Shopping carts that were left in the aisles. */
const carts = [
  [30, 7.2],
  [96, 26.5],
  [70, 24],
] as const;

const bayX = (column: number): number => (column + 0.5) * bayWidth;

/** A car in the middle of a bay, with its nose up or down. */
function parked(x: number, y: number, heading: number): CarPose {
  return { x: x - middle * Math.cos(heading), y: y - middle * Math.sin(heading), heading };
}

export function parkingLot(seed: number): CarProblem {
  const rng = new Rng(seed);
  const scene = new Scene();
  const add = (pose: CarPose): Body => scene.add(car, { position: [pose.x, pose.y], angle: pose.heading });
  rows.forEach((y, row) => {
    const isMiddle = row === 1 || row === 2;
    for (let column = 0; column < bays; column++) {
      if (isMiddle && column >= passage.from && column <= passage.to) continue;
      if (row === free.row && column === free.column) continue;
      const heading = (rng.uniform() < 0.5 ? 1 : -1) * (Math.PI / 2) + rng.uniform(-0.03, 0.03);
      add(parked(bayX(column) + rng.uniform(-0.1, 0.1), y + rng.uniform(-0.2, 0.2), heading));
    }
  });
  for (const [x, y] of carts) scene.add(circle(0.5), { position: [x, y] });
  scene.add(halfplane(), { position: [0, 0] });
  scene.add(halfplane(), { position: [0, height], angle: Math.PI });
  scene.add(halfplane(), { position: [0, 0], angle: -Math.PI / 2 });
  scene.add(halfplane(), { position: [width, 0], angle: Math.PI / 2 });
  return {
    ...{ scene, car, width, height, radius: 5, margin: 0.1 },
    start: { x: 4, y: bayDepth + aisle / 2, heading: 0 },
    goal: parked(bayX(free.column), rows[free.row], Math.PI / 2),
  };
}

/** The lot and the path as SVG: the car about every 1.2 m, blue forward and orange in reverse. */
export function drawLot({ scene, start, goal }: CarProblem, path: CarPath): string {
  const point = ({ x, y, heading }: CarPose, [u, v]: readonly number[]): string => {
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    return `${(x + c * u - s * v).toFixed(2)} ${(height - (y + s * u + c * v)).toFixed(2)}`;
  };
  const shape = (pose: CarPose, style: string): string =>
    `<path d="M${outline.map((corner) => point(pose, corner)).join('L')}Z" ${style}/>`;
  const bodies = scene.bodies.map(({ shape: { kind }, pose: [x, y, c, s] }) => {
    if (kind === 'polygon') return shape({ x, y, heading: Math.atan2(s, c) }, 'fill="#b8bec6"');
    return kind === 'circle' ? `<circle cx="${x}" cy="${height - y}" r="0.5" fill="#8d96a0"/>` : '';
  });
  const steps = path.arcs.flatMap(({ from, arc }) => {
    const count = Math.max(1, Math.round(Math.abs(arc.distance) / 1.2));
    const color = arc.distance > 0 ? '#0072b2' : '#d55e00';
    return Array.from({ length: count }, (_, k) =>
      shape(
        drive(from, { distance: (arc.distance * k) / count, turn: (arc.turn * k) / count }),
        `fill="none" stroke="${color}" stroke-width="0.12"`,
      ),
    );
  });
  const parts = [
    `<rect width="${width}" height="${height.toFixed(2)}" fill="white"/>`,
    ...bodies,
    ...steps,
    shape(start, 'fill="#0072b2"'),
    shape(goal, 'fill="#009e73"'),
  ];
  const size = `viewBox="0 0 ${width} ${height.toFixed(2)}" width="1000"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>\n`;
}
