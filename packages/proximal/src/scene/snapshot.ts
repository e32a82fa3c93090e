// A scene as bytes: a header with a checksum, then plain data as JSON in ASCII.
import { show, wrongType } from '../check/argument.ts';
import { broken as brokenSeal, parseAscii, reading, type Seal, seal, toAscii, unseal } from '../check/sealed.ts';
import { Shape } from '../shapes/shape.ts';
import type { Body } from './body.ts';
import type { Geometry } from './geometry.ts';
import { geometryFromJSON } from './nonconvex/json.ts';
import type { SceneSettings } from './options.ts';

const sealed: Seal = {
  letters: 'proximal',
  version: 1,
  what: 'a snapshot of a scene',
  source: 'scene.snapshot()',
};

/** The contents of a snapshot. */
export interface SceneData {
  readonly broadPhase: SceneSettings['broadPhase'];
  readonly margin: number;
  readonly nextId: number;
  /** The bodies' shapes. A shape that several bodies share is listed once. */
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
  return seal(sealed, toAscii(text));
}

/** Throws for custom shapes, which are programs and cannot be stored. */
function checkPlain(geometry: Geometry): void {
  const shapes =
    geometry instanceof Shape || geometry.kind !== 'compound'
      ? [geometry]
      : Array.from({ length: geometry.partCount }, (_, part) => geometry.part(part));
  for (const shape of shapes) {
    if (shape instanceof Shape && shape.record.hosts.length > 0)
      throw wrongType('Scene.snapshot', 'shape', shape, 'a custom shape is a program: remove its bodies first');
  }
}

/** @param make makes the scene from the contents */
export function readSnapshot<Scene>(where: string, bytes: Uint8Array, make: (data: SceneData) => Scene): Scene {
  return reading(where, sealed, () => make(readData(where, bytes)));
}

function readData(where: string, bytes: Uint8Array): SceneData {
  const json = parseAscii(unseal(where, sealed, bytes), (why) => broken(where, why));
  if (typeof json !== 'object' || json === null) throw broken(where, 'its content is not an object');
  const { broadPhase, margin, nextId, shapes, bodies } = json as Record<keyof SceneData, unknown>;
  if (!Array.isArray(shapes) || !Array.isArray(bodies)) throw broken(where, 'it has no lists of shapes and bodies');
  if (!isCount(nextId)) throw broken(where, `its next id is ${show(nextId)}, not a whole number`);
  const geometries = shapes.map((shape: unknown, k) => {
    if (typeof shape !== 'object' || shape === null) throw broken(where, `its shape ${k} is not an object`);
    return geometryFromJSON(shape);
  });
  let last = -1;
  for (const body of bodies as BodyData[]) {
    if (!isCount(body?.id) || body.id <= last || body.id >= nextId)
      throw broken(where, `it has a body with the id ${show(body?.id)}; ids must ascend and be less than ${nextId}`);
    if (!isCount(body.shape) || body.shape >= geometries.length)
      throw broken(
        where,
        `body ${body.id} has the shape index ${show(body.shape)}, but there are ${geometries.length} shapes`,
      );
    last = body.id;
  }
  return { broadPhase, margin, nextId, shapes: geometries, bodies } as SceneData;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function broken(where: string, what: string): RangeError {
  return brokenSeal(where, sealed, what);
}
