import { wrongType } from '../check/argument.ts';
import { readColladaFrom } from './collada/collada.ts';
import { isGlb } from './gltf/container.ts';
import { type GltfOptions, gltfOptionNames, readGltfFrom } from './gltf/gltf.ts';
import type { Mesh } from './mesh.ts';
import { readObjFrom } from './obj.ts';
import { readPlyFrom } from './ply.ts';
import { type FileData, type FileFormat, Source } from './source.ts';
import { isExactBinaryStl, isTextStl, readStlFrom } from './stl.ts';

/**
 * Options of `readMesh`.
 * @example
 * ```ts
 * const options: ReadMeshOptions = { name: 'cup.obj', format: 'obj' };
 * ```
 */
export interface ReadMeshOptions extends GltfOptions {
  /** The format; by default it is detected from the content and the file extension. */
  readonly format?: FileFormat;
}

const formats: readonly FileFormat[] = ['obj', 'stl', 'ply', 'gltf', 'dae'];

/**
 * Reads an OBJ, STL, PLY, glTF or COLLADA file, text or binary, in Node and in the browser. The format is detected from the content and,
 * if that is ambiguous, from the extension of `options.name`.
 * @param data the file's bytes; or its text, if the format is text
 * @returns the meshes in the file, at least one, with valid indices and finite vertices
 * @throws {@link FileError} with the file, the position and the remedy, if the file is broken, too large or of unknown format
 * @example
 * ```ts
 * const [cup] = readMesh(readFileSync('cup.stl'), { name: 'cup.stl' });
 * const shape = convex(cup.vertices);
 * ```
 */
export function readMesh(data: FileData, options: ReadMeshOptions = {}): Mesh[] {
  const source = new Source('readMesh', 'mesh', data, options, [...gltfOptionNames, 'format']);
  const { format, resolve } = options;
  if (format !== undefined && !formats.includes(format)) {
    throw wrongType('readMesh', 'options.format', format, `give one of ${formats.join(', ')}, or leave it out`);
  }
  switch (format ?? detect(source)) {
    case 'obj':
      return readObjFrom(source);
    case 'stl':
      return readStlFrom(source);
    case 'ply':
      return readPlyFrom(source);
    case 'gltf':
      return readGltfFrom('readMesh', source, resolve);
    case 'dae':
      return readColladaFrom(source);
  }
}

const readable = 'OBJ, STL, PLY, glTF/GLB and COLLADA are read';

/** The format: from an unambiguous signature, then from the file extension, then from a heuristic on the content. */
function detect(source: Source): FileFormat {
  const { bytes, file } = source;
  if (bytes.length === 0) throw source.fail('the file is empty; export the model again');
  const ending = /\.(\w{1,8})$/.exec(file)?.[1]?.toLowerCase() ?? '';
  if (ending === 'stl' && isExactBinaryStl(bytes)) return 'stl';
  if (isGlb(bytes)) return 'gltf';
  if (begins(bytes, 'ply\n') || begins(bytes, 'ply\r')) return 'ply';
  if ((bytes[0] === 0x1f && bytes[1] === 0x8b) || begins(bytes, 'PK\x03\x04')) {
    throw source.failAtByte(0, 'the file is compressed (gzip or zip); decompress it first');
  }
  if (ending === 'glb') return 'gltf';
  const named = formats.find((format) => format === ending);
  if (named) return named;
  if (isExactBinaryStl(bytes) || isTextStl(bytes)) return 'stl';
  const head = String.fromCharCode(...bytes.subarray(0, 512)).replace(/^\xef\xbb\xbf/, '');
  if (/^\s*\{/.test(head)) return 'gltf';
  if (/<COLLADA[\s>]/.test(head)) return 'dae';
  if (/^\s*(#|(v|vn|vt|f|o|g|s|mtllib|usemtl)\s)/.test(head) && !head.includes('\0')) return 'obj';
  const reason = /^\s*</.test(head) ? 'it is XML, but not COLLADA' : 'neither its content nor its name identifies it';
  throw source.fail(`the format is unknown: ${reason}; ${readable}; give options.format`);
}

function begins(bytes: Uint8Array, text: string): boolean {
  for (let k = 0; k < text.length; k++) if (bytes[k] !== text.charCodeAt(k)) return false;
  return true;
}
