// MJCF: elements that are read, reported or rejected. The numbers are compared with MuJoCo in ../../dynamics/mujoco.test.ts.
import { describe, expect, it } from 'vitest';
import { constraintError, forwardKinematics, framePose, geometryPoses } from '../../../src/dynamics/index.ts';
import { FileError, readMjcf } from '../../../src/io/index.ts';
import { cubeObj } from '../samples.ts';
import { ownMjcf } from './samples.ts';

const mjcf = (inside: string): string => `<mujoco>\n${inside}\n</mujoco>`;
const world = (inside: string): string => mjcf(`<worldbody>${inside}</worldbody>`);
const ball = '<geom size="0.1"/>';

describe('our own creature', () => {
  it('has its joints, classes, shapes, motors and options', async () => {
    const model = await readMjcf(ownMjcf, { unsupported: 'ignore' });
    expect(model.name).toBe('creature');
    expect(model.timeStep).toBe(0.005);
    expect([...model.gravity]).toEqual([0.1, 0, -9.7]);
    expect(model.joints.map(({ name, kind }) => [name, kind])).toEqual([
      ['root', 'free-flyer'],
      ['shoulder', 'spherical'],
      ['elbow', 'revolute'],
      ['twist', 'revolute'],
      ['hip', 'revolute'],
      ['knee', 'prismatic'],
      ['hinge', 'revolute'],
    ]);
    const v = (name: string): number => model.joints[model.jointIndex(name)].v;
    expect([model.armature[v('elbow')], model.armature[v('hip')], model.armature[v('root')]]).toEqual([0.01, 0.02, 0]);
    expect(model.damping[v('elbow')]).toBe(0.2);
    expect(model.friction[v('hinge')]).toBe(0.3);
    const q = (name: string): number => model.joints[model.jointIndex(name)].q;
    expect(model.limits.lower[q('elbow')]).toBeCloseTo(-Math.PI / 2, 12);
    expect(model.limits.upper[q('knee')]).toBe(0.2);
    expect(model.reference[q('knee')]).toBe(0.05);
    expect(model.geometries.map(({ shape }) => shape.kind)).toEqual([
      'halfspace',
      'box',
      'ellipsoid',
      'capsule',
      'capsule',
      'sphere',
      'cylinder',
      'sphere',
      'box',
    ]);
    expect(model.actuators).toMatchObject([
      { name: 'lift', kind: 'motor', joint: 'hip', gear: 50, controlRange: [-5, 5], forceRange: null },
      { name: 'bend', kind: 'position', kp: 30, kv: 2, controlRange: [-1, 1] },
      { name: 'servo', kind: 'position', kp: 20, kv: 3, forceRange: [-9, 9] },
    ]);
    expect(model.notices.map(({ name, line }) => [name, line])).toEqual([
      ['shoulder', 22],
      ['twist', 26],
      ['knee', 36],
    ]);
  });

  it('has the reference configuration of the file, which satisfies its constraint', async () => {
    const model = await readMjcf(ownMjcf, { unsupported: 'ignore' });
    const data = model.createData();
    forwardKinematics(model, data, model.reference.slice());
    expect([...framePose(model, data, 'torso')].slice(0, 3)).toEqual([0, 0, 1]);
    expect(model.constraints).toMatchObject([{ name: 'handle', kind: 'point', jointB: -1 }]);
    for (const x of constraintError(model, data, model.constraints)) expect(x).toBeCloseTo(0, 12);
    expect(geometryPoses(model, data).length).toBe(7 * model.geometries.length);
  });
});

it('reads meshes from files and from vertices, includes, and folders', async () => {
  const files: Record<string, string> = {
    'robot/meshes/cube.obj': cubeObj,
    'robot/body.xml':
      '<mujoco><worldbody><body name="b"><freejoint/><geom type="mesh" mesh="cube"/></body></worldbody></mujoco>',
    'robot/broken.xml': '<mujoco>\n\n<nonsense/></mujoco>',
  };
  const resolve = (path: string): string => files[path] ?? Promise.reject(new Error('not there'));
  const text = mjcf(`<compiler meshdir="meshes"/><asset><mesh file="cube.obj" scale="2 2 2"/>
    <mesh name="tip" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><include file="body.xml"/>
    <worldbody><geom type="mesh" mesh="tip"/></worldbody>`);
  const model = await readMjcf(text, { name: 'robot/robot.xml', resolve });
  expect(model.geometries.map(({ link, shape }) => [link, shape.kind])).toEqual([
    ['b', 'convex'],
    ['world', 'convex'],
  ]);
  expect(model.mass).toBeCloseTo(1000 * model.geometries[0].shape.volume, 9);
  // A notice about an included file has that file's name and line.
  const { notices } = await readMjcf(mjcf('<include file="broken.xml"/>'), { name: 'robot/robot.xml', resolve });
  expect(notices[0].message).toBe('robot/broken.xml:3: <nonsense> is not read');
  const circle = readMjcf(mjcf('<include file="self.xml"/>'), {
    name: 'self.xml',
    resolve: () => mjcf('<include file="self.xml"/>'),
  });
  await expect(circle).rejects.toThrow(
    'self.xml:2:1: <include>: the file is included already: a file may be included once',
  );
});

/** A file with many parts that are not read; some of them would change the motion. */
const unreadParts = mjcf(`<compiler angle="radian" boundmass="1"/>
<option integrator="RK4" viscosity="1"><flag contact="disable" energy="enable"/></option>
<size memory="1M"/>
<asset><texture name="sky"/></asset>
<worldbody><light name="sun"/>
<geom type="hfield" hfield="hills"/>
<body name="a"><joint name="j" stiffness="3"/>${ball}<camera name="c"/>
<site pos="0 0 1"/></body>
<body name="b" mocap="true"><geom size="1" contype="0" conaffinity="0"/><composite/></body></worldbody>
<actuator><velocity name="spin" joint="j"/><motor name="pull" tendon="t"/></actuator>
<equality><joint joint1="j"/><connect body1="a" anchor="0 0 0" active="false"/></equality>
<tendon><fixed name="t" range="0 1"/><spatial name="s"/></tendon><sensor/><keyframe/><contact><plugin/></contact>`);

it('reports elements and attributes that it does not read, by name and line', async () => {
  const model = await readMjcf(unreadParts, { unsupported: 'ignore' });
  const of = (level: string): string[] =>
    model.notices.filter((each) => each.level === level).map(({ name, line }) => `${name}:${line}`);
  expect(of('notice').sort()).toEqual(
    ['option:3', 'flag:3', 'flag:3', 'size:4', 'sky:5', 'sun:6', 'c:8', 'site:9', 'geom:8', 'geom:10', 'connect:12']
      .concat(['s:13', 'sensor:13', 'keyframe:13', 'plugin:13'])
      .sort(),
  );
  expect(of('warning').sort()).toEqual(
    ['compiler:2', 'option:3', 'geom:7', 'b:10', 'composite:10', 'pull:11', 'joint:12', 't:13'].sort(),
  );
  expect(model.actuators).toMatchObject([{ name: 'spin', kind: 'velocity', kv: 1 }]);
});

describe('refuses unsupported parts that would change the motion', () => {
  const inBody = (inside: string): string => world(`<body name="a"><freejoint/>${ball}${inside}</body>`);
  const onJoint = (section: string, joint = ''): string =>
    mjcf(`<worldbody><body name="a"><joint name="j" ${joint}/>${ball}</body></worldbody>\n${section}`);
  it.each([
    [unreadParts, '<mjcf>:2:1: <compiler>: boundmass="1" is not supported'],
    [mjcf('<compiler settotalmass="3"/>'), '<compiler>: settotalmass="3" is not supported'],
    [mjcf('<option density="1.2"/>'), '<option>: density="1.2" is not supported'],
    [mjcf('<option><flag filterparent="disable"/></option>'), '<flag>: filterparent="disable" is not supported'],
    [
      inBody('<geom type="hfield" hfield="hills"/>'),
      'type="hfield" is not supported; the supported types are plane, mesh, sphere, capsule, ellipsoid, cylinder, box; add a height',
    ],
    [inBody('<geom type="sdf"/>'), 'type="sdf" is not supported'],
    [inBody('<geom type="box" mesh="m"/>'), 'a box that is fitted to a mesh is not supported'],
    [inBody('<geom size="1" shellinertia="true"/>'), '<geom>: shellinertia="true" is not supported'],
    [inBody('<flexcomp name="cloth"/>'), '<flexcomp name="cloth">: in <body> is not supported'],
    [inBody('<attach/>'), '<attach>: in <body> is not supported'],
    [onJoint('', 'type="ball" stiffness="2"'), 'a spring on a spherical joint is not supported'],
    [onJoint('', 'type="free" springdamper="1 1"'), 'a spring on a free-flyer joint is not supported'],
    [onJoint('', 'type="ball" range="0 90"'), 'the range of a ball joint is not supported'],
    [
      onJoint('', 'actuatorfrcrange="-1 2"'),
      'actuatorfrcrange="-1 2" is not supported; ranges from −x to x, and of joints with one actuator, are supported',
    ],
    [
      onJoint('<actuator><muscle name="m" joint="j"/></actuator>'),
      '<mjcf>:3:11: <muscle name="m">: it is not supported',
    ],
    [onJoint('<actuator><intvelocity joint="j"/></actuator>'), '<intvelocity>: it is not supported'],
    [onJoint('<actuator><position joint="j" timeconst="0.1"/></actuator>'), 'timeconst="0.1" is not supported'],
    [onJoint('<actuator><general joint="j" dyntype="filter"/></actuator>'), 'dyntype="filter" is not supported'],
    [onJoint('<actuator><motor site="s"/></actuator>'), 'site="s" is not supported'],
    [onJoint('<actuator><motor joint="j"/></actuator>', 'type="ball"'), 'its joint "j" is spherical'],
    [onJoint('<equality><joint joint1="j"/></equality>'), 'a straight line, polycoef="a b"'],
    [onJoint('<equality><tendon tendon1="t"/></equality>'), '<tendon>: in <equality> is not supported'],
    [onJoint('<tendon><fixed name="t" stiffness="2"/></tendon>'), '<fixed name="t">: a tendon with stiffness is not'],
    [onJoint('<deformable><flex/></deformable>'), '<deformable>: is not supported'],
  ])('%#: %s', async (text, message) => {
    const error = await readMjcf(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).message).toContain(message);
    expect((error as FileError).message).toMatch(/; { unsupported: 'ignore' } loads the model without it$/);
    const { notices } = await readMjcf(text, { unsupported: 'ignore' });
    expect(notices.some(({ level }) => level === 'warning')).toBe(true);
    await expect(readMjcf(text, { unsupported: 'ignore', strict: true })).rejects.toThrow(FileError);
  });
});

it('reports attributes that it does not read, with their place', async () => {
  const { notices } = await readMjcf(
    mjcf(`<default>
<geom friction="2" rgba="1 0 0 1" contype="0"/><material/>
<default class="soft"><joint margin="1" damping="2"/></default></default>
<worldbody><body name="a" gravcomp="1">
<joint name="j" class="soft" stifness="3" limited="true"><plugin/></joint>
<geom name="g" size="0.1" condim="1" solref="1 1" priority="2" conaffinity="2"/>
<site name="s" size="1"/></body></worldbody>
<actuator><position name="p" joint="j" group="1" forcelimited="true"/></actuator>
<equality><weld name="w" body1="a" solref="1 1"/></equality>`),
  );
  expect(notices.map(({ message }) => message)).toEqual([
    '<mjcf>:3: <geom> in the default class "main" has attributes that are ignored: rgba',
    '<mjcf>:3: <material> in the default class "main" is not read',
    '<mjcf>:4: <joint> in the default class "soft" has attributes that are ignored: margin',
    '<mjcf>:7: <geom name="g"> has attributes that are ignored: solref',
    '<mjcf>:6: <plugin> in <joint> is not read',
    '<mjcf>:6: <joint name="j"> has attributes that are ignored: stifness, limited (there is no range)',
    '<mjcf>:8: <site name="s"> has attributes that are ignored: size',
    '<mjcf>:9: <position name="p"> has attributes that are ignored: forcelimited (there is no forcerange)',
    '<mjcf>:9: <position name="p"> has attributes that are ignored: group',
    '<mjcf>:10: <weld name="w"> has attributes that are ignored: solref',
  ]);
});

it('with autolimits false, uses ranges as limits only with limited="true"', async () => {
  const robot = (limited: string): string =>
    mjcf(`<compiler autolimits="false" angle="radian"/><worldbody><body>
<joint name="j" range="-1 1" actuatorfrcrange="-3 3" ${limited ? 'limited="true" actuatorfrclimited="true"' : ''}/>${ball}
</body></worldbody><actuator>
<motor name="m" joint="j" ctrlrange="-1 1" forcerange="-2 2" ${limited ? 'ctrllimited="true" forcelimited="true"' : ''}/>
</actuator>`);
  const free = await readMjcf(robot(''));
  expect([free.limits.upper[0], free.limits.effort[0]]).toEqual([Infinity, Infinity]);
  expect(free.actuators).toMatchObject([{ controlRange: null, forceRange: null }]);
  expect(free.notices.map(({ message }) => message)).toEqual([
    '<mjcf>:3: <joint name="j"> has attributes that are ignored: range (autolimits is false), actuatorfrcrange (autolimits is false)',
    '<mjcf>:5: <motor name="m"> has attributes that are ignored: ctrlrange (autolimits is false), forcerange (autolimits is false)',
  ]);
  const limited = await readMjcf(robot('yes'));
  expect([limited.limits.upper[0], limited.limits.effort[0]]).toEqual([1, 3]);
  expect(limited.actuators).toMatchObject([{ controlRange: [-1, 1], forceRange: [-2, 2] }]);
  expect(limited.notices).toEqual([]);
});

it('reports skipped meshes that have mass', async () => {
  const inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>';
  const { notices } = await readMjcf(
    mjcf(`<asset><mesh name="m" file="m.obj"/></asset><worldbody>
<body>${ball}<geom type="mesh" mesh="m"/></body>
<body>${inertial}<geom type="mesh" mesh="m"/></body>
<body>${ball}<geom type="mesh" mesh="m" mass="0"/></body></worldbody>`),
    { meshes: 'skip' },
  );
  expect(notices.map(({ message }) => message)).toEqual([
    `<mjcf>:3: <geom> with the mesh "m.obj" and its mass are ignored because options.meshes is 'skip'`,
    `<mjcf>:4: <geom> with the mesh "m.obj" is ignored because options.meshes is 'skip'`,
    `<mjcf>:5: <geom> with the mesh "m.obj" is ignored because options.meshes is 'skip'`,
  ]);
});

describe('refuses, with the element named', () => {
  it.each([
    ['an unknown class', world('<geom class="absent" size="1"/>'), 'the default class "absent" is not defined'],
    ['a missing size', world('<geom type="box" size="1 2"/>'), 'a box needs 3 numbers in size'],
    ['a joint in the world', world('<joint/>'), 'the world has no joints'],
    [
      'a free joint below another body',
      world(`<body>${ball}<body><freejoint/>${ball}</body></body>`).replace(
        '<body><freejoint',
        '<body name="x"><freejoint',
      ),
      'a free joint must be the only joint',
    ],
    ['a joint that moves nothing', world('<body name="a"><joint name="j"/></body>'), 'joint "j" moves no inertia'],
    ['an unknown mesh', world('<geom type="mesh" mesh="m"/>'), 'there is no <mesh name="m">'],
    ['an unknown joint', mjcf('<actuator><motor joint="j"/></actuator>'), 'there is no joint "j"'],
    ['an unknown body', mjcf('<equality><connect body1="b" anchor="0 0 0"/></equality>'), 'there is no body "b"'],
    ['angles of an unknown unit', mjcf('<compiler angle="grad"/>'), 'not one of degree, radian'],
    ['a zero quaternion', world('<geom size="1" quat="0 0 0 0"/>'), 'quat is zero'],
    ['an unknown type of joint', world(`<body><joint type="belt"/>${ball}</body>`), 'the type "belt" is unknown'],
    [
      'a negative mass',
      world('<body><freejoint/><inertial pos="0 0 0" mass="-1" diaginertia="1 1 1"/></body>'),
      'mass is -1',
    ],
    ['a time step of zero', mjcf('<option timestep="0"/>'), 'not above 0'],
  ])('%s', async (_what, text, message) => {
    const error = await readMjcf(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).message).toContain(message);
    expect((error as FileError).line).toBeGreaterThan(0);
  });
});

it('reads exclusions, pairs and masks', async () => {
  const noTorques = { torsionalFriction: 0, rollingFriction: 0 };
  const text = (contact: string): string =>
    `${world(
      `<geom name="floor" type="plane" size="1 1 1" contype="2"/>
<body name="a"><freejoint/><geom name="ga" size="0.1" contype="4" conaffinity="-1"/>
<body name="b" pos="0 0 1"><joint/><geom name="gb" size="0.1" contype="0" conaffinity="0"/></body></body>`,
    ).replace('</mujoco>', `<contact>\n${contact}\n</contact></mujoco>`)}`;
  const model = await readMjcf(text('<exclude body1="a" body2="world"/><pair geom1="ga" geom2="gb"/>'));
  expect(model.collisions).toEqual([
    { links: ['a', 'world'], collide: false },
    { geometries: ['ga', 'gb'], collide: true, friction: 1, ...noTorques },
  ]);
  const rough = await readMjcf(text('<pair geom1="ga" geom2="gb" friction="0.4 0.4 0.01"/>'));
  expect(rough.collisions).toEqual([{ geometries: ['ga', 'gb'], collide: true, friction: 0.4, ...noTorques }]);
  const rolling = await readMjcf(text('<pair geom1="ga" geom2="gb" friction="0.4 0.4 0.01" condim="6"/>'));
  const torques = { torsionalFriction: 0.01, rollingFriction: 0.0001 };
  expect(rolling.collisions).toEqual([{ geometries: ['ga', 'gb'], collide: true, friction: 0.4, ...torques }]);
  const smooth = await readMjcf(text('<pair geom1="ga" geom2="gb" condim="1"/>'));
  expect(smooth.collisions).toEqual([{ geometries: ['ga', 'gb'], collide: true, friction: 0, ...noTorques }]);
  expect(model.geometries.map(({ name, contype, conaffinity }) => [name, contype, conaffinity])).toEqual([
    ['floor', 2, 1],
    ['ga', 4, -1],
    ['gb', 0, 0],
  ]);
  for (const [contact, message] of [
    ['<exclude body1="a" body2="c"/>', '<mjcf>:6:1: <exclude>: there is no body "c"'],
    ['<exclude body1="a"/>', '<mjcf>:6:1: <exclude>: the attribute body2 is missing'],
    ['<pair geom1="ga" geom2="gc"/>', '<mjcf>:6:1: <pair>: there is no geom "gc"'],
  ])
    await expect(readMjcf(text(contact))).rejects.toThrow(message);
  await expect(readMjcf(world('<geom size="1" contype="1.5"/>'))).rejects.toThrow('contype="1.5" is not the bits');
});

it('keeps a joint and the joint that follows it within the ranges of both', async () => {
  const text = (range: string): string => `<mujoco><compiler angle="radian"/><worldbody>
<body><joint name="a" range="-1 1"/>${ball}<body pos="0 0 1"><joint name="b" ${range}/>${ball}</body></body></worldbody>
<equality><joint joint1="b" joint2="a" polycoef="0.1 -2"/></equality></mujoco>`;
  const limits = async (range: string): Promise<number[]> => {
    const { lower, upper } = (await readMjcf(text(range))).limits;
    return [lower[0], upper[0]];
  };
  expect(await limits('')).toEqual([-1, 1]);
  expect(await limits('range="-0.9 9"')).toEqual([-1, 0.5]);
  await expect(limits('range="8 9"')).rejects.toThrow('the ranges of both joints leave no value for "a"');
});

it('reports the contact settings that it leaves out', async () => {
  const geom = (attributes: string): string => world(`<body><freejoint/><geom size="0.1" ${attributes}/></body>`);
  const joint = (attributes: string): string =>
    world(`<body><joint range="-9 9" ${attributes}/><geom size="0.1"/></body>`);
  const two =
    '<body name="a"><freejoint/><geom name="ga" size="0.1"/></body><body name="b"><freejoint/><geom name="gb" size="0.1"/></body>';
  const section = (text: string): string => world(two).replace('</mujoco>', `${text}</mujoco>`);
  const pair = (attributes: string): string =>
    section(`<contact><pair geom1="ga" geom2="gb" ${attributes}/></contact>`);
  const weld = (attributes: string): string =>
    section(`<equality><weld body1="a" body2="b" ${attributes}/></equality>`);
  const byDefault = (attributes: string): string =>
    world('<body><freejoint/><geom size="0.1"/></body>').replace(
      '<worldbody>',
      `<default><geom ${attributes}/></default><worldbody>`,
    );
  const option = (attributes: string): string => section(`<option ${attributes}/>`);
  const contact = ['solref="0.01 1"', 'solimp="0.9 0.95 0.001"', 'margin="0.01"', 'gap="0.005"'];
  const cases: [(attributes: string) => string, string[]][] = [
    [geom, [...contact, 'solmix="2"']],
    [byDefault, [...contact, 'solmix="2"']],
    [joint, ['solreflimit="0.01 1"', 'solimplimit="0.9 0.95 0.001"', 'margin="0.1"', 'solreffriction="0.01 1"']],
    [pair, [...contact, 'solreffriction="0.01 1"']],
    [weld, ['solref="0.01 1"', 'solimp="0.9 0.95 0.001"', 'torquescale="2"']],
    [option, ['impratio="10"', 'cone="elliptic"', 'o_margin="0.1"', 'o_solref="0.01 1"']],
  ];
  for (const [text, attributes] of cases) {
    for (const attribute of attributes) {
      const { notices } = await readMjcf(text(attribute));
      const [name] = attribute.split('=');
      expect(
        notices.some(({ message }) => message.includes(name)),
        text(attribute),
      ).toBe(true);
    }
  }
  // Settings without effect on sliding are not reported.
  for (const attribute of ['condim="1"', 'condim="3" friction="1 0.1 0.1"', 'condim="6" friction="1 0.1 0.1"'])
    expect((await readMjcf(geom(attribute))).notices.map(({ message }) => message)).toEqual([]);
});
