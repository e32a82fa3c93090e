// The savings of the methods with hill climbing from the last support point, as in the authors' library. Our support map costs the same for
// every direction, so that small changes of direction save nothing.
import { type Convex, custom, Pair, type Shape } from 'proximal';
import { type HullSet, hullOfSize } from '../problems/hulls.ts';
import type { Problem } from '../problems/problem-set.ts';
import { type Method, meshMethods } from './methods.ts';
import { type Band, bands, makeProblems } from './sets.ts';
import { sizeSet, sizes } from './tables.ts';

export interface ClimbingRow {
  /** A range of distances, or the vertex counts of Table I. */
  readonly name: string;
  /** Means for one Boolean query, by method: support calls of the pair, and vertices visited in both bodies. */
  readonly calls: Readonly<Record<string, number>>;
  readonly visited: Readonly<Record<string, number>>;
}

/** Hill climbing over the edges of a hull, with counts. */
class Climber {
  readonly shape: Shape;
  calls = 0;
  visited = 0;
  private at = 0;
  private readonly neighbors: readonly (readonly number[])[];

  constructor(private readonly hull: Convex) {
    this.neighbors = neighborsOf(hull);
    this.shape = custom({
      center: hull.center,
      inradius: 0,
      boundingBox: hull.boundingBox(),
      support: (x, y, z, out) => out.set(this.climb(x, y, z)),
    });
  }

  /** Another climber on the same hull. */
  copy(): Climber {
    return new Climber(this.hull);
  }

  /** Every query starts from the same vertex. */
  restart(): void {
    this.at = 0;
  }

  private climb(x: number, y: number, z: number): readonly number[] {
    const height = (vertex: number): number => {
      const [vx, vy, vz] = this.hull.vertex(vertex);
      return vx * x + vy * y + vz * z;
    };
    this.calls++;
    const seen = new Set([this.at]);
    let best = height(this.at);
    for (let from = -1; from !== this.at; ) {
      from = this.at;
      for (const next of this.neighbors[from]) {
        if (seen.has(next)) continue;
        seen.add(next);
        this.visited++;
        const reached = height(next);
        if (reached > best) {
          best = reached;
          this.at = next;
        }
      }
    }
    return this.hull.vertex(this.at);
  }
}

function neighborsOf(hull: Convex): number[][] {
  const sets = Array.from({ length: hull.vertexCount }, () => new Set<number>());
  for (let f = 0; f < hull.faceCount; f++) {
    const face = hull.face(f);
    face.forEach((vertex, k) => {
      const next = face[(k + 1) % face.length];
      sets[vertex].add(next);
      sets[next].add(vertex);
    });
  }
  return sets.map((set) => [...set]);
}

export function runClimbing(hulls: HullSet, countEach: number, seed: number): ClimbingRow[] {
  const all = hulls.hulls.map(({ hull }) => hull);
  const climbers = all.map((hull) => new Climber(hull));
  const rows = (['deep overlap', 'shallow overlap', 'close'] as const satisfies Band[]).map((band) =>
    climbAll(band, climbers, makeProblems(all, bands[band], countEach, seed)),
  );
  const pairs = sizes.flatMap((a, k) => sizes.slice(k).map((b) => [a, b] as const));
  const table = pairs.map(([a, b]) => {
    const two = [a, b].map((size) => new Climber(hullOfSize(hulls, size).hull));
    return climbAll(`${a} × ${b}`, two, sizeSet(hulls, a, b, countEach, seed).problems);
  });
  return [...rows, ...table];
}

function climbAll(name: string, climbers: readonly Climber[], problems: readonly Problem[]): ClimbingRow {
  const counts = meshMethods.map((method) => climbWith(method, climbers, problems));
  const byMethod = (pick: (count: (typeof counts)[number]) => number): Record<string, number> =>
    Object.fromEntries(meshMethods.map(({ key }, m) => [key, pick(counts[m]) / problems.length]));
  return { name, calls: byMethod(({ calls }) => calls), visited: byMethod(({ visited }) => visited) };
}

function climbWith(
  { options }: Method,
  climbers: readonly Climber[],
  problems: readonly Problem[],
): Pick<Climber, 'calls' | 'visited'> {
  let [calls, visited] = [0, 0];
  for (const { a, b, poseA, poseB } of problems) {
    // Two bodies with the same hull need two climbers.
    const [first, second] = [climbers[a], a === b ? secondClimberOf(climbers[b]) : climbers[b]];
    for (const climber of [first, second]) {
      climber.restart();
      climber.visited = 0;
    }
    const pair = new Pair(first.shape, second.shape, options);
    first.calls = 0;
    pair.collide(poseA, poseB);
    calls += first.calls;
    visited += first.visited + second.visited;
  }
  return { calls, visited };
}

const secondClimbers = new WeakMap<Climber, Climber>();

function secondClimberOf(climber: Climber): Climber {
  const copy = secondClimbers.get(climber) ?? climber.copy();
  secondClimbers.set(climber, copy);
  return copy;
}
