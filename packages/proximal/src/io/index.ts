/**
 * `proximal/io`: meshes from OBJ, STL, PLY, glTF and COLLADA files, and back to OBJ and STL; robots from URDF, SRDF and MJCF files;
 * in Node and the browser, without a DOM.
 * @packageDocumentation
 */
export { readCollada } from './collada/collada.ts';
export { FileError, type FilePlace } from './file-error.ts';
export { type GltfOptions, readGltf } from './gltf/gltf.ts';
export { type LoadFileBelowOptions, loadFileBelow } from './load-below.ts';
export { type Mesh, mergeMeshes } from './mesh.ts';
export { readObj } from './obj.ts';
export { readPly } from './ply.ts';
export { type ReadMeshOptions, readMesh } from './read.ts';
export type { RobotOptions, RobotPath } from './robots/files.ts';
export type { RobotLimits } from './robots/limits.ts';
export { loadMjcf, type MjcfOptions, readMjcf } from './robots/mjcf.ts';
export {
  loadSrdf,
  readSrdf,
  type Srdf,
  type SrdfOptions,
  type SrdfState,
  stateConfiguration,
} from './robots/srdf.ts';
export { loadUrdf, readUrdf, type UrdfOptions } from './robots/urdf.ts';
export type { FileData, FileFormat, ReadOptions } from './source.ts';
export { readStl } from './stl.ts';
export { weldMesh } from './weld.ts';
export { type WriteStlOptions, writeObj, writeStl } from './write.ts';
