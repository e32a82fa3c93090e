import { show } from '../../check/argument.ts';
import type { FileError } from '../file-error.ts';
import type { Container } from './container.ts';
import type { JsonObject } from './json-object.ts';

/** Returns the bytes of a buffer in another file. */
export type Resolve = (uri: string) => Uint8Array;

/** The buffers of a document, opened when first used. */
export class Buffers {
  private readonly opened = new Map<number, Uint8Array>();
  private total: number;
  private readonly document: JsonObject;

  constructor(
    private readonly container: Container,
    private readonly resolve: Resolve | undefined,
  ) {
    this.document = container.document;
    this.total = this.document.source.bytes.length;
  }

  /** The bytes of the buffer view that `user[member]` refers to, and its stride, 0 for none. */
  view(user: JsonObject, member: string): { bytes: DataView; stride: number; view: JsonObject } {
    const view = this.document.referred('bufferViews', user, member);
    if (view.has('extensions')) {
      for (const name of ['EXT_meshopt_compression', 'KHR_meshopt_compression']) {
        if (view.object('extensions').has(name)) {
          throw view.fail(`extensions.${name}`, 'compressed data are not read; export the model without meshopt');
        }
      }
    }
    const buffer = this.buffer(this.document.reference('buffers', view, 'buffer'));
    const offset = view.integer('byteOffset', 0, 0);
    const length = view.integer('byteLength', 1);
    if (offset + length > buffer.length) {
      const problem = `bytes ${offset} to ${offset + length} of a buffer with ${buffer.length}`;
      throw view.fail('byteLength', `${problem}; the file is truncated or damaged`);
    }
    const stride = view.has('byteStride') ? view.integer('byteStride', 4, undefined, 252) : 0;
    return { bytes: new DataView(buffer.buffer, buffer.byteOffset + offset, length), stride, view };
  }

  private buffer(index: number): Uint8Array {
    const cached = this.opened.get(index);
    if (cached) return cached;
    const buffer = this.document.item('buffers', index);
    const length = buffer.integer('byteLength', 1);
    const bytes = this.open(buffer, index);
    if (bytes.length < length) {
      throw buffer.fail('byteLength', `declares ${length} bytes, and there are ${bytes.length}; the file is truncated`);
    }
    const { maxBytes } = this.document.source;
    if (this.total > maxBytes) {
      throw buffer.fail('byteLength', `file and buffers have more than ${maxBytes} bytes; raise options.maxBytes`);
    }
    const result = bytes.subarray(0, length);
    this.opened.set(index, result);
    return result;
  }

  private open(buffer: JsonObject, index: number): Uint8Array {
    if (!buffer.has('uri')) {
      if (index === 0 && this.container.binary) return this.container.binary;
      throw buffer.fail('uri', 'is missing, and the file has no binary chunk for it; the file is damaged');
    }
    const uri = buffer.text('uri');
    if (/^data:/i.test(uri)) return decodeDataUri(buffer, uri);
    if (!this.resolve) {
      const remedy = 'pass options.resolve, a function that returns its bytes, or export the model as .glb';
      throw buffer.fail('uri', `is another file, ${show(uri)}; ${remedy}`);
    }
    const bytes = this.callResolve(this.resolve, buffer, uri);
    this.total += bytes.length;
    return bytes;
  }

  private callResolve(resolve: Resolve, buffer: JsonObject, uri: string): Uint8Array {
    let problem: string;
    let cause: unknown;
    try {
      const bytes: unknown = resolve(decodeAddress(uri));
      if (bytes instanceof Uint8Array) return bytes;
      problem = `options.resolve returned ${show(bytes)} for ${show(uri)}; it must return a Uint8Array, not a promise`;
    } catch (error) {
      cause = error;
      problem = `options.resolve threw for ${show(uri)}: ${error instanceof Error ? error.message : show(error)}`;
    }
    const failure = buffer.fail('uri', problem);
    if (cause !== undefined) failure.cause = cause;
    throw failure;
  }
}

/** Decodes %20 and the like in a relative address. */
function decodeAddress(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** For each character its six bits, or −1. */
const sixBits = new Int8Array(128).fill(-1);
for (const [k, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  sixBits[letter.charCodeAt(0)] = k;
}

function decodeDataUri(buffer: JsonObject, uri: string): Uint8Array {
  const start = uri.slice(0, 256).indexOf(',') + 1;
  if (start === 0 || !/;base64,$/i.test(uri.slice(0, start))) {
    throw buffer.fail('uri', 'is a data URI without ";base64,"; only base64 is read');
  }
  let end = uri.length;
  while (end > start && end > uri.length - 2 && uri[end - 1] === '=') end--;
  const bytes = new Uint8Array(Math.floor(((end - start) * 3) / 4));
  let [bits, filled, next] = [0, 0, 0];
  for (let k = start; k < end; k++) {
    const code = uri.charCodeAt(k);
    const value = code < 128 ? sixBits[code] : -1;
    if (value < 0) throw badCharacter(buffer, uri, k);
    bits = ((bits << 6) | value) & 0xffffff;
    filled += 6;
    if (filled >= 8) {
      filled -= 8;
      bytes[next++] = bits >> filled;
    }
  }
  return bytes;
}

function badCharacter(buffer: JsonObject, uri: string, k: number): FileError {
  return buffer.fail('uri', `character ${k} of the data URI is ${show(uri[k])}, which is not base64; it is damaged`);
}
