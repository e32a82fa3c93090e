// Convex decompositions of the raw YCB scans and of a generated torus: parts, proven error, volume and time.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Mesh, readObj } from 'proximal/io';
import { certifyDecomposition, decompose, triangleMesh } from 'proximal/scene';
import { defineBenchmark, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { unionVolume } from './union-volume.ts';

/** Tolerances in meters. The targets are `tolerance`, `maxParts` and `maxSeconds`. */
const scans = [
  { name: '025_mug', tolerance: 0.004, maxParts: 32 },
  { name: '037_scissors', tolerance: 0.005, maxParts: 48 },
  { name: '035_power_drill', tolerance: 0.005, maxParts: 48 },
  { name: '051_large_clamp', tolerance: 0.005, maxParts: 48 },
  { name: '019_pitcher_base', tolerance: 0.005, maxParts: 48 },
];
const maxSeconds = 10;
const folder = fileURLToPath(new URL('../../../../shared/data/ycb_raw/', import.meta.url));

export const decomposeBenchmark = defineBenchmark({
  name: 'decompose',
  title: 'convex decompositions of scans: parts, proven error, volume and time',
  options: { scans: whole(0, scans.length) },
  full: { scans: scans.length },
  quick: { scans: 1 },
  seconds: { quick: 7, full: 27 },
  measure({ scans: count }) {
    if (!existsSync(folder)) console.log(`The scans are skipped: ${folder} does not exist.`);
    const read = existsSync(folder) ? scans.slice(0, count) : [];
    return {
      rows: [
        measure({ name: 'torus', tolerance: 0.005, maxParts: 48 }, torus()),
        ...read.map((scan) => measure(scan, readObj(readFileSync(`${folder}${scan.name}.obj`))[0])),
      ],
    };
  },
  targets: ({ rows }) =>
    rows.map(({ name, parts, error, seconds, tolerance, maxParts }) => ({
      what: name,
      wanted: `at most ${maxParts} parts, ${1000 * tolerance} mm, ${maxSeconds} s of processor time`,
      found: `${parts} parts, ${(1000 * error).toFixed(2)} mm, ${seconds.toFixed(1)} s`,
      isMet: parts <= maxParts && error <= tolerance && seconds <= maxSeconds,
    })),
  page: ({ rows }) => ({ title: 'Convex decompositions', intro: '', sections: [sectionOf(rows)] }),
});

interface Goal {
  readonly name: string;
  readonly tolerance: number;
  readonly maxParts: number;
}

interface Row extends Goal {
  readonly triangles: number;
  readonly parts: number;
  /** Both in meters, by `certifyDecomposition`. */
  readonly error: number;
  readonly uncovered: number;
  /** The volume of the union of the parts over the volume of the solid. */
  readonly volume: number;
  /** The sum of the parts' volumes over the volume of the solid. */
  readonly sum: number;
  /** Processor time of the decomposition, without the checks. */
  readonly seconds: number;
}

function measure(goal: Goal, mesh: Pick<Mesh, 'vertices' | 'triangles'>): Row {
  const { tolerance, maxParts } = goal;
  const before = process.cpuUsage();
  const found = decompose(mesh, { tolerance, maxParts });
  const { user, system } = process.cpuUsage(before);
  const { error, uncovered } = certifyDecomposition(mesh, found, { tolerance });
  const solid = triangleMesh(mesh.vertices, mesh.triangles).massProperties().volume;
  const sum = found.parts.reduce((total, part) => total + part.volume, 0) / solid;
  const volume = unionVolume(found.parts) / solid;
  return {
    ...goal,
    triangles: mesh.triangles.length / 3,
    parts: found.parts.length,
    error,
    uncovered,
    volume,
    sum,
    seconds: (user + system) / 1e6,
  };
}

function sectionOf(rows: readonly Row[]): Section {
  return {
    title: 'Parts, error and time',
    note: 'Error and cover are recomputed by `certifyDecomposition`. The volume of the union of the parts is integrated over 256 × 256 columns, whose intersections with the parts are exact. Parts overlap, so that the sum of their volumes is larger.',
    head: [
      'mesh',
      'triangles',
      'tolerance, mm',
      'parts',
      'error, mm',
      'uncovered, mm',
      'union / solid',
      'sum of parts / solid',
      'processor seconds',
    ],
    rows: rows.map(({ name, triangles, tolerance, parts, error, uncovered, volume, sum, seconds }) => [
      name,
      String(triangles),
      String(1000 * tolerance),
      String(parts),
      (1000 * error).toFixed(3),
      (1000 * uncovered).toExponential(1),
      volume.toFixed(3),
      sum.toFixed(2),
      seconds.toFixed(1),
    ]),
  };
}

/** A torus with radii of 60 mm and 20 mm (of the tube), of 96 × 48 quadrilaterals. */
function torus(): Pick<Mesh, 'vertices' | 'triangles'> {
  const [sectors, ringSize] = [96, 48];
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let k = 0; k < sectors; k++) {
    for (let n = 0; n < ringSize; n++) {
      const [u, v] = [(2 * Math.PI * k) / sectors, (2 * Math.PI * n) / ringSize];
      const radius = 0.06 + 0.02 * Math.cos(v);
      vertices.push(radius * Math.cos(u), radius * Math.sin(u), 0.02 * Math.sin(v));
      const [next, over] = [((k + 1) % sectors) * ringSize, (n + 1) % ringSize];
      triangles.push(k * ringSize + n, next + n, next + over, k * ringSize + n, next + over, k * ringSize + over);
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}
