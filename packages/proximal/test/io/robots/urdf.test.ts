// URDF: elements that are read, reported or rejected.
import { describe, expect, it } from 'vitest';
import { forwardKinematics, framePose, neutral } from '../../../src/dynamics/index.ts';
import { FileError, loadUrdf, readUrdf } from '../../../src/io/index.ts';
import { cubeObj } from '../samples.ts';
import { ownUrdf } from './samples.ts';

const unitInertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
const robot = (inside: string): string => `<robot name="r">\n${inside}\n</robot>`;
const twoLinks = `<link name="a">${unitInertial}</link>\n<link name="b">${unitInertial}</link>\n`;
const joint = (inside: string, type = 'revolute'): string =>
  `<joint name="j" type="${type}"><parent link="a"/><child link="b"/>${inside}</joint>`;

describe('our own arm', () => {
  it('has its joints, limits, mimic and shapes', async () => {
    const model = await readUrdf(ownUrdf);
    expect(model.name).toBe('arm');
    expect(model.joints.map(({ name, kind, nq }) => [name, kind, nq])).toEqual([
      ['shoulder', 'revolute', 1],
      ['telescope', 'prismatic', 1],
      ['wrist', 'continuous', 1],
      ['finger_left', 'prismatic', 1],
      ['finger_right', 'prismatic', 1],
    ]);
    expect([model.nq, model.nv]).toEqual([4, 4]);
    expect(model.joints[4].mimic).toEqual({ joint: 'finger_left', ratio: 1, offset: 0 });
    expect([...model.limits.lower]).toEqual([-2, 0, -Infinity, 0]);
    expect([...model.limits.upper]).toEqual([2.5, 0.3, Infinity, 0.04]);
    expect([...model.limits.effort]).toEqual([40, 100, Infinity, 20]);
    expect([...model.limits.velocity]).toEqual([3, 0.5, Infinity, 0.2]);
    expect(model.damping[0]).toBe(0.1);
    expect(model.friction[0]).toBe(0.2);
    expect(model.geometries.map(({ name, shape }) => [name, shape.kind])).toEqual([
      ['base_0', 'cylinder'],
      ['upper_box', 'box'],
      ['slider_0', 'sphere'],
      ['hand_0', 'capsule'],
    ]);
    expect(model.mass).toBeCloseTo(4.3, 12);
    expect(model.frames.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(4.3, 12);
    expect(model.frames.every(({ kind, mass }) => kind === 'link' || mass === 0)).toBe(true);
    expect(model.notices).toEqual([]);
    const data = model.createData();
    forwardKinematics(model, data, neutral(model));
    expect(framePose(model, data, 'base')[2]).toBeCloseTo(0.7, 12);
  });

  it("has a free base with root: 'free-flyer' and independent fingers with mimic: 'independent'", async () => {
    const model = await readUrdf(ownUrdf, { root: 'free-flyer', mimic: 'independent', gravity: [0, 0, -1] });
    expect([model.nq, model.nv]).toEqual([12, 11]);
    expect(model.joints[0]).toMatchObject({ name: 'root_joint', kind: 'free-flyer', q: 0, v: 0 });
    expect([...model.gravity]).toEqual([0, 0, -1]);
    expect(model.notices.map(({ name, line }) => [name, line])).toEqual([['mimic', 48]]);
  });
});

describe('meshes', () => {
  const withMesh = (path: string, scale = ''): string =>
    robot(`<link name="a"><collision><geometry><mesh filename="${path}" ${scale}/></geometry></collision></link>`);

  it.each([
    ['cube.obj', 'folder/robot.urdf', {}, 'folder/cube.obj'],
    ['../cube.obj', 'robot.urdf', {}, '../cube.obj'],
    ['package://arm/meshes/cube.obj', 'robots/arm/urdf/robot.urdf', {}, 'robots/arm/meshes/cube.obj'],
    ['package://arm/cube.obj', 'robot.urdf', { arm: '/opt/arm/' }, '/opt/arm/cube.obj'],
    ['file:///opt/cube.obj', 'robot.urdf', {}, 'file:///opt/cube.obj'],
    ['cube.obj', 'C:\\robots\\robot.urdf', {}, 'C:/robots/cube.obj'],
    ['cube.obj', 'C:/robots\\robot.urdf', {}, 'C:/robots/cube.obj'],
    ['package://arm/cube.obj', 'robots\\arm\\urdf\\robot.urdf', {}, 'robots/arm/cube.obj'],
    ['cube.obj', 'robots/a\\b/robot.urdf', {}, 'robots/a\\b/cube.obj'],
  ])('%s beside %s', async (path, name, packages, expected) => {
    const requested: string[] = [];
    const resolve = (file: string): string => {
      requested.push(file);
      return cubeObj;
    };
    const model = await readUrdf(withMesh(path, 'scale="2 2 -2"'), { name, packages, resolve });
    expect(requested).toEqual([expected]);
    const { shape } = model.geometries[0];
    expect(shape.kind).toBe('convex');
    const plain = await readUrdf(withMesh(path), { name, packages, resolve });
    expect(shape.volume).toBeCloseTo(8 * plain.geometries[0].shape.volume, 12);
  });

  it('are found beside a robot given by its URL', async () => {
    const requested: string[] = [];
    const resolve = (file: string): string => {
      requested.push(file);
      return file.endsWith('.obj') ? cubeObj : withMesh('cube.obj');
    };
    await loadUrdf(new URL('https://example.org/robots/r.urdf'), { resolve });
    expect(requested).toEqual(['https://example.org/robots/r.urdf', 'https://example.org/robots/cube.obj']);
  });

  it('are reported if skipped, and an error if missing', async () => {
    const { notices } = await readUrdf(withMesh('cube.obj'), { meshes: 'skip' });
    expect(notices[0].message).toBe(
      `<urdf>:2: <mesh> with the mesh "cube.obj" is ignored because options.meshes is 'skip'`,
    );
    for (const path of ['nowhere/cube.obj', 'package://unknown/cube.obj']) {
      const error = await readUrdf(withMesh(path), { name: 'r.urdf' }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FileError);
      expect((error as FileError).line).toBe(2);
      expect((error as FileError).message).toContain(path.split('/').at(-1));
    }
  });
});

it('reports elements that it does not read, by name and line', async () => {
  const model = await readUrdf(
    robot(`<link name="a">${unitInertial}
<visual><geometry><sphere radius="1"/></geometry></visual></link>
<transmission name="t"><type>simple</type></transmission>
<gazebo reference="a"/>
<link name="b">${unitInertial}
<collision><geometry><cone radius="1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 2"/><safety_controller k_velocity="1"/>
<limit lower="-1" upper="1"/></joint>`),
  );
  expect(model.notices.map(({ level, name, line }) => [level, name, line])).toEqual([
    ['notice', 'visual', 3],
    ['notice', 't', 4],
    ['notice', 'gazebo', 5],
    ['warning', 'cone', 7],
    ['notice', 'safety_controller', 8],
    ['notice', 'j', 8],
  ]);
  expect(model.notices[5].message).toContain('<urdf>:8: joint "j": the axis 0 0 2 has length 2 and was normalized');
  for (const { message, line } of model.notices) expect(message).toContain(`<urdf>:${line}: `);
});

it('reports attributes that it does not read, in one notice for each element', async () => {
  const { notices } = await readUrdf(
    robot(`<link name="a" color="red">${unitInertial}
<collision><geometry><sphere radius="1" radios="2" size="3"/></geometry></collision></link>
<link name="b">${unitInertial}</link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="-1" uper="1" upper="1"/></joint>`),
  );
  expect(notices.map(({ message }) => message)).toEqual([
    '<urdf>:2: <link name="a"> has attributes that are ignored: color',
    '<urdf>:3: <sphere> has attributes that are ignored: radios, size',
    '<urdf>:5: <limit> has attributes that are ignored: uper',
  ]);
});

it('warns of an impossible inertia, and refuses it with strict', async () => {
  const odd = robot(
    '<link name="thin"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="3" ixy="0" ixz="0" iyz="0"/></inertial></link>',
  );
  const { notices } = await readUrdf(odd);
  expect(notices).toMatchObject([{ level: 'warning', name: 'thin', line: 2 }]);
  await expect(readUrdf(odd, { strict: true })).rejects.toThrow(
    '<urdf>:2:1: <link name="thin">: ModelBuilder.link: link "thin": no distribution of mass has the inertia ' +
      'ixx 1, iyy 1, izz 3, ixy 0, ixz 0, iyz 0: two principal moments add up to less than the third',
  );
});

describe('refuses, with the link or joint named', () => {
  const inertial = (mass: string, ixx: string): string =>
    `<inertial><mass value="${mass}"/><inertia ixx="${ixx}" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>`;
  it.each([
    [
      'a cycle',
      `${twoLinks}${joint('')}<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>`,
      '"b"',
    ],
    ['a missing link', `<link name="a"/>${joint('')}`, 'its child "b" is not a link'],
    [
      'two parents',
      `${twoLinks}${joint('')}<joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint>`,
      '"b" is the child of two joints',
    ],
    [
      'two roots',
      '<link name="a"/><link name="b"/>',
      '2 links without a parent: "a", "b"; connect all but one of them to a parent by a joint',
    ],
    ['a negative mass', `<link name="a">${inertial('-1', '1')}</link>`, 'link "a": mass is -1'],
    ['an inertia that is not positive', `<link name="a">${inertial('1', '-1')}</link>`, 'link "a": inertia is'],
    [
      'an inertia of zero with mass',
      `<link name="a"><inertial><mass value="1"/></inertial></link>`,
      'link "a": inertia is',
    ],
    ['a zero axis', `${twoLinks}${joint('<axis xyz="0 0 0"/>', 'continuous')}`, 'joint "j": axis is'],
    [
      'a joint that moves nothing',
      `<link name="a">${unitInertial}</link><link name="b"/>${joint('', 'continuous')}`,
      'joint "j" moves no inertia',
    ],
    ['an unknown type', `${twoLinks}${joint('', 'magnetic')}`, 'the type "magnetic" is unknown; known types are'],
    [
      'a lower limit above the upper',
      `${twoLinks}${joint('<limit lower="1" upper="-1"/>')}`,
      'its lower limit 1 is above its upper limit -1',
    ],
    [
      'a mimic of an unknown joint',
      `${twoLinks}${joint('<limit lower="0" upper="1"/><mimic joint="k"/>')}`,
      'joint "j" mimics "k", which does not exist',
    ],
    [
      'a mimic of itself',
      `${twoLinks}${joint('<limit lower="0" upper="1"/><mimic joint="j"/>')}`,
      'joint "j" mimics "j", which closes a cycle of mimic joints; remove mimic from one of them',
    ],
    ['an invalid number', `${twoLinks}${joint('<axis xyz="0 zero 1"/>')}`, 'xyz="0 zero 1" is not 3 finite numbers'],
    ['a name twice', '<link name="a"/><link name="a"/>', 'there is already a link with this name'],
    ['a link without a name', '<link/>', 'the attribute name is missing'],
    [
      'a negative radius',
      '<link name="a"><collision><geometry><sphere radius="-1"/></geometry></collision></link>',
      'sphere: radius is -1',
    ],
  ])('%s', async (_what, text, message) => {
    const error = await readUrdf(robot(text)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).message).toContain(message);
    expect((error as FileError).line).toBeGreaterThan(0);
  });

  it('a file that is not URDF', async () => {
    await expect(readUrdf('<mujoco/>')).rejects.toThrow('this is not URDF');
  });
});

it('treats a root link named world as the world itself', async () => {
  const model = await readUrdf(
    robot(
      `<link name="world"/>${twoLinks}<joint name="k" type="fixed"><parent link="world"/><child link="a"/></joint>${joint('', 'continuous')}`,
    ),
  );
  expect(model.joints.map(({ name, parent }) => [name, parent])).toEqual([['j', -1]]);
});

it("replaces the fixed joint to the world by a free-flyer with root: 'free-flyer'", async () => {
  const text = `<robot name="r"><link name="world"/><link name="base"><inertial><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="mount" type="fixed"><parent link="world"/><child link="base"/><origin xyz="0 0 3"/></joint></robot>`;
  const model = await readUrdf(text, { root: 'free-flyer' });
  expect([model.nv, model.joints[0].kind, model.joints[0].name]).toEqual([6, 'free-flyer', 'mount']);
  expect((await readUrdf(text)).nv).toBe(0);
});

it('treats effort and velocity limits of 0 as unlimited, with notices', async () => {
  const inertial = '<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
  const model = await readUrdf(`<robot name="r"><link name="a"/><link name="b">${inertial}</link>
    <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="0" velocity="0"/></joint></robot>`);
  expect([model.limits.effort[0], model.limits.velocity[0]]).toEqual([Infinity, Infinity]);
  expect(model.notices.map(({ message }) => message.replace(/^.*<limit>/, ''))).toEqual([
    ' has the velocity limit 0, which is treated as unlimited',
    ' has the effort limit 0, which is treated as unlimited',
  ]);
});
