// One input: it is read, used, and nothing else is changed by it.
import { box } from 'proximal';
import { Scene } from 'proximal/scene';
import { freeBody, Simulator } from 'proximal/sim';
import { refusal } from './errors.ts';
import { Broken } from './format.ts';
import { formatOf, isValid, makeInput } from './registry.ts';

export interface Outcome {
  readonly size: number;
  readonly isRead: boolean;
  /** What must not happen, if it did. */
  readonly kind?: string;
  readonly detail?: string;
}

/** What a file could leave changed: the properties of the language's own objects. */
const watched = [
  globalThis,
  ...[Object, Function, Array, String, Number, Map, Set, Promise, Error, Float64Array].flatMap((type) => [
    type,
    type.prototype,
  ]),
];
const propertiesAtStart = watched.map((object) => Reflect.ownKeys(object).length);

export function checkGlobals(): void {
  watched.forEach((object, k) => {
    if (Reflect.ownKeys(object).length === propertiesAtStart[k]) return;
    const found = Reflect.ownKeys(object).map(String).slice(-3).join(', ');
    throw new Broken('global', `an object of the language has other properties than before: … ${found}`);
  });
}

/** A small simulation, whose bits depend on everything that inputs share: engine, memory, caches. */
export function witness(): string {
  const scene = new Scene();
  scene.add(box(1, 1, 0.1), {}, { static: true });
  const simulator = new Simulator({
    models: [freeBody(box(0.1, 0.2, 0.3), { pose: { position: [0, 0, 0.45] } })],
    scene,
  });
  for (let k = 0; k < 40; k++) simulator.step();
  return [...simulator.state.q, ...simulator.state.v].join(' ');
}

const witnessAtStart = witness();

/** Whether what inputs share still works as at the start. */
export function checkShared(): void {
  if (witness() !== witnessAtStart) throw new Broken('shared', 'a simulation beside has other bits than before');
}

/** @param made called when the input is made, and its time and memory begin to count */
export async function checkCase(seed: number, number: number, made: () => void): Promise<Outcome> {
  const format = formatOf(number);
  const bytes = makeInput(seed, number);
  const size = bytes.length;
  let isRead = false;
  made();
  try {
    isRead = await format.use(bytes);
    if (isValid(number) && !isRead) throw new Broken('refused', `a valid document is refused: ${refusal.message}`);
    return { size, isRead };
  } catch (error) {
    const kind = error instanceof Broken ? error.kind : 'throws';
    return { size, isRead, kind, detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
