// A capsule character on a slope, a step and a moving platform: `npm run example -- character`.
import { makeCourse, walk } from './character/course.ts';

const course = makeCourse((30 * Math.PI) / 180, 0.2);
const { world, character, platform } = course;

function report(phase: string): void {
  const place = character.feet.map((value) => value.toFixed(2)).join(', ');
  const ground = character.ground && world.handleOf(character.ground)?.name;
  console.log(`${phase.padEnd(34)} feet at (${place}), on ${ground ?? 'nothing'}`);
}

report('at the start');
walk(course, 2, [1.5, 0]);
report('on the slope of 30°');
walk(course, 1.5, [1.5, 0]);
report('on the hill');
walk(course, 1, [1.5, 0]);
report('over the step of 20 cm');
walk(course, 1.5, [1.5, 0]);
report('on the platform');
platform.setVelocity({ linear: [0, 0.5, 0.25] });
walk(course, 2, [0, 0]);
report('after 2 s on the moving platform');
