// Wrong arguments to the loaders of robots.
import { expect, it } from 'vitest';
import { loadMjcf, loadUrdf } from '../../../src/io/index.ts';
import { wrong } from '../../errors/row.ts';

const robot = '<robot name="r"/>';

it.each([
  [() => loadUrdf(wrong(7)), 'loadUrdf: textOrPath is 7; give the text of the file, or its path'],
  [() => loadMjcf(' '), 'loadMjcf: textOrPath is " "; give the text'],
  [() => loadUrdf(robot, wrong({ rot: 1 })), 'loadUrdf: options.rot is 1; there is no such option'],
  [
    () => loadUrdf(robot, wrong({ root: 'floating' })),
    "loadUrdf: options.root is \"floating\"; give 'fixed' or 'free-flyer'",
  ],
  [() => loadUrdf(robot, wrong({ mimic: true })), "loadUrdf: options.mimic is true; give 'follow' or 'independent'"],
  [() => loadUrdf(robot, wrong({ gravity: 9.81 })), 'ModelBuilder: options.gravity is 9.81; give three finite numbers'],
  [() => loadMjcf('<mujoco/>', wrong({ root: 'fixed' })), 'loadMjcf: options.root is "fixed"; there is no such option'],
  [() => loadMjcf('<mujoco/>', wrong({ meshes: false })), "loadMjcf: options.meshes is false; give 'convex' or 'skip'"],
  [() => loadMjcf('<mujoco/>', wrong({ strict: 'yes' })), 'loadMjcf: options.strict is "yes"; give true or false'],
  [
    () => loadMjcf('<mujoco/>', wrong({ unsupported: 'drop' })),
    "loadMjcf: options.unsupported is \"drop\"; give 'refuse' or 'ignore'",
  ],
  [() => loadMjcf('<mujoco/>', wrong({ mimic: 1 })), "loadMjcf: options.mimic is 1; give 'follow' or 'independent'"],
  [() => loadMjcf('<mujoco/>', wrong({ name: 3 })), "loadMjcf: options.name is 3; give the file's name"],
  [() => loadMjcf('<mujoco/>', wrong({ resolve: '.' })), 'loadMjcf: options.resolve is "."; give a function'],
  [() => loadMjcf('<mujoco/>', wrong({ packages: 'here' })), 'loadMjcf: options.packages is "here"; give an object'],
])('%s', async (call, message) => {
  const error = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toContain(message);
});

it('a path that is not there is a FileError with its name', async () => {
  await expect(loadUrdf('no/such/robot.urdf')).rejects.toThrow('no/such/robot.urdf: the file could not be read');
});
