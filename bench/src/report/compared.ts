// The libraries compared with, and where. Taken from the results, so that only those that ran are listed.
import type { Outcome } from './collect.ts';

export interface Compared {
  readonly name: string;
  /** Of npm or of Debian, for its version; our own has none. */
  readonly package?: string;
  readonly isNative?: true;
  /** The benchmarks in whose results it is. */
  readonly places: readonly string[];
}

const known: readonly Omit<Compared, 'places'>[] = [
  { name: 'rapier3d', package: '@dimforge/rapier3d-compat' },
  { name: 'rapier2d', package: '@dimforge/rapier2d-compat' },
  { name: 'jolt', package: 'jolt-physics' },
  { name: 'cannon-es', package: 'cannon-es' },
  { name: 'MuJoCo', package: '@mujoco/mujoco' },
  { name: 'planck', package: 'planck' },
  { name: '@box2d/core', package: '@box2d/core' },
  { name: 'matter-js', package: 'matter-js' },
  { name: 'sat', package: 'sat' },
  { name: 'detect-collisions', package: 'detect-collisions' },
  { name: 'three-mesh-bvh', package: 'three-mesh-bvh' },
  { name: 'crashcat', package: 'crashcat' },
  { name: 'libccd', package: 'libccd-dev', isNative: true },
  { name: 'FCL', package: 'libfcl-dev', isNative: true },
  { name: 'Bullet', package: 'libbullet-dev', isNative: true },
  { name: 'ODE', package: 'libode-dev', isNative: true },
  { name: 'Box2D', package: 'libbox2d-dev', isNative: true },
  { name: 'our kernel in C++', isNative: true },
];

export function comparedIn(outcomes: readonly Outcome[]): Compared[] {
  const names = outcomes.map(({ name, results }) => ({ name, who: namesIn(results) }));
  return known.map((peer) => {
    // What follows says which of its algorithms or in which state: 'libccd MPR', 'planck, warm'.
    const isIt = (who: string): boolean => who === peer.name || /^[ ,]/.test(who.slice(peer.name.length));
    const places = names.filter(({ who }) => [...who].some((each) => each.startsWith(peer.name) && isIt(each)));
    return { ...peer, places: places.map(({ name }) => name) };
  });
}

const keys = new Set(['title', 'name', 'other']);

/** Whatever a result calls somebody. */
function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && keys.has(key)) found.add(inner);
    else if (key !== 'targets' && key !== 'sections' && key !== 'versions') namesIn(inner, found);
  }
  return found;
}
