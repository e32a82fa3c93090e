import { show } from '../../check/argument.ts';
import type { Source } from '../source.ts';
import { parseJson } from './json.ts';
import { JsonObject } from './json-object.ts';

/** The content of a glTF file, which is a JSON text, or a binary container (GLB) of a JSON text and a buffer. */
export interface Container {
  readonly document: JsonObject;
  /** The buffer inside a GLB; undefined if there is none. */
  readonly binary: Uint8Array | undefined;
}

const [magic, jsonChunk, binaryChunk] = [0x46546c67, 0x4e4f534a, 0x004e4942];

/** Whether the file begins with the letters of a GLB. */
export function isGlb(bytes: Uint8Array): boolean {
  return bytes[0] === 0x67 && bytes[1] === 0x6c && bytes[2] === 0x54 && bytes[3] === 0x46;
}

export function openContainer(source: Source): Container {
  if (isGlb(source.bytes)) return openGlb(source);
  const { bytes } = source;
  if (bytes.length === 0) throw source.fail('the file is empty; export the model again');
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const value = parseJson(source, start, bytes.length, (at, problem) => source.failInText(at, problem));
  return { document: checkVersion(new JsonObject(source, value, '')), binary: undefined };
}

function openGlb(source: Source): Container {
  const { bytes } = source;
  if (source.isText)
    throw source.fail("a .glb file was given as a string; read it as bytes (readFileSync without 'utf8')");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 20) {
    throw source.failAtByte(bytes.length, `the file has ${bytes.length} bytes, a GLB at least 20; it is truncated`);
  }
  const version = view.getUint32(4, true);
  if (view.getUint32(0, true) !== magic || version !== 2) {
    throw source.failAtByte(
      4,
      `the version of the container is ${version}; only 2 is read, export the model as glTF 2.0`,
    );
  }
  const length = view.getUint32(8, true);
  if (length > bytes.length || length < 20) {
    const problem = `the header declares ${length} bytes, and the file has ${bytes.length}`;
    throw source.failAtByte(8, `${problem}; it is ${length < 20 ? 'damaged' : 'truncated'}`);
  }
  let document: JsonObject | undefined;
  let binary: Uint8Array | undefined;
  for (let at = 12; at < length; ) {
    if (at + 8 > length) throw source.failAtByte(at, 'the file ends within the head of a chunk; it is damaged');
    const [size, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    const [start, end] = [at + 8, at + 8 + size];
    if (end > length) {
      throw source.failAtByte(at, `a chunk of ${size} bytes, and ${length - start} are left; the file is damaged`);
    }
    if (document === undefined) {
      if (kind !== jsonChunk) throw source.failAtByte(at + 4, 'the first chunk is not JSON; the file is damaged');
      const value = parseJson(source, start, end, (offset, problem) => source.failAtByte(offset, problem));
      document = new JsonObject(source, value, '');
    } else if (kind === binaryChunk) {
      binary ??= bytes.subarray(start, end);
    }
    at = end;
  }
  return { document: checkVersion(document as JsonObject), binary };
}

function checkVersion(document: JsonObject): JsonObject {
  if (!document.has('asset')) throw document.fail('asset', 'is missing; the file is not glTF');
  const version = document.object('asset').text('version');
  if (!/^2(\.\d+)?$/.test(version)) {
    const problem = `is ${show(version)}; only glTF 2.0 is read, export the model as such`;
    throw document.fail('asset.version', problem);
  }
  return document;
}
