// Of the features that <flag> can disable, gravity compensation, clamped controls and pairs of geoms stayed enabled, although a notice said that the
// model was read accordingly. A ref of a ball joint, which has no meaning, was an error.
import { expect, it } from 'vitest';
import { readMjcf } from '../../src/io/index.ts';

const read = (flag: string, joint = '<joint name="j" type="hinge"/>') =>
  readMjcf(`<mujoco><option><flag ${flag}/></option>
    <worldbody>
      <geom name="floor" type="plane" size="1 1 1"/>
      <body gravcomp="1"><joint name="j" type="hinge"/><geom name="g" type="sphere" size="0.1" mass="1"/></body>
      <body pos="1 0 0">${joint.replace('name="j"', 'name="k"')}<geom type="sphere" size="0.1" mass="1"/></body>
    </worldbody>
    <contact><pair geom1="floor" geom2="g"/></contact>
    <actuator><motor name="m" joint="j" ctrlrange="-1 1"/></actuator></mujoco>`);

it('passive="disable" includes gravity compensation', async () => {
  const compensation = async (flag: string) =>
    (await read(flag)).recipe.links.map((link) => link.gravityCompensation ?? 0);
  expect(Math.max(...(await compensation('passive="enable"')))).toBe(1);
  expect(Math.max(...(await compensation('passive="disable"')))).toBe(0);
});

it('clampctrl="disable" leaves controls without a range', async () => {
  expect((await read('clampctrl="enable"')).actuators[0].controlRange).toEqual([-1, 1]);
  expect((await read('clampctrl="disable"')).actuators[0].controlRange).toBeNull();
});

it('contact="disable" includes pairs', async () => {
  expect((await read('contact="enable"')).geometries.length).toBeGreaterThan(0);
  expect((await read('contact="disable"')).geometries).toHaveLength(0);
});

it('ref of a ball joint is ignored', async () => {
  const model = await read('contact="enable"', '<joint name="j" type="ball" ref="1"/>');
  expect(model.joints.some(({ kind }) => kind === 'spherical')).toBe(true);
});
