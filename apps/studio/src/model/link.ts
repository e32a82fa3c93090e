// The state of the page in its address: versioned, compressed, and checked as untrusted input.
import { readProblem, writeProblem } from 'proximal/problem';
import { current, type Document, openDocument, openView, planeProblem, problem, withProblem } from './document.ts';
import { exampleNamed } from './examples.ts';
import { readPlanning } from './planning.ts';
import { readSettings, type View, views } from './settings.ts';

/** The largest size in bytes: of the compressed data when a link is written, of the decompressed data when it is read. */
const maxBytes = 4_000_000;
const version = '1';

/** The part of the address after `#`. */
export async function writeLink({ view, settings, planning }: Document): Promise<string> {
  const [space, plane] = [problem.value, planeProblem.value].map((each) => JSON.parse(writeProblem(each)) as object);
  const text = JSON.stringify({ view, settings, problem: space, plane, planning });
  const bytes = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), maxBytes);
  return `${version}.${toBase64(bytes)}`;
}

/**
 * Shows what a link says: a view (`#view=compare`), a prepared scene (`#example=overlap`), or a whole state. Throws with the reason if it
 * is invalid.
 */
export async function openLink(hash: string): Promise<void> {
  const named = new URLSearchParams(hash.replace(/^#/, ''));
  const [view, example] = [named.get('view'), named.get('example')];
  if (view !== null || hash === '') openView(viewNamed(view ?? 'query'));
  else openDocument(example === null ? await readLink(hash) : exampleNamed(example));
}

function viewNamed(name: string): View {
  if (views.includes(name as View)) return name as View;
  throw new RangeError(`there is no view '${name.slice(0, 20)}'; the views are ${views.join(', ')}`);
}

/** The document of a link; throws with the reason if it is invalid. */
async function readLink(hash: string): Promise<Document> {
  const [given, content = ''] = hash.replace(/^#/, '').split('.');
  if (given !== version) throw new RangeError(`the link has version ${given.slice(0, 8)}; this page reads ${version}`);
  const { view, settings, problem, plane, planning } = JSON.parse(await decompress(content)) as Readonly<
    Record<string, unknown>
  >;
  if (typeof problem !== 'object' || problem === null) throw new TypeError('the link contains no problem');
  const base = typeof plane === 'object' && plane !== null ? withPlane(plane) : current.value;
  const found = withProblem(base, readProblem(problem));
  return {
    ...found,
    view: views.includes(view as View) ? (view as View) : 'query',
    settings: readSettings(settings),
    planning: readPlanning(planning),
  };
}

function withPlane(given: object): Document {
  const problem = readProblem(given);
  if (problem.dimension !== 2) throw new RangeError('the link has a 3D problem where a 2D one is expected');
  return withProblem(current.value, problem);
}

async function decompress(content: string): Promise<string> {
  if (!/^[\w-]*$/.test(content)) throw new TypeError('the link is damaged');
  const stream = new Blob([fromBase64(content)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new TextDecoder().decode(await collect(stream, maxBytes));
}

/** All bytes of a stream, up to a limit: a short link may decompress to any size. */
async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError('the state is too large for a link; export a problem file instead');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
