// Pairs of placed shapes, and the text file in which other programs get them:
//
//   proximal-problems 1
//   shapes N
//   box hx hy hz | sphere r | capsule r halfLength | ellipsoid rx ry rz | cylinder r halfLength | cone r halfLength
//   hull V F, followed by V lines `x y z` and F lines of three vertex numbers, counter-clockwise seen from outside
//   mesh V F, the same for a triangle mesh, in the files of the benchmark `mesh` only
//   problems M
//   a b signedDistance  x y z qx qy qz qw  x y z qx qy qz qw
//
// The conventions are the same as in proximal: half extents, z is the axis, a cone's apex is at +z. Numbers have 17 digits, so they
// are read back as the same doubles; an unknown signed distance is `nan`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { box, type Convex, capsule, cone, convex, cylinder, ellipsoid, type Shape, sphere } from 'proximal';
import { resultsFolder } from '../harness/results.ts';

/** Two shapes of a set, by number, with their poses. */
export interface Problem {
  readonly a: number;
  readonly b: number;
  /** x y z qx qy qz qw, body to world. */
  readonly poseA: Float64Array;
  readonly poseB: Float64Array;
  /** In meters, negative for an overlap; NaN if it is not known. */
  readonly signedDistance: number;
}

export interface ProblemSet {
  readonly name: string;
  readonly shapes: readonly Shape[];
  readonly problems: readonly Problem[];
}

/** The parameters of each kind, in the order of the line. Other kinds must be hulls. */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  box: ['hx', 'hy', 'hz'],
  sphere: ['radius'],
  capsule: ['radius', 'halfLength'],
  ellipsoid: ['rx', 'ry', 'rz'],
  cylinder: ['radius', 'halfLength'],
  cone: ['radius', 'halfLength'],
};

/** The folder of the problem files of the last run. */
export function problemsFolder(): string {
  const folder = join(resultsFolder, 'problems');
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function writeProblems({ shapes, problems }: ProblemSet, path: string): void {
  const lines = ['proximal-problems 1', `shapes ${shapes.length}`, ...shapes.flatMap(linesOf)];
  lines.push(`problems ${problems.length}`);
  for (const { a, b, signedDistance, poseA, poseB } of problems) {
    lines.push([a, b, exact(signedDistance), ...Array.from(poseA, exact), ...Array.from(poseB, exact)].join(' '));
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
}

function linesOf(shape: Shape): string[] {
  const names = parametersOf[shape.kind];
  if (names) {
    const fields = shape.toJSON();
    return [[shape.kind, ...names.map((name) => exact(Number(fields[name])))].join(' ')];
  }
  if (shape.kind === 'convex') return hullLines(shape as Convex);
  throw new TypeError(`A problem file has no line for a shape of kind ${shape.kind}.`);
}

function hullLines(hull: Convex): string[] {
  const triangles = Array.from({ length: hull.faceCount }, (_, k) => fan(hull.face(k))).flat();
  const vertices = Array.from({ length: hull.vertexCount }, (_, k) => hull.vertex(k).map(exact).join(' '));
  return [`hull ${vertices.length} ${triangles.length}`, ...vertices, ...triangles];
}

/** A polygon as a fan of triangles around its first vertex. */
function fan(face: readonly number[]): string[] {
  return face.slice(2).map((corner, k) => `${face[0]} ${face[k + 1]} ${corner}`);
}

/** A number with all its digits. */
export function exact(value: number): string {
  return Number.isNaN(value) ? 'nan' : value.toExponential(16);
}

/** A shape of the file. */
export interface FileShape {
  readonly kind: string;
  /** The sizes of a primitive, in the order of the line; empty for hulls. */
  readonly parameters: readonly number[];
  readonly vertices: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
}

export interface FileSet {
  readonly shapes: readonly FileShape[];
  readonly problems: readonly Problem[];
}

export function readProblemFile(path: string): FileSet {
  const lines = readFileSync(path, 'utf8').split('\n');
  let at = 0;
  const next = (): string[] => lines[at++].split(' ');
  const expect = (word: string): number => {
    const [found, count] = next();
    if (found !== word) throw new Error(`${path}, line ${at}: '${found}' instead of '${word}'`);
    return Number(count);
  };
  if (expect('proximal-problems') !== 1) throw new Error(`${path}: only version 1 is known`);
  const rows = (count: string): number[][] => Array.from({ length: Number(count) }, () => next().map(Number));
  const shapes = Array.from({ length: expect('shapes') }, (): FileShape => {
    const [kind, ...rest] = next();
    if (kind !== 'hull') return { kind, parameters: rest.map(Number), vertices: [], triangles: [] };
    const [vertices, triangles] = [rows(rest[0]), rows(rest[1])];
    return { kind, parameters: [], vertices, triangles };
  });
  const problems = Array.from({ length: expect('problems') }, (): Problem => {
    const [a, b, signedDistance, ...poses] = next().map(Number);
    return {
      a,
      b,
      signedDistance,
      poseA: Float64Array.from(poses.slice(0, 7)),
      poseB: Float64Array.from(poses.slice(7)),
    };
  });
  return { shapes, problems };
}

const makers: Readonly<Record<string, (...parameters: number[]) => Shape>> = {
  box,
  sphere,
  capsule,
  ellipsoid,
  cylinder,
  cone,
};

/** The set with our shapes: we read the same file as the other programs. */
export function readProblems(name: string, path: string): ProblemSet {
  const { shapes, problems } = readProblemFile(path);
  const own = shapes.map(({ kind, parameters, vertices }) =>
    kind === 'hull' ? convex(vertices) : makers[kind](...parameters),
  );
  return { name, shapes: own, problems };
}
