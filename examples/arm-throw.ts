// Finds the torques with which an arm throws a ball to a target: `npm run example -- arm-throw`.
import { firstGuess, missOf, replay, solveThrow, steps, target, timeStep } from './control/arm-throw.ts';
import { drawChart } from './optimize/chart.ts';
import { save } from './support/save.ts';

console.log(
  `A ball in the cup of an arm is to be at (${target.join(', ')}) m after ${(steps * timeStep).toFixed(1)} s.\n`,
);
const begun = performance.now();
const { status, iterations, history, controls } = solveThrow();
const seconds = (performance.now() - begun) / 1000;
const [guess, found] = [replay(firstGuess()), replay(controls)];
const [first, last] = [history[0].cost, history[iterations].cost];
console.log(
  `${status} after ${iterations} iterations and ${seconds.toFixed(1)} s: cost ${first.toFixed(0)} to ${last.toFixed(2)}`,
);
console.log(
  `distance from the target: ${missOf(guess.path).toFixed(2)} m at first, ${missOf(found.path).toFixed(5)} m at last`,
);
console.log(`largest complementarity of a step: ${found.complementarity.toExponential(1)} J`);
const curve = (name: string, path: readonly (readonly number[])[]) => ({
  name,
  points: path.map(([x, , z]) => ({ x, y: z })),
});
save(
  'arm-throw.svg',
  drawChart({
    title: `An arm throws a ball to (${target[0]}, ${target[2]}) m`,
    xLabel: 'x in m',
    yLabel: 'height in m',
    curves: [curve('first guess', guess.path), curve('optimized', found.path)],
  }),
);
save(
  'arm-throw-torques.svg',
  drawChart({
    title: 'Torques of the throw',
    xLabel: 'time in s',
    yLabel: 'torque in N m',
    curves: ['shoulder', 'elbow', 'wrist'].map((name, j) => ({
      name,
      points: controls.map((control, k) => ({ x: k * timeStep, y: control[j] })),
    })),
  }),
);
