// Materials and sensors: the contact properties of bodies, and the rules that combine the properties of two bodies.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { Body } from '../scene/body.ts';
import type { ShapeOwner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import type { CommonLaw } from './pair-law.ts';
import { frictionOf, type Torques } from './touch-filter.ts';

/** The rule that combines the values of two bodies into the value of their contact. */
export type CombineRule = 'average' | 'min' | 'multiply' | 'max';

/**
 * The contact properties of a body. If two bodies name different rules, the later in the order average, min, multiply, max applies; if only one of
 * them names a rule, it applies.
 * @example
 * ```ts
 * const ice: Material = { friction: 0.02, frictionRule: 'min' };
 * ```
 */
export interface Material {
  /** Coulomb's µ, 0 or more. Default: the µ of a body without a material. */
  readonly friction?: number;
  /** Coefficient of restitution, 0 to 1. Default: the coefficient of a body without a material. */
  readonly restitution?: number;
  /**
   * Torsional friction, in meters: the torque about the normal is at most this times the normal force. It is µ times the effective radius
   * of the contact patch. The larger of two bodies' values applies. Default: 0 if the other body has a value, else the value of the models, or 0.
   */
  readonly torsionalFriction?: number;
  /**
   * Rolling friction, in meters: the torque against rolling is at most this times the normal force, because the force can act this far from the
   * contact point. The larger of two bodies' values applies. Default: as for `torsionalFriction`.
   */
  readonly rollingFriction?: number;
  /**
   * How far the surface yields per force, in m/N. The compliances of two bodies add up, as of springs in series, and all contact points
   * of the two bodies share them. Such a contact is a spring and a damper, without restitution. Default 0, rigid.
   */
  readonly compliance?: number;
  /** Damping of a compliant surface: the time in which its deformation relaxes, damping/stiffness, in seconds. Default 0. */
  readonly relaxationTime?: number;
  /** Default `'average'`. */
  readonly frictionRule?: CombineRule;
  /** Default `'max'`. */
  readonly restitutionRule?: CombineRule;
}

/** The properties of a contact other than Coulomb friction and restitution. */
export interface ContactSurface {
  /** Torsional and rolling friction, in meters. */
  readonly torsional: number;
  readonly rolling: number;
  /** Stiffness and damping of one contact, in N/m and N s/m; 0 for a rigid contact. */
  readonly stiffness: number;
  readonly damping: number;
}

/** The numbers of a material other than friction and restitution: all are 0 or more. */
const extras = ['torsionalFriction', 'rollingFriction', 'compliance', 'relaxationTime'] as const;

const rules: readonly CombineRule[] = ['average', 'min', 'multiply', 'max'];

/** Checks a material, and returns a copy. */
export function readMaterial(where: string, argument: string, material: Material): Material {
  if (material === undefined) throw wrongType(where, argument, material, 'give an object; {} has the defaults');
  checkOptions(where, argument, material, ['friction', 'restitution', 'frictionRule', 'restitutionRule', ...extras]);
  const { friction, restitution, frictionRule, restitutionRule } = material;
  if (friction !== undefined) checkNumber(where, `${argument}.friction`, friction, 'give 0 or more', 0);
  if (restitution !== undefined) {
    checkNumber(where, `${argument}.restitution`, restitution, 'give a number from 0 to 1', 0);
    if (restitution > 1) throw outOfRange(where, `${argument}.restitution`, restitution, 'give a number from 0 to 1');
  }
  for (const name of extras)
    if (material[name] !== undefined) checkNumber(where, `${argument}.${name}`, material[name], 'give 0 or more', 0);
  for (const [name, rule] of Object.entries({ frictionRule, restitutionRule }))
    if (rule !== undefined && !rules.includes(rule))
      throw outOfRange(where, `${argument}.${name}`, rule, `give one of ${rules.join(', ')}`);
  return { ...material };
}

/** The materials of a simulation's bodies, and its sensors. */
export class Surfaces {
  private readonly materials = new Map<Body, Material>();
  private readonly sensors = new Set<Body>();
  /** The number of joints and exclusions that keep each pair of bodies from colliding, by `pairKey`. */
  private readonly joined = new Map<string, number>();

  /** Whether no body has a material. */
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

  /** All sensors. */
  get sensorList(): ReadonlySet<Body> {
    return this.sensors;
  }

  isSensor(body: Body): boolean {
    return this.sensors.has(body);
  }

  makeSensor(body: Body): void {
    this.sensors.add(body);
  }

  /** Whether a joint or an exclusion keeps two bodies from colliding. */
  areJoined(a: Body, b: Body): boolean {
    return this.joined.size > 0 && this.joined.has(pairKey(a, b));
  }

  /** Adds or removes a joint or exclusion that keeps two bodies from colliding; they collide when all are removed. */
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

  /** @param fallback the friction coefficient of a body whose material has none */
  friction(a: Body, b: Body, fallback: number): number {
    const [first, second] = [this.materialOf(a), this.materialOf(b)];
    if (first.friction === undefined && second.friction === undefined) return fallback;
    const rule = ruleOf(first.frictionRule, second.frictionRule, 'average');
    return combine(first.friction ?? fallback, second.friction ?? fallback, rule);
  }

  /** @param fallback the coefficient of restitution of a body whose material has none */
  restitution(a: Body, b: Body, fallback: number): number {
    if (this.isEmpty) return fallback;
    const [first, second] = [this.materialOf(a), this.materialOf(b)];
    if (first.restitution === undefined && second.restitution === undefined) return fallback;
    const rule = ruleOf(first.restitutionRule, second.restitutionRule, 'max');
    return combine(first.restitution ?? fallback, second.restitution ?? fallback, rule);
  }
}

/**
 * The properties of one of `count` contacts between two materials; null if all are zero.
 * @param fallback the torsional and rolling friction if neither material gives one
 */
function surfaceOf(p: Material, q: Material, fallback: Torques, count: number): ContactSurface | null {
  const torsional = largest(p.torsionalFriction, q.torsionalFriction, fallback.torsionalFriction);
  const rolling = largest(p.rollingFriction, q.rollingFriction, fallback.rollingFriction);
  const [first, second] = [p.compliance ?? 0, q.compliance ?? 0];
  const compliance = first + second;
  if (torsional + rolling + compliance === 0) return null;
  if (compliance === 0) return { torsional, rolling, stiffness: 0, damping: 0 };
  const stiffness = 1 / (count * compliance);
  // Each surface deforms in proportion to its compliance, so its relaxation time is weighted by its compliance.
  const time = (first * (p.relaxationTime ?? 0) + second * (q.relaxationTime ?? 0)) / compliance;
  return { torsional, rolling, stiffness, damping: stiffness * time };
}

/** The larger of two values; `fallback` if neither is given. */
function largest(p: number | undefined, q: number | undefined, fallback: number): number {
  return p === undefined && q === undefined ? fallback : Math.max(p ?? 0, q ?? 0);
}

/** The settings with the contact properties of the bodies' materials. */
export function withSurfaces(
  settings: SimulatorSettings,
  surfaces: Surfaces,
  owners: ReadonlyMap<Body, ShapeOwner>,
): SimulatorSettings {
  const friction = (a: Body, b: Body): number | undefined => {
    const fallback = settings.friction?.(a, b);
    if (surfaces.isEmpty) return fallback;
    return surfaces.friction(a, b, fallback ?? frictionOf(owners.get(a), owners.get(b)));
  };
  const restitution = (a: Body, b: Body): number => surfaces.restitution(a, b, settings.restitution(a, b));
  const surface = (a: Body, b: Body, count: number, fallback: Torques): ContactSurface | null => {
    if (surfaces.isEmpty && fallback.torsionalFriction + fallback.rollingFriction === 0) return null;
    return surfaceOf(surfaces.materialOf(a), surfaces.materialOf(b), fallback, count);
  };
  const commonLaw = (): CommonLaw | null => (surfaces.isEmpty ? settings.commonLaw() : null);
  return { ...settings, friction, restitution, surface, commonLaw };
}

function pairKey(a: Body, b: Body): string {
  return a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
}

function ruleOf(first: CombineRule | undefined, second: CombineRule | undefined, fallback: CombineRule): CombineRule {
  if (first === undefined || second === undefined) return first ?? second ?? fallback;
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
