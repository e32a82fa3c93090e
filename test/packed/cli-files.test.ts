// The command opens the files that the user names. Files that these files name must be regular files below the same folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../../packages/proximal/test/needs.ts';
import { cube, door, PackedCommand } from '../support/packed-command.ts';

let command: PackedCommand;
const needsPosix = needs(process.platform !== 'win32', 'the pipes, devices and links of a POSIX system');

const meshed = (path: string): string =>
  `<robot name="r"><link name="a"><collision><geometry><mesh filename="${path}"/></geometry></collision></link></robot>`;
const simulation = (robot: object): string =>
  JSON.stringify({ format: 'proximal-simulation', version: 1, robots: [robot] });

beforeAll(() => {
  command = new PackedCommand();
  for (const folder of ['scenes', 'scenes/robots', 'scenes/meshes', 'elsewhere']) mkdirSync(command.path(folder));
  for (const folder of ['scenes/meshes', 'elsewhere']) command.write(`${folder}/cube.obj`, cube);
  command.write('scenes/robots/door.urdf', door);
  command.write('elsewhere/door.urdf', door);
});
afterAll(() => command?.remove());

it('a simulation may name robots below its folder, and these robots meshes below it', () => {
  command.write('scenes/robots/arm.urdf', meshed('../meshes/cube.obj'));
  const outside = 'it is outside of the folders that may be read';
  const cases: [object, string][] = [
    [{ file: 'robots/door.urdf' }, ''],
    [{ file: 'robots/arm.urdf' }, ''],
    [{ text: meshed('meshes/cube.obj') }, ''],
    [{ file: '../elsewhere/door.urdf' }, `${outside}; --folder gives another one`],
    [{ file: command.path('elsewhere/door.urdf') }, outside],
    [{ text: meshed('../elsewhere/cube.obj') }, `${outside}); give its folder in --folder or --package`],
    // The name of a robot is not used as a folder.
    [{ name: command.path('elsewhere/x'), text: meshed(command.path('elsewhere/cube.obj')) }, outside],
    [{ name: '../elsewhere/x', text: meshed('cube.obj') }, 'ENOENT'],
  ];
  const lines = cases.map(([robot], k) => {
    command.write(`scenes/${k}.json`, simulation(robot));
    return ['simulate', `scenes/${k}.json`, '-s', '0.001'];
  });
  command.runAll(lines).forEach(({ status, stderr }, k) => {
    expect([k, status, stderr]).toEqual([k, cases[k][1] === '' ? 0 : 1, expect.stringContaining(cases[k][1])]);
  });
  const [more] = command.runAll([['simulate', 'scenes/3.json', '-s', '0.001', '--folder', 'elsewhere']]);
  expect(more).toMatchObject({ status: 0, stderr: '' });
});

it('info of a robot reads meshes beside it, and in folders given by the user', () => {
  const [refused, folder, named] = command.runAll([
    ['info', 'scenes/robots/arm.urdf'],
    ['info', 'scenes/robots/arm.urdf', '--folder', 'scenes'],
    ['info', 'scenes/robots/door.urdf'],
  ]);
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('give its folder in --folder or --package'),
  });
  expect([folder.status, named.status]).toEqual([0, 0]);
});

it.each(['info', 'simulate', 'plan'])('%s omits the meshes of a robot with --no-meshes', (name) => {
  command.write(
    'scenes/lost.urdf',
    door
      .replace('</robot>', '')
      .concat(
        '<link name="lost"><collision><geometry><mesh filename="lost.obj"/></geometry></collision></link>',
        '<joint name="mount" type="fixed"><parent link="leaf"/><child link="lost"/></joint></robot>',
      ),
  );
  const rest = { info: [], simulate: ['-s', '0.001'], plan: ['--start', '0', '--goal', '0.1'] }[name] ?? [];
  const line = [name, 'scenes/lost.urdf', ...rest];
  const [broken, omitted] = command.runAll([line, [...line, '--no-meshes']]);
  expect(broken).toMatchObject({ status: 1, stderr: expect.stringContaining('--no-meshes ignores meshes') });
  expect(omitted.status).toBe(0);
});

it('pipes, devices and links that leave the folder are not opened if a file names them', needsPosix, () => {
  execFileSync('mkfifo', [command.path('scenes/pipe.urdf')]);
  symlinkSync(command.path('elsewhere/door.urdf'), command.path('scenes/link.urdf'));
  const files = { 'pipe.urdf': 'it is not a regular file', '/dev/zero': 'it is outside', 'link.urdf': 'it is outside' };
  const lines = Object.keys(files).map((file, k) => {
    command.write(`scenes/device${k}.json`, simulation({ file }));
    return ['simulate', `scenes/device${k}.json`];
  });
  command.runAll(lines).forEach(({ status, stderr }, k) => {
    expect(status).toBe(1);
    expect(stderr).toContain(Object.values(files)[k]);
  });
});

it('a device named by the user is read up to the size limit', needsPosix, () => {
  expect(command.run('info', '/dev/zero')).toMatchObject({
    status: 1,
    stderr: 'proximal: /dev/zero cannot be read: it has more than 536870912 bytes\n',
  });
});
