// Wrong arguments to the loaders of robots.
import { expect, it } from 'vitest';
import { loadMjcf, loadUrdf, readMjcf, readUrdf } from '../../../src/io/index.ts';
import { wrong } from '../../errors/row.ts';

const robot = '<robot name="r"/>';

it.each([
  [() => readUrdf(wrong(7)), 'readUrdf: data is 7; give the text or the bytes of the file'],
  [() => loadUrdf(wrong(7)), 'loadUrdf: path is 7; give the path or the address of the file'],
  [() => loadMjcf(' '), 'loadMjcf: path is " "; give the path'],
  [() => loadMjcf('<mujoco/>'), 'loadMjcf: path is "<mujoco/>"; for the text of a file call readMjcf'],
  [() => loadMjcf('a.xml', wrong({ root: 'fixed' })), 'loadMjcf: options.root is "fixed"; there is no such option'],
  [() => readUrdf(robot, wrong({ rot: 1 })), 'readUrdf: options.rot is 1; there is no such option'],
  [
    () => readUrdf(robot, wrong({ root: 'floating' })),
    "readUrdf: options.root is \"floating\"; give 'fixed' or 'free-flyer'",
  ],
  [() => readUrdf(robot, wrong({ mimic: true })), "readUrdf: options.mimic is true; give 'follow' or 'independent'"],
  [() => readUrdf(robot, wrong({ gravity: 9.81 })), 'ModelBuilder: options.gravity is 9.81; give three finite numbers'],
  [() => readMjcf('<mujoco/>', wrong({ root: 'fixed' })), 'readMjcf: options.root is "fixed"; there is no such option'],
  [() => readMjcf('<mujoco/>', wrong({ meshes: false })), "readMjcf: options.meshes is false; give 'convex' or 'skip'"],
  [() => readMjcf('<mujoco/>', wrong({ strict: 'yes' })), 'readMjcf: options.strict is "yes"; give true or false'],
  [
    () => readMjcf('<mujoco/>', wrong({ unsupported: 'drop' })),
    "readMjcf: options.unsupported is \"drop\"; give 'refuse' or 'ignore'",
  ],
  [() => readMjcf('<mujoco/>', wrong({ mimic: 1 })), "readMjcf: options.mimic is 1; give 'follow' or 'independent'"],
  [() => readMjcf('<mujoco/>', wrong({ name: 3 })), "readMjcf: options.name is 3; give the file's name"],
  [() => readMjcf('<mujoco/>', wrong({ resolve: '.' })), 'readMjcf: options.resolve is "."; give a function'],
  [() => readMjcf('<mujoco/>', wrong({ packages: 'here' })), 'readMjcf: options.packages is "here"; give an object'],
])('%s', async (call, message) => {
  const error = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toContain(message);
});

it('readUrdf does not open content that is a path', async () => {
  await expect(readUrdf('/dev/zero')).rejects.toThrow('<urdf>: this is not XML: it does not start with <');
  await expect(readMjcf(' ', { name: 'a.xml' })).rejects.toThrow('a.xml: this is not XML');
});

it('bytes are read like text', async () => {
  const text = '<robot name="r"><link name="a"/></robot>';
  const bytes = new TextEncoder().encode(text);
  for (const data of [text, bytes, bytes.buffer]) expect((await readUrdf(data)).name).toBe('r');
});

it('a missing file gives a FileError with its path', async () => {
  await expect(loadUrdf('no/such/robot.urdf')).rejects.toThrow('no/such/robot.urdf: the file could not be read');
});
