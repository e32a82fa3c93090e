// Checks one input, which is read and used, and separately that shared state is unchanged.
import { box } from 'proximal';
import { Scene } from 'proximal/scene';
import { freeBody, Simulator } from 'proximal/sim';
import { lastRefusal } from './errors.ts';
import { FuzzFailure } from './format.ts';
import { formatOf, isValid, makeInput } from './registry.ts';

export interface Outcome {
  readonly size: number;
  readonly isRead: boolean;
  /** The kind of failure, if any. */
  readonly kind?: string;
  readonly detail?: string;
}

/** Global state that a file could change: built-in objects, whose properties are counted. */
const watched = [
  globalThis,
  ...[Object, Function, Array, String, Number, Map, Set, Promise, Error, Float64Array].flatMap((type) => [
    type,
    type.prototype,
  ]),
];
const propertiesAtStart = watched.map((object) => Reflect.ownKeys(object).length);

/** Throws if a built-in object has more or fewer properties than at the start. */
export function checkGlobals(): void {
  watched.forEach((object, k) => {
    if (Reflect.ownKeys(object).length === propertiesAtStart[k]) return;
    const found = Reflect.ownKeys(object).map(String).slice(-3).join(', ');
    throw new FuzzFailure('global', `a built-in object has other properties than before: … ${found}`);
  });
}

/** The bits of a small simulation, which depend on everything that inputs share: engine, memory, caches. */
export function simulationBits(): string {
  const scene = new Scene();
  scene.add(box(1, 1, 0.1), {}, { static: true });
  const simulator = new Simulator({
    models: [freeBody(box(0.1, 0.2, 0.3), { pose: { position: [0, 0, 0.45] } })],
    scene,
  });
  for (let k = 0; k < 40; k++) simulator.step();
  return [...simulator.state.q, ...simulator.state.v].join(' ');
}

const bitsAtStart = simulationBits();

/** Throws if a simulation no longer has the same bits as at the start. */
export function checkShared(): void {
  if (simulationBits() !== bitsAtStart)
    throw new FuzzFailure('shared', 'a simulation in the same process has other bits than before');
}

/** @param onMade called when the input has been generated: its time and memory are measured from here */
export async function checkCase(seed: number, number: number, onMade: () => void): Promise<Outcome> {
  const format = formatOf(number);
  const bytes = makeInput(seed, number);
  const size = bytes.length;
  let isRead = false;
  onMade();
  try {
    isRead = await format.use(bytes);
    if (isValid(number) && !isRead)
      throw new FuzzFailure('refused', `a valid document is refused: ${lastRefusal.message}`);
    return { size, isRead };
  } catch (error) {
    const kind = error instanceof FuzzFailure ? error.kind : 'throws';
    return { size, isRead, kind, detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
