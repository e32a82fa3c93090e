// Numbers of the bodies and of the world that a step can be differentiated by.
import { checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { Body } from '../../scene/body.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Member, Owner } from '../member.ts';

/**
 * A parameter that a step is differentiated by. A body is given as a body of the scene or by a name: for `'mass'` the name of a link, for `'size'`
 * the name of a body of the scene. Links that are fixed to each other are one body.
 *
 * - `'mass'`: the mass of a body, in kg. Shape and center of mass are kept; the inertia is proportional to the mass.
 * - `'friction'`: a number p on which the friction coefficients µ depend. `rate` returns dµ/dp of two bodies; default: 1 for all pairs.
 * - `'size'`: the scale of a body's shape about the shape's own origin; its present value is 1. Mass and inertia are kept, unless
 *   the body is `solid`: then the density is kept, and the mass grows with the cube of the scale. Static bodies of the scene have a
 *   size, too.
 * @example
 * ```ts
 * const parameters: StepParameter[] = [{ kind: 'mass', body: 'crate' }, { kind: 'friction' }, { kind: 'size', body: 'crate' }];
 * sim.step();
 * const { dParameters } = sim.stepDerivatives({ parameters });
 * ```
 */
export type StepParameter =
  | { readonly kind: 'mass'; readonly body: string | Body }
  | { readonly kind: 'friction'; readonly rate?: (a: Body, b: Body) => number }
  | { readonly kind: 'size'; readonly body: string | Body; readonly solid?: boolean };

/** A parameter with the objects it refers to. */
export type ResolvedParameter =
  | { readonly kind: 'mass'; readonly owner: Owner }
  | { readonly kind: 'friction'; readonly rate: (a: Body, b: Body) => number }
  | { readonly kind: 'size'; readonly body: Body; readonly owner: Owner | undefined; readonly solid: boolean };

const fieldsOfKind = {
  mass: ['kind', 'body'],
  friction: ['kind', 'rate'],
  size: ['kind', 'body', 'solid'],
} as const;

/** The objects in which names of parameters are looked up. */
export interface ParameterWorld {
  readonly scene: Scene;
  readonly members: readonly Member[];
  readonly owners: ReadonlyMap<Body, Owner>;
}

export function resolveParameters(where: string, parameters: unknown, world: ParameterWorld): ResolvedParameter[] {
  if (!Array.isArray(parameters))
    throw wrongType(where, 'options.parameters', parameters, "give an array such as [{ kind: 'friction' }]");
  return parameters.map((each, k) => resolve(where, `options.parameters[${k}]`, each as StepParameter, world));
}

function resolve(where: string, argument: string, parameter: StepParameter, world: ParameterWorld): ResolvedParameter {
  if (typeof parameter !== 'object' || parameter === null || !Object.hasOwn(fieldsOfKind, parameter.kind))
    throw wrongType(
      where,
      argument,
      parameter,
      `give { kind, … } with kind one of ${Object.keys(fieldsOfKind).join(', ')}`,
    );
  checkOptions(where, argument, parameter, fieldsOfKind[parameter.kind]);
  if (parameter.kind === 'friction') {
    const { rate = () => 1 } = parameter;
    if (typeof rate !== 'function')
      throw wrongType(where, `${argument}.rate`, rate, 'give a function of two bodies, or leave it out');
    return { kind: 'friction', rate };
  }
  if (parameter.kind === 'mass') {
    const owner = ownerOf(where, `${argument}.body`, parameter.body, world);
    if (owner.joint < 0)
      throw outOfRange(where, `${argument}.body`, parameter.body, 'it is fixed to the world; give a body that moves');
    checkMass(where, `${argument}.body`, parameter.body, owner);
    return { kind: 'mass', owner };
  }
  const { solid = false } = parameter;
  if (typeof solid !== 'boolean') throw wrongType(where, `${argument}.solid`, solid, 'give true or false');
  const body = shapeOf(where, `${argument}.body`, parameter.body, world);
  const owner = world.owners.get(body);
  if (solid && !(owner && owner.joint >= 0))
    throw outOfRange(
      where,
      `${argument}.solid`,
      solid,
      'the body does not move, so its mass has no meaning; leave solid out',
    );
  if (solid && owner) checkMass(where, `${argument}.body`, parameter.body, owner);
  return { kind: 'size', body, owner, solid };
}

/** Throws if no mass moves with the body: the derivative needs the center of mass and the inertia per mass. */
function checkMass(where: string, argument: string, body: string | Body, { member, joint }: Owner): void {
  if (member.model.tree.inertia[10 * joint] > 0) return;
  throw outOfRange(
    where,
    argument,
    body,
    'it has no mass, so its inertia per mass is unknown; give a body with a mass',
  );
}

/** The member and the joint of the link with this name, or with this shape. */
function ownerOf(where: string, argument: string, body: string | Body, { members, owners }: ParameterWorld): Owner {
  if (body instanceof Body) {
    const owner = owners.get(body);
    if (owner) return owner;
    throw outOfRange(where, argument, body, 'it belongs to no model; give a body of a model');
  }
  const links = members.flatMap((member) =>
    member.model.frames
      .filter(({ kind }) => kind === 'link')
      .map(({ name, joint }) => ({ name, owner: { member, joint } })),
  );
  const found = links.filter(({ name }) => name === body).map(({ owner }) => owner);
  const moving = links.filter(({ owner }) => owner.joint >= 0);
  return onlyOne(where, argument, body, found, 'links', moving);
}

function shapeOf(where: string, argument: string, body: string | Body, { scene }: ParameterWorld): Body {
  if (body instanceof Body) {
    if (body.scene === scene) return body;
    throw outOfRange(where, argument, body, 'it is not in the simulated scene');
  }
  const named = scene.bodies.filter(({ name }) => name === body);
  return onlyOne(where, argument, body, named, 'shapes', scene.bodies);
}

function onlyOne<T>(
  where: string,
  argument: string,
  name: unknown,
  found: readonly T[],
  kind: 'links' | 'shapes',
  known: readonly { readonly name: string }[],
): T {
  if (found.length === 1) return found[0];
  const some = [...new Set(known.map((each) => each.name))].filter((each) => each !== '').slice(0, 8);
  const remedy =
    found.length > 1
      ? `${found.length} bodies have this name; give the body itself, as in sim.scene.bodies`
      : `there is no such body; ${kind} are called ${some.join(', ')}`;
  throw outOfRange(where, argument, name, remedy);
}
