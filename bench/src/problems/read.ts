// Reads the problem files that problem-set.ts describes: for the runners of npm packages, and for ourselves.
import { readFileSync } from 'node:fs';
import { box, capsule, cone, convex, cylinder, ellipsoid, type Shape, sphere } from 'proximal';
import type { Problem, ProblemSet } from './problem-set.ts';

/** A shape as the file has it. */
export interface FileShape {
  readonly kind: string;
  /** Of every kind but hulls, in the order of the file. */
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
    if (found !== word) throw new Error(`${path}, line ${at}: '${found}' where '${word}' is wanted`);
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

/** The set with shapes of ours: every runner reads the same file, also this one. */
export function readProblems(name: string, path: string): ProblemSet {
  const { shapes, problems } = readProblemFile(path);
  const own = shapes.map(({ kind, parameters, vertices }) =>
    kind === 'hull' ? convex(vertices) : makers[kind](...parameters),
  );
  return { name, shapes: own, problems };
}
