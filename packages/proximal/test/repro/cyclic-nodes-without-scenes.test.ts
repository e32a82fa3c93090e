// A glTF file without scenes was read without the nodes of a cycle, if another node was a root.
import { expect, it } from 'vitest';
import { readGltf } from '../../src/io/index.ts';

it('a cycle beside a root is an error', () => {
  const file = { asset: { version: '2.0' }, nodes: [{}, { children: [2] }, { children: [1] }] };
  expect(() => readGltf(JSON.stringify(file))).toThrow('the nodes must form a tree');
});
