// One adapter for each library that the benchmarks compare with: peers/<library>.ts makes a `Peer` with the capabilities that the
// library has, and registry.ts lists it. Each capability belongs to a benchmark:
//
//   query      distance, collision, depth and growth of a problem file   peers, penetration, degenerate, gjk
//   plane      distance and collision of polygons; `prisms` in C++       plane
//   simulate   rigid bodies on a floor; `robot` a robot on its feet       sim
//   crowd      collisions of many moving bodies; `rays` on a mesh         scene
//   dynamics   the algorithms of proximal/dynamics                       dynamics
//
// Libraries are loaded when a capability is used. A library in C++ is a program (bench/native) that the benchmarks talk to over a pipe.
import type { Shape } from 'proximal';
import type { Polygon } from 'proximal/2d';
import type { Model } from 'proximal/dynamics';
import type { Algorithm, State } from '../dynamics/own.ts';
import type { NativeSource } from '../harness/native.ts';
import type { Contender } from '../harness/timer.ts';
import type { Level, PreparedQueries } from '../plane/methods.ts';
import type { PlaneSet } from '../plane/sets.ts';
import type { FileSet } from '../problems/problem-set.ts';
import type { Crowd, SceneContender } from '../scene/crowd.ts';
import type { Ray, TriangleMesh } from '../scene/rays.ts';
import type { BodyScene } from '../sim/body-scene.ts';
import type { Engine } from '../sim/engine.ts';
import type { RobotSetup, Runner } from '../sim/solo.ts';
import type { QueryKind } from './query-kind.ts';

export interface Peer {
  /** The name in tables. */
  readonly name: string;
  /** The package of npm or Debian, for the version; our own kernel and libraries from source trees have none. */
  readonly package?: string;
  /** The program of a library in C++. */
  readonly source?: NativeSource;
  /** Computes with 32-bit numbers. */
  readonly isSingle?: true;
  readonly query?: QueryCapability;
  readonly plane?: PlaneCapability;
  /** For a library in C++: polygons as prisms, in 3D problem files. */
  readonly prisms?: PrismCapability;
  /** Throws `Unsupported` for a scene that the adapter cannot make. */
  readonly simulate?: (scene: BodyScene) => Promise<Engine>;
  readonly robot?: (setup: RobotSetup) => Promise<Runner>;
  /** @param next the poses of all bodies, frame after frame */
  readonly crowd?: (crowd: Crowd, next: () => readonly Float64Array[]) => Promise<SceneContender>;
  readonly rays?: (mesh: TriangleMesh, rays: readonly Ray[]) => Promise<() => (number | null)[]>;
  readonly dynamics?: () => Promise<DynamicsPeer>;
  /** The program also reads the file of kernel-inputs.ts. */
  readonly takesKernelInputs?: true;
  /** Only its answers are compared, bit for bit; it is not timed. */
  readonly isExact?: true;
}

export interface QueryCapability {
  readonly queries: readonly PeerQuery[];
  /** For a package of npm, which serve.ts runs in a process of its own. */
  readonly open?: (set: FileSet) => Promise<Queries>;
}

export interface PeerQuery {
  readonly title: string;
  /** The name of the query in the protocol of the program. */
  readonly name: string;
  readonly kind: QueryKind;
  /** Differs from the plain query only for hulls. */
  readonly hullsOnly?: true;
}

/** Queries that have the names of the compared queries. */
export function queriesOf(title: string, kinds: readonly QueryKind[]): PeerQuery[] {
  return kinds.map((kind) => ({ title, name: kind, kind }));
}

/** The queries by name, on bodies that were made and placed before they are timed. */
export type Queries = Readonly<Record<string, Query>>;

/** Answers problem number k: a value first, then two points of a distance or the direction of a depth (see native/harness.hpp). */
export type Query = (k: number, answer: Float64Array) => void;

/** Thrown by an adapter for a shape or a scene that its library does not support. */
export class Unsupported extends Error {}

/** For adapters that support only scenes of separate bodies. */
export function rejectJointsAndDrum({ joints, drum }: BodyScene): void {
  if (joints || drum) throw new Unsupported('joints and drums');
}

export interface PlaneCapability {
  /** The function that is called, and the start of each query. */
  readonly how: string;
  readonly prepare: (set: PlaneSet) => Promise<PreparedQueries>;
  /** The same with warm starts, if the library has them. */
  readonly warm?: Pick<PlaneCapability, 'how' | 'prepare'>;
}

interface PrismCapability {
  readonly how: string;
  readonly cold: readonly PrismQuery[];
  readonly warm: readonly PrismQuery[];
}

export interface PrismQuery {
  readonly title: string;
  readonly name: string;
  readonly level: Level;
}

export interface DynamicsPeer {
  /** The contenders for an algorithm, if the library has it. */
  contenders(text: string, model: Model, algorithm: Algorithm, states: readonly State[]): Contender[];
}

/**
 * Imports a package by a name that the compiler does not resolve, since its type declarations are missing or need the declarations of the browser.
 */
export async function load<T>(name: string): Promise<T> {
  const module = (await import(name)) as { readonly default?: T };
  // CommonJS packages are a default export.
  return module.default ?? (module as T);
}

/** Three numbers by name, as most packages have them. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Writes a point or a direction into an answer. */
export function store(answer: Float64Array, at: 1 | 4, { x, y, z }: Vector): void {
  answer[at] = x;
  answer[at + 1] = y;
  answer[at + 2] = z;
}

/** Rotates a vector from body axes to world axes. */
export function rotate(pose: Float64Array, [x, y, z]: readonly number[], out: Float64Array): void {
  const [qx, qy, qz, qw] = pose.subarray(3, 7);
  const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  out[0] = x + qw * tx + qy * tz - qz * ty;
  out[1] = y + qw * ty + qz * tx - qx * tz;
  out[2] = z + qw * tz + qx * ty - qy * tx;
}

/** The half extents of a box, or null. */
export function halfExtentsOf(shape: Shape): readonly number[] | null {
  const { kind, hx, hy, hz } = shape.toJSON() as unknown as Readonly<Record<string, number>> & { kind: string };
  return kind === 'box' ? [hx, hy, hz] : null;
}

/** The vertices of a polytope, three numbers each. */
export function cornersOf(shape: Shape): number[] {
  return (shape.toJSON() as unknown as { points: number[] }).points;
}

export function verticesOf(shape: Polygon): [number, number][] {
  return Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k));
}

/** A body's point in world coordinates. */
export function toWorld(
  [x, y, cosine, sine]: Float64Array,
  [u, v]: Readonly<ArrayLike<number>> & Iterable<number>,
): [number, number] {
  return [cosine * u - sine * v + x, sine * u + cosine * v + y];
}

/** Both polygons of each problem in world coordinates, for libraries that have no poses. */
export function outlines({ polygons, problems }: PlaneSet): { a: [number, number][]; b: [number, number][] }[] {
  const vertices = polygons.map(verticesOf);
  const moved = (shape: number, pose: Float64Array) => vertices[shape].map((vertex) => toWorld(pose, vertex));
  return problems.map(({ a, b, poseA, poseB }) => ({ a: moved(a, poseA), b: moved(b, poseB) }));
}
