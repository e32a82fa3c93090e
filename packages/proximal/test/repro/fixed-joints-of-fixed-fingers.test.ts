// Files that fix a joint of a gripper keep its <mimic>, and give fixed joints the axis 0 0 0. Both were errors.
import { expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { readUrdf } from '../../src/io/index.ts';

const urdf = `<robot name="gripper">
<link name="hand"/><link name="left"/><link name="right"/>
<joint name="one" type="fixed"><parent link="hand"/><child link="left"/><axis xyz="0 0 0"/></joint>
<joint name="two" type="fixed"><parent link="hand"/><child link="right"/>
<mimic joint="one"/></joint></robot>`;

it('reads fixed joints with the axis 0 0 0 and with <mimic>', async () => {
  const model = await readUrdf(urdf);
  expect(model.nq).toBe(0);
  expect(model.frames.map(({ name }) => name)).toEqual(expect.arrayContaining(['left', 'right']));
  const [notice] = model.notices.filter(({ message }) => message.includes('mimic'));
  expect(notice).toMatchObject({ line: 5 });
  expect(notice.message).toContain('is ignored because the joint is fixed');
});

it('rejects the axis 0 0 0 of revolute joints', () => {
  const builder = new ModelBuilder();
  const joint = { kind: 'revolute', parent: 'world', child: 'a', axis: [0, 0, 0] } as const;
  expect(() => builder.joint('j', joint)).toThrow('give a vector that is not zero');
});
