// A simulator as bytes: its scene, options and state, the input of `ModelBuilder` for each model, and the warm starts of contacts, joints and pairs.
// A restored simulator continues with the same bits.
import { outOfRange, show, wrongType } from '../check/argument.ts';
import { readObject, within } from '../check/document.ts';
import { pack, unpack } from '../check/packed.ts';
import { broken, reading, type Seal, seal, unseal } from '../check/sealed.ts';
import type { Model } from '../dynamics/model.ts';
import { readModel, writeModel } from '../dynamics/model-json.ts';
import { readVector, type VectorLike } from '../math/vec3.ts';
import type { Body } from '../scene/body.ts';
import { pairRows, resumePairs } from '../scene/pair-memory.ts';
import { Scene } from '../scene/scene.ts';
import type { MemoryJSON } from './impulse-memory.ts';
import type { KnownMember, Member } from './member.ts';
import { plainOptionNames, type SimulatorOptions } from './options.ts';
import type { Simulator } from './simulator.ts';
import { isTouchFilter, touchFilter } from './touch-filter.ts';

const sealed: Seal = {
  letters: 'proxisim',
  version: 1,
  what: 'a snapshot of a simulator',
  source: 'simulator.snapshot()',
};

/** The state of a simulator. */
export interface Moment {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly steps: number;
  readonly time: number;
}

/** @param world the data of a world; undefined for a simulator */
export function writeSnapshot(
  { scene, members, settings, controls, memory }: Simulator,
  moment: Moment,
  world: object | undefined,
): Uint8Array {
  const where = `${settings.where}.snapshot`;
  const { filter } = scene.bodyIndex.settings;
  if (filter && !isTouchFilter(filter))
    throw wrongType(
      where,
      'scene.filter',
      filter,
      'a function cannot be saved in a snapshot: use groups and masks instead',
    );
  const { bodies } = scene;
  const poses = new Float64Array(7 * bodies.length);
  for (const [k, { current }] of bodies.entries()) poses.set(current, 7 * k);
  const content = {
    options: plainOptions(where, settings.given),
    hasFilter: filter !== undefined,
    scene: within(where, 'scene', () => scene.snapshot()),
    // In binary: JSON loses the sign of zero.
    poses,
    models: members.map((member) => ({
      model: writeModel(member.given),
      bodies: idsOf(where, member),
      ...(member.isKinematic && { isKinematic: true }),
    })),
    ...moment,
    controls,
    impulses: memory.toJSON(),
    pairs: pairRows(scene),
    ...(world && { world }),
  };
  return seal(sealed, pack(content));
}

function plainOptions(where: string, given: Readonly<Record<string, unknown>>): object {
  for (const name of ['friction', 'restitution']) {
    if (typeof given[name] === 'function')
      throw wrongType(
        where,
        `options.${name}`,
        given[name],
        'a function cannot be saved in a snapshot: give a number instead',
      );
  }
  const { gravity } = given;
  return gravity === undefined
    ? given
    : { ...given, gravity: readVector(where, 'options.gravity', gravity as VectorLike) };
}

function idsOf(where: string, { bodies, model }: Member): number[] {
  for (const body of bodies) {
    if (body.scene === null)
      throw outOfRange(
        where,
        'model',
        model.name,
        `its body ${body.id} was removed from the scene; a snapshot needs all bodies of a model`,
      );
  }
  return bodies.map(({ id }) => id);
}

const fields = [
  'options',
  'hasFilter',
  'scene',
  'poses',
  'models',
  'q',
  'v',
  'steps',
  'time',
  'controls',
  'impulses',
  'pairs',
  'world',
];

/** The contents of a snapshot, except the state. */
export interface Described {
  readonly options: SimulatorOptions;
  /** The bodies of the scene that belong to each model. */
  readonly known: readonly KnownMember[];
  /** The data of a world, unchecked; undefined for a simulator. */
  readonly world: unknown;
  /** Makes the error for invalid content. */
  refuse(why: string): RangeError;
}

/** @param make makes the simulator. Its state is set afterwards */
export function readSnapshot<Made extends Simulator>(
  where: string,
  bytes: Uint8Array,
  make: (described: Described) => Made,
): Made {
  const refuse = (why: string): RangeError => broken(where, sealed, why);
  const content = unpack(unseal(where, sealed, bytes), refuse);
  return reading(where, sealed, () => new Reader(where, refuse, content).read(make));
}

class Reader {
  private readonly data: Readonly<Record<string, unknown>>;

  constructor(
    private readonly where: string,
    private readonly refuse: (why: string) => RangeError,
    content: unknown,
  ) {
    this.data = readObject(where, 'content', content, fields);
  }

  read<Made extends Simulator>(make: (described: Described) => Made): Made {
    const options = readObject(this.where, 'options', this.data['options'], plainOptionNames) as object;
    const { hasFilter } = this.data;
    let made: Made | null = null;
    const restored = (): Made => made as Made;
    const surfaces = {
      isSensor: (body: Body) => restored().surfaces.isSensor(body),
      areJoined: (a: Body, b: Body) => restored().surfaces.areJoined(a, b),
    };
    const filter = hasFilter === true ? { filter: touchFilter(() => restored().owners, surfaces) } : undefined;
    const scene = Scene.restore(this.data['scene'] as Uint8Array, filter);
    this.placeBodies(scene);
    const { models, known } = this.readModels(scene);
    const { world } = this.data;
    const simulator = make({ options: { ...options, models, scene }, known, world, refuse: this.refuse });
    made = simulator;
    simulator.resume(this.readMoment());
    simulator.controls.set(this.numbers('controls', simulator.controls.length));
    simulator.memory.restore(this.readImpulses());
    resumePairs(scene, this.numbers('pairs'), this.refuse);
    return simulator;
  }

  private placeBodies(scene: Scene): void {
    const { bodies } = scene;
    const poses = this.numbers('poses', 7 * bodies.length);
    bodies.forEach((body, k) => {
      const pose = poses.subarray(7 * k, 7 * k + 7);
      // The scene has the same poses, already checked, but without the signs of zeros.
      if (pose.some((x, i) => x !== body.current[i])) throw this.refuse(`body ${body.id} has two different poses`);
      body.current.set(pose);
      scene.touch(body);
    });
  }

  private readModels(scene: Scene): { models: Model[]; known: KnownMember[] } {
    const list = this.data['models'];
    if (!Array.isArray(list)) throw this.refuse('it has no list of models');
    const assigned = new Set<Body>();
    const known = list.map((entry, k) => {
      const ids: unknown = entry?.bodies;
      if (!Array.isArray(ids)) throw this.refuse(`model ${k} has no list of bodies`);
      return ids.map((id) => {
        const body = scene.body(id);
        if (!body || assigned.has(body)) throw this.refuse(`model ${k} has no body of its own with id ${show(id)}`);
        assigned.add(body);
        return body;
      });
    });
    const models = list.map((entry, k) => {
      const shapes = known[k].map(({ shape }) => shape);
      const model = readModel(`models[${k}]`, entry.model, shapes);
      if (model.geometries.length !== shapes.length)
        throw this.refuse(`model ${k} has ${shapes.length} bodies and ${model.geometries.length} geometries`);
      model.geometries.forEach(({ joint }, i) => {
        if (known[k][i].static !== joint < 0)
          throw this.refuse(`body ${known[k][i].id} of model ${k} has the wrong static flag`);
      });
      return model;
    });
    return { models, known: known.map((bodies, k) => ({ bodies, isKinematic: list[k].isKinematic === true })) };
  }

  private readMoment(): Moment {
    const { steps, time } = this.data;
    if (!Number.isInteger(steps) || !Number.isFinite(time))
      throw this.refuse('its number of steps or its time is invalid');
    return { q: this.numbers('q'), v: this.numbers('v'), steps: steps as number, time: time as number };
  }

  private readImpulses(): MemoryJSON {
    const { bilateral, contacts, joints } = readObject(this.where, 'impulses', this.data['impulses']);
    const isThree = (values: unknown): boolean => isNumbers(values) && (values as number[]).length === 3;
    const isNamed = (entry: unknown): boolean =>
      Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && isThree(entry[1]);
    const isNamedList = (list: unknown, name: RegExp): boolean =>
      Array.isArray(list) && list.every((entry) => isNamed(entry) && name.test(entry[0]));
    // Contacts are named by two bodies, two parts and the point's number.
    if (!isNumbers(bilateral) || !isNamedList(contacts, /^\d+( \d+){4}$/) || !isNamedList(joints, /./))
      throw this.refuse('the stored impulses of its contacts are invalid');
    return { bilateral, contacts, joints } as MemoryJSON;
  }

  private numbers(field: string, length?: number): Float64Array {
    const value = this.data[field];
    if (!(value instanceof Float64Array) || !value.every(Number.isFinite))
      throw this.refuse(`its ${field} are not finite numbers`);
    if (length !== undefined && value.length !== length)
      throw this.refuse(`it has ${value.length} ${field} instead of ${length}`);
    return value;
  }
}

function isNumbers(values: unknown): boolean {
  return Array.isArray(values) && values.every((x) => Number.isFinite(x));
}
