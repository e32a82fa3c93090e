// The files of a decomposition, by the extension of the name.
import { basename, dirname, join } from 'node:path';
import { writeObj } from 'proximal/io';
import type { Decomposition } from 'proximal/scene';
import { type OutputFile, standard } from './files.ts';
import { writeGltf } from './gltf-file.ts';
import { meshOf, writerOf } from './mesh-files.ts';
import { UsageError } from './outcome.ts';
import { partColor } from './part-colors.ts';

/** Returns a function that makes the files of a decomposition. The last file has the given path. */
export function filesOf(path: string): (found: Decomposition) => readonly OutputFile[] {
  const one = (content: (found: Decomposition) => string | Uint8Array) => (found: Decomposition) => [
    { path, content: content(found) },
  ];
  const meshes = ({ parts }: Decomposition) => parts.map((part, k) => meshOf(part, `part_${k + 1}`));
  if (/\.json$/i.test(path)) return one(({ compound }) => `${JSON.stringify(compound.toJSON())}\n`);
  if (/\.(glb|gltf)$/i.test(path)) return one((found) => writeGltf(meshes(found), /\.glb$/i.test(path)));
  if (/\.urdf$/i.test(path)) return (found) => urdfFiles(path, found);
  if (path !== standard && !/\.(obj|stl)$/i.test(path)) {
    const endings = '.obj, .stl, .json, .glb, .gltf or .urdf';
    throw new UsageError(`--out ${path}: give a name that ends in ${endings}, or - for OBJ on standard output.`);
  }
  const write = writerOf(path);
  return one((found) => write(meshes(found)));
}

/** A robot of one link, whose collision geometry has a mesh for each part: OBJ files beside it. */
function urdfFiles(path: string, { parts }: Decomposition): OutputFile[] {
  const stem = basename(path).replace(/\.urdf$/i, '');
  const names = parts.map((_, k) => `${stem}_part_${k + 1}.obj`);
  const bodies = names.map((name, k) => {
    const geometry = `<geometry><mesh filename="${escaped(name)}"/></geometry>`;
    const rgba = partColor(k).map((x) => x.toFixed(3));
    const material = `<material name="part_${k + 1}"><color rgba="${rgba.join(' ')} 1"/></material>`;
    return `    <visual>${geometry}${material}</visual>\n    <collision name="part_${k + 1}">${geometry}</collision>\n`;
  });
  const robot = `<?xml version="1.0"?>\n<robot name="${escaped(stem)}">\n  <link name="body">\n${bodies.join('')}  </link>\n</robot>\n`;
  return [
    ...parts.map((part, k) => ({
      path: join(dirname(path), names[k]),
      content: writeObj(meshOf(part, `part_${k + 1}`)),
    })),
    { path, content: robot },
  ];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
