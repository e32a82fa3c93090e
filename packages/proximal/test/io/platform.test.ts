// The readers run in browsers, workers and Node: they use no Node API, no DOM and no package.
import { readdirSync, readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { cubeGltf, cubeObj, makeGlb } from './samples.ts';

const folder = new URL('../../src/io/', import.meta.url);

it('the readers import only modules of the library', () => {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    for (const [, from] of text.matchAll(/(?:(?<=[\s}])from\s|\bimport\s*\(?)\s*['"]([^'"]+)['"]/g)) {
      expect(from, file).toMatch(/^\.{1,2}\//);
    }
  }
});

it('the readers run with the globals of ECMAScript, TextEncoder and TextDecoder only', async () => {
  const build = await rolldown({ input: new URL('index.ts', folder).pathname, platform: 'browser' });
  const { output } = await build.generate({ format: 'iife', name: 'io' });
  await build.close();
  const { code } = output[0];
  const context = createContext({ TextEncoder, TextDecoder, text: cubeObj, list: Array.from(makeGlb(cubeGltf())) });
  const program = `${code}
    const meshes = [...io.readMesh(text), ...io.readMesh(new Uint8Array(list))];
    let message = '';
    try { io.readMesh('v 1 2', { name: 'a.obj' }); } catch (error) { message = error.message; }
    JSON.stringify([meshes.map(({ triangles }) => triangles.length), io.writeObj(meshes).length > 300, message]);`;
  expect(JSON.parse(runInContext(program, context))).toEqual([
    [36, 36],
    true,
    'a.obj:1:6: z is missing: the line ends before it; the file may be truncated',
  ]);
});
