// The JSON form of a model: its builder's input. A model built from it again has the same bits.
import { outOfRange, wrongType } from '../check/argument.ts';
import { readObject } from '../check/document.ts';
import type { Assembly } from '../shapes/assembly.ts';
import type { Shape } from '../shapes/shape.ts';
import { readActuator } from './actuator.ts';
import { ModelBuilder } from './builder.ts';
import type { CollisionRule, ModelNotice } from './description.ts';
import type { Model } from './model.ts';

type Plain = Readonly<Record<string, unknown>>;

/** The model without its shapes, which are passed to `readModel` in the order of `model.geometries`. */
export function writeModel({ recipe }: Model): object {
  const { name, gravity, timeStep, links, joints, frames, geometries, constraints, actuators, collisions } = recipe;
  const list = (limit: unknown): unknown =>
    typeof limit === 'object' && limit !== null ? Array.from(limit as ArrayLike<number>) : limit;
  return {
    name,
    gravity,
    timestep: timeStep,
    links: links.map(({ name: link, body: { mass, center, inertia }, gravityCompensation }) => [
      link,
      { mass, centerOfMass: center, inertia, gravityCompensation },
    ]),
    joints: joints.map(({ name: joint, pose, unitAxis, placement: _placement, axis: _axis, ...others }) => [
      joint,
      { ...others, lower: list(others.lower), upper: list(others.upper), placement: pose, axis: unitAxis },
    ]),
    frames: frames.map(({ name: frame, link, pose }) => [frame, link, pose]),
    geometries: geometries.map(({ link, name: geometry, place, shape: _shape, pose: _pose, ...traits }) => [
      link,
      { ...traits, name: geometry, pose: place },
    ]),
    constraints: constraints.map(({ name: constraint, kind, a, b, placeA, placeB }) => [
      constraint,
      { kind, a, b, poseA: placeA, poseB: placeB },
    ]),
    actuators,
    collisions,
    references: [...recipe.references],
    notices: recipe.notices,
  };
}

const fields = [
  'name',
  'gravity',
  'timestep',
  'links',
  'joints',
  'frames',
  'geometries',
  'constraints',
  'actuators',
  'collisions',
  'references',
  'notices',
];

/** Builds a model from its JSON form. The data is checked here and by the builder. */
export function readModel(where: string, data: unknown, shapes: readonly (Shape | Assembly)[]): Model {
  const model = readObject(where, 'model', data, fields);
  const { name, gravity, timestep } = model;
  const builder = new ModelBuilder({
    name: name as string,
    gravity: gravity as number[],
    ...(timestep === null ? {} : { timeStep: timestep as number }),
  });
  const each = (field: string, length: number, add: (entry: never) => unknown): void => {
    for (const entry of listOf(where, field, model[field], length)) add(entry as never);
  };
  each('links', 2, ([link, description]: [string, object]) => builder.link(link, description));
  each('joints', 2, ([joint, description]: [string, never]) => builder.joint(joint, description));
  each('frames', 3, ([frame, link, pose]: [string, string, never]) => builder.frame(frame, link, pose));
  let count = 0;
  each('geometries', 2, ([link, description]: [string, Plain]) => {
    const shape = shapes[count++];
    if (shape === undefined) throw outOfRange(where, 'model.geometries', count, `there are ${shapes.length} shapes`);
    builder.geometry(link, { ...(defined(description) as object), shape });
  });
  each('constraints', 2, ([constraint, description]: [string, never]) => builder.constraint(constraint, description));
  for (const actuator of listOf(where, 'actuators', model['actuators']))
    builder.actuator(readActuator(where, 'model.actuators', actuator));
  for (const rule of listOf(where, 'collisions', model['collisions'] ?? [])) builder.collision(rule as CollisionRule);
  each('references', 2, ([joint, values]: [string, number[]]) => builder.reference(joint, values));
  const notices = listOf(where, 'notices', model['notices']) as ModelNotice[];
  // Drop the notices of rebuilding: they repeat the notices of the original.
  builder.notices.length = 0;
  for (const notice of notices) builder.notice(notice);
  return builder.build();
}

/** A checked array; with `length`, an array of arrays of this length. */
function listOf(where: string, field: string, value: unknown, length?: number): readonly unknown[] {
  const path = `model.${field}`;
  if (!Array.isArray(value)) throw wrongType(where, path, value, 'give an array');
  if (length === undefined) return value;
  const wrong = value.findIndex((entry) => !Array.isArray(entry) || entry.length !== length);
  if (wrong >= 0) throw wrongType(where, `${path}[${wrong}]`, value[wrong], `give an array of ${length}`);
  return value;
}

function defined(description: unknown): unknown {
  if (typeof description !== 'object' || description === null) return description;
  return Object.fromEntries(Object.entries(description).filter(([, value]) => value !== undefined));
}
