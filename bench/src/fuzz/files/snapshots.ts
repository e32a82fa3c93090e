// Snapshots of scenes, simulators and worlds: mutated as bytes, and resealed, that is, with changed content and a correct checksum.
import { Rng } from 'proximal/math';
import { Scene } from 'proximal/scene';
import { readSimulation, Simulator, type StartedSimulation, startSimulation, World } from 'proximal/sim';
import { encode, join, mutateBytes } from './bytes.ts';
import { simulationOf } from './documents.ts';
import { tryRead } from './errors.ts';
import type { FileFormat } from './format.ts';
import { copyJson, type Json, jsonOf, mutateJson, printJson } from './json.ts';
import { useScene, useSimulator } from './use.ts';
import { chance } from './words.ts';
import { worldOf } from './worlds.ts';

/** The bytes of eight letters, and of version, length and checksum with four bytes each. */
export const headSize = 20;
/** The offset of the text in the content, after its length and four unused bytes. */
const textStart = 8;

/** The first `headSize` bytes of `head`, and a content. The length of the content and its FNV-1a hash are written into the head. */
export function sealed(head: Uint8Array, content: Uint8Array): Uint8Array {
  const bytes = join(head.subarray(0, headSize), content);
  let hash = 0x811c9dc5;
  for (let k = headSize; k < bytes.length; k++) hash = Math.imul(hash ^ bytes[k], 0x01000193);
  const view = new DataView(bytes.buffer);
  view.setUint32(12, content.length, true);
  view.setUint32(16, hash >>> 0, true);
  return bytes;
}

function ascii(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** The text of a snapshot, which must be ASCII: other letters become \u…, as JSON.stringify writes lone surrogates. */
function asciiOf(json: Json): Uint8Array {
  const text = printJson(json).replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return encode(text);
}

/** The texts of snapshots as trees, each made once. */
const trees = new Map<string, Json>();

function treeOf(text: string): Json {
  let tree = trees.get(text);
  if (tree === undefined) {
    tree = jsonOf(JSON.parse(text));
    trees.set(text, tree);
  }
  return copyJson(tree);
}

export function mutatedText(text: string, rng: Rng, mutations: number): Uint8Array {
  let json = treeOf(text);
  for (let k = 0; k < mutations; k++) json = mutateJson(json, rng);
  return asciiOf(json);
}

/** The content of a scene's snapshot is a text. */
function mutatedScene(bytes: Uint8Array, rng: Rng, mutations: number): Uint8Array {
  return sealed(bytes, mutatedText(ascii(bytes.subarray(headSize)), rng, mutations));
}

export function unpacked(content: Uint8Array): { readonly text: string; readonly blocks: Uint8Array } {
  const length = new DataView(content.buffer).getUint32(0, true);
  const text = ascii(content.subarray(textStart, textStart + length));
  return { text, blocks: content.subarray(textStart + Math.ceil(length / 8) * 8) };
}

type SnapshotKind = 'simulator' | 'scene' | 'world';

/** The content of a simulator's or world's snapshot is a text followed by blocks of bytes, one of which is the scene. */
function mutatedSimulator(bytes: Uint8Array, rng: Rng, mutations: number): Uint8Array {
  const { text, blocks: given } = unpacked(bytes.slice(headSize));
  let blocks = given;
  let written: Uint8Array = encode(text);
  const inScene = chance(rng, 0.2);
  const document = JSON.parse(text) as { scene: { at: number; size: number } };
  if (inScene) {
    // The scene is moved to the end, since its length may have changed.
    const { at, size } = document.scene;
    const scene = mutatedScene(blocks.slice(at, at + size), rng, mutations);
    document.scene.at = blocks.length;
    document.scene.size = scene.length;
    blocks = join(blocks, scene, new Uint8Array((8 - (scene.length % 8)) % 8));
    written = asciiOf(jsonOf(document));
  } else if (chance(rng, 0.25)) blocks = mutateBytes(blocks, rng);
  else written = mutatedText(text, rng, mutations);
  return sealed(bytes, packed(written, blocks));
}

/** A text with its length, followed by blocks at a multiple of eight bytes. */
export function packed(text: Uint8Array, blocks: Uint8Array): Uint8Array {
  const start = new Uint8Array(textStart);
  new DataView(start.buffer).setUint32(0, text.length, true);
  return join(start, text, new Uint8Array((8 - (text.length % 8)) % 8), blocks);
}

/** A snapshot with another text, resealed. */
export function withTextOf(kind: SnapshotKind, change: (text: string) => string): Uint8Array {
  const bytes = snapshotsOf(1)[kind];
  const content = bytes.slice(headSize);
  if (kind === 'scene') return sealed(bytes, encode(change(ascii(content))));
  const { text, blocks } = unpacked(content);
  return sealed(bytes, packed(encode(change(text)), blocks));
}

/** The number of different simulators and worlds of which snapshots are made. */
const templateCount = 24;

/** Snapshots after some steps, by number; each is made once. */
const made = new Map<number, Record<SnapshotKind, Uint8Array>>();

/** A simulation without robots that is not a world. */
function plainSimulation(rng: Rng): StartedSimulation {
  for (;;) {
    const started = startSimulation(readSimulation({ ...simulationOf(rng), robots: [] }));
    if (!started.world) return started;
  }
}

function snapshotsOf(number: number): Record<SnapshotKind, Uint8Array> {
  const known = made.get(number);
  if (known) return known;
  const { simulator } = plainSimulation(new Rng(number + 1));
  for (let k = 0; k < 30; k++) simulator.step();
  const world = worldOf(new Rng(number + 1));
  const snapshots = { simulator: simulator.snapshot(), scene: simulator.scene.snapshot(), world: world.snapshot() };
  made.set(number, snapshots);
  return snapshots;
}

function fileOf(
  kind: SnapshotKind,
  mutate: (bytes: Uint8Array, rng: Rng, mutations: number) => Uint8Array,
  rng: Rng,
  mutations: number,
): Uint8Array {
  const bytes = snapshotsOf(rng.index(templateCount))[kind];
  if (mutations === 0) return bytes;
  return chance(rng, 0.1) ? mutateBytes(bytes, rng) : mutate(bytes, rng, mutations);
}

/**
 * The format of one kind of snapshot.
 * @param where how messages of `restore` begin; '' for any
 */
function formatOf<T>(
  name: SnapshotKind,
  mutate: (bytes: Uint8Array, rng: Rng, mutations: number) => Uint8Array,
  where: string,
  restore: (bytes: Uint8Array) => T,
  use: (read: T) => void,
): FileFormat {
  return {
    name,
    title: `snapshots of ${name}s, resealed`,
    ending: `${name}.bin`,
    make: (rng, mutations) => fileOf(name, mutate, rng, mutations),
    async use(bytes) {
      const read = await tryRead('snapshot', where, () => restore(bytes));
      if (read) use(read);
      return read !== null;
    },
  };
}

export const scene: FileFormat = formatOf('scene', mutatedScene, '', (bytes) => Scene.restore(bytes), useScene);
export const simulator: FileFormat = formatOf(
  'simulator',
  mutatedSimulator,
  'Simulator.restore',
  (bytes) => Simulator.restore(bytes),
  useSimulator,
);
export const world: FileFormat = formatOf(
  'world',
  mutatedSimulator,
  'World.restore',
  (bytes) => World.restore(bytes),
  useSimulator,
);
