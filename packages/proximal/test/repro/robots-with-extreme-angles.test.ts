// Angles too large for a sine led to the RangeError of fromAxisAngle, without file and line; and messages contained values of the file at
// full length.
import { expect, it } from 'vitest';
import { FileError, readMjcf } from '../../src/io/index.ts';

async function errorOf(text: string): Promise<unknown> {
  try {
    await readMjcf(text);
  } catch (error) {
    return error;
  }
  return null;
}

const geom = '<geom size="0.1"/>';

it.each([
  ['replicate', `<replicate count="3" euler="1e308 0 0">${geom}</replicate>`],
  ['replicate', `<replicate count="3" offset="1.7e308 0 0">${geom}</replicate>`],
  ['joint', `<body>${geom}<joint name="j" ref="1e308"/></body>`],
  ['geom', '<geom size="0.1" euler="0 1e308 0"/>'],
])('throws a FileError at the <%s>', async (name, inner) => {
  const error = await errorOf(`<mujoco><compiler angle="radian"/><worldbody>${inner}</worldbody></mujoco>`);
  expect(error).toBeInstanceOf(FileError);
  expect((error as FileError).message).toMatch(new RegExp(`^<mjcf>:1:\\d+: <${name}`));
});

it('truncates long values in messages', async () => {
  const error = await errorOf(
    `<mujoco><compiler eulerseq="${'x'.repeat(100_000)}"/><worldbody>${geom}</worldbody></mujoco>`,
  );
  expect(error).toBeInstanceOf(FileError);
  expect((error as FileError).message.length).toBeLessThan(2100);
});
