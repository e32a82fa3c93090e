// A scene as bytes: eight letters, a version, the length and a checksum of what follows, and plain data as JSON in ASCII.
import { wrongType } from '../check/argument.ts';
import { Shape } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import type { Geometry } from './geometry.ts';
import { geometryFromJSON } from './nonconvex/json.ts';
import type { SceneSettings } from './options.ts';

const letters = 'proximal';
const version = 1;
const headSize = letters.length + 12;

/** What a snapshot holds. */
export interface SceneData {
  readonly broadPhase: SceneSettings['broadPhase'];
  readonly margin: number;
  readonly nextId: number;
  /** Each shape once, however many bodies have it. */
  readonly shapes: readonly Geometry[];
  readonly bodies: readonly BodyData[];
}

interface BodyData {
  readonly id: number;
  readonly shape: number;
  readonly pose: readonly number[];
  readonly group: number;
  readonly mask: number;
  readonly static: boolean;
  readonly name: string;
}

export function writeSnapshot(settings: SceneSettings, nextId: number, bodies: readonly Body[]): Uint8Array {
  const numbers = new Map<Geometry, number>();
  const list = bodies.map((body): BodyData => {
    if (!numbers.has(body.shape)) numbers.set(body.shape, numbers.size);
    const { id, group, mask, name } = body;
    const shape = numbers.get(body.shape) as number;
    return { id, shape, pose: [...body.current], group, mask, static: body.static, name };
  });
  for (const shape of numbers.keys()) checkPlain(shape);
  const { broadPhase, margin } = settings;
  const text = JSON.stringify({ broadPhase, margin, nextId, shapes: [...numbers.keys()], bodies: list });
  return seal(
    text.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** A custom shape is a program, and no snapshot can hold it. */
function checkPlain(geometry: Geometry): void {
  const shapes =
    geometry instanceof Shape || geometry.kind !== 'compound'
      ? [geometry]
      : Array.from({ length: geometry.partCount }, (_, part) => geometry.part(part));
  for (const shape of shapes) {
    if (shape instanceof Shape && shape.record.hosts.length > 0)
      throw wrongType('Scene.snapshot', 'shape', shape, 'a custom shape is a program: take its bodies out first');
  }
}

function seal(text: string): Uint8Array {
  const bytes = new Uint8Array(headSize + text.length);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  for (let k = 0; k < text.length; k++) bytes[headSize + k] = text.charCodeAt(k);
  view.setUint32(letters.length, version, true);
  view.setUint32(letters.length + 4, text.length, true);
  view.setUint32(letters.length + 8, checksum(bytes), true);
  return bytes;
}

export function readSnapshot(where: string, bytes: Uint8Array): SceneData {
  const json = parse(where, open(where, bytes));
  const { broadPhase, margin, nextId, shapes, bodies } = json as unknown as Record<keyof SceneData, unknown>;
  if (!Array.isArray(shapes) || !Array.isArray(bodies)) throw broken(where, 'it has no lists of shapes and bodies');
  if (!isCount(nextId)) throw broken(where, `its next id is ${nextId}`);
  const geometries = shapes.map((shape: unknown, k) => {
    if (typeof shape !== 'object' || shape === null) throw broken(where, `its shape ${k} is none`);
    return geometryFromJSON(shape);
  });
  let last = -1;
  for (const body of bodies as BodyData[]) {
    if (!isCount(body?.id) || body.id <= last || body.id >= nextId)
      throw broken(where, `it has a body of id ${body?.id}`);
    if (!isCount(body.shape) || body.shape >= geometries.length)
      throw broken(where, `body ${body.id} has shape number ${body.shape} of ${geometries.length}`);
    last = body.id;
  }
  return { broadPhase, margin, nextId, shapes: geometries, bodies } as SceneData;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** The text inside, if letters, version, length and checksum are right. */
function open(where: string, bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw wrongType(where, 'bytes', bytes, 'give what scene.snapshot() returned');
  const start = String.fromCharCode(...bytes.subarray(0, letters.length));
  if (bytes.length < headSize || start !== letters) throw broken(where, 'it is not a snapshot of a scene');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const its = view.getUint32(letters.length, true);
  if (its !== version) throw broken(where, `it has version ${its}, and this copy of proximal reads version ${version}`);
  const length = view.getUint32(letters.length + 4, true);
  if (bytes.length !== headSize + length)
    throw broken(where, `it should have ${headSize + length} bytes, and was cut short or lengthened`);
  if (view.getUint32(letters.length + 8, true) !== checksum(bytes))
    throw broken(where, 'its checksum is wrong: bytes were changed');
  let text = '';
  for (let at = headSize; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

function parse(where: string, text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // Said below.
  }
  throw broken(where, 'its content is not JSON');
}

function broken(where: string, what: string): RangeError {
  return new RangeError(`${where}: bytes are no valid snapshot: ${what}; give what scene.snapshot() returned`);
}

/** Fowler, Noll and Vo's hash of everything behind the head. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let k = headSize; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k], 0x01000193);
  return hash >>> 0;
}
