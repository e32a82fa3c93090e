// SRDF: links that do not collide, and named states.
import { describe, expect, it } from 'vitest';
import { mayCollide } from '../../../src/dynamics/index.ts';
import { FileError, readSrdf, readUrdf, stateConfiguration } from '../../../src/io/index.ts';
import { Simulator } from '../../../src/sim/index.ts';

/** A chain of links along x, 10 cm apart, each with a ball of radius 4 cm. */
function chain(count: number): string {
  const links = Array.from({ length: count }, (_, k) => {
    const inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
    return `<link name="l${k}">${inertial}<collision><geometry><sphere radius="0.04"/></geometry></collision></link>`;
  });
  const joints = Array.from(
    { length: count - 1 },
    (
      _,
      k,
    ) => `<joint name="j${k + 1}" type="revolute"><parent link="l${k}"/><child link="l${k + 1}"/><origin xyz="0.1 0 0"/>
      <axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`,
  );
  return `<robot name="chain">${links.join('')}${joints.join('')}</robot>`;
}

const text = `<?xml version="1.0"?>
<!-- made by hand -->
<robot name="chain">
  <group name="arm"><chain base_link="l0" tip_link="l4"/></group>
  <group_state name="bent" group="arm"><joint name="j1" value="0.5"/><joint name="j3" value="-1"/></group_state>
  <end_effector name="hand" parent_link="l4" group="hand"/>
  <disable_collisions link1="l0" link2="l2" reason="Never"/>
  <disable_collisions link1="l0" link2="camera" reason="Never"/>
  <disable_default_collisions link="l4"/>
  <enable_collisions link1="l4" link2="l1" reason="Touch"/>
</robot>`;

describe('an SRDF', () => {
  it('counts the notices beyond the limit', () => {
    const { notices } = readSrdf(`<robot name="r">${'<group/>'.repeat(8)}</robot>`, { limits: { notices: 5 } });
    expect(notices).toHaveLength(6);
    expect(notices[5].message).toBe('<srdf>: 3 more notices: more than options.limits.notices = 5');
  });

  it('is read into pairs, states and notices', () => {
    const srdf = readSrdf(text, { name: 'chain.srdf' });
    expect(srdf.name).toBe('chain');
    expect(srdf.disabled).toEqual([
      ['l0', 'l2'],
      ['l0', 'camera'],
    ]);
    expect([srdf.disabledLinks, srdf.enabled]).toEqual([['l4'], [['l4', 'l1']]]);
    expect(srdf.notices.map(({ message }) => message)).toEqual([
      'chain.srdf:4: <group name="arm"> is not read',
      'chain.srdf:6: <end_effector name="hand"> is not read',
    ]);
  });

  it('excludes pairs of links of a URDF, and names links that the robot does not have', async () => {
    const model = await readUrdf(chain(5), { srdf: readSrdf(text) });
    const collide = (a: number, b: number): boolean => mayCollide(model, a, b);
    // No rule has the pair of l1 and l3.
    expect([collide(0, 2), collide(1, 3), collide(0, 4), collide(2, 4), collide(1, 4)]).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(model.notices.map(({ message }) => message).join('\n')).toContain(
      'the link "camera", which the robot does not',
    );
    const excluded = new Simulator({ models: [model] }).notices.filter(({ reason }) => reason === 'rule');
    expect(excluded.map(({ links }) => links.join(' '))).toContain('l0 l2');
  });

  it('has states as configurations', async () => {
    const model = await readUrdf(chain(5));
    const [bent] = readSrdf(text).states;
    expect([bent.name, bent.group]).toEqual(['bent', 'arm']);
    expect([...stateConfiguration(model, bent)]).toEqual([0.5, 0, -1, 0]);
    expect([...stateConfiguration(model, bent, Float64Array.of(1, 2, 3, 4))]).toEqual([0.5, 2, -1, 4]);
    const other = await readUrdf(chain(3));
    expect(() => stateConfiguration(other, bent)).toThrow('there is no such joint');
    const long = { ...bent, positions: new Map([['j1', [1, 2]]]) };
    expect(() => stateConfiguration(model, long)).toThrow('its joint "j1" has 2 values instead of 1');
  });

  it.each([
    ['not XML', 'hello', 'this is not XML'],
    ['another format', '<mujoco/>', 'the root element must be <robot>'],
    ['no second link', '<robot><disable_collisions link1="a"/></robot>', 'the attribute link2 is missing'],
    ['a link and itself', '<robot><disable_collisions link1="a" link2="a"/></robot>', 'link1 and link2 are both "a"'],
    [
      'a value that is no number',
      '<robot><group_state name="s" group="g"><joint name="j" value="x"/></group_state></robot>',
      'value="x" is not',
    ],
    [
      'a joint twice',
      '<robot><group_state name="s" group="g"><joint name="j" value="1"/><joint name="j" value="1"/></group_state></robot>',
      'already',
    ],
    ['an entity', '<!DOCTYPE r [<!ENTITY a "b">]><robot/>', 'a document type'],
  ])('is refused with %s', (_, content, message) => {
    const read = (): unknown => readSrdf(content, { name: 'bad.srdf' });
    expect(read).toThrow(FileError);
    expect(read).toThrow(message);
  });

  it('checks its arguments', async () => {
    expect(() => readSrdf('<robot/>', { meshes: 'skip' } as never)).toThrow('readSrdf: options.meshes');
    await expect(readUrdf(chain(2), { srdf: text as never })).rejects.toThrow('readUrdf: options.srdf is');
  });
});
