// Robots to test with: random trees of every kind of joint, from a seed.
import { type JointKind, type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { Rng } from '../../src/math/index.ts';

export const movingKinds: readonly JointKind[] = [
  'revolute',
  'continuous',
  'prismatic',
  'helical',
  'spherical',
  'planar',
  'free-flyer',
];

/** A random physical inertia. */
export function randomInertia(rng: Rng): { mass: number; centerOfMass: number[]; inertia: number[] } {
  const moments = [0, 1, 2].map(() => rng.uniform(0.01, 0.1));
  const [x, y, z] = moments;
  const mass = rng.uniform(0.5, 2);
  // Second moments along rotated axes, C = Q diag Qᵀ; the inertia is m (tr(C) 1 − C).
  const [a, b, c, w] = rng.rotation();
  const q = [
    [1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)],
    [2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)],
    [2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)],
  ];
  const inertia = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => {
      const spread = moments.reduce((sum, m, k) => sum + m * q[row][k] * q[column][k], 0);
      return mass * ((row === column ? x + y + z : 0) - spread);
    }),
  );
  for (const [k, m] of [
    [3, 1],
    [6, 2],
    [7, 5],
  ])
    inertia[k] = inertia[m];
  return { mass, centerOfMass: rng.direction().map((v) => 0.3 * v), inertia };
}

/** A tree with these kinds of joints, each on the world or a random earlier link, or a chain with each on the previous link. */
export function randomTree(
  rng: Rng,
  kinds: readonly JointKind[],
  options: { chain?: boolean; mimic?: boolean } = {},
): Model {
  const builder = new ModelBuilder({ gravity: [0.3, -0.2, -9.81] });
  const scalars: string[] = [];
  kinds.forEach((kind, k) => {
    const child = `link${k}`;
    builder.link(child, randomInertia(rng));
    const before = options.chain ? k - 1 : rng.index(k + 1) - 1;
    const isScalar = ['revolute', 'continuous', 'prismatic', 'helical'].includes(kind);
    const mimic =
      options.mimic && isScalar && scalars.length > 0 && k % 2 === 1
        ? {
            mimic: { joint: scalars[rng.index(scalars.length)], ratio: rng.uniform(-2, 2), offset: rng.uniform(-1, 1) },
          }
        : {};
    builder.joint(`joint${k}`, {
      kind,
      parent: before < 0 ? 'world' : `link${before}`,
      child,
      placement: { position: rng.direction().map((x) => 0.5 * x), rotation: rng.rotation() },
      axis: rng.direction(),
      ...(kind === 'helical' ? { pitch: 0.2 } : {}),
      ...(k % 3 === 0 ? { armature: 0.1 } : {}),
      ...mimic,
    });
    if (isScalar) scalars.push(`joint${k}`);
  });
  builder.frame('tool', `link${kinds.length - 1}`, { position: [0.1, 0.2, 0.3], rotation: rng.rotation() });
  return builder.build();
}

/** Models that together have every kind of joint, in chains and trees, with and without mimics. */
export function sampleModels(seed: number): Record<string, Model> {
  const rng = new Rng(seed);
  const single = Object.fromEntries(movingKinds.map((kind) => [kind, randomTree(rng, [kind])]));
  const pairs = Object.fromEntries(
    movingKinds.map((kind) => [
      `${kind} on a free-flyer`,
      randomTree(rng, ['free-flyer', kind, 'revolute'], { chain: true }),
    ]),
  );
  const all = [...movingKinds, ...movingKinds];
  const scalars: JointKind[] = ['revolute', 'helical', 'prismatic', 'continuous', 'revolute', 'helical'];
  return {
    ...single,
    ...pairs,
    'a tree of all kinds': randomTree(rng, all),
    'a chain of all kinds': randomTree(rng, all, { chain: true }),
    'a chain with mimics': randomTree(rng, scalars, { chain: true, mimic: true }),
    'a tree with mimics': randomTree(rng, ['free-flyer', ...scalars], { mimic: true }),
  };
}

/** Numbers from −size to size. */
export function randomVector(rng: Rng, length: number, size = 1): Float64Array {
  return Float64Array.from({ length }, () => rng.uniform(-size, size));
}

/** max |aᵢ − bᵢ| / max(1, max |aᵢ|); NaN if a difference is NaN or the lengths differ. */
export function relativeError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [most, size] = [0, 1];
  for (let k = 0; k < a.length; k++) {
    const difference = Math.abs(a[k] - b[k]);
    if (Number.isNaN(difference)) return Number.NaN;
    most = Math.max(most, difference);
    size = Math.max(size, Math.abs(a[k]));
  }
  return a.length === b.length ? most / size : Number.NaN;
}
