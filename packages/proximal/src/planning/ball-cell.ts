// The cell of a robot whose links are balls, as the record that kernel/planning/balls.ts reads.

import { MOTION_SCREW, MOTION_SLIDE } from '../dynamics/joints/joint.ts';
import type { Model } from '../dynamics/model.ts';
import { integersAt } from '../engine/integers.ts';
import {
  Ball,
  BallCell,
  BallLink,
  CellJoint,
  OBSTACLE_BOX,
  OBSTACLE_CYLINDER,
  OBSTACLE_HALFSPACE,
  OBSTACLE_OTHER,
  OBSTACLE_SEGMENT,
  Obstacle,
} from '../engine/planning-layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import { boundsAt } from '../scene/bounds-at.ts';
import { Box } from '../shapes/box.ts';
import { Cylinder } from '../shapes/cylinder.ts';
import { Point } from '../shapes/point.ts';
import { Segment } from '../shapes/segment.ts';
import type { SolidPair } from './pairs.ts';
import type { Solid } from './solid.ts';

/** Balls of one body that are checked with the same solids. */
interface Link {
  readonly joint: number;
  /** Indices in the list of solids. */
  readonly members: readonly number[];
}

/** A cell in the form that the kernel reads. */
export interface BallRecord {
  readonly record: ShapeRecord;
  /** The size of a workspace, in numbers of 8 bytes. */
  readonly workspaceSize: number;
  /** The offset of the joints' frames in a workspace, in numbers of 8 bytes. */
  readonly frames: number;
  /** Whether the kernel can place all joints. */
  readonly isPlaceable: boolean;
  /** Pairs that the kernel leaves undecided: those with obstacles of other kinds. */
  readonly otherPairs: readonly SolidPair[];
}

export function ballRecordOf(
  model: Model,
  solids: readonly Solid[],
  pairs: readonly SolidPair[],
  padding: number,
): BallRecord {
  const partners = partnersOf(solids, pairs);
  const links = linksOf(solids, partners);
  const obstacles = solids.flatMap(({ joint }, k) => (joint < 0 && partners[k].size > 0 ? [k] : []));
  const linkPairs = links.flatMap((a, i) =>
    links.flatMap((b, j) => (j > i && partners[a.members[0]].has(b.members[0]) ? [[i, j]] : [])),
  );
  const jointCount = model.joints.length;
  const ballCount = links.reduce((sum, { members }) => sum + members.length, 0);
  const sizes = {
    joints: jointCount * CellJoint.SIZE,
    links: links.length * BallLink.SIZE,
    balls: ballCount * Ball.SIZE,
    boxes: 6 * obstacles.length,
    obstacles: obstacles.length * Obstacle.SIZE,
    pairs: linkPairs.length,
    excluded: Math.ceil((links.length * obstacles.length) / 2),
  };
  const offsets = offsetsOf(sizes, BallCell.SIZE);
  const workspace = offsetsOf(
    { frames: 24 * (jointCount + 1), centers: 6 * ballCount, linkCenters: 6 * links.length, isPlaced: links.length },
    0,
  );
  const f64 = new Float64Array(offsets.end);
  const i32 = new Int32Array(f64.buffer);
  BallCell.setPadding(f64, 0, padding);
  writeHead(
    i32,
    model,
    { links: links.length, obstacles: obstacles.length, pairs: linkPairs.length },
    offsets,
    workspace,
  );
  writeJoints(model, f64, i32, offsets.joints);
  writeLinks(solids, links, f64, i32, offsets.links, offsets.balls);
  const excluded = integersAt(i32, offsets.excluded, links.length * obstacles.length);
  for (const [k, index] of obstacles.entries()) {
    writeObstacle(solids[index], f64, i32, offsets.obstacles + Obstacle.SIZE * k);
    f64.set(boxAround(solids[index]), offsets.boxes + 6 * k);
    for (const [link, { members }] of links.entries())
      excluded[obstacles.length * link + k] = partners[index].has(members[0]) ? 0 : 1;
  }
  integersAt(i32, offsets.pairs, 2 * linkPairs.length).set(linkPairs.flat());
  const isOther = ({ b }: SolidPair): boolean => b.joint < 0 && kindOf(b) === OBSTACLE_OTHER;
  const { motion } = model.tree;
  return {
    record: ShapeRecord.of(f64),
    workspaceSize: workspace.end,
    frames: workspace.frames,
    isPlaceable: motion.every((kind) => kind === MOTION_SCREW || kind === MOTION_SLIDE),
    otherPairs: pairs.filter(isOther),
  };
}

/** Writes the counts of a cell and the offsets of its parts, in the record and in the workspace. */
function writeHead(
  i32: Int32Array,
  model: Model,
  counts: Readonly<Record<'links' | 'obstacles' | 'pairs', number>>,
  at: Readonly<Record<'joints' | 'links' | 'balls' | 'boxes' | 'obstacles' | 'pairs' | 'excluded', number>>,
  work: Readonly<Record<'frames' | 'centers' | 'linkCenters' | 'isPlaced', number>>,
): void {
  BallCell.setJointCount(i32, 0, model.joints.length);
  BallCell.setLinkCount(i32, 0, counts.links);
  BallCell.setObstacleCount(i32, 0, counts.obstacles);
  BallCell.setPairCount(i32, 0, counts.pairs);
  BallCell.setCoordinateCount(i32, 0, model.nq);
  BallCell.setJoints(i32, 0, at.joints);
  BallCell.setLinks(i32, 0, at.links);
  BallCell.setBalls(i32, 0, at.balls);
  BallCell.setBoxes(i32, 0, at.boxes);
  BallCell.setObstacles(i32, 0, at.obstacles);
  BallCell.setPairs(i32, 0, at.pairs);
  BallCell.setExcluded(i32, 0, at.excluded);
  BallCell.setFrames(i32, 0, work.frames);
  BallCell.setLinkCenters(i32, 0, work.linkCenters);
  BallCell.setCenters(i32, 0, work.centers);
  BallCell.setIsPlaced(i32, 0, work.isPlaced);
  BallCell.setLastLink(i32, 0, 0);
  BallCell.setLastObstacle(i32, 0, -1);
}

/** The solids with which each solid is checked. */
function partnersOf(solids: readonly Solid[], pairs: readonly SolidPair[]): Set<number>[] {
  const partners = solids.map(() => new Set<number>());
  for (const { ia, ib } of pairs) {
    partners[ia].add(ib);
    partners[ib].add(ia);
  }
  return partners;
}

/** Groups the moving solids that have partners: a link is all solids of one body with the same partners. */
function linksOf(solids: readonly Solid[], partners: readonly Set<number>[]): Link[] {
  const links = new Map<string, { joint: number; members: number[] }>();
  for (const [k, { joint }] of solids.entries()) {
    if (joint < 0 || partners[k].size === 0) continue;
    const key = `${joint}:${[...partners[k]].sort((a, b) => a - b).join()}`;
    const existing = links.get(key);
    if (existing) existing.members.push(k);
    else links.set(key, { joint, members: [k] });
  }
  return [...links.values()];
}

/** The offsets of tables that follow each other, in numbers of 8 bytes. */
function offsetsOf<Key extends string>(sizes: Record<Key, number>, first: number): Record<Key | 'end', number> {
  let end = first;
  const offsets: Record<string, number> = {};
  for (const [key, size] of Object.entries<number>(sizes)) {
    offsets[key] = end;
    end += size;
  }
  return { ...offsets, end } as Record<Key | 'end', number>;
}

function writeJoints({ tree, joints }: Model, f64: Float64Array, i32: Int32Array, at: number): void {
  for (let k = 0; k < joints.length; k++) {
    const to = at + CellJoint.SIZE * k;
    CellJoint.setParent(i32, to, tree.parent[k] + 1);
    CellJoint.setCoordinate(i32, to, tree.q[k]);
    CellJoint.setIsTurning(i32, to, tree.motion[k] === MOTION_SCREW ? 1 : 0);
    CellJoint.setRatio(f64, to, tree.ratio[k]);
    CellJoint.setOffset(f64, to, tree.offset[k]);
    CellJoint.setPitch(f64, to, tree.pitch[k]);
    for (let n = 0; n < 9; n++) CellJoint.setRotation(f64, to, n, tree.placement[12 * k + n]);
    for (let n = 0; n < 3; n++) CellJoint.setOrigin(f64, to, n, tree.placement[12 * k + 9 + n]);
  }
}

function writeLinks(
  solids: readonly Solid[],
  links: readonly Link[],
  f64: Float64Array,
  i32: Int32Array,
  at: number,
  atBalls: number,
): void {
  let first = 0;
  for (const [k, { joint, members }] of links.entries()) {
    const to = at + BallLink.SIZE * k;
    const balls = members.map((index) => [...solids[index].center, solids[index].ballRadius]);
    BallLink.setFrame(i32, to, joint + 1);
    BallLink.setFirst(i32, to, first);
    BallLink.setCount(i32, to, members.length);
    f64.set(ballAround(balls), to + BallLink.AROUND);
    f64.set(balls.flat(), atBalls + Ball.SIZE * first);
    first += members.length;
  }
}

/** `ballAround` takes steps 2 to `maxRounds` − 1; the radius is then at most about 2 % above the smallest. */
const maxRounds = 50;

/** A ball around balls: x, y, z, radius. The center moves toward the farthest ball by smaller and smaller steps (Bădoiu and Clarkson 2003). */
function ballAround(balls: readonly (readonly number[])[]): number[] {
  let center = [0, 1, 2].map((k) => balls.reduce((sum, ball) => sum + ball[k], 0) / balls.length);
  const farthestDistance = ([x, y, z, r]: readonly number[]): number =>
    Math.sqrt((x - center[0]) ** 2 + (y - center[1]) ** 2 + (z - center[2]) ** 2) + r;
  const radius = (): number => Math.max(...balls.map(farthestDistance));
  let best = [...center, radius()];
  for (let round = 2; round < maxRounds && balls.length > 1; round++) {
    const far = balls.reduce((p, q) => (farthestDistance(q) > farthestDistance(p) ? q : p));
    const distance = farthestDistance(far) - far[3];
    // Toward the farthest point of the farthest ball.
    const step = distance > 0 ? farthestDistance(far) / (distance * round) : 0;
    center = center.map((x, k) => x + step * (far[k] - x));
    const size = radius();
    if (size < best[3]) best = [...center, size];
  }
  best[3] *= 1 + 1e-12;
  return best;
}

function kindOf({ shape, assembly }: Solid): number {
  if (assembly) return OBSTACLE_OTHER;
  if (shape instanceof Box) return OBSTACLE_BOX;
  if (shape instanceof Cylinder) return OBSTACLE_CYLINDER;
  if (shape instanceof Segment || shape instanceof Point) return OBSTACLE_SEGMENT;
  return shape.isBounded ? OBSTACLE_OTHER : OBSTACLE_HALFSPACE;
}

function writeObstacle(solid: Solid, f64: Float64Array, i32: Int32Array, to: number): void {
  const { shape, rigid } = solid;
  const kind = kindOf(solid);
  Obstacle.setKind(i32, to, kind);
  if (kind === OBSTACLE_OTHER) return;
  for (let axis = 0; axis < 3; axis++) {
    Obstacle.setCenter(f64, to, axis, rigid[9 + axis]);
    for (let k = 0; k < 3; k++) Obstacle.setAxes(f64, to, 3 * axis + k, rigid[3 * k + axis]);
  }
  // `shape.radius` is the swept radius; the radius of a cylinder is in `half`.
  Obstacle.setRadius(f64, to, shape.radius);
  const half =
    shape instanceof Box
      ? shape.halfExtents
      : shape instanceof Cylinder
        ? [shape.bottomRadius, shape.halfLength]
        : [shape instanceof Segment ? shape.halfLength : 0];
  for (const [k, x] of half.entries()) Obstacle.setHalf(f64, to, k, x);
}

/** The box around a solid along the world's axes: center and half lengths, enlarged by rounding errors. */
function boxAround({ shape, pose }: Solid): number[] {
  if (!shape.isBounded) return [0, 0, 0, Infinity, Infinity, Infinity];
  const bounds = new Float64Array(6);
  boundsAt(shape, pose, bounds);
  const center = [0, 1, 2].map((k) => (bounds[k] + bounds[k + 3]) / 2);
  return [...center, ...center.map((x, k) => (bounds[k + 3] - x) * (1 + 1e-12) + 1e-15 * Math.abs(x))];
}
