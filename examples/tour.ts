// A guided tour of Proximal in the terminal: `npm run tour`.
import { styleText } from 'node:util';
import {
  box,
  capsule,
  certify,
  collide,
  convex,
  custom,
  cylinder,
  type DistanceResult,
  distance,
  halfspace,
  Pair,
  rounded,
  setTarget,
  sphere,
  target,
  targetReason,
} from 'proximal';
import { fromAxisAngle, fromEuler } from 'proximal/math';

const isColored = process.stdout.isTTY && !process.env['NO_COLOR'];
const paint = (style: 'bold' | 'dim' | 'cyan', text: string): string => (isColored ? styleText(style, text) : text);
const number = (x: number): string => (Object.is(x, -0) ? 0 : Number(x.toPrecision(7))).toString();
const vector = (v: readonly number[]): string => `(${v.map(number).join(', ')})`;
const chapter = (title: string, text: string): void => console.log(`\n${paint('bold', title)}\n${text}\n`);
const code = (text: string): void => console.log(paint('cyan', `  ${text}`));

function print(result: DistanceResult): void {
  const work = `${result.iterations} ${result.iterations === 1 ? 'iteration' : 'iterations'}, ${result.supportCalls} support calls, ${result.termination}`;
  console.log(
    `  → ${result.status}, distance ${number(result.distance)} m   ${paint('dim', `proven: ${result.lower} ≤ d ≤ ${result.upper}`)}`,
  );
  console.log(`    from A ${vector(result.pointA)} to B ${vector(result.pointB)}, normal ${vector(result.normal)}`);
  console.log(`    ${paint('dim', work)}\n`);
}

console.log(`${paint('bold', 'Proximal')}: convex proximity with answers that include their proof.`);
console.log(`The kernel runs as ${target() === 'wasm' ? 'WebAssembly' : 'JavaScript'}. ${targetReason()}`);

chapter(
  '1. Two shapes',
  'Shapes are plain values. Lengths are in meters, boxes have half extents, and axes are along z. A pose is body to world.',
);
const crate = box(0.4, 0.3, 0.2);
const arm = capsule(0.05, 0.3);
const armPose = fromEuler(0, Math.PI / 3, 0, 'ZYX', [0.9, 0.1, 0.3]);
code('distance(box(0.4, 0.3, 0.2), {}, capsule(0.05, 0.3), fromEuler(0, Math.PI / 3, 0, "ZYX", [0.9, 0.1, 0.3]))');
print(distance(crate, {}, arm, armPose));

chapter(
  '2. Apart, touching, overlapping',
  'Pairs of boxes side by side. Touching has a status of its own, with a normal.',
);
for (const x of [2.5, 2, 1.5]) {
  code(`distance(box(1, 1, 1), {}, box(1, 1, 1), { position: [${x}, 0, 0] })`);
  print(distance(box(1, 1, 1), {}, box(1, 1, 1), { position: [x, 0, 0] }));
}

chapter(
  '3. Hulls, round corners and your own shapes',
  'A point cloud, a rounded box, and a support function written here in TypeScript.',
);
const wedge = convex([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, -1, 1, 0, 1, 1]);
const die = rounded(box(0.3, 0.3, 0.3), 0.1);
code('distance(convex([…]), {}, rounded(box(0.3, 0.3, 0.3), 0.1), { position: [0.8, 0, 1.6], rotation: … })');
print(distance(wedge, {}, die, fromAxisAngle([1, 1, 0], 0.7, [0.8, 0, 1.6])));
const paraboloid = custom({
  // All points with x² + y² ≤ 1 − z and z ≥ 0. The support point of the whole paraboloid along d has z = 1 − |(dx, dy)|² / 4dz².
  support(dx, dy, dz, out) {
    const across = Math.hypot(dx, dy);
    const radius = dz > 0 ? Math.min(1, across / (2 * dz)) : 1;
    out[0] = across > 0 ? (radius * dx) / across : 0;
    out[1] = across > 0 ? (radius * dy) / across : 0;
    out[2] = 1 - radius * radius;
  },
});
code('distance(custom({ support(dx, dy, dz, out) { … } }), {}, sphere(0.5), { position: [1, 1, 1.5] })');
print(distance(paraboloid, {}, sphere(0.5), { position: [1, 1, 1.5] }));

chapter('4. Properties of a shape', 'Bounds, volume and inertia, exact where there is a closed form, and a JSON form.');
const can = rounded(cylinder(0.3, 0.5), 0.05);
const mass = can.massProperties();
code('rounded(cylinder(0.3, 0.5), 0.05)');
console.log(
  `  volume ${number(mass.volume)} m³, relative error below ${mass.error.toExponential(0)}; upper corner of the box ${vector(can.boundingBox().max)}`,
);
console.log(`  ${JSON.stringify(can)}\n`);
code('collide(can, {}, halfspace(), { position: [0, 0, -0.55] })');
console.log(`  → ${collide(can, {}, halfspace(), { position: [0, 0, -0.55] })}: it stands on the floor\n`);

chapter('5. A moving pair', 'A Pair starts each query from the last one. A die tumbles past the crate:');
const pair = new Pair(crate, die);
let calls = 0;
for (let step = 0; step <= 12; step++) {
  const pose = fromAxisAngle([1, 2, 3], step / 3, [-1.8 + 0.3 * step, 0.9, 0]);
  const result = pair.distance({}, pose);
  calls += result.supportCalls;
  const x = (Math.round(3 * step - 18) / 10).toFixed(1).padStart(4);
  console.log(
    `  x = ${x} m  ${number(result.distance).padEnd(10)} ${'█'.repeat(Math.round(40 * result.distance))} ${result.status}`,
  );
}
console.log(`  ${paint('dim', `${(calls / 13).toFixed(1)} support calls per query`)}`);

chapter(
  '6. The proof',
  'Anyone can check an answer with the two support functions and the few directions and weights in result.proof.',
);
const answer = distance(crate, {}, arm, armPose);
const certificate = certify(crate, {}, arm, armPose, answer);
code('certify(crate, {}, arm, armPose, answer)');
console.log(
  `  → ${certificate.valid ? 'valid' : 'INVALID'}: ${certificate.lower} ≤ d ≤ ${certificate.upper}, recomputed\n`,
);

chapter(
  '7. One source, two targets',
  'The same kernel runs as WebAssembly and as JavaScript, and gives the same bits.',
);
for (const name of ['wasm', 'js'] as const) {
  setTarget(name);
  console.log(`  ${target().padEnd(4)} ${distance(crate, {}, die, armPose).distance}`);
}
console.log(`\nNext: README.md for a first program, ARCHITECTURE.md for a map of the code, npm test for all checks.`);
