// A generated scan, and real files if available: YCB hulls and scans, robots' collision meshes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readMesh, readObj, readStl, writeObj, writeStl } from '../../src/io/index.ts';
import { vase } from '../fixtures/scans.ts';
import { volume } from './samples.ts';

const folder = new URL('../../../../../shared/data/', import.meta.url);
const isThere = existsSync(folder);
const seed = 25;

/** Names and contents of a generated file and of the real files that match the pattern. */
function filesLike(pattern: RegExp, generated: string): { file: string; text: string }[] {
  const names = isThere
    ? (readdirSync(folder, { recursive: true }) as string[]).filter((each) => pattern.test(each))
    : [];
  const real = names.sort().map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));
  return [{ file: `generated (seed ${seed}).obj`, text: generated }, ...real];
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

it('reads all hulls: closed, outward, with one vertex per v line and one triangle per f line', () => {
  const files = filesLike(/^(ycb|robots)\/.*\.obj$/, vase(seed));
  if (isThere) expect(files.length).toBeGreaterThan(50);
  for (const { file, text } of files) {
    const [hull, ...rest] = readMesh(encode(text), { name: file });
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

it('reads the scans, and keeps them when written and read as STL', () => {
  for (const { file, text } of filesLike(/^ycb_raw\/.*\.obj$/, vase(seed, 0.03))) {
    const meshes = readMesh(encode(text), { name: file });
    for (const mesh of meshes) {
      const [welded] = readStl(writeStl(mesh, { binary: false }));
      expect(welded.triangles.length, file).toBe(mesh.triangles.length);
      expect(volume(welded), file).toBeCloseTo(volume(mesh), 12);
    }
  }
});
