// Crowds of moving bodies, with the same shapes and poses for every contender.
import { box, type Convex, collide, convex, type Shape } from 'proximal';
import { Rng } from 'proximal/math';
import { Scene } from 'proximal/scene';
import { loadHulls } from '../problems/hulls.ts';

/** A shape that every library has. */
interface Model {
  readonly shape: Shape;
  /** The half extents of a box; null for a hull. */
  readonly halfExtents: readonly [number, number, number] | null;
  /** The vertices of a hull, x y z each; null for a box. */
  readonly points: Float32Array | null;
  /** The faces of a hull as triangles; null for a box. */
  readonly triangles: Uint32Array | null;
}

export interface Crowd {
  readonly name: string;
  readonly models: readonly Model[];
  /** The model of each body. */
  readonly kinds: Uint8Array;
  /** The poses of all bodies in each frame, seven numbers each. */
  readonly frames: readonly (readonly Float64Array[])[];
}

const frameCount = 24;
const modelCount = 16;
/** The largest number of vertices of a hull. Jolt has a limit of 256, and rapier3d keeps a copy for each body. */
const maxVertices = 128;
/** The cube root of the volume per body, in mean diameters of the bodies. */
const spacing = 1.25;
/** The displacement of a body per frame, in mean radii of the bodies. */
const step = 0.04;

export function boxes(count: number, seed: number): Crowd {
  const rng = new Rng(seed);
  const models = Array.from({ length: modelCount }, (): Model => {
    const halfExtents = [rng.uniform(0.25, 0.5), rng.uniform(0.25, 0.5), rng.uniform(0.25, 0.5)] as const;
    return { shape: box(...halfExtents), halfExtents, points: null, triangles: null };
  });
  return crowd(`${count} boxes`, rng, models, count);
}

export function hulls(count: number, seed: number): Crowd {
  const rng = new Rng(seed);
  const all = loadHulls(undefined).hulls;
  const stride = Math.max(1, Math.floor(all.length / modelCount));
  const models = all
    .filter((_, k) => k % stride === 0)
    .map(({ hull }): Model => {
      const shape = convex(pointsOf(hull), { maxVertices });
      return { shape, halfExtents: null, points: pointsOf(shape), triangles: trianglesOf(shape) };
    });
  return crowd(`${count} hulls`, rng, models, count);
}

function pointsOf(hull: Convex): Float32Array {
  return Float32Array.from({ length: 3 * hull.vertexCount }, (_, k) => hull.vertex(Math.floor(k / 3))[k % 3]);
}

function trianglesOf(hull: Convex): Uint32Array {
  const faces = Array.from({ length: hull.faceCount }, (_, k) => hull.face(k));
  return Uint32Array.from(
    faces.flatMap(([first, ...rest]) => rest.slice(1).flatMap((last, k) => [first, rest[k], last])),
  );
}

/** Bodies that move straight, rotate, and are reflected by the walls of a cube, with a density that does not depend on the count. */
function crowd(name: string, rng: Rng, models: readonly Model[], count: number): Crowd {
  const kinds = Uint8Array.from({ length: count }, () => rng.index(models.length));
  const size = models.reduce((sum, { shape }) => sum + shape.boundingRadius, 0) / models.length;
  const half = (Math.cbrt(count) * 2 * spacing * size) / 2;
  const bodies = Array.from({ length: count }, () => ({
    position: [0, 1, 2].map(() => rng.uniform(-half, half)),
    velocity: rng.direction().map((x) => x * step * size),
    rotation: rng.rotation(),
  }));
  const frames = Array.from({ length: frameCount }, () =>
    bodies.map(({ position, velocity, rotation }) => {
      for (let k = 0; k < 3; k++) {
        position[k] += velocity[k];
        if (Math.abs(position[k]) > half) velocity[k] = -velocity[k];
      }
      rotation[0] += 0.02;
      const length = Math.hypot(...rotation);
      return Float64Array.of(...position, ...rotation.map((x) => x / length));
    }),
  );
  return { name, models, kinds, frames };
}

/** The frames forward and backward, repeated. */
export function playback({ frames }: Crowd): () => readonly Float64Array[] {
  let at = 0;
  let direction = 1;
  return () => {
    const frame = frames[at];
    if (at + direction < 0 || at + direction >= frames.length) direction = -direction;
    at += direction;
    return frame;
  };
}

/**
 * The number of colliding pairs without a scene, as a reference: pairs in neighboring cells of a grid whose cells are as wide as the
 * largest body.
 */
export function countCollisions(crowd: Crowd, frame: readonly Float64Array[]): number {
  const shapes = [...crowd.kinds].map((kind) => crowd.models[kind].shape);
  const width = 2 * Math.max(...shapes.map(({ boundingRadius, center }) => boundingRadius + Math.hypot(...center)));
  const cells = new Map<string, number[]>();
  const cellOf = (pose: Float64Array): number[] => [0, 1, 2].map((axis) => Math.floor(pose[axis] / width));
  for (const [k, pose] of frame.entries()) {
    const key = cellOf(pose).join();
    const cell = cells.get(key);
    if (cell) cell.push(k);
    else cells.set(key, [k]);
  }
  let count = 0;
  for (const [a, pose] of frame.entries()) {
    const [x, y, z] = cellOf(pose);
    for (let at = 0; at < 27; at++) {
      const key = [x + (at % 3) - 1, y + (Math.floor(at / 3) % 3) - 1, z + Math.floor(at / 9) - 1].join();
      for (const b of cells.get(key) ?? []) if (b > a && collide(shapes[a], pose, shapes[b], frame[b])) count++;
    }
  }
  return count;
}

export interface SceneContender {
  readonly name: string;
  /** Moves all bodies to the next frame and finds all collisions. */
  readonly step: () => void;
  /** The number of colliding pairs in the last step; null if the library does not report it. */
  readonly count: () => number | null;
}

export function ownContender(crowd: Crowd): SceneContender {
  const next = playback(crowd);
  const scene = new Scene();
  const bodies = crowd.frames[0].map((pose, k) => scene.add(crowd.models[crowd.kinds[k]].shape, pose));
  let found = 0;
  const step = (): void => {
    const frame = next();
    for (let k = 0; k < bodies.length; k++) bodies[k].setPose(frame[k]);
    found = scene.collisions().length;
  };
  return { name: 'proximal', step, count: () => found };
}
