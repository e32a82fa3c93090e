// Real files, where they are at hand: YCB hulls and scans, robots' collision meshes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readMesh, readObj, readStl, writeObj, writeStl } from '../../src/io/index.ts';
import { needs } from '../needs.ts';
import { volume } from './samples.ts';

const folder = new URL('../../../../../shared/data/', import.meta.url);
const isThere = existsSync(folder);
const needsMeshes = needs(isThere, 'real meshes: ../shared/data');

const filesLike = (pattern: RegExp): string[] =>
  isThere ? (readdirSync(folder, { recursive: true }) as string[]).filter((file) => pattern.test(file)).sort() : [];

it('reads all hulls: closed, outward, with the number of vertices and faces that grep finds', needsMeshes, () => {
  const files = filesLike(/^(ycb|robots)\/.*\.obj$/);
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const [hull, ...rest] = readMesh(readFileSync(new URL(file, folder)), { name: file });
    expect(rest, file).toEqual([]);
    const [vertices, triangles] = [hull.vertices.length / 3, hull.triangles.length / 3];
    expect([vertices, triangles], file).toEqual([text.match(/^v /gm)?.length, text.match(/^f /gm)?.length]);
    expect(vertices - triangles / 2, file).toBe(2);
    expect(volume(hull), file).toBeGreaterThan(0);
    const numbers = [...text.matchAll(/^v (\S+) (\S+) (\S+)/gm)].flatMap(([, ...xyz]) => xyz.map(Number));
    expect(hull.vertices.join() === Float64Array.from(numbers).join(), file).toBe(true);
    const [again] = readObj(writeObj(hull));
    expect(again.vertices.join() + again.triangles.join() === hull.vertices.join() + hull.triangles.join(), file).toBe(
      true,
    );
  }
});

it('reads the scans, and takes them through STL', needsMeshes, () => {
  for (const file of filesLike(/^ycb_raw\/.*\.obj$/)) {
    const meshes = readMesh(readFileSync(new URL(file, folder)), { name: file });
    for (const mesh of meshes) {
      const [welded] = readStl(writeStl(mesh, { binary: false }));
      expect(welded.triangles.length, file).toBe(mesh.triangles.length);
      expect(volume(welded), file).toBeCloseTo(volume(mesh), 12);
    }
  }
});
