// Finds the motion of a hand that turns a ball by 90°: `npm run example -- hand-turn`.
import { firstGuess, type Instant, plantStep, replay, solveTurn, steps, timeStep } from './control/hand-turn.ts';
import { drawChart } from './optimize/chart.ts';
import { save } from './support/save.ts';

const degrees = (angle: number): number => (180 * angle) / Math.PI;
console.log('A hand, palm up, is to turn a ball by 90° about the vertical in 1 s: four fingers, 16 position servos.');
console.log(
  `${steps} steps of ${1000 * timeStep} ms; the plant has steps of ${1000 * plantStep} ms and rigid contacts.\n`,
);
const begun = performance.now();
const { status, iterations, history, controls } = solveTurn();
const seconds = (performance.now() - begun) / 1000;
const [first, last] = [history[0].cost, history[iterations].cost];
console.log(
  `${status} after ${iterations} iterations and ${seconds.toFixed(1)} s: cost ${first.toFixed(1)} to ${last.toFixed(3)}\n`,
);
const found = replay(controls);
console.log(
  'on the plant             turned     tilt   offset   largest offset   largest torque   largest complementarity',
);
for (const [name, { path, complementarity, torque }] of [
  ['first guess', replay(firstGuess())],
  ['optimized', found],
] as const) {
  const { angle, tilt, offset } = path[path.length - 1];
  const largest = Math.max(...path.map((instant) => Math.hypot(...instant.offset)));
  console.log(
    [
      name.padEnd(22),
      `${degrees(angle).toFixed(1)}°`.padStart(8),
      `${degrees(tilt).toFixed(1)}°`.padStart(8),
      `${(1000 * Math.hypot(...offset)).toFixed(2)} mm`.padStart(8),
      `${(1000 * largest).toFixed(2)} mm`.padStart(16),
      `${torque.toFixed(2)} N m`.padStart(16),
      `${complementarity.toExponential(1)} J`.padStart(25),
    ].join(' '),
  );
}

const chart = (file: string, title: string, yLabel: string, curves: Record<string, (i: Instant) => number>): void =>
  save(
    file,
    drawChart({
      title,
      xLabel: 'time in s',
      yLabel,
      curves: Object.entries(curves).map(([name, height]) => ({
        name,
        points: found.path.filter((_, k) => k % 10 === 9).map((instant) => ({ x: instant.time, y: height(instant) })),
      })),
    }),
  );
chart('hand-turn.svg', 'A hand turns a ball about the vertical', 'angle in degrees', {
  turned: ({ angle }) => degrees(angle),
  wanted: ({ time }) => 90 * time,
  tilt: ({ tilt }) => degrees(tilt),
});
chart('hand-turn-offset.svg', 'The ball in the hand', 'offset in mm', {
  'along the fingers': ({ offset }) => 1000 * offset[0],
  across: ({ offset }) => 1000 * offset[1],
  up: ({ offset }) => 1000 * offset[2],
});
