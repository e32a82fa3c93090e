// The options of a simulator, checked once.
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { within } from '../check/document.ts';
import { type ContactOptions, SolverSettings } from '../contact/options.ts';
import { type ContactSolverName, contactSolvers } from '../contact/registry.ts';
import { checkModel } from '../dynamics/check-arguments.ts';
import type { Model } from '../dynamics/model.ts';
import { readVector, type Vec3, type VectorLike } from '../math/vec3.ts';
import type { Body } from '../scene/body.ts';
import { Scene } from '../scene/scene.ts';
import { type CommonLaw, commonLawOf, type PerPair, perPair } from './pair-law.ts';
import type { ContactSurface } from './surfaces.ts';
import type { Torques } from './touch-filter.ts';

/** Options of a simulator. */
export interface SimulatorOptions {
  /** Robots and free bodies: see `freeBody`, `ModelBuilder`, `loadUrdf` and `loadMjcf`. */
  readonly models: readonly Model[];
  /** The static environment: floors, tables and walls. Default: empty. */
  readonly scene?: Scene;
  /** Acceleration of free fall, in m/s². Default: each model's own. */
  readonly gravity?: VectorLike;
  /** In seconds. Default 1/240. */
  readonly timeStep?: number;
  /**
   * `'euler'` (the default): forces and contacts act at the start of the step, and then all bodies move freely. First order.
   * `'midpoint'`: forces and contacts act in the middle, between two free motions of half a step. Second order for smooth motion; contacts,
   * friction and loop closures are of first order with both integrators. A robot's step takes up to twice as long.
   */
  readonly integrator?: 'euler' | 'midpoint';
  /**
   * The contact solver: a name, or the options of `solve` in `proximal/contact`. Default: 200 sweeps of `'ncp-pgs'`, then, if they do not converge,
   * 50 iterations of `'ncp-admm'`. The iterations of `'ncp-admm'` are skipped for free bodies without joints that collide or slide, if the sweeps
   * have reached 10⁻⁴. The tolerance is 10⁻⁶ of the velocity scale, the largest |g − c*| of the closing contacts: 4e-8 m/s for resting bodies at
   * 240 Hz. Islands for which neither converges, and islands of more than 450 rows, which are 150 contacts, are solved by sweeps to 10⁻⁴.
   */
  readonly solver?: ContactSolverName | ContactOptions;
  /**
   * The choice of impulses that are not unique, as for four feet on the ground: the impulses that the solver finds (`'any'`, the
   * default), or the impulses of least norm (`'least'`). The motion is the same; with `'least'` a step takes longer.
   */
  readonly internalForces?: 'any' | 'least';
  /**
   * The query that finds contacts: the signed distance (the default) or the growth distance. With the growth distance, the gap is
   * the width of the slab between the two bodies along the normal, in meters. Bodies that cannot be scaled, such as half-spaces,
   * always use the signed distance.
   */
  readonly collision?: 'signed' | 'growth';
  /** Coulomb's µ, 0 or more. Default: the larger of the two geometries' coefficients in the models, or 0.7 if the models give none. */
  readonly friction?: PerPair;
  /** Coefficient of restitution, 0 to 1. Default 0. */
  readonly restitution?: PerPair;
  /**
   * `'dissipative'` (the default): Newton's law, unless the impulses of an island add energy, which can happen with friction and
   * spin. Then its impulses are reduced until they add none. Impacts propagate from body to body within a step. `'newton'`: always
   * Newton's law, for all contacts at once.
   */
  readonly restitutionLaw?: 'dissipative' | 'newton';
  /** Contacts that approach slower than this do not bounce, in m/s. Default 0.05. */
  readonly restingSpeed?: number;
  /**
   * Fraction of a penetration, and of a joint beyond its limit, that is removed in each step, 0 to 1. Only positions are corrected,
   * not velocities, so that the correction adds no energy. With `compliance`, the correction acts as a spring instead. Default
   * 0.2.
   */
  readonly baumgarte?: number;
  /**
   * Fraction of the error of a loop closure or a joint between bodies that is removed in each step, 0 to 1. Only positions are corrected.
   * Default 1.
   */
  readonly closureCorrection?: number;
  /**
   * The largest speed of position corrections, in m/s and rad/s, so that bodies that start inside each other separate slowly.
   * Default 3.
   */
  readonly correctionSpeed?: number;
  /**
   * Penetration that is not corrected, in meters, so that contacts stay closed. At most a quarter of the thickness of the thinner body counts.
   * Default 0.0005.
   */
  readonly allowedPenetration?: number;
  /** Compliance of contacts and joint limits along their normals, in kg⁻¹. Default 0: rigid. */
  readonly compliance?: number;
  /** Tangential compliance of contacts, in kg⁻¹: a sticking contact creeps at the compliance times its impulse, in m/s. Default 0. */
  readonly tangentCompliance?: number;
  /** Compliance of loop closures, and the least of joints between bodies, in kg⁻¹. Default 0. */
  readonly closureCompliance?: number;
  /**
   * Contacts are searched up to this distance, in meters, or up to the distance that the two bodies or links would move in the step with
   * their velocities before it, if that is larger. Default 0.02.
   */
  readonly margin?: number;
  /**
   * Whether fast bodies stop where they would pass into another body. A body is fast if it moves in a step by more than half the radius of
   * a ball inside it. A robot stops where one of its fast links would pass into a body. A stopped body does not move in the rest of the
   * step. It keeps its velocity, without the part that gravity would add in the rest of the step. Default true.
   */
  readonly continuous?: boolean;
  /**
   * Contacts of free bodies are moved along with them, without a new search, until the two bodies have moved relative to each
   * other by this fraction of the smaller body's radius, or have moved for 60 steps, or for 4 while they overlap by more than
   * `allowedPenetration`. The error of a gap is then about the motion times the angle between the surfaces. Default 0: a search in
   * every step.
   */
  readonly contactReuse?: number;
  /**
   * Whether the states of free bodies are rounded after every step, so that `save` takes 64 bytes for each instead of 104: velocities to
   * single precision, and the components of orientations to multiples of 2⁻⁴⁰. Positions keep double precision. Derivatives ignore the rounding.
   * Default false.
   */
  readonly compactState?: boolean;
  /**
   * The largest number of pairs of bodies, and of pairs of their parts, that a step considers. The pairs of bodies whose boxes overlap
   * deepest are kept; pairs of parts are kept in the order in which they are found. From 1 to 1,000,000, which takes some gigabytes;
   * default 100,000. The report counts the pairs left out, and its status is then `'crowded'`.
   */
  readonly maxPairs?: number;
  /**
   * The largest number of contacts in a step; the deepest are kept. From 1 to 150,000, the capacity of the kernel's memory;
   * default 50,000.
   */
  readonly maxContacts?: number;
  /**
   * Whether the links of a robot collide with each other. Default true: all links collide, except those excluded by a rule, their
   * masks, a joint between them or `overlappingLinks`. `simulator.notices` lists the excluded pairs.
   */
  readonly selfCollision?: boolean;
  /**
   * How to treat links of one robot that overlap in its reference configuration, by more than 10⁻⁴ of the smaller shape's radius:
   * `'exclude'`, the default, never lets them collide; `'collide'` pushes them apart. With `'exclude'`, more than 10,000 pairs of shapes
   * whose boxes overlap in that configuration are an error.
   */
  readonly overlappingLinks?: 'exclude' | 'collide';
  /** Whether joints are kept within their velocity limits, regardless of what drives them. Default `'enforce'`. */
  readonly velocityLimits?: 'enforce' | 'ignore';
}

/** Default limits of a step. */
export const defaultLimits: Readonly<Record<'maxPairs' | 'maxContacts', number>> = {
  maxPairs: 100_000,
  maxContacts: 50_000,
};

/** How a problem is solved. */
export interface SolverStages {
  /** The named solver, or the default solvers, tried in this order. */
  readonly solvers: readonly ContactOptions[];
  /** For islands that are too large for `solvers`. */
  readonly largeSolver: ContactOptions;
}

/** Validated options, with defaults filled in. */
export interface SimulatorSettings extends SolverStages {
  /** The class that errors name: `Simulator` or `World`. */
  readonly where: string;
  /** The options as given, except models and scene. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly models: readonly Model[];
  readonly scene: Scene | undefined;
  readonly gravity: Vec3 | undefined;
  readonly timeStep: number;
  readonly integrator: 'euler' | 'midpoint';
  /** The solvers of position corrections. */
  readonly correction: SolverStages;
  readonly collision: 'signed' | 'growth';
  /** Undefined if the models decide. */
  readonly friction: ((a: Body, b: Body) => number | undefined) | undefined;
  readonly restitution: (a: Body, b: Body) => number;
  /**
   * The properties that materials give the contacts of a pair, whose number is `count`; null for none. `defaults` are torsional and rolling friction
   * of bodies whose materials have none.
   */
  readonly surface: (a: Body, b: Body, count: number, defaults: Torques) => ContactSurface | null;
  /** The law of all contacts of bodies without friction torques, if it does not depend on the bodies; otherwise null. */
  readonly commonLaw: () => CommonLaw | null;
  readonly restitutionLaw: 'dissipative' | 'newton';
  readonly restingSpeed: number;
  readonly baumgarte: number;
  readonly closureCorrection: number;
  readonly correctionSpeed: number;
  readonly allowedPenetration: number;
  readonly compliance: number;
  readonly tangentCompliance: number;
  readonly closureCompliance: number;
  readonly margin: number;
  readonly continuous: boolean;
  readonly contactReuse: number;
  readonly compactState: boolean;
  readonly maxPairs: number;
  readonly maxContacts: number;
  readonly selfCollision: boolean;
  readonly overlappingLinks: 'exclude' | 'collide';
  readonly velocityLimits: 'enforce' | 'ignore';
}

/** Everything but models and scene, which are not plain data. */
export const plainOptionNames: readonly string[] = [
  'gravity',
  'timeStep',
  'integrator',
  'solver',
  'internalForces',
  'collision',
  'friction',
  'restitution',
  'restitutionLaw',
  'restingSpeed',
  'baumgarte',
  'closureCorrection',
  'correctionSpeed',
  'allowedPenetration',
  'compliance',
  'tangentCompliance',
  'closureCompliance',
  'margin',
  'continuous',
  'contactReuse',
  'compactState',
  'maxPairs',
  'maxContacts',
  'selfCollision',
  'overlappingLinks',
  'velocityLimits',
];

/** @param where the class that errors name */
export function readSimulatorOptions(options: SimulatorOptions, where = 'Simulator'): SimulatorSettings {
  if (typeof options !== 'object' || options === null) throw wrongType(where, 'options', options, 'give { models, … }');
  checkOptions(where, 'options', options, ['models', 'scene', ...plainOptionNames]);
  const { models, scene, gravity, selfCollision = true, overlappingLinks = 'exclude' } = options;
  const { velocityLimits = 'enforce' } = options;
  const amount = amountsOf(where, options);
  if (!Array.isArray(models)) throw wrongType(where, 'options.models', models, 'give an array of models');
  const distinct = new Set<Model>();
  for (const [k, model] of models.entries()) {
    checkModel(where, model);
    if (distinct.has(model))
      throw outOfRange(where, `options.models[${k}]`, model, 'it is in the list twice: build another model');
    distinct.add(model);
  }
  if (scene !== undefined && !(scene instanceof Scene))
    throw wrongType(where, 'options.scene', scene, 'give a Scene, or leave it out');
  if (overlappingLinks !== 'exclude' && overlappingLinks !== 'collide')
    throw outOfRange(where, 'options.overlappingLinks', overlappingLinks, "give 'exclude' or 'collide'");
  if (velocityLimits !== 'enforce' && velocityLimits !== 'ignore')
    throw outOfRange(where, 'options.velocityLimits', velocityLimits, "give 'enforce' or 'ignore'");
  const { models: _models, scene: _scene, ...given } = options;
  return {
    where,
    given,
    models: [...models],
    scene,
    gravity: gravity === undefined ? undefined : readVector(where, 'options.gravity', gravity),
    timeStep: amount('timeStep', 1 / 240, 'seconds, above 0', true),
    integrator: readIntegrator(where, options.integrator ?? 'euler'),
    ...readSolver(where, solverOf(options)),
    collision: readCollision(where, options.collision ?? 'signed'),
    friction: options.friction === undefined ? undefined : perPair(where, 'friction', options.friction, Infinity),
    restitution: perPair(where, 'restitution', options.restitution ?? 0, 1),
    surface: () => null,
    commonLaw: commonLawOf(options.friction, options.restitution),
    restitutionLaw: readLaw(where, options.restitutionLaw ?? 'dissipative'),
    restingSpeed: amount('restingSpeed', 0.05, 'm/s, not negative'),
    baumgarte: fraction(where, 'baumgarte', amount('baumgarte', 0.2, 'a fraction from 0 to 1')),
    closureCorrection: fraction(where, 'closureCorrection', amount('closureCorrection', 1, 'a fraction from 0 to 1')),
    correctionSpeed: amount('correctionSpeed', 3, 'm/s, not negative'),
    allowedPenetration: amount('allowedPenetration', 5e-4, 'meters, not negative'),
    compliance: amount('compliance', 0, 'kg⁻¹, not negative'),
    tangentCompliance: amount('tangentCompliance', 0, 'kg⁻¹, not negative'),
    closureCompliance: amount('closureCompliance', 0, 'kg⁻¹, not negative'),
    margin: amount('margin', 0.02, 'meters, not negative'),
    continuous: readFlag(where, 'continuous', options.continuous ?? true),
    contactReuse: fraction(where, 'contactReuse', amount('contactReuse', 0, 'a fraction from 0 to 1')),
    compactState: readFlag(where, 'compactState', options.compactState ?? false),
    maxPairs: checkInteger(where, 'options.maxPairs', options.maxPairs ?? defaultLimits.maxPairs, 1, 1_000_000),
    maxContacts: checkInteger(
      where,
      'options.maxContacts',
      options.maxContacts ?? defaultLimits.maxContacts,
      1,
      150_000,
    ),
    selfCollision: readFlag(where, 'selfCollision', selfCollision),
    overlappingLinks,
    velocityLimits,
  };
}

type Amount =
  | 'timeStep'
  | 'restingSpeed'
  | 'baumgarte'
  | 'closureCorrection'
  | 'correctionSpeed'
  | 'allowedPenetration'
  | 'compliance'
  | 'tangentCompliance'
  | 'closureCompliance'
  | 'margin'
  | 'contactReuse';

/** A function that reads an option that is not negative. */
function amountsOf(where: string, options: SimulatorOptions) {
  return (name: Amount, fallback: number, what: string, isPositive = false): number =>
    checkNumber(where, `options.${name}`, options[name] ?? fallback, `give ${what}`, 0, isPositive);
}

function fraction(where: string, name: Amount, value: number): number {
  if (value > 1) throw outOfRange(where, `options.${name}`, value, 'give a fraction from 0 to 1');
  return value;
}

function readFlag(where: string, name: 'selfCollision' | 'continuous' | 'compactState', value: boolean): boolean {
  if (typeof value === 'boolean') return value;
  throw wrongType(where, `options.${name}`, value, 'give true or false');
}

function readLaw(where: string, law: string): 'dissipative' | 'newton' {
  if (law === 'dissipative' || law === 'newton') return law;
  throw outOfRange(where, 'options.restitutionLaw', law, "give 'dissipative' or 'newton'");
}

function readIntegrator(where: string, integrator: string): 'euler' | 'midpoint' {
  if (integrator === 'euler' || integrator === 'midpoint') return integrator;
  throw outOfRange(where, 'options.integrator', integrator, "give 'euler' or 'midpoint'");
}

function readCollision(where: string, collision: string): 'signed' | 'growth' {
  if (collision === 'signed' || collision === 'growth') return collision;
  throw outOfRange(where, 'options.collision', collision, "give 'signed' or 'growth'");
}

/**
 * Tried in order until one converges. Sweeps are cheap and usually suffice; in stacks they converge slowly, and ADMM finishes in
 * a few iterations. If many contacts slide against each other, neither converges quickly; then sweeps with a larger tolerance
 * follow.
 */
const stages: readonly ContactOptions[] = [
  { solver: 'ncp-pgs', acceleration: 'anderson', relativeTolerance: 1e-6, maxIterations: 200 },
  { solver: 'ncp-admm', relativeTolerance: 1e-6, maxIterations: 50 },
  { solver: 'ncp-pgs', acceleration: 'anderson', relativeTolerance: 1e-4, maxIterations: 500 },
];
/** Islands with more rows than this get more sweeps instead, because G would be too large for ADMM. */
export const maxStagedRows = 450;
const sweeps: ContactOptions = {
  solver: 'ncp-pgs',
  acceleration: 'anderson',
  relativeTolerance: 1e-4,
  maxIterations: 1000,
};

/** The solver options, from `solver` and `internalForces`. */
function solverOf({ solver = {}, internalForces }: SimulatorOptions): ContactSolverName | ContactOptions {
  if (internalForces === undefined) return solver;
  return { ...(typeof solver === 'string' ? { solver } : solver), internalForces };
}

function readSolver(
  where: string,
  solver: ContactSolverName | ContactOptions,
): SolverStages & Pick<SimulatorSettings, 'correction'> {
  if (typeof solver === 'object' && solver !== null) {
    within(where, 'options.solver', () => new SolverSettings().read('solve', solver));
    // Copies, so that later changes of the caller's objects have no effect.
    const { solver: name, ...others } = solver;
    const tolerances = tolerancesOf(solver);
    if (name === undefined) return { ...stagesWith(others), correction: stagesWith(tolerances) };
    // A problem that is solved by sweeps alone is also corrected by sweeps alone.
    const onlySwept = { ...sweeps, ...tolerances };
    const correction = name === 'ncp-pgs' ? { solvers: [onlySwept], largeSolver: onlySwept } : stagesWith(tolerances);
    const named = { ...solver };
    return { solvers: [named], largeSolver: named, correction };
  }
  const names = contactSolvers().map(({ name }) => name as string);
  if (!names.includes(solver)) throw outOfRange(where, 'options.solver', solver, `give one of ${names.join(', ')}`);
  return { solvers: [{ solver }], largeSolver: { solver }, correction: stagesWith({}) };
}

function stagesWith(changes: ContactOptions): SolverStages {
  return { solvers: stages.map((stage) => ({ ...stage, ...changes })), largeSolver: { ...sweeps, ...changes } };
}

/** The given options that also apply to corrections, which are problems without friction. */
function tolerancesOf({ tolerance, relativeTolerance, maxIterations }: ContactOptions): ContactOptions {
  const given = Object.entries({ tolerance, relativeTolerance, maxIterations }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given);
}
