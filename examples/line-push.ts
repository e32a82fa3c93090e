// Pushes a box along a line by predictive control: `npm run example -- line-push`.
import {
  createPredictive,
  horizon,
  type Instant,
  predictionStep,
  pushBy,
  speed,
  straightAhead,
} from './control/line-push.ts';
import { drawChart } from './optimize/chart.ts';
import { save } from './support/save.ts';

const seconds = 4;
console.log(`A box beside a line and at an angle to it is to be pushed onto the line and along it, at ${speed} m/s.`);
console.log(`Prediction: ${horizon} steps of ${1000 * predictionStep} ms, one iteration at each update.\n`);

const controller = createPredictive();
const updates = new Set<typeof controller.report>();
const predicted = pushBy((state, time) => {
  const forces = controller.control(state, time);
  updates.add(controller.report);
  return forces;
}, seconds);
const straight = pushBy(straightAhead, seconds);

console.log('pusher              from the line at the end   angle at the end   largest complementarity');
for (const [name, { path, complementarity }] of [
  ['predictive control', predicted],
  ['straight ahead', straight],
] as const) {
  const { y, angle } = path[path.length - 1];
  console.log(
    [
      name.padEnd(18),
      `${(1000 * y).toFixed(1)} mm`.padStart(25),
      `${angle.toFixed(3)} rad`.padStart(18),
      `${complementarity.toExponential(1)} J`.padStart(25),
    ].join(' '),
  );
}
// The first update has more iterations.
const times = [...updates].slice(1).map(({ milliseconds }) => milliseconds);
const median = times.sort((a, b) => a - b)[times.length >> 1];
console.log(`\n${updates.size} updates, ${median.toFixed(1)} ms each (median)`);

const chart = (file: string, title: string, yLabel: string, heightOf: (instant: Instant) => number): void => {
  const curve = (name: string, path: readonly Instant[]) => ({
    name,
    points: path.filter((_, k) => k % 10 === 0).map((instant) => ({ x: instant.x, y: heightOf(instant) })),
  });
  const curves = [curve('predictive control', predicted.path), curve('straight ahead', straight.path)];
  save(file, drawChart({ title, xLabel: 'x in m', yLabel, curves }));
};
chart('line-push.svg', 'A box is pushed along the line y = 0', 'y in m', ({ y }) => y);
chart('line-push-angle.svg', 'The angle of the box', 'angle in rad', ({ angle }) => angle);
