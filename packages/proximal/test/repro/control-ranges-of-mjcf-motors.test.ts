// inheritrange of a motor set its range of controls, although a notice said that it is ignored.
import { expect, it } from 'vitest';
import { readMjcf } from '../../src/io/index.ts';

it.each([
  ['motor', null],
  ['position', [-1, 1]],
])('inheritrange of a %s gives the range %o', async (kind, range) => {
  const model = await readMjcf(
    `<mujoco><compiler angle="radian"/>
      <worldbody><body><joint name="j" range="-2 2"/><geom type="sphere" size="0.1" mass="1" pos="1 0 0"/></body></worldbody>
      <actuator><${kind} name="a" joint="j" inheritrange="0.5"/></actuator></mujoco>`,
  );
  expect(model.actuators[0].controlRange).toEqual(range);
  expect(model.notices.some(({ message }) => message.includes('inheritrange'))).toBe(kind === 'motor');
});
