// Places a body on another by gradients: it touches at the wanted point, upright, without penetration.
// `node examples/dist/placement.js picture.svg` draws the start and the end. `--generated` uses generated bodies even if the YCB objects are
// available; docs/placement.svg was made that way.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Convex, convex, convexMesh, type DistanceResult, Pair } from 'proximal';
import { readObj } from 'proximal/io';
import { compose, fromAxisAngle, fromEuler, identity, type Pose, transformPoint } from 'proximal/math';

type Vec3 = [number, number, number];

const { values, positionals } = parseArgs({ options: { generated: { type: 'boolean' } }, allowPositionals: true });

/** The folder of the YCB objects, beside the checkout, if available. */
const objects = new URL('../../../shared/data/ycb/', import.meta.url);

function load(name: string, substitute: () => Convex): { readonly name: string; readonly hull: Convex } {
  const file = new URL(`${name}.obj`, objects);
  if (values.generated || !existsSync(file)) return { name: `a stand-in for ${name}`, hull: substitute() };
  const [{ vertices, triangles }] = readObj(readFileSync(file), { name });
  return { name, hull: convexMesh(vertices, triangles) };
}

const block = (x: number, y: number, z: number): Convex =>
  convex(Array.from({ length: 8 }, (_, k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]));
const table = load('003_cracker_box', () => block(0.08, 0.1, 0.03));
const ring = (radius: number, z: number): Vec3[] =>
  Array.from({ length: 24 }, (_, k) => [
    radius * Math.cos((k * Math.PI) / 12),
    radius * Math.sin((k * Math.PI) / 12),
    z,
  ]);
const cup = load('025_mug', () => convex([...ring(0.035, -0.05), ...ring(0.045, 0.05)]));

// The table is fixed; the cup starts above it, to the side and tilted.
const bounds = table.hull.boundingBox();
const center = (k: number): number => (bounds.min[k] + bounds.max[k]) / 2;
const spot: Vec3 = [center(0), center(1), bounds.max[2]];
const start = fromEuler(0.9, -0.7, 0.4, 'XYZ', [
  spot[0] + 0.04,
  spot[1] - 0.05,
  bounds.max[2] + 1.5 * cup.hull.boundingRadius,
]);

/**
 * Five residuals, weighted lengths: the signed distance; the offset of the table's contact point from the wanted one along x and y; the offset of
 * the cup's top by its tilt along x and y. The derivatives with respect to the cup's twist are `distance` and `pointA` of `differentiate`; the
 * cup's axis changes by R (ω × z).
 */
const pair = new Pair(table.hull, cup.hull);
const [spotWeight, tiltWeight] = [0.5, 1];
const cupSize = cup.hull.boundingRadius;

/** Without warm start: a cup that stands flat has many nearest points, and another start could find another one, with another cost. */
function resultAt(pose: Pose): DistanceResult {
  pair.reset();
  return pair.signedDistance(identity(), pose);
}

function residualsAt(pose: Pose): number[] {
  const { distance, localA } = resultAt(pose);
  const [x, y] = axisOf(pose, [0, 0, 1]);
  return [
    distance,
    spotWeight * (localA[0] - spot[0]),
    spotWeight * (localA[1] - spot[1]),
    tiltWeight * cupSize * x,
    tiltWeight * cupSize * y,
  ];
}

function axisOf(pose: Pose, axis: Vec3): Vec3 {
  return transformPoint(Float64Array.of(0, 0, 0, ...pose.subarray(3)), axis);
}

function jacobianAt(pose: Pose, noise: number): number[][] {
  const options = { estimator: 'gumbel', noise, noiseOn: 'normal', result: resultAt(pose) } as const;
  const { distance, pointA } = pair.differentiate(identity(), pose, options);
  // ω × z is y for ω along x, and −x for ω along y.
  const [aboutX, aboutY] = [axisOf(pose, [0, -1, 0]), axisOf(pose, [1, 0, 0])];
  const tilt = (row: number): number[] => [0, 0, 0, aboutX[row], aboutY[row], 0].map((x) => tiltWeight * cupSize * x);
  return [
    [...distance],
    [...pointA.subarray(0, 6)].map((x) => spotWeight * x),
    [...pointA.subarray(6, 12)].map((x) => spotWeight * x),
    tilt(0),
    tilt(1),
  ];
}

const costOf = (residuals: readonly number[]): number => residuals.reduce((sum, r) => sum + r * r, 0);

/** Steepest descent, with translations in units of the cup's size; each step minimizes the linear model and is halved until the cost falls. */
function improve(pose: Pose, noise: number): Pose | null {
  const residuals = residualsAt(pose);
  const jacobian = jacobianAt(pose, noise).map((row) => row.map((x, k) => (k < 3 ? x * cupSize : x)));
  const gradient = [0, 1, 2, 3, 4, 5].map((k) => jacobian.reduce((sum, row, r) => sum + row[k] * residuals[r], 0));
  const along = jacobian.map((row) => row.reduce((sum, x, k) => sum + x * gradient[k], 0));
  const best = costOf(gradient) / Math.max(costOf(along), Number.MIN_VALUE);
  for (let step = best; step > 1e-9 * best; step /= 2) {
    const [vx, vy, vz, wx, wy, wz] = gradient.map((x) => -step * x);
    const angle = Math.hypot(wx, wy, wz);
    const position: Vec3 = [cupSize * vx, cupSize * vy, cupSize * vz];
    const next = compose(pose, angle > 0 ? fromAxisAngle([wx, wy, wz], angle, position) : { position });
    if (costOf(residualsAt(next)) < costOf(residuals)) return next;
  }
  return null;
}

function describe(pose: Pose): string {
  const { distance, localA } = resultAt(pose);
  const away = Math.hypot(localA[0] - spot[0], localA[1] - spot[1]);
  const [x, y] = axisOf(pose, [0, 0, 1]);
  const degrees = (Math.asin(Math.min(1, Math.hypot(x, y))) * 180) / Math.PI;
  return `${(1e3 * distance).toFixed(4)} mm apart, ${(1e3 * away).toFixed(1)} mm off the spot, ${degrees.toFixed(2)}° from upright`;
}

console.log(`Placing ${cup.name} on ${table.name}.`);
console.log(`start     ${describe(start)}`);
let pose = start;
for (let k = 0, noise = 0.3; k < 200; k++, noise *= 0.97) {
  const next = improve(pose, noise);
  pose = next ?? pose;
  if (k % 40 === 39) console.log(`step ${String(k + 1).padEnd(4)} ${describe(pose)}`);
}
// The remaining gap or overlap is removed by moving along the normal.
for (let k = 0; k < 20; k++) {
  const { distance, normal } = resultAt(pose);
  if (distance >= 0 && distance < 1e-9) break;
  pose = compose({ position: normal.map((x) => -distance * x + 1e-12) }, pose);
}
console.log(`at rest   ${describe(pose)}`);
console.log(resultAt(pose).distance < 0 ? 'They overlap.' : 'They touch and do not overlap.');

const [picture] = positionals;
if (picture !== undefined) {
  writeFileSync(picture, draw([start, pose]));
  console.log(`Drawn to ${picture}.`);
}

/** Both bodies for each pose, side by side; faces are drawn back to front. */
function draw(poses: readonly Pose[]): string {
  const [width, height, margin] = [360, 420, 24];
  const scenes = poses.map((at) => [...facesOf(table.hull, identity(), 205), ...facesOf(cup.hull, at, 20)]);
  const corners = scenes.flat().flatMap((face) => face.corners);
  const [left, right] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [top, bottom] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 3 * margin) / (bottom - top));
  const panels = scenes.map((faces, panel) => {
    const shown = faces.filter(({ toward }) => toward > 0).sort((p, q) => p.depth - q.depth);
    const polygons = shown.map((face) => {
      const points = face.corners.map(
        ([x, y]) => `${((x - left) * scale).toFixed(1)},${((y - top) * scale).toFixed(1)}`,
      );
      const color = `hsl(${face.hue} 60% ${Math.round(40 + 45 * face.toward)}%)`;
      return `<polygon points="${points.join(' ')}" fill="${color}" stroke="${color}"/>`;
    });
    const caption = `<text x="${width * (panel + 0.5)}" y="${height - 10}" text-anchor="middle">${panel === 0 ? 'start' : 'at rest'}</text>`;
    return `<g transform="translate(${width * panel + margin} ${margin})">${polygons.join('')}</g>${caption}`;
  });
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * width}" height="${height}" font-family="sans-serif" font-size="14">`;
  return `${head}<rect width="100%" height="100%" fill="white"/>${panels.join('')}</svg>\n`;
}

interface DrawnFace {
  readonly corners: readonly (readonly [x: number, y: number])[];
  readonly depth: number;
  /** Cosine between the face's normal and the direction to the viewer. */
  readonly toward: number;
  readonly hue: number;
}

function facesOf(hull: Convex, at: Pose, hue: number): DrawnFace[] {
  return Array.from({ length: hull.faceCount }, (_, face) => {
    const corners = hull.face(face).map((vertex) => view(transformPoint(at, hull.vertex(vertex))));
    const [a, b, c] = corners;
    const u = [0, 1, 2].map((k) => b[k] - a[k]);
    const v = [0, 1, 2].map((k) => c[k] - a[k]);
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const depth = corners.reduce((sum, corner) => sum + corner[2], 0) / corners.length;
    return { corners: corners.map(([x, y]) => [x, -y]), depth, toward: normal[2] / Math.hypot(...normal), hue };
  });
}

/** View coordinates, from above and to the side: x to the right, y up, z toward the viewer. */
function view([x, y, z]: Vec3): Vec3 {
  const [right, away] = [(x + y) * Math.SQRT1_2, (y - x) * Math.SQRT1_2];
  const [sine, cosine] = [0.5, Math.sqrt(0.75)];
  return [right, z * cosine + away * sine, z * sine - away * cosine];
}
