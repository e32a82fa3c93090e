// Hybrid A* (Dolgov et al. 2008): a search over arcs of a car, with one node for each cell of position and heading. The exact poses
// are kept, each arc is proven free by a query of the time of impact, and Dubins paths connect nearby nodes with the goal.
import { circle, type Motion2, type Scene, type SceneImpact, type Shape } from 'proximal/2d';
import { type Arc, type CarPose, drive, dubinsPaths } from './dubins.ts';

export interface CarProblem {
  readonly scene: Scene;
  /** The car's shape; its origin is the middle of the rear axle. */
  readonly car: Shape;
  readonly start: CarPose;
  readonly goal: CarPose;
  /** The smallest turning radius, in meters. */
  readonly radius: number;
  /** The least distance from obstacles, in meters. */
  readonly margin: number;
  /** The area of the heuristic's grid, from the origin, in meters. The search does not leave it. */
  readonly width: number;
  readonly height: number;
}

/** An arc of the path, with the proof that it is free. */
export interface ProvenArc {
  readonly from: CarPose;
  readonly arc: Arc;
  readonly impact: SceneImpact;
}

export interface CarPath {
  readonly arcs: readonly ProvenArc[];
  /** The number of expanded nodes and of tested arcs. */
  readonly nodes: number;
  readonly tests: number;
}

interface Node {
  readonly pose: CarPose;
  readonly parent: Node | null;
  readonly last: ProvenArc | null;
  readonly cost: number;
  readonly estimate: number;
}

/** The length of an arc between two nodes, in meters. It exceeds the diagonal of a cell, so that every arc leaves its cell. */
const stride = 1.2;
const cell = 0.8;
const headings = 24;
/** The costs of a meter in reverse, and of a change of gear, in meters. */
const reverseCost = 1.5;
const gearCost = 2;
/** Nodes within this distance of the goal, in meters, are connected with it by Dubins paths. */
const connectionRange = 15;
const maxNodes = 50_000;

export const motionOf = ({ distance, turn }: Arc): Motion2 => ({ linear: [distance, 0], angular: turn, axes: 'body' });
export const placeOf = (car: Shape, { x, y, heading }: CarPose) => ({
  shape: car,
  pose: { position: [x, y], angle: heading },
});

/** A path from the start to the goal, or null. */
export function hybridAStar(problem: CarProblem): CarPath | null {
  const { scene, car, start, goal, radius, margin } = problem;
  let tests = 0;
  const prove = (from: CarPose, arc: Arc): ProvenArc | null => {
    tests++;
    const impact = scene.timeOfImpact(placeOf(car, from), motionOf(arc), { margin });
    return impact.status === 'separated' ? { from, arc, impact } : null;
  };
  const remaining = distancesTo(problem);
  const queue = new Queue();
  const closed = new Set<string>();
  queue.push({ pose: start, parent: null, last: null, cost: 0, estimate: remaining(start) });
  while (closed.size < maxNodes) {
    const node = queue.pop();
    if (!node) return null;
    if (closed.has(keyOf(node.pose))) continue;
    closed.add(keyOf(node.pose));
    const ending = connect(node.pose, goal, radius, prove);
    if (ending) return { arcs: [...pathTo(node), ...ending], nodes: closed.size, tests };
    for (const distance of [stride, -stride]) {
      for (const curvature of [-1, -0.5, 0, 0.5, 1]) {
        const arc = { distance, turn: (curvature * distance) / radius };
        const pose = drive(node.pose, arc);
        const rest = remaining(pose);
        if (rest === Infinity || closed.has(keyOf(pose))) continue;
        const last = prove(node.pose, arc);
        if (!last) continue;
        const isGearChanged = node.last !== null && Math.sign(node.last.arc.distance) !== Math.sign(distance);
        const cost =
          node.cost +
          stride * (distance < 0 ? reverseCost : 1) +
          (isGearChanged ? gearCost : 0) +
          0.1 * Math.abs(curvature);
        queue.push({ pose, parent: node, last, cost, estimate: cost + rest });
      }
    }
  }
  return null;
}

function connect(
  from: CarPose,
  goal: CarPose,
  radius: number,
  prove: (from: CarPose, arc: Arc) => ProvenArc | null,
): ProvenArc[] | null {
  if (Math.hypot(goal.x - from.x, goal.y - from.y) > connectionRange) return null;
  for (const isReverse of [false, true]) {
    for (const arcs of dubinsPaths(from, goal, radius, isReverse)) {
      // Long loops are not parking maneuvers.
      if (arcs.reduce((sum, { turn }) => sum + Math.abs(turn), 0) > 1.25 * Math.PI) continue;
      const proven: ProvenArc[] = [];
      let pose = from;
      for (const arc of arcs) {
        const next = prove(pose, arc);
        if (!next) break;
        proven.push(next);
        pose = drive(pose, arc);
      }
      if (proven.length === arcs.length) return proven;
    }
  }
  return null;
}

function pathTo(node: Node): ProvenArc[] {
  const arcs: ProvenArc[] = [];
  for (let at: Node | null = node; at?.last; at = at.parent) arcs.unshift(at.last);
  return arcs;
}

function keyOf({ x, y, heading }: CarPose): string {
  const sector = ((Math.round((heading * headings) / (2 * Math.PI)) % headings) + headings) % headings;
  return `${Math.floor(x / cell)} ${Math.floor(y / cell)} ${sector}`;
}

/** The heuristic: the length of the shortest path of a disc from each cell of one meter to the goal, by Dijkstra's algorithm. */
function distancesTo({ scene, goal, width, height }: CarProblem): (pose: CarPose) => number {
  const disc = circle(0.7);
  const [columns, rows] = [Math.ceil(width), Math.ceil(height)];
  const lengths = new Float64Array(columns * rows).fill(Infinity);
  const indexOf = (x: number, y: number): number => Math.floor(y) * columns + Math.floor(x);
  const isFree = (x: number, y: number): boolean =>
    x >= 0 &&
    y >= 0 &&
    x < columns &&
    y < rows &&
    !scene.collides({ shape: disc, pose: { position: [x + 0.5, y + 0.5] } });
  const queue = new Queue();
  const node = (x: number, y: number, cost: number): Node => ({
    ...{ pose: { x, y, heading: 0 }, parent: null, last: null, cost, estimate: cost },
  });
  queue.push(node(Math.floor(goal.x), Math.floor(goal.y), 0));
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { x, y } = next.pose;
    const index = indexOf(x, y);
    if (lengths[index] < Infinity) continue;
    lengths[index] = next.cost;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ]) {
      const [u, v] = [x + dx, y + dy];
      if (isFree(u, v) && lengths[indexOf(u, v)] === Infinity) queue.push(node(u, v, next.cost + Math.hypot(dx, dy)));
    }
  }
  const isInside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < columns && y < rows;
  return ({ x, y }) => (isInside(x, y) ? lengths[indexOf(x, y)] : Infinity);
}

/** Nodes in a binary heap, by their estimates. */
class Queue {
  private readonly heap: Node[] = [];

  push(node: Node): void {
    const { heap } = this;
    let at = heap.push(node) - 1;
    for (let up = (at - 1) >> 1; at > 0 && heap[up].estimate > node.estimate; up = (at - 1) >> 1) {
      heap[at] = heap[up];
      at = up;
    }
    heap[at] = node;
  }

  pop(): Node | undefined {
    const { heap } = this;
    const [first, last] = [heap[0], heap.pop()];
    if (!last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && heap[child + 1].estimate < heap[child].estimate) child++;
      if (child >= heap.length || heap[child].estimate >= last.estimate) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
