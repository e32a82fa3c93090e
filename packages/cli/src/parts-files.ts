// The files of a decomposition, by the extension of the name.
import { basename, dirname, join } from 'node:path';
import { type Mesh, writeObj } from 'proximal/io';
import { type Decomposition, type TriangleMesh, triangleMesh } from 'proximal/scene';
import { type OutputFile, standard } from './files.ts';
import { writeGltf } from './gltf-file.ts';
import { meshOf, writerOf } from './mesh-files.ts';
import { UsageError } from './outcome.ts';
import { partColor } from './part-colors.ts';

type MassProperties = ReturnType<TriangleMesh['massProperties']>;

/** Returns a function that makes the files of a decomposition. The last file has the given path. */
export function filesOf(path: string): (found: Decomposition, mesh: Mesh) => readonly OutputFile[] {
  const singleFile = (content: (found: Decomposition) => string | Uint8Array) => (found: Decomposition) => [
    { path, content: content(found) },
  ];
  const meshes = ({ parts }: Decomposition) => parts.map((part, k) => meshOf(part, `part_${k + 1}`));
  if (/\.json$/i.test(path)) return singleFile(({ compound }) => `${JSON.stringify(compound.toJSON())}\n`);
  if (/\.(glb|gltf)$/i.test(path)) return singleFile((found) => writeGltf(meshes(found), /\.glb$/i.test(path)));
  if (/\.urdf$/i.test(path)) return (found, mesh) => urdfFiles(path, found, massOf(found, mesh));
  if (path !== standard && !/\.(obj|stl)$/i.test(path)) {
    const endings = '.obj, .stl, .json, .glb, .gltf or .urdf';
    throw new UsageError(`--out ${path}: give a name that ends in ${endings}, or - for OBJ on standard output.`);
  }
  const write = writerOf(path);
  return singleFile((found) => write(meshes(found)));
}

/** A robot of one link, whose collision geometry has a mesh for each part: OBJ files beside it. */
function urdfFiles(path: string, { parts }: Decomposition, mass: MassProperties): OutputFile[] {
  const stem = basename(path).replace(/\.urdf$/i, '');
  const names = parts.map((_, k) => `${stem}_part_${k + 1}.obj`);
  const bodies = names.map((name, k) => {
    const geometry = `<geometry><mesh filename="${escaped(name)}"/></geometry>`;
    const rgba = partColor(k).map((x) => x.toFixed(3));
    const material = `<material name="part_${k + 1}"><color rgba="${rgba.join(' ')} 1"/></material>`;
    return `    <visual>${geometry}${material}</visual>\n    <collision name="part_${k + 1}">${geometry}</collision>\n`;
  });
  const robot = `<?xml version="1.0"?>\n<robot name="${escaped(stem)}">\n  <link name="body">\n${inertialOf(mass)}${bodies.join('')}  </link>\n</robot>\n`;
  return [
    ...parts.map((part, k) => ({
      path: join(dirname(path), names[k]),
      content: writeObj(meshOf(part, `part_${k + 1}`)),
    })),
    { path, content: robot },
  ];
}

/** The density of water, in kg/m³. */
const density = 1000;

/** Mass properties of the mesh if it is closed and its volume is positive, since parts overlap; otherwise the sums over the parts. */
function massOf({ compound }: Decomposition, { vertices, triangles }: Mesh): MassProperties {
  const mesh = triangleMesh(vertices, triangles);
  return mesh.isClosed && mesh.massProperties().volume > 0 ? mesh.massProperties() : compound.massProperties();
}

function inertialOf({ volume, centerOfMass, inertia: [xx, xy, xz, , yy, yz, , , zz] }: MassProperties): string {
  const [ixx, ixy, ixz, iyy, iyz, izz] = [xx, xy, xz, yy, yz, zz].map((x) => density * x);
  const tensor = `ixx="${ixx}" ixy="${ixy}" ixz="${ixz}" iyy="${iyy}" iyz="${iyz}" izz="${izz}"`;
  const origin = `<origin xyz="${centerOfMass.join(' ')}"/>`;
  return `    <!-- for a density of ${density} kg/m³ -->\n    <inertial>${origin}<mass value="${density * volume}"/><inertia ${tensor}/></inertial>\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
