// Random simulations as data: free bodies of the shapes in `movingKinds`, grounds, robots, solvers and options.
import { contactSolvers } from 'proximal/contact';
import { Rng } from 'proximal/math';
import { freeBody } from 'proximal/sim';
import { logUniform } from './extents.ts';
import { type RobotSpec, randomRobot } from './robots.ts';
import { randomKinds, randomShape } from './shapes.ts';
import { buildShape, type ShapeSpec, specOf } from './specs.ts';

/** A simulation with its inputs. */
export interface SimulationCase {
  readonly situation: 'supported' | 'extreme';
  /** A simulation file without robots, as data. */
  readonly simulation: {
    readonly format: 'proximal-simulation';
    readonly version: 1;
    readonly options: Readonly<Record<string, unknown>>;
    readonly bodies: readonly Readonly<Record<string, unknown>>[];
  };
  readonly robots: readonly RobotSpec[];
  readonly steps: number;
  /**
   * Random torques and forces in each step, up to `size` in N m and N; if `inertial`, up to `size` in rad/s² and m/s², times the inertia that
   * each coordinate moves.
   */
  readonly actuation: { readonly seed: number; readonly size: number; readonly inertial?: boolean };
}

/**
 * Kinds that are excluded: flat and unbounded shapes have no mass, snapshots cannot contain custom shapes, and integrating the mass of nested
 * shapes and smooth hulls takes up to seconds.
 */
const excluded = ['point', 'segment', 'triangle', 'halfspace', 'custom', 'rounded', 'transformed', 'sum', 'smoothHull'];
export const movingKinds: readonly string[] = randomKinds.filter((kind) => !excluded.includes(kind));

export function randomSimulation(seed: number, number: number, only: readonly string[]): SimulationCase {
  const rng = new Rng((seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0);
  const isExtreme = rng.uniform() < 0.25;
  const kinds = only.length > 0 ? only : movingKinds;
  const robots = Array.from({ length: rng.uniform() < 0.6 ? 0 : rng.uniform() < 0.8 ? 1 : 2 }, () =>
    randomRobot(rng, isExtreme),
  );
  const count = (robots.length > 0 ? 0 : 1) + rng.index(rng.uniform() < 0.2 ? 8 : 3);
  const moving = Array.from({ length: count }, () => randomBody(rng, kinds, isExtreme));
  return {
    situation: isExtreme ? 'extreme' : 'supported',
    simulation: {
      format: 'proximal-simulation',
      version: 1,
      options: randomOptions(rng, isExtreme),
      bodies: [...randomGround(rng), ...moving],
    },
    robots,
    steps: 20 + rng.index(180),
    actuation: {
      seed: rng.next(),
      size: rng.uniform() < 0.5 ? 0 : logUniform(rng, 0.1, isExtreme ? 1e6 : 100),
      inertial: !isExtreme,
    },
  };
}

function randomBody(rng: Rng, kinds: readonly string[], isExtreme: boolean): Record<string, unknown> {
  const spread = rng.uniform() < 0.3 ? 0.1 : 1;
  const position = [rng.uniform(-spread, spread), rng.uniform(-spread, spread), rng.uniform(0, 2 * spread)];
  const speed = rng.uniform() < 0.5 ? 0 : logUniform(rng, 0.01, isExtreme ? 1000 : 10);
  const spin = rng.uniform() < 0.5 ? 0 : logUniform(rng, 0.1, isExtreme ? 1e4 : 50);
  return {
    shape: randomSolid(rng, kinds, isExtreme),
    pose: [...position, ...rng.rotation()],
    ...(rng.uniform() < 0.5 ? { mass: logUniform(rng, isExtreme ? 1e-6 : 0.01, isExtreme ? 1e6 : 100) } : {}),
    velocity: rng.direction().map((x) => speed * x),
    angularVelocity: rng.direction().map((x) => spin * x),
  };
}

/** A shape with a volume. */
function randomSolid(rng: Rng, kinds: readonly string[], isExtreme: boolean): ShapeSpec {
  for (let attempt = 0; attempt < 50; attempt++) {
    const size = isExtreme ? logUniform(rng, 1e-3, 30) : logUniform(rng, 0.05, 0.5);
    const spec = randomShape(kinds[rng.index(kinds.length)], rng, {
      size,
      aspect: isExtreme ? 1e3 : 20,
      isExtreme: false,
    });
    if (hasMass(spec)) return spec;
  }
  return specOf('sphere', 0.1);
}

/** Whether volume and inertia are physical; the volume of a flat cloud may be a rounding error. */
function hasMass(spec: ShapeSpec): boolean {
  try {
    return freeBody(buildShape(spec)).mass > 0;
  } catch {
    return false;
  }
}

function randomGround(rng: Rng): Record<string, unknown>[] {
  const choice = rng.uniform();
  const still = (shape: unknown, pose: readonly number[] = [0, 0, 0, 0, 0, 0, 1]) => ({ shape, pose, static: true });
  if (choice < 0.1) return [];
  if (choice < 0.6) return [still(specOf('halfspace'))];
  if (choice < 0.75) return [still(specOf('box', 3, 3, 0.5), [0, 0, -0.5, ...rng.rotation()])];
  const heights = Array.from({ length: 25 }, () => rng.uniform(-0.3, 0.1));
  if (choice < 0.85) return [still({ version: 1, kind: 'heightField', heights, columns: 5, rows: 5, spacing: 1 })];
  const vertices = [-3, -3, 0, 3, -3, 0, 3, 3, -0.2, -3, 3, 0.2];
  if (choice < 0.9) return [still({ version: 1, kind: 'triangleMesh', vertices, triangles: [0, 1, 2, 0, 2, 3] })];
  const parts = Array.from({ length: 4 }, () => {
    const pose = [rng.uniform(-1, 1), rng.uniform(-1, 1), -0.3, ...rng.rotation()];
    return { shape: specOf('box', 1, 0.5, 0.3), pose };
  });
  return [still({ version: 1, kind: 'compound', parts })];
}

function randomOptions(rng: Rng, isExtreme: boolean): Record<string, unknown> {
  const solvers = contactSolvers();
  const maybe = (share: number, options: object): object => (rng.uniform() < share ? options : {});
  // Mostly per-contact solvers, which are fast and include the default.
  const choice = rng.uniform();
  const perContact = ['ncp-pgs', 'ncp-pgs', 'ncp-pgs', 'ccp-pgs', 'lcp-pgs', 'raisim'];
  const solver = choice < 0.85 ? perContact[rng.index(perContact.length)] : solvers[rng.index(solvers.length)].name;
  return {
    timeStep: logUniform(rng, 1e-3, isExtreme ? 0.1 : 0.02),
    solver: { solver, maxIterations: 5 + rng.index(choice < 0.85 ? 50 : 20) },
    friction: rng.uniform() < 0.2 ? 0 : logUniform(rng, 0.01, isExtreme ? 1e3 : 2),
    ...maybe(0.4, { restitution: rng.uniform() < 0.2 ? 1 : rng.uniform() }),
    ...maybe(0.3, { baumgarte: rng.uniform() }),
    ...maybe(0.2, { compliance: logUniform(rng, 1e-8, 1e-2) }),
    ...maybe(0.3, { margin: rng.uniform(0, 0.1) }),
    ...maybe(0.2, { gravity: rng.direction().map((x) => 9.81 * x) }),
    ...maybe(0.2, { selfCollision: false }),
    ...maybe(0.25, { collision: 'growth' }),
    ...maybe(0.2, { contactReuse: logUniform(rng, 1e-5, 1e-2) }),
    ...maybe(0.3, { integrator: 'midpoint' }),
  };
}
