// `proximal simulate` with an SRDF file, which says which links do not collide.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PackedCommand } from '../support/packed-command.ts';

let command: PackedCommand;

const link = (name: string): string =>
  `<link name="${name}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>
   <collision><geometry><sphere radius="0.1"/></geometry></collision></link>`;
const joint = (parent: string, child: string): string =>
  `<joint name="to ${child}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 0.25"/>
   <axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`;
const links = ['a', 'b', 'c', 'd'];
const urdf = `<robot name="snake">${links.map(link).join('')}${joint('a', 'b')}${joint('b', 'c')}${joint('c', 'd')}</robot>`;

beforeAll(() => {
  command = new PackedCommand();
  mkdirSync(join(command.folder, 'rules'));
  command.write('snake.urdf', urdf);
  command.write('rules/snake.srdf', '<robot name="snake"><disable_collisions link1="a" link2="d"/></robot>');
});

afterAll(() => command?.remove());

const excludedPairs = (...words: string[]): string[] =>
  command
    .json('simulate', ...words, '-s', '0.01')
    .notices.map(({ message }: { message: string }) => message)
    .filter((message: string) => /"a" and "d"/.test(message));

it('excludes the pairs of the SRDF, also in the simulation file that is saved', () => {
  expect(excludedPairs('snake.urdf')).toEqual([]);
  expect(excludedPairs('snake.urdf', '--srdf', 'rules/snake.srdf', '--save', 'snake.json')).toHaveLength(1);
  expect(JSON.parse(command.read('snake.json')).robots[0]).toMatchObject({
    file: 'snake.urdf',
    srdf: 'rules/snake.srdf',
  });
  expect(excludedPairs('snake.json')).toHaveLength(1);
});

it('names a broken or missing SRDF, and refuses one for other files', () => {
  command.write('broken.srdf', '<robot name="snake"><disable_collisions link1="a"/></robot>');
  const failing = (...words: string[]) => command.run('simulate', ...words);
  expect(failing('snake.urdf', '--srdf', 'broken.srdf')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('broken.srdf'),
  });
  expect(failing('snake.urdf', '--srdf', 'absent.srdf')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('absent.srdf cannot be read'),
  });
  expect(failing('slope', '--srdf', 'rules/snake.srdf')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--srdf is for URDF robots only.'),
  });
});
