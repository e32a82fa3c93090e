// Runs an example by its name: `npm run example -- slide`. Without a name, lists the examples.
const programs = {
  tour: 'a tour of proximity queries in the terminal',
  placement: 'places a mug on a box by gradients of collision detection',
  slide: 'identifies friction and mass from an observed slide',
  push: 'finds the push after which a crate stops at a target',
  character: 'walks a capsule over a slope, a step and a moving platform',
  park: 'parks a car among 200 obstacles on arcs that are proven free',
  reach: 'takes a bottle out of a shelf with motions that are proven free',
  'arm-throw': 'finds the torques with which an arm throws a ball to a target',
  'line-push': 'pushes a box along a line by predictive control',
  'hand-turn': 'finds the motion of a hand that turns a ball by 90°',
  throw: 'finds a throw that meets its target after one bounce',
};

const name = process.argv[2];
if (name !== undefined && Object.hasOwn(programs, name)) {
  // The remaining arguments are the program's own.
  process.argv.splice(2, 1);
  await import(`./${name}.js`);
} else {
  if (name !== undefined) {
    console.error(`there is no example ${JSON.stringify(name)}`);
    process.exitCode = 1;
  }
  console.log('npm run example -- <name>, with one of');
  for (const [program, purpose] of Object.entries(programs)) console.log(`  ${program.padEnd(10)} ${purpose}`);
}
