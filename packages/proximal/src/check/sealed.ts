// Bytes with a header: eight letters that identify the format, a version, a length and a checksum, then the content.
import { wrongType } from './argument.ts';

const headSize = 20;
/** The maximum size of the content in bytes. Reading needs several times this memory. */
export const largest = 2 ** 28;
/** The maximum nesting depth of lists and objects: more than shapes can have, and not enough to overflow the stack. */
const deepest = 64;

/** The header of sealed bytes, and descriptions for error messages. */
export interface Seal {
  /** Eight ASCII letters that identify the format. */
  readonly letters: string;
  readonly version: number;
  /** A description of the content, such as 'a snapshot of a scene'. */
  readonly what: string;
  /** The call that returns it, such as 'scene.snapshot()'. */
  readonly source: string;
}

export function seal({ letters, version, what }: Seal, content: Uint8Array): Uint8Array {
  if (content.length > largest) throw new RangeError(`${what} would take more than ${largest} bytes`);
  const bytes = new Uint8Array(headSize + content.length);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  bytes.set(content, headSize);
  view.setUint32(8, version, true);
  view.setUint32(12, content.length, true);
  view.setUint32(16, checksum(bytes), true);
  return bytes;
}

/** The content; throws if the letters, version, length or checksum are wrong. */
export function unseal(where: string, expected: Seal, bytes: Uint8Array): Uint8Array {
  const { letters, version, what, source } = expected;
  if (!(bytes instanceof Uint8Array)) throw wrongType(where, 'bytes', bytes, `give what ${source} returned`);
  const refuse = (why: string): RangeError => broken(where, expected, why);
  const start = String.fromCharCode(...bytes.subarray(0, letters.length));
  if (bytes.length < headSize || start !== letters) throw refuse(`it is not ${what}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = view.getUint32(8, true);
  if (found !== version) throw refuse(`it has version ${found}, and this copy of proximal reads version ${version}`);
  const size = headSize + view.getUint32(12, true);
  if (size > headSize + largest) throw refuse(`it has more than ${largest} bytes`);
  if (bytes.length !== size) throw refuse(`it has ${bytes.length} bytes instead of ${size}`);
  if (view.getUint32(16, true) !== checksum(bytes)) throw refuse('its checksum is wrong: bytes were changed');
  return bytes.subarray(headSize);
}

/** The error for invalid content of sealed bytes. */
export function broken(where: string, { source }: Seal, why: string): RangeError {
  return new RangeError(`${where}: bytes are not a valid snapshot: ${why}; give what ${source} returned`);
}

/** Reads the content of sealed bytes. Range and type errors whose message does not start with `where` are reported as errors of the bytes. */
export function reading<Result>(where: string, expected: Seal, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError) || error.message.startsWith(where)) throw error;
    throw broken(where, expected, error.message);
  }
}

/** The bytes of JSON with all characters beyond ASCII escaped. */
export function toAscii(json: string): Uint8Array {
  const text = json.replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

function fromAscii(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

/** Parses JSON in ASCII. @param refuse creates the error for invalid JSON or JSON that is nested too deeply */
export function parseAscii(
  bytes: Uint8Array,
  refuse: (why: string) => Error,
  revive?: (key: string, item: unknown) => unknown,
): unknown {
  if (nesting(bytes) > deepest) throw refuse(`its content is nested more than ${deepest} deep`);
  try {
    return JSON.parse(fromAscii(bytes), revive);
  } catch (error) {
    throw error instanceof SyntaxError ? refuse('its content is not JSON') : error;
  }
}

/** The largest depth of nested lists and objects. */
function nesting(json: Uint8Array): number {
  const [quote, backslash, list, object] = [0x22, 0x5c, 0x5b, 0x7b];
  let [depth, deepestSoFar, isText] = [0, 0, false];
  for (let k = 0; k < json.length; k++) {
    const letter = json[k];
    if (letter === quote) isText = !isText;
    else if (isText) k += letter === backslash ? 1 : 0;
    else if (letter === list || letter === object) deepestSoFar = Math.max(deepestSoFar, ++depth);
    // The character code of a closing bracket is the code of the opening bracket plus 2.
    else if (letter === list + 2 || letter === object + 2) depth--;
  }
  return deepestSoFar;
}

/** The FNV-1a hash of all bytes after the header. It detects every change of a single byte. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let k = headSize; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k], 0x01000193);
  return hash >>> 0;
}
