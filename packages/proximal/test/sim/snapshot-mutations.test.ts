// Snapshots with changed content and a valid checksum: each is rejected by a RangeError or TypeError, or continues with finite numbers.
import { expect, it } from 'vitest';
import { pack, unpack } from '../../src/check/packed.ts';
import { seal, toAscii } from '../../src/check/sealed.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, capsule, convex, sphere } from '../../src/index.ts';
import { compound, heightField, Scene, triangleMesh } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';
import type { Rng } from '../random.ts';

const simulators = { letters: 'proxisim', version: 1, what: '', source: '' };
const scenes = { letters: 'proximal', version: 1, what: '', source: '' };
const headSize = 20;

type Parent = Record<string, unknown> | unknown[];

/** Every position in the data, as a container and a key. */
function placesOf(data: unknown, out: [Parent, string][] = []): [Parent, string][] {
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data)) return out;
  for (const [key, value] of Object.entries(data)) {
    out.push([data as Parent, key]);
    placesOf(value, out);
  }
  return out;
}

const odd = [0, -0, -1, 0.5, 2, 1e20, 1e155, 1e308, 5e-324, 1e-310, 2 ** 31, 2 ** 53, Infinity, Number.NaN];
const strange: readonly unknown[] = [null, true, '', 'x', '__proto__', [], {}, [[]], { length: 1e9 }, { $: 'numbers' }];

/** Changes one position: sets another value, removes it, appends copies of it to its array, or copies the value of another position. */
function mutate(rng: Rng, data: unknown): void {
  const places = placesOf(data);
  const [parent, key] = places[rng.index(places.length)];
  const at = key as keyof Parent;
  const value = parent[at] as unknown;
  const choice = rng.uniform();
  if (ArrayBuffer.isView(value) && choice < 0.7) {
    const numbers = value as Float64Array | Uint8Array;
    if (numbers.length > 0) numbers[rng.index(numbers.length)] = odd[rng.index(odd.length)];
  } else if (choice < 0.6) Object.assign(parent, { [key]: odd[rng.index(odd.length)] });
  else if (choice < 0.7) Object.assign(parent, { [key]: strange[rng.index(strange.length)] });
  else if (choice < 0.8) Reflect.deleteProperty(parent, key);
  else if (choice < 0.9 && Array.isArray(parent))
    parent.push(...Array.from({ length: 1 + rng.index(50) }, () => value));
  else {
    const [other, name] = places[rng.index(places.length)];
    // A copy, so that no object contains itself.
    Object.assign(parent, { [key]: structuredClone(other[name as keyof Parent]) });
  }
}

function sample(): Simulator {
  const scene = new Scene({ margin: 0.05 });
  scene.add(
    heightField([0, 0.1, 0, 0.1, 0, 0.1, 0, 0.1, 0], { columns: 3, rows: 3, spacing: 4 }),
    {},
    { static: true },
  );
  scene.add(compound([{ shape: box(0.3, 0.3, 0.3) }, { shape: sphere(0.4), pose: [0.4, 0, 0, 0, 0, 0, 1] }]), {
    position: [3, 0, 0.2],
  });
  scene.add(triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), { position: [-3, 0, 0.2] }, { static: true });
  const arm = new ModelBuilder({ name: 'arm' })
    .link('upper', { mass: 1, centerOfMass: [0, 0, 0.2], inertia: [0.02, 0.02, 0.001] })
    .link('lower', { mass: 1, centerOfMass: [0, 0, 0.2], inertia: [0.02, 0.02, 0.001] })
    .joint('a', { kind: 'revolute', axis: [0, 1, 0], parent: 'world', child: 'upper', lower: -1, upper: 1 })
    .joint('b', {
      kind: 'revolute',
      axis: [0, 1, 0],
      parent: 'upper',
      child: 'lower',
      placement: [0, 0, 0.5, 0, 0, 0, 1],
    })
    .geometry('lower', { shape: capsule(0.05, 0.2) })
    .actuator({
      name: 'motor',
      kind: 'motor',
      joint: 'b',
      gear: 1,
      kp: 0,
      kv: 0,
      controlRange: null,
      forceRange: null,
    } as never)
    .build();
  const hull = convex([1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1].map((x) => 0.2 * x));
  const models = [
    arm,
    freeBody(box(0.3, 0.3, 0.3), { pose: { position: [1, 0, 0.35] } }),
    freeBody(hull, { pose: { position: [1, 0, 0.9] } }),
  ];
  return new Simulator({ models, scene, friction: 0.5, gravity: [0, 0, -9.81] });
}

const messages = /^(Simulator|Scene)\.restore: /;

/** Restores and uses a forged snapshot; it throws for any exception except a clear rejection. @returns whether it was rejected */
function attempt(restore: () => void): boolean {
  try {
    restore();
    return false;
  } catch (error) {
    const isClear = (error instanceof RangeError || error instanceof TypeError) && messages.test(error.message);
    if (!isClear) throw new Error((error as Error).stack, { cause: error });
    return true;
  }
}

it('changed snapshots of simulators are rejected, or continue with finite numbers', { timeout: 120_000 }, () => {
  const sim = sample();
  for (let k = 0; k < 30; k++) sim.step();
  const content = sim.snapshot().subarray(headSize);
  let refused = 0;
  const count = 400;
  forAll({ seed: 1, cases: count, tries: 500 }, (rng) => {
    const data = unpack(content, (why) => new Error(why));
    for (let k = 1 + rng.index(3); k > 0; k--) mutate(rng, data);
    const bytes = seal(simulators, pack(data));
    const isRefused = attempt(() => {
      const twin = Simulator.restore(bytes);
      twin.step();
      twin.step();
      const { q, v } = twin.state;
      if (![...q, ...v].every(Number.isFinite)) throw new Error('the state is not finite');
      twin.snapshot();
    });
    if (isRefused) refused++;
  });
  expect(refused).toBeGreaterThan(count / 4);
  expect(refused).toBeLessThan(count);
});

it('snapshots of simulators with changed bytes are rejected, or continue', () => {
  const bytes = sample().snapshot();
  forAll({ seed: 2, cases: 300, tries: 500 }, (rng) => {
    const content = bytes.slice(headSize);
    for (let k = 1 + rng.index(4); k > 0; k--) content[rng.index(content.length)] = 32 + rng.index(96);
    attempt(() => Simulator.restore(seal(simulators, content)).step());
  });
});

it('changed snapshots of scenes are rejected, or can be queried', () => {
  const text = String.fromCharCode(...sample().scene.snapshot().subarray(headSize));
  forAll({ seed: 3, cases: 400, tries: 500 }, (rng) => {
    const data: unknown = JSON.parse(text);
    for (let k = 1 + rng.index(3); k > 0; k--) mutate(rng, data);
    attempt(() => {
      const scene = Scene.restore(seal(scenes, toAscii(JSON.stringify(data))));
      scene.contacts();
      scene.distances({ upTo: 1 });
      scene.snapshot();
    });
  });
});
