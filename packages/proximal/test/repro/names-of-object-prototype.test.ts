// Names from files were looked up as properties of plain objects and inherited properties were found: the reader threw a TypeError of the engine, or
// used a function as a kind.
import { expect, it } from 'vitest';
import { fromJSON } from '../../src/index.ts';
import { FileError, readMjcf, readUrdf } from '../../src/io/index.ts';
import { readProblem } from '../../src/problem/index.ts';
import { readSimulation } from '../../src/sim/index.ts';

const names = [
  'constructor',
  '__proto__',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
];

it.each(names)('%s is a name like any other in robot files', async (name) => {
  const inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
  const mass = '<inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>';
  const valid = [
    readUrdf(`<robot name="${name}"><${name} ${name}="1"/><link name="base"/><link name="${name}" ${name}="1">${inertial}<${name}/>
      <collision name="${name}"><origin ${name}="1"/><geometry><${name} ${name}="2"/></geometry></collision>
      <collision><geometry><sphere radius="1" ${name}="2"/></geometry></collision></link>
      <joint name="${name}" type="continuous" ${name}="1"><parent link="base"/><child link="${name}"/><${name}/></joint></robot>`),
    readMjcf(`<mujoco model="${name}"><${name}/><compiler ${name}="1"/><option ${name}="1"><flag ${name}="disable"/><${name}/></option>
      <default><${name} ${name}="1"/><geom ${name}="1"/><default class="${name}"><geom size="1"/><${name}/></default></default>
      <asset><${name}/><mesh name="${name}" vertex="0 0 0 1 0 0 0 1 0 0 0 1" ${name}="1"/></asset>
      <worldbody><${name}/><body name="${name}" childclass="${name}" ${name}="1">${mass}<${name}/><joint name="${name}" ${name}="1"/>
        <geom name="${name}" ${name}="1"/><geom type="mesh" mesh="${name}"/><site name="${name}" ${name}="1"/></body></worldbody>
      <contact><${name}/><exclude body1="${name}" body2="world" ${name}="1"/></contact>
      <actuator><motor name="${name}" joint="${name}" ${name}="1"/></actuator>
      <equality><connect name="${name}" body1="${name}" anchor="0 0 0" ${name}="1"/></equality><sensor><${name}/></sensor></mujoco>`),
  ];
  for (const model of await Promise.all(valid)) {
    expect(model.frameIndex(name)).toBeGreaterThanOrEqual(0);
    expect(model.joints[model.jointIndex(name)].kind).not.toBeTypeOf('function');
  }
  const invalid = [
    readUrdf(
      `<robot><link name="a"/><link name="b"/><joint name="j" type="${name}"><parent link="a"/><child link="b"/></joint></robot>`,
    ),
    readUrdf(
      `<robot><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="${name}"/></joint></robot>`,
    ),
    readUrdf(
      `<robot><link name="a"><collision><geometry><mesh filename="package://${name}/a.obj"/></geometry></collision></link></robot>`,
    ),
    readMjcf(`<mujoco><worldbody><body><joint type="${name}"/></body></worldbody></mujoco>`),
    readMjcf(`<mujoco><worldbody><geom type="${name}"/></worldbody></mujoco>`),
    readMjcf(`<mujoco><worldbody><geom class="${name}"/></worldbody></mujoco>`),
    readMjcf(`<mujoco><worldbody><geom type="mesh" mesh="${name}"/></worldbody></mujoco>`),
    readMjcf(`<mujoco><actuator><${name} joint="j"/></actuator></mujoco>`),
    readMjcf(`<mujoco><actuator><motor joint="${name}"/></actuator></mujoco>`),
    readMjcf(`<mujoco><equality><${name}/></equality></mujoco>`),
    readMjcf(`<mujoco><equality><joint joint1="${name}"/></equality></mujoco>`),
    readMjcf(`<mujoco><contact><exclude body1="${name}" body2="world"/></contact></mujoco>`),
    readMjcf(`<mujoco><contact><pair geom1="${name}" geom2="${name}"/></contact></mujoco>`),
    readMjcf(`<${name}/>`),
    readUrdf(`<${name}/>`),
  ];
  for (const result of await Promise.allSettled(invalid)) {
    const reason = (result as PromiseRejectedResult).reason as Error;
    expect(reason).toBeInstanceOf(FileError);
    expect(reason.message).toContain(name);
  }
});

it.each(names)('%s is a name like any other in JSON documents', (name) => {
  const own = JSON.parse(`{ "${name}": 1 }`) as object;
  const kind = { version: 1, kind: name } as const;
  const bodies = (body: object): object => ({ format: 'proximal-simulation', version: 1, bodies: [body] });
  const sphere = { version: 1, kind: 'sphere', radius: 1 } as const;
  for (const read of [
    () => fromJSON(kind),
    () => fromJSON({ ...sphere, ...own }),
    () => readSimulation(bodies({ shape: kind })),
    () => readSimulation(bodies({ shape: sphere, ...own })),
    () => readSimulation({ format: 'proximal-simulation', version: 1, options: own }),
    () => readSimulation({ format: 'proximal-simulation', version: 1, options: { solver: name } }),
    () => readSimulation({ format: 'proximal-simulation', version: 1, ...own }),
    () => readProblem({ format: 'proximal-problem', version: 1, query: name }),
    () => readProblem({ format: 'proximal-problem', version: 1, query: 'distance', ...own }),
    () =>
      readProblem({
        format: 'proximal-problem',
        version: 1,
        query: 'distance',
        a: { shape: kind },
        b: { shape: kind },
      }),
  ]) {
    let error: unknown = null;
    try {
      read();
    } catch (thrown) {
      error = thrown;
    }
    // The library's own error, not one of the JavaScript engine.
    expect(String(error), read.toString()).toMatch(/^(Type|Range)Error: (fromJSON|readSimulation|readProblem): /);
  }
  expect(readSimulation(bodies({ shape: sphere, name })).bodies[0].name).toBe(name);
});

it('an object whose constructor name is not a string still gives a proper message', () => {
  expect(() => fromJSON({ constructor: { name: { toString: 1 } } } as never)).toThrow(/^fromJSON: /);
});
