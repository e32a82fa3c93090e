// The YCB hulls, or generated hulls of similar sizes if they are absent.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Convex, convex, convexMesh } from 'proximal';
import { readObj } from 'proximal/io';
import { Rng } from 'proximal/math';
import { UsageError } from '../harness/usage.ts';

interface NamedHull {
  readonly name: string;
  readonly hull: Convex;
}

export interface HullSet {
  readonly hulls: readonly NamedHull[];
  /** A description for the results. */
  readonly source: string;
  readonly isSubstitute: boolean;
}

/** The folder of the YCB hulls, beside the checkout. */
const defaultFolder = fileURLToPath(new URL('../../../../shared/data/ycb/', import.meta.url));

/** @param folder from the command line; by default the folder beside the checkout, if there is one */
export function loadHulls(folder: string | undefined): HullSet {
  if (folder !== undefined) return readFolder(folder);
  return existsSync(defaultFolder) ? readFolder(defaultFolder) : generateHulls();
}

function readFolder(folder: string): HullSet {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.obj')) : [];
  if (files.length === 0)
    throw new UsageError(`the folder of hulls, '${folder}', has no .obj file; give a folder with hulls in --ycb.`);
  const hulls = files.sort().map((file) => {
    const [{ vertices, triangles }] = readObj(readFileSync(join(folder, file)), { name: file });
    return { name: file.slice(0, -4), hull: convexMesh(vertices, triangles) };
  });
  return { hulls, source: `${hulls.length} convex hulls of YCB objects`, isSubstitute: false };
}

/** Hulls of 50 to 2,000 points on ellipsoids of 3 to 30 cm; unlike the objects, they have no large flat faces. */
function generateHulls(): HullSet {
  const rng = new Rng(1);
  const counts = [50, 100, 240, 250, 300, 400, 500, 600, 700, 800, 940, 1000, 1200, 1400, 1600, 1811, 2000];
  const hulls = counts.map((count) => ({ name: `generated_${count}`, hull: roundHull(rng, count) }));
  return {
    hulls,
    source: `${hulls.length} generated hulls of ${counts[0]} to ${counts[counts.length - 1]} vertices, a substitute for the YCB objects`,
    isSubstitute: true,
  };
}

/** The hull of random points on an ellipsoid with random half axes. */
export function roundHull(rng: Rng, vertexCount: number): Convex {
  const axes = [0, 1, 2].map(() => rng.uniform(0.015, 0.15));
  return convex(Array.from({ length: vertexCount }, () => rng.direction().map((x, k) => x * axes[k])).flat());
}

/** The same hulls, with support points found by climbing along the edges, as in coal. */
export function climbing({ hulls, source, isSubstitute }: HullSet): HullSet {
  const climb = (hull: Convex): Convex =>
    convex(
      Array.from({ length: hull.vertexCount }, (_, k) => hull.vertex(k)),
      { climb: true },
    );
  return { hulls: hulls.map(({ name, hull }) => ({ name, hull: climb(hull) })), source, isSubstitute };
}

/** The hull with the closest number of vertices. */
export function hullOfSize({ hulls }: HullSet, vertexCount: number): NamedHull {
  const difference = ({ hull }: NamedHull): number => Math.abs(hull.vertexCount - vertexCount);
  return hulls.reduce((best, each) => (difference(each) < difference(best) ? each : best));
}
