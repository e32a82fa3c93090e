// The problems of the comparison: scanned household objects (YCB) and generated shapes, by distance.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { box, type Convex, capsule, certify, convex, ellipsoid, penetration, type Shape, sphere } from 'proximal';
import { readObj } from 'proximal/io';
import { pow, Rng, type Vec3 } from 'proximal/math';
import { type Placement, placeAtDistance } from '../problems/place.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';

interface SetOptions {
  /** A folder of OBJ files. Without it, hulls are generated. */
  readonly ycb: string;
  /** Problems in each set. */
  readonly count: number;
  readonly seed: number;
  /** Fewer kinds of shapes, sizes of hulls, and scans. */
  readonly isQuick?: boolean;
}

/** A range of signed distances in meters. */
interface Band {
  readonly name: string;
  readonly pick: (rng: Rng, a: Shape, b: Shape) => number;
}

const distant: Band = { name: 'distant', pick: (rng) => rng.uniform(1, 2) };
/** At least a micrometer, because libraries may differ about touching. */
const close: Band = { name: 'close', pick: (rng) => rng.uniform(1e-6, 0.1) };
const overlapping: Band = {
  name: 'overlapping',
  pick: (rng, a, b) => -rng.uniform(0.01, 0.5) * Math.min(0.2, a.boundingRadius, b.boundingRadius),
};

interface Kind {
  readonly name: string;
  readonly shapes: readonly Shape[];
  /** A is from the first half of the shapes, B from the second. */
  readonly isMixed?: true;
  readonly bands: readonly Band[];
}

export function peerSets({ ycb, count, seed, isQuick = false }: SetOptions): ProblemSet[] {
  const rng = new Rng(seed);
  const twentyOf = (make: () => Shape): Shape[] => Array.from({ length: 20 }, make);
  const length = (): number => rng.uniform(0.05, 0.5);
  const groups: Kind[] = [
    {
      name: ycbName(ycb),
      shapes: ycbShapes(ycb, rng).filter((_, k) => !isQuick || k % 4 === 0),
      bands: [distant, close, overlapping],
    },
    { name: 'spheres', shapes: twentyOf(() => sphere(length())), bands: [close, overlapping] },
    {
      name: 'spheres and boxes',
      shapes: [...twentyOf(() => sphere(length())), ...twentyOf(() => box(length(), length(), length()))],
      isMixed: true,
      bands: [close, overlapping],
    },
    { name: 'boxes', shapes: twentyOf(() => box(length(), length(), length())), bands: [close, overlapping] },
    { name: 'capsules', shapes: twentyOf(() => capsule(length(), length())), bands: [close, overlapping] },
    {
      name: 'ellipsoids',
      shapes: twentyOf(() => ellipsoid(length(), length(), length())),
      bands: [close, overlapping],
    },
    ...(isQuick ? [250] : [64, 250, 1000, 4000]).map((vertices) => ({
      name: `hulls of ${vertices}`,
      shapes: twentyOf(() => roundHull(rng, vertices, [length(), length(), length()])),
      bands: [close],
    })),
  ];
  const selected = groups.filter(({ name }) => !isQuick || !/^(spheres and boxes|ellipsoids)$/.test(name));
  return selected.flatMap((kind) =>
    kind.bands.map((band) => ({
      name: `${kind.name}, ${band.name}`,
      shapes: kind.shapes,
      problems: Array.from({ length: count }, () => randomProblem(rng, kind, band)),
    })),
  );
}

function randomProblem(rng: Rng, { shapes, isMixed }: Kind, band: Band): Problem {
  const half = shapes.length / 2;
  const a = isMixed ? rng.index(half) : rng.index(shapes.length);
  const b = isMixed ? half + rng.index(half) : rng.index(shapes.length);
  const wanted = band.pick(rng, shapes[a], shapes[b]);
  const placement = placeAtDistance(rng, shapes[a], shapes[b], wanted);
  return { a, b, ...placement, signedDistance: wanted >= 0 ? wanted : -depthOf(shapes[a], shapes[b], placement) };
}

/** The certified minimum depth. The depth of the placement is only an upper bound. */
function depthOf(a: Shape, b: Shape, { poseA, poseB }: Placement): number {
  const result = penetration(a, poseA, b, poseB, { algorithm: 'epa', relativeTolerance: 1e-10, keepProof: true });
  const { valid } = certify(a, poseA, b, poseB, result);
  if (!valid) throw new Error(`no certified depth of ${a.kind} and ${b.kind} at ${[...poseA, ...poseB].join(' ')}`);
  return result.depth;
}

function ycbName(folder: string): string {
  return existsSync(folder) ? 'YCB' : 'like YCB';
}

function ycbShapes(folder: string, rng: Rng): Shape[] {
  if (!existsSync(folder)) return substitute(rng);
  const files = readdirSync(folder).filter((name) => name.endsWith('.obj'));
  return files.sort().map((name) => convex(readObj(readFileSync(join(folder, name), 'utf8'))[0].vertices));
}

/** Hulls of 4 to 24 cm with as many vertices as the scans: 200 to 6000. */
function substitute(rng: Rng): Shape[] {
  const radius = (): number => rng.uniform(0.02, 0.12);
  return Array.from({ length: 40 }, (_, k) =>
    roundHull(rng, Math.round(200 * pow(30, k / 39)), [radius(), radius(), radius()]),
  );
}

/** Random points on an ellipsoid, all of which are vertices. */
function roundHull(rng: Rng, vertices: number, radii: Readonly<Vec3>): Convex {
  return convex(Array.from({ length: vertices }, () => rng.direction().map((x, k) => radii[k] * x)));
}
