// Files named by untrusted input are opened only below given folders: regular files, by their real path, up to a size. In Node, an
// address is fetched only below a folder that is an address.
import { checkNumber, checkOptions, wrongType } from '../check/argument.ts';

/**
 * Options of `loadFileBelow`.
 * @example
 * ```ts
 * const options: LoadFileBelowOptions = { maxBytes: 10_000_000 };
 * ```
 */
export interface LoadFileBelowOptions {
  /** The largest file, in bytes: 256 MiB unless given. */
  readonly maxBytes?: number;
}

/**
 * Reads a file whose path is untrusted, such as a path in a robot's description. It must be a regular file whose real path, with
 * all links followed, is below the real path of one of the folders. Anything else throws: `..` and links that lead outside,
 * devices, pipes, files beyond the size. URLs (`https://…`) are fetched below folders that are URLs, without redirections; in a browser, all
 * paths and folders are URLs, relative to the page.
 * @throws Error that says why the file is not read
 * @example
 * ```ts
 * const model = await readUrdf(text, { resolve: (path) => loadFileBelow(path, ['/srv/robots']) });
 * ```
 */
export async function loadFileBelow(
  path: string,
  folders: readonly string[],
  options: LoadFileBelowOptions = {},
): Promise<Uint8Array> {
  const where = 'loadFileBelow';
  if (typeof path !== 'string') throw wrongType(where, 'path', path, 'give a path or an address');
  if (!Array.isArray(folders)) throw wrongType(where, 'folders', folders, 'give an array of folders');
  checkOptions(where, 'options', options, ['maxBytes']);
  const { maxBytes = defaultBytes } = options;
  checkNumber(where, 'options.maxBytes', maxBytes, 'give bytes, not negative', 0);
  return readFile(path, folders, maxBytes);
}

const defaultBytes = 256 * 2 ** 20;

/** @param folders null for a path given by the caller of the library, which is not restricted */
export async function readFile(path: string, folders: readonly string[] | null, maxBytes: number): Promise<Uint8Array> {
  const node = nodeFiles();
  if (isAddress(path) || !node) return fetchFile(path, folders, maxBytes);
  const filePath = path.startsWith('file:') ? node.toPath(path) : path;
  const real = await node.files.realpath(filePath);
  await checkBelow(node, real, folders);
  // Checked before opening: opening a device may have effects, and opening a pipe waits for a writer.
  const found = await node.files.stat(real, { bigint: true });
  if (!found.isFile()) throw new Error('it is not a regular file');
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = node.constants;
  const file = await node.files.open(real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    // Detects that the file or a folder of its path was replaced in the meantime: the open file must be the one below the folders.
    const open = await file.stat({ bigint: true });
    const again = await node.files.realpath(filePath);
    await checkBelow(node, again, folders);
    const there = await node.files.stat(again, { bigint: true });
    if (!open.isFile() || open.dev !== there.dev || open.ino !== there.ino)
      throw new Error('it is not a regular file, or was replaced while it was opened');
    if (open.size > maxBytes) throw tooLarge(maxBytes);
    return await readAll(async (into) => (await file.read(into, 0, into.length, null)).bytesRead, maxBytes);
  } finally {
    await file.close();
  }
}

const isAddress = (path: string): boolean => /^https?:/i.test(path);
const tooLarge = (maxBytes: number): Error => new Error(`it has more than ${maxBytes} bytes`);

type NodeFiles = NonNullable<ReturnType<typeof nodeFiles>>;

/** Node's file system, if present; looked up at run time: bundlers then do not resolve it. */
function nodeFiles() {
  const load = globalThis.process?.getBuiltinModule;
  if (!load) return null;
  return {
    files: load('node:fs/promises'),
    constants: load('node:fs').constants,
    separator: load('node:path').sep,
    toPath: load('node:url').fileURLToPath,
  };
}

async function checkBelow(node: NodeFiles, real: string, folders: readonly string[] | null): Promise<void> {
  if (folders === null) return;
  for (const folder of folders) {
    if (isAddress(folder)) continue;
    const filePath = folder.startsWith('file:') ? node.toPath(folder) : folder || '.';
    const root = await node.files.realpath(filePath).catch(() => null);
    if (root !== null && real.startsWith(root.endsWith(node.separator) ? root : root + node.separator)) return;
  }
  throw new Error(outside);
}

const outside = 'it is outside of the folders that may be read';

/** Reads to the end, up to a number of bytes; the announced size is not trusted. */
async function readAll(read: (into: Uint8Array) => Promise<number>, maxBytes: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(Math.min(1 << 16, maxBytes + 1));
  let count = 0;
  for (;;) {
    if (count === bytes.length) {
      const larger = new Uint8Array(Math.min(2 * count, maxBytes + 1));
      larger.set(bytes);
      bytes = larger;
    }
    const received = await read(bytes.subarray(count));
    if (received === 0) return bytes.slice(0, count);
    count += received;
    if (count > maxBytes) throw tooLarge(maxBytes);
  }
}

async function fetchFile(path: string, folders: readonly string[] | null, maxBytes: number): Promise<Uint8Array> {
  const base = globalThis.location?.href;
  const absolute = (address: string): string => (base === undefined ? new URL(address) : new URL(address, base)).href;
  const address = absolute(path);
  const isBelow = (folder: string): boolean => {
    if (base === undefined && !isAddress(folder)) return false;
    return address.startsWith(absolute(folder.endsWith('/') || folder === '' ? folder || '.' : `${folder}/`));
  };
  if (folders !== null && !folders.some(isBelow)) throw new Error(outside);
  const response = await fetch(address, { redirect: folders === null ? 'follow' : 'error' });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  if (!response.body) return new Uint8Array(0);
  const reader = response.body.getReader();
  let portion = new Uint8Array(0);
  try {
    return await readAll(async (into) => {
      while (portion.length === 0) {
        const { value, done } = await reader.read();
        if (done) return 0;
        portion = value ?? portion;
      }
      const count = Math.min(into.length, portion.length);
      into.set(portion.subarray(0, count));
      portion = portion.subarray(count);
      return count;
    }, maxBytes);
  } finally {
    await reader.cancel();
  }
}
