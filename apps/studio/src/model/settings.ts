// Settings of the views as plain data for links: values from outside are checked, and invalid ones are replaced by defaults.
import type { Estimator } from 'proximal/derivatives';
import type { PlannerName } from 'proximal/planning';

export const views = [
  'query',
  'minkowski',
  'compare',
  'derivatives',
  'parts',
  'robots',
  'planning',
  'simulation',
] as const;
export type View = (typeof views)[number];

export const illustrations = ['answer', 'sweep', 'derivative'] as const;
export type Illustration = (typeof illustrations)[number];

export const families = ['distance', 'depth', 'growth'] as const;
export type Family = (typeof families)[number];

/** The heights of bumps of the walking scene, in meters. */
export const roughnesses: readonly number[] = [0, 0.05, 0.1];

/** The planners of the library, with their titles. */
export const plannerNames: Readonly<Record<PlannerName, string>> = {
  'rrt-connect': 'RRT-Connect: two trees',
  rrt: 'RRT: one tree',
  prm: 'PRM: a roadmap',
  anytime: 'Anytime: shorter paths until the time limit',
};

export interface Settings {
  /** The camera of each view: its position and its target, in meters; empty if everything is framed. */
  readonly cameras: Readonly<Record<View, readonly number[]>>;
  readonly query: {
    /** What is drawn over the bodies: the answer, B in motion, or the response to a small motion. */
    readonly illustration: Illustration;
    /** How far it has proceeded, from 0 to 1. */
    readonly progress: number;
    /** The displacement of B in meters and its rotation vector in radians, six numbers; empty for the way through A. */
    readonly sweep: readonly number[];
    /** The axis of the small motion: 0 to 2 for translations along B's axes, 3 to 5 for rotations about them. */
    readonly axis: number;
    /** In meters or radians. */
    readonly amount: number;
  };
  readonly minkowski: {
    /** 2D instead of 3D. */
    readonly is2D: boolean;
    readonly algorithm: string;
    /** The 2D algorithm. */
    readonly planeAlgorithm: string;
    /** 0 for the first. */
    readonly step: number;
  };
  readonly compare: {
    readonly family: Family;
    /** Momentum as printed, or as in the authors' code. */
    readonly schedule: 'paper' | 'code';
  };
  readonly derivatives: {
    readonly estimator: Estimator;
    readonly noise: number;
    readonly samples: number;
    readonly seed: number;
    /** Points for a contact pose, in each body's own frame; empty until they are chosen. */
    readonly targetA: readonly number[];
    readonly targetB: readonly number[];
  };
  readonly parts: {
    /** The name of a built-in mesh. */
    readonly sample: string;
    /** As a fraction of the mesh's diagonal. */
    readonly tolerance: number;
    readonly maxParts: number;
    /** A part is moved outward by this times its distance from the center. */
    readonly explosion: number;
    readonly color: 'parts' | 'error';
  };
  readonly robots: {
    readonly robot: string;
    /** The frame that is dragged; '' for the robot's own gripper. */
    readonly frame: string;
    /** The configuration; empty for the robot's first one. */
    readonly q: readonly number[];
    /** The position of the obstacle; empty for the first one. */
    readonly obstacle: readonly number[];
  };
  readonly planning: {
    readonly planner: PlannerName;
    readonly seed: number;
    /** Seconds. */
    readonly timeLimit: number;
    /** The smallest allowed distance, in meters. */
    readonly padding: number;
    /** rad/s² and m/s². */
    readonly acceleration: number;
    readonly hasTree: boolean;
    readonly hasGhosts: boolean;
  };
  readonly simulation: {
    readonly scene: string;
    readonly solver: string;
    readonly hasForces: boolean;
    /** Whether the scene runs under every contact model side by side. */
    readonly isSideBySide: boolean;
    /** The solvers of the contact models that run side by side; empty for all. */
    readonly models: readonly string[];
    /** How the root of a URDF moves. */
    readonly root: 'fixed' | 'free-flyer';
    /** Whether links of a robot collide with each other. */
    readonly hasSelfCollision: boolean;
    /** Whether the meshes of a robot are read; otherwise only its primitive shapes collide. */
    readonly hasMeshes: boolean;
    /** The height of the bumps of the walking scene in meters, and the commanded velocity: forward and to the left in m/s, and the yaw rate in rad/s. */
    readonly roughness: number;
    readonly command: readonly number[];
  };
}

export const estimators: readonly Estimator[] = ['gumbel', 'gaussian', 'zeroth-order', 'finite-difference', 'exact'];

export const firstSettings: Settings = {
  cameras: {
    query: [],
    minkowski: [],
    compare: [],
    derivatives: [],
    parts: [],
    robots: [],
    planning: [],
    simulation: [],
  },
  query: { illustration: 'answer', progress: 1, sweep: [], axis: 1, amount: 0.2 },
  minkowski: { is2D: false, algorithm: 'gjk', planeAlgorithm: 'plane-gjk', step: 0 },
  compare: { family: 'distance', schedule: 'code' },
  derivatives: { estimator: 'gumbel', noise: 0.1, samples: 100, seed: 1, targetA: [], targetB: [] },
  parts: { sample: 'mug', tolerance: 0.03, maxParts: 32, explosion: 0.4, color: 'parts' },
  robots: { robot: 'arm', frame: '', q: [], obstacle: [] },
  planning: {
    planner: 'rrt-connect',
    seed: 1,
    timeLimit: 10,
    padding: 0.005,
    acceleration: 5,
    hasTree: true,
    hasGhosts: true,
  },
  simulation: {
    scene: 'every-model',
    solver: '',
    hasForces: true,
    isSideBySide: false,
    models: [],
    root: 'free-flyer',
    hasSelfCollision: true,
    hasMeshes: true,
    roughness: 0,
    command: [0.4, 0, 0],
  },
};

/** The syntax of the library's names. Unknown names are handled where they are looked up. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{0,40}$/.test(value);
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
export const isCount = (value: unknown): value is number => isWhole(value) && value >= 1 && value <= 2000;
export const isSeed = (value: unknown): value is number => isWhole(value) && value < 2 ** 32;
export const isNoise = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= 10;
export const isTolerance = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0.001 && value <= 0.5;
export const isPartCount = (value: unknown): value is number => isWhole(value) && value >= 1 && value <= 256;
const isPoint = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && (value.length === 0 || value.length === 3) && value.every(Number.isFinite);

/** The largest coordinate of a camera, in meters. */
const farthestCamera = 1e9;
const isCamera = (value: unknown): boolean =>
  Array.isArray(value) &&
  (value.length === 0 || value.length === 6) &&
  value.every((x) => typeof x === 'number' && Math.abs(x) <= farthestCamera);

type Checks<Part> = { readonly [Name in keyof Part]: (value: unknown) => boolean };

const checks: { readonly [Name in keyof Settings]: Checks<Settings[Name]> } = {
  cameras: {
    query: isCamera,
    minkowski: isCamera,
    compare: isCamera,
    derivatives: isCamera,
    parts: isCamera,
    robots: isCamera,
    planning: isCamera,
    simulation: isCamera,
  },
  query: {
    illustration: (value) => illustrations.includes(value as Illustration),
    progress: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    sweep: (value) =>
      Array.isArray(value) &&
      (value.length === 0 || value.length === 6) &&
      value.every((x) => typeof x === 'number' && Math.abs(x) <= 1e6),
    axis: (value) => isWhole(value) && (value as number) < 6,
    amount: (value) => typeof value === 'number' && Math.abs(value) <= 1,
  },
  minkowski: {
    is2D: isBoolean,
    algorithm: isName,
    planeAlgorithm: isName,
    step: (value) => isWhole(value) && (value as number) < 1e6,
  },
  compare: {
    family: (value) => families.includes(value as Family),
    schedule: (value) => value === 'paper' || value === 'code',
  },
  derivatives: {
    estimator: (value) => estimators.includes(value as Estimator),
    noise: isNoise,
    samples: isCount,
    seed: isSeed,
    targetA: isPoint,
    targetB: isPoint,
  },
  parts: {
    sample: isName,
    tolerance: isTolerance,
    maxParts: isPartCount,
    explosion: (value) => typeof value === 'number' && value >= 0 && value <= 1.5,
    color: (value) => value === 'parts' || value === 'error',
  },
  robots: {
    robot: isName,
    frame: (value) => typeof value === 'string' && value.length <= 80,
    q: (value) =>
      Array.isArray(value) &&
      value.length <= 200 &&
      value.every((x) => typeof x === 'number' && Math.abs(x) <= farthestCamera),
    obstacle: isPoint,
  },
  planning: {
    planner: (value) => Object.keys(plannerNames).includes(value as string),
    seed: isSeed,
    timeLimit: (value) => typeof value === 'number' && value > 0 && value <= 60,
    padding: (value) => typeof value === 'number' && value >= 0 && value <= 0.2,
    acceleration: (value) => typeof value === 'number' && value >= 0.1 && value <= 1000,
    hasTree: isBoolean,
    hasGhosts: isBoolean,
  },
  simulation: {
    scene: isName,
    solver: isName,
    hasForces: isBoolean,
    isSideBySide: isBoolean,
    models: (value) => Array.isArray(value) && value.length <= 20 && value.every(isName),
    root: (value) => value === 'fixed' || value === 'free-flyer',
    hasSelfCollision: isBoolean,
    hasMeshes: isBoolean,
    roughness: (value) => roughnesses.includes(value as number),
    command: (value) => isPoint(value) && value.length === 3 && value.every((x) => Math.abs(x) <= 1),
  },
};

/** Reads untrusted settings; invalid values are replaced by the initial ones. */
export function readSettings(given: unknown): Settings {
  const parts = Object.entries(checks).map(([name, fields]) => {
    const part: Record<string, unknown> = { ...firstSettings[name as keyof Settings] };
    const from: unknown = ownValue(given, name);
    for (const [field, isValid] of Object.entries(fields)) {
      const value: unknown = ownValue(from, field);
      if (isValid(value)) part[field] = value;
    }
    return [name, part];
  });
  return Object.fromEntries(parts) as Settings;
}

/** The value of an own property; undefined if there is none. */
function ownValue(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
