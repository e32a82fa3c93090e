// Pairs of placed shapes, and the text file in which they travel to programs in other languages:
//
//   proximal-problems 1
//   shapes N
//   box hx hy hz | sphere r | capsule r halfLength | ellipsoid rx ry rz | cylinder r halfLength | cone r halfLength
//   hull V F, followed by V lines `x y z` and F lines of three vertex numbers, counter-clockwise seen from outside
//   problems M
//   a b signedDistance  x y z qx qy qz qw  x y z qx qy qz qw
//
// Conventions are those of proximal: half extents, z is the axis, a cone's apex is at +z. Numbers have 17 digits, so they
// are read back as the same doubles; an unknown signed distance is `nan`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Convex, Shape } from 'proximal';
import { resultsFolder } from '../results.ts';

/** Two shapes of a set, by number, with their poses. */
export interface Problem {
  readonly a: number;
  readonly b: number;
  /** x y z qx qy qz qw, body to world. */
  readonly poseA: Float64Array;
  readonly poseB: Float64Array;
  /** The one that the placement was made for, in meters, negative for an overlap; NaN if it is not known. */
  readonly signedDistance: number;
}

export interface ProblemSet {
  readonly name: string;
  readonly shapes: readonly Shape[];
  readonly problems: readonly Problem[];
}

/** The kinds that the file knows by their parameters, in the order of the line. All others must be hulls. */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  box: ['hx', 'hy', 'hz'],
  sphere: ['radius'],
  capsule: ['radius', 'halfLength'],
  ellipsoid: ['rx', 'ry', 'rz'],
  cylinder: ['radius', 'halfLength'],
  cone: ['radius', 'halfLength'],
};

/** Where the files of the last run are kept, for every runner, and for whoever wants to look. */
export function problemsFolder(): string {
  const folder = join(resultsFolder, 'problems');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes the set where another program finds it. */
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

/** A polygon as triangles around its first corner. */
function fan(face: readonly number[]): string[] {
  return face.slice(2).map((corner, k) => `${face[0]} ${face[k + 1]} ${corner}`);
}

function exact(value: number): string {
  return Number.isNaN(value) ? 'nan' : value.toExponential(16);
}
