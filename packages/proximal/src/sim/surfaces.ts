// Materials and sensors: the contact properties of bodies, and the rules that combine those of two bodies.
import { checkNumber, checkOptions, outOfRange } from '../check/argument.ts';
import type { Body } from '../scene/body.ts';
import type { ShapeOwner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { frictionOf } from './touch-filter.ts';

/** The rule that combines the values of two bodies into the value of their contact. */
export type CombineRule = 'average' | 'min' | 'multiply' | 'max';

/**
 * The contact properties of a body. If two bodies name different rules, the later in the order average, min, multiply, max applies.
 * @example
 * ```ts
 * const ice: Material = { friction: 0.02, frictionRule: 'min' };
 * ```
 */
export interface Material {
  /** Coulomb's µ, 0 or more. Default: that of a body without a material. */
  readonly friction?: number;
  /** Coefficient of restitution, 0 to 1. Default: that of a body without a material. */
  readonly restitution?: number;
  /** Default `'average'`. */
  readonly frictionRule?: CombineRule;
  /** Default `'max'`. */
  readonly restitutionRule?: CombineRule;
}

const rules: readonly CombineRule[] = ['average', 'min', 'multiply', 'max'];

/** Checks a material, and returns a copy. */
export function readMaterial(where: string, argument: string, material: Material): Material {
  checkOptions(where, argument, material, ['friction', 'restitution', 'frictionRule', 'restitutionRule']);
  const { friction, restitution, frictionRule, restitutionRule } = material;
  if (friction !== undefined) checkNumber(where, `${argument}.friction`, friction, 'give 0 or more', 0);
  if (restitution !== undefined) {
    checkNumber(where, `${argument}.restitution`, restitution, 'give a number from 0 to 1', 0);
    if (restitution > 1) throw outOfRange(where, `${argument}.restitution`, restitution, 'give a number from 0 to 1');
  }
  for (const [name, rule] of Object.entries({ frictionRule, restitutionRule }))
    if (rule !== undefined && !rules.includes(rule))
      throw outOfRange(where, `${argument}.${name}`, rule, `give one of ${rules.join(', ')}`);
  return { ...material };
}

/** The materials of a simulation's bodies, and its sensors. */
export class Surfaces {
  private readonly materials = new Map<Body, Material>();
  private readonly sensors = new Set<Body>();
  private readonly joined = new Map<string, number>();

  get isEmpty(): boolean {
    return this.materials.size === 0;
  }

  materialOf(body: Body): Material {
    return this.materials.get(body) ?? {};
  }

  setMaterial(body: Body, material: Material): void {
    if (Object.keys(material).length > 0) this.materials.set(body, material);
    else this.materials.delete(body);
  }

  isSensor(body: Body): boolean {
    return this.sensors.has(body);
  }

  makeSensor(body: Body): void {
    this.sensors.add(body);
  }

  /** Whether a joint keeps two bodies from colliding. */
  areJoined(a: Body, b: Body): boolean {
    return this.joined.size > 0 && this.joined.has(pairKey(a, b));
  }

  /** Counts the joints that keep two bodies from colliding. */
  join(a: Body, b: Body, isJoined: boolean): void {
    const key = pairKey(a, b);
    const count = (this.joined.get(key) ?? 0) + (isJoined ? 1 : -1);
    if (count > 0) this.joined.set(key, count);
    else this.joined.delete(key);
  }

  remove(body: Body): void {
    this.materials.delete(body);
    this.sensors.delete(body);
  }

  /** @param otherwise the friction coefficient of a body whose material has none */
  friction(a: Body, b: Body, otherwise: number): number {
    const [first, second] = [this.materialOf(a), this.materialOf(b)];
    if (first.friction === undefined && second.friction === undefined) return otherwise;
    const rule = ruleOf(first.frictionRule, second.frictionRule, 'average');
    return combine(first.friction ?? otherwise, second.friction ?? otherwise, rule);
  }

  /** @param otherwise the coefficient of restitution of a body whose material has none */
  restitution(a: Body, b: Body, otherwise: number): number {
    if (this.isEmpty) return otherwise;
    const [first, second] = [this.materialOf(a), this.materialOf(b)];
    if (first.restitution === undefined && second.restitution === undefined) return otherwise;
    const rule = ruleOf(first.restitutionRule, second.restitutionRule, 'max');
    return combine(first.restitution ?? otherwise, second.restitution ?? otherwise, rule);
  }
}

/** The settings with friction and restitution from the bodies' materials. */
export function withSurfaces(
  settings: SimulatorSettings,
  surfaces: Surfaces,
  owners: ReadonlyMap<Body, ShapeOwner>,
): SimulatorSettings {
  const friction = (a: Body, b: Body): number | undefined => {
    const usual = settings.friction?.(a, b);
    if (surfaces.isEmpty) return usual;
    return surfaces.friction(a, b, usual ?? frictionOf(owners.get(a), owners.get(b)));
  };
  const restitution = (a: Body, b: Body): number => surfaces.restitution(a, b, settings.restitution(a, b));
  return { ...settings, friction, restitution };
}

function pairKey(a: Body, b: Body): string {
  return a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
}

function ruleOf(first: CombineRule | undefined, second: CombineRule | undefined, usual: CombineRule): CombineRule {
  if (first === undefined || second === undefined) return first ?? second ?? usual;
  return rules[Math.max(rules.indexOf(first), rules.indexOf(second))];
}

function combine(p: number, q: number, rule: CombineRule): number {
  switch (rule) {
    case 'average':
      return (p + q) / 2;
    case 'min':
      return Math.min(p, q);
    case 'multiply':
      return p * q;
    default:
      return Math.max(p, q);
  }
}
