// A robot description could read any file, device or pipe of the machine and any URL, of any size. The files that it names must be
// regular files below its own folder, or below a folder given by the caller.
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileError, loadFileBelow, loadMjcf, loadUrdf, type RobotOptions, readUrdf } from '../../src/io/index.ts';
import { cubeObj } from '../io/samples.ts';
import { needs } from '../needs.ts';

const needsPosix = needs(process.platform !== 'win32', 'the pipes, devices and links of a POSIX system');

const withMesh = (path: string): string =>
  `<robot name="r"><link name="a"><collision><geometry>\n<mesh filename="${path}"/></geometry></collision></link></robot>`;

let top = '';
const at = (...steps: string[]): string => join(top, ...steps);

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'proximal-robot-files-')));
  for (const folder of ['ws/arm/urdf', 'ws/arm/meshes', 'ws/other', 'outside'])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ['ws/arm/urdf/cube.obj', 'ws/arm/meshes/cube.obj', 'ws/other/cube.obj', 'outside/cube.obj'])
    writeFileSync(at(file), cubeObj);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** The number of shapes of the robot, or the error message if it is rejected. */
async function load(path: string, options: RobotOptions = {}): Promise<number | string> {
  const file = at('ws/arm/urdf/arm.urdf');
  writeFileSync(file, withMesh(path));
  try {
    return (await loadUrdf(file, options)).geometries.length;
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    // The error is at the element that names the file.
    expect((error as FileError).line).toBe(2);
    return (error as FileError).message;
  }
}

const outside =
  /it is outside of the folders that may be read\); give its folder in options\.folders or options\.packages/;

describe('by default', () => {
  it('files beside the description and below are read', async () => {
    expect(await load('cube.obj')).toBe(1);
    expect(await load('./cube.obj')).toBe(1);
    expect(await load('../urdf/cube.obj')).toBe(1);
    expect(await load(at('ws/arm/urdf/cube.obj'))).toBe(1);
    expect(await load(pathToFileURL(at('ws/arm/urdf/cube.obj')).href)).toBe(1);
  });

  it('files elsewhere are rejected, however their paths are written', async () => {
    const spellings = [
      '../meshes/cube.obj',
      './../../../outside/cube.obj',
      at('outside/cube.obj'),
      pathToFileURL(at('outside/cube.obj')).href,
      `${pathToFileURL(at('ws/arm/urdf/')).href}%2e%2e/meshes/cube.obj`,
      `FILE://${at('outside/cube.obj')}`,
    ];
    for (const path of spellings) expect(await load(path), path).toMatch(/outside of the folders|ENOENT/);
    // A folder whose name starts with the name of the allowed folder is a different folder.
    mkdirSync(at('ws/arm/urdf-secret'), { recursive: true });
    writeFileSync(at('ws/arm/urdf-secret/cube.obj'), cubeObj);
    expect(await load('../urdf-secret/cube.obj')).toMatch(outside);
  });

  it('package:// names a folder above the description that contains a package.xml', async () => {
    expect(await load('package://arm/meshes/cube.obj')).toMatch(outside);
    writeFileSync(at('ws/arm/package.xml'), '<package/>');
    expect(await load('package://arm/meshes/cube.obj')).toBe(1);
    expect(await load('package://arm/../other/cube.obj')).toMatch(outside);
    expect(await load(`package://${top.split('/')[1]}/x.obj`)).toMatch(/outside of the folders|ENOENT/);
  });

  it('no URL is fetched outside the folders given by the caller', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response.end(cubeObj);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await load(`${address}/cube.obj`)).toMatch(outside);
      expect(await load(`HTTP${address.slice(4)}/cube.obj`)).toMatch(outside);
      expect(requests).toBe(0);
      expect(await load(`${address}/meshes/cube.obj`, { folders: [`${address}/meshes`] })).toBe(1);
      expect(await load(`${address}/meshes/../cube.obj`, { folders: [`${address}/meshes`] })).toMatch(outside);
      expect(requests).toBe(1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('a description given as text has no folder to read from', async () => {
    const error = await readUrdf(withMesh(relative(process.cwd(), at('outside/cube.obj')))).catch((thrown) => thrown);
    expect(error.message).toMatch(outside);
  });
});

describe('by options', () => {
  it('folders and packages are added', async () => {
    expect(await load('../meshes/cube.obj', { folders: [at('ws')] })).toBe(1);
    expect(await load(at('outside/cube.obj'), { folders: [at('ws'), at('outside')] })).toBe(1);
    expect(await load('package://tools/cube.obj', { packages: { tools: at('ws/other') } })).toBe(1);
    expect(await load('package://tools/../../outside/cube.obj', { packages: { tools: at('ws/other') } })).toMatch(
      outside,
    );
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(await load(`package://${name}/cube.obj`, { packages: {} })).toMatch(`the package ${name} is unknown`);
  });

  it('files larger than options.limits are rejected', async () => {
    writeFileSync(at('ws/arm/urdf/large.obj'), cubeObj + '#'.repeat(1000));
    expect(await load('large.obj', { limits: { fileBytes: 1000 } })).toMatch('it has more than 1000 bytes');
    expect(await load('large.obj', { limits: { bytes: 1000 } })).toMatch('more than options.limits.bytes = 1000');
  });
});

describe('links, pipes and devices', needsPosix, () => {
  it('a link that leaves the folder is rejected, one that stays inside is followed', async () => {
    symlinkSync(at('outside/cube.obj'), at('ws/arm/urdf/out.obj'));
    symlinkSync(at('outside'), at('ws/arm/urdf/folder'));
    symlinkSync(at('ws/arm/urdf/cube.obj'), at('ws/arm/urdf/in.obj'));
    expect(await load('out.obj')).toMatch(outside);
    expect(await load('folder/cube.obj')).toMatch(outside);
    expect(await load('in.obj')).toBe(1);
    // The folder itself may be reached through a link.
    symlinkSync(at('ws/arm/urdf'), at('linked'));
    writeFileSync(at('ws/arm/urdf/arm.urdf'), withMesh('cube.obj'));
    expect((await loadUrdf(at('linked/arm.urdf'))).geometries).toHaveLength(1);
  });

  it('rejects pipes without waiting, devices without opening them, and folders', async () => {
    execFileSync('mkfifo', [at('ws/arm/urdf/pipe.obj')]);
    mkdirSync(at('ws/arm/urdf/folder.obj'));
    expect(await load('pipe.obj')).toMatch('it is not a regular file');
    expect(await load('folder.obj')).toMatch('it is not a regular file');
    expect(await load('/dev/zero')).toMatch(outside);
    expect(await load('/dev/zero', { folders: ['/dev'] })).toMatch('it is not a regular file');
    await expect(loadUrdf(at('ws/arm/urdf/pipe.obj'))).rejects.toThrow('it is not a regular file');
    await expect(loadMjcf('/dev/zero')).rejects.toThrow('it is not a regular file');
  });

  it('a sparse file of a terabyte is not read', async () => {
    writeFileSync(at('ws/arm/urdf/sparse.stl'), '');
    truncateSync(at('ws/arm/urdf/sparse.stl'), 2 ** 40);
    expect(await load('sparse.stl')).toMatch('it has more than 268435456 bytes');
  });

  it('the same rules hold for included files', async () => {
    linkSync(at('outside/cube.obj'), at('ws/arm/urdf/hard.obj'));
    for (const path of ['../../other/cube.obj', 'out.obj', 'pipe.obj', '/dev/zero']) {
      const file = at('ws/arm/urdf/arm.xml');
      writeFileSync(file, `<mujoco>\n<include file="${path}"/></mujoco>`);
      const error = await loadMjcf(file).catch((thrown: unknown) => thrown);
      expect((error as FileError).line).toBe(2);
      expect((error as FileError).message).toMatch(/outside of the folders|not a regular file/);
    }
  });
});

it('loadFileBelow applies the same rules in resolvers of callers', async () => {
  expect((await loadFileBelow(at('ws/other/cube.obj'), [at('ws')])).length).toBe(cubeObj.length);
  await expect(loadFileBelow(at('ws/../outside/cube.obj'), [at('ws')])).rejects.toThrow('outside of the folders');
  await expect(loadFileBelow(at('ws/other/cube.obj'), [at('ws')], { maxBytes: 3 })).rejects.toThrow(
    'more than 3 bytes',
  );
  await expect(loadFileBelow(at('ws/other/cube.obj'), [])).rejects.toThrow('outside of the folders');
  await expect(loadFileBelow(7 as never, [])).rejects.toThrow('loadFileBelow: path is 7; give a path');
  await expect(loadFileBelow('a', 'b' as never)).rejects.toThrow('loadFileBelow: folders is "b"; give an array');
});
