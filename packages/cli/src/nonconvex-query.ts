// Queries with mesh files as surfaces or as convex parts, through a scene.
import type { Shape } from 'proximal';
import { mergeMeshes } from 'proximal/io';
import { inverse, type Pose, transformPoint, type Vec3 } from 'proximal/math';
import { assemblyFromJSON, decompose, Scene, type TriangleMesh, triangleMesh } from 'proximal/scene';
import colors from './colors.ts';
import { readInput } from './files.ts';
import { readMeshes } from './mesh-files.ts';
import { checked, UsageError } from './outcome.ts';
import { Progress } from './progress.ts';
import { isShape, readShape } from './shape-argument.ts';
import { labeled, quantity, vector } from './table.ts';

/** The interpretation of a mesh file: its convex hull, its triangles, or convex parts. */
export const representations = ['hull', 'mesh', 'parts'] as const;
export type Representation = (typeof representations)[number];

export interface Operand {
  /** The argument: a shape or a file. */
  readonly argument: string;
  readonly pose: object;
  /** Null for a shape. */
  readonly as: Representation | null;
}

export interface NonconvexOptions {
  readonly query: 'distance' | 'collide' | 'signedDistance';
  readonly margin: number | undefined;
  /** The largest distance of parts from the mesh, in meters; a hundredth of its diagonal if undefined. */
  readonly partsTolerance: number | undefined;
}

/** How an argument is to be read; null for a shape. */
export function representationOf(argument: string, as: string | undefined): Representation | null {
  if (isShape(argument, 3)) return null;
  return (as ?? (isPartsFile(argument) ? 'parts' : 'hull')) as Representation;
}

/** Whether a file has parts, as `proximal decompose -o parts.json` writes them. */
function isPartsFile(argument: string): boolean {
  return /\.json$/i.test(argument);
}

/** One line about what an operand is read as. */
export function describe(argument: string, as: Representation | null): string {
  if (as === null) return argument;
  return {
    hull: `the convex hull of ${argument}`,
    mesh: `the triangles of ${argument}`,
    parts: `convex parts of ${argument}`,
  }[as];
}

type Body = Parameters<Scene['add']>[0];

interface Prepared {
  readonly body: Body;
  readonly text: string;
  /** The proven error of a decomposition made by this command, in meters; otherwise null. */
  readonly error: number | null;
  /** Null unless the operand is read as triangles. */
  readonly mesh: TriangleMesh | null;
}

/** The answer of a query. */
interface Answer {
  readonly query: NonconvexOptions['query'];
  readonly value: number | boolean;
  readonly found: Nearest;
  /** Whether the bodies are separated, so that they have nearest points. */
  readonly isApart: boolean;
  readonly notes: readonly string[];
}

type Nearest = NonNullable<ReturnType<Scene['nearest']>>;

/** The answer as a report and as plain data. */
export async function answerNonconvex(
  a: Operand,
  b: Operand,
  options: NonconvexOptions,
): Promise<{ readonly report: string; readonly json: object }> {
  const [first, second] = [await prepare(a, options), await prepare(b, options)];
  const scene = new Scene();
  const bodyA = checked(() => scene.add(first.body, a.pose));
  const bodyB = checked(() => scene.add(second.body, b.pose));
  const { query, margin = 0 } = options;
  const found = checked(() => scene.nearest(bodyA, { margin }));
  if (!found) throw new UsageError('The bodies are too far apart for a distance.');
  const distance = query === 'signedDistance' ? found.distance : Math.max(0, found.distance);
  const isApart = found.distance > 0;
  const { pointA, pointB } = found.result;
  const notes = isApart
    ? [
        ...insideNote('B', pointB, 'A', first.mesh, bodyA.pose),
        ...insideNote('A', pointA, 'B', second.mesh, bodyB.pose),
      ]
    : [];
  const answer: Answer = { query, value: query === 'collide' ? found.collides : distance, found, isApart, notes };
  return {
    report: reportOf(answer, first, second),
    json: { query, a: operandJson(a, first), b: operandJson(b, second), ...answerJson(answer) },
  };
}

function reportOf({ query, value, found, isApart, notes }: Answer, a: Prepared, b: Prepared): string {
  const { result, partA, partB, local } = found;
  const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : quantity(value, 'm');
  const names = { distance: 'distance', collide: 'collision', signedDistance: 'signed distance' };
  const errors = [a, b].flatMap(({ error }) => (error === null ? [] : [error]));
  const hasPoints = isApart && query !== 'collide';
  const isDepthOfPair = local && query === 'signedDistance';
  return labeled([
    ['A', a.text],
    ['B', b.text],
    [names[query], colors.bold(shown)],
    ...(hasPoints
      ? ([
          ['proven to be within', `${quantity(result.lower, '')} … ${quantity(result.upper, 'm')}`],
          ['point of A', `${vector(result.pointA)} m`],
          ['point of B', `${vector(result.pointB)} m`],
        ] as const)
      : []),
    ['nearest parts', `${partA + 1} of A, ${partB + 1} of B${isDepthOfPair ? '; the depth is that of this pair' : ''}`],
    ...(hasPoints && errors.length > 0 ? [['distance of meshes', `up to ${sumOf(errors)} larger`] as const] : []),
    ...notes.map((note) => ['note', note] as const),
  ]);
}

/** The sum of lengths with four digits. */
function sumOf(lengths: readonly number[]): string {
  return quantity(Number(lengths.reduce((sum, x) => sum + x).toPrecision(4)), 'm');
}

function operandJson({ argument, as }: Operand, { error }: Prepared): object {
  return { argument, as: as ?? 'shape', ...(error === null ? {} : { error }) };
}

function answerJson({ value, found, isApart, notes }: Answer): object {
  const { result, partA, partB, local } = found;
  return {
    value,
    lower: isApart ? result.lower : null,
    upper: isApart ? result.upper : null,
    partA,
    partB,
    local,
    pointA: [...result.pointA],
    pointB: [...result.pointB],
    notes,
  };
}

/** A note if a point of one body is inside the closed mesh of the other: the query treats that mesh as a surface without interior. */
function insideNote(name: string, point: Vec3, other: string, mesh: TriangleMesh | null, pose: Pose): string[] {
  if (!mesh) return [];
  const { inside } = mesh.signedDistance(transformPoint(inverse(pose), point));
  return inside === true
    ? [`${name} is inside ${other}, whose triangles are only a surface; --as parts makes it solid`]
    : [];
}

async function prepare({ argument, as }: Operand, { partsTolerance }: NonconvexOptions): Promise<Prepared> {
  const text = describe(argument, as);
  if (as === null || as === 'hull') return { body: readShape(argument, 3) as Shape, text, error: null, mesh: null };
  if (isPartsFile(argument)) return readParts(argument, as);
  const read = mergeMeshes(readMeshes(readInput(argument), undefined));
  if (read.triangles.length === 0)
    throw new UsageError(`${argument} has no triangles; give --as hull for a point cloud.`);
  if (as === 'mesh') {
    const mesh = triangleMesh(read.vertices, read.triangles);
    return { body: mesh, text: `${text}: ${mesh.partCount}, a surface`, error: null, mesh };
  }
  const progress = new Progress();
  const found = checked(() =>
    decompose(read, {
      ...(partsTolerance === undefined ? {} : { tolerance: partsTolerance }),
      onProgress: ({ fraction, parts }) => progress.update(fraction, `${parts} parts`),
    }),
  );
  progress.end();
  const notes = found.notices.map((notice) => `; ${notice}`).join('');
  const within = quantity(Number(found.error.toPrecision(4)), 'm');
  return {
    body: found.compound,
    text: `${text}: ${found.parts.length}, within ${within} of it${notes}`,
    error: found.error,
    mesh: null,
  };
}

function readParts(argument: string, as: Representation): Prepared {
  if (as !== 'parts') throw new UsageError(`${argument} has convex parts; --as ${as} is for mesh files.`);
  const text = new TextDecoder().decode(readInput(argument).bytes);
  const body = checked(() => assemblyFromJSON(JSON.parse(text)));
  return { body, text: `the ${body.partCount} parts of ${argument}`, error: null, mesh: null };
}
