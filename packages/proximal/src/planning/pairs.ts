// The pairs of solids that a cell checks.
import type { Model } from '../dynamics/model.ts';
import { Pair } from '../proximity/pair.ts';
import type { SelfCollisions } from '../robots/self-collisions.ts';
import { partSolid, type Solid } from './solid.ts';

/** A solid of a cell, with the data that decide which pairs are checked. */
export interface CellMember {
  readonly solid: Solid;
  /** The index of the model's geometry; −1 for attached objects and bodies of the scene. */
  readonly geometry: number;
  readonly kind: 'link' | 'attached' | 'body';
  /** Names of links, bodies and other attached objects that an attached object may touch. */
  readonly touching: ReadonlySet<string>;
}

/** The relative tolerance of distances whose derivatives are needed: near the rounding errors. */
const exactTolerance = 1e-13;

/** Two solids that must not come closer than the padding. `a` moves; `b` may move. */
export class SolidPair {
  /** The warm-started queries, made on first use: most pairs are never near. */
  private queries: Pair | null = null;
  private exactQueries: Pair | null = null;
  /** A unit vector from a to b in the frame of `base`, the normal of the last separating plane; zero if none is known. */
  readonly direction = new Float64Array(3);
  /** Pairs of `a` and parts of a mesh or height field, by the index of the part; null for a convex `b`. */
  private readonly parts: Map<number, SolidPair> | null;

  constructor(
    readonly index: number,
    readonly a: Solid,
    readonly b: Solid,
    /** Indices in the list of solids. */
    readonly ia: number,
    readonly ib: number,
    /** The last joint that moves both; −1 for the world. Only the joints beyond it change the distance. */
    readonly base: number,
    /** The numbers of joints from the base to a and to b. */
    readonly levelA: number,
    readonly levelB: number,
  ) {
    this.parts = b.assembly ? new Map() : null;
  }

  get pair(): Pair {
    this.queries ??= new Pair(this.a.shape, this.b.shape);
    return this.queries;
  }

  /** Distances for derivatives: the nearest points of curved shapes are exact only to the square root of the tolerance. */
  get exactPair(): Pair {
    this.exactQueries ??= new Pair(this.a.shape, this.b.shape, { relativeTolerance: exactTolerance });
    return this.exactQueries;
  }

  /** Whether b is a mesh or height field, which is checked part by part. */
  get hasParts(): boolean {
    return this.parts !== null;
  }

  /** The pair of `a` and a part of an assembly. */
  partPair(part: number): SolidPair {
    const parts = this.parts as Map<number, SolidPair>;
    let pair = parts.get(part);
    if (!pair) {
      if (parts.size >= maxPartPairs) parts.clear();
      const { index, a, b, ia, ib, base, levelA, levelB } = this;
      pair = new SolidPair(index, a, partSolid(b, part), ia, ib, base, levelA, levelB);
      parts.set(part, pair);
    }
    return pair;
  }

  /** Drops warm starts, so that the next results do not depend on earlier ones. */
  forget(): void {
    this.queries?.reset();
    this.exactQueries?.reset();
    this.parts?.clear();
    this.direction.fill(0);
  }
}

/** The largest number of parts of a mesh whose warm starts a pair keeps. */
const maxPartPairs = 4096;

/** All pairs that a cell checks, in the order of the members. */
export function pairsOf(
  model: Model,
  collisions: SelfCollisions,
  members: readonly CellMember[],
  isAllowed: (a: string, b: string) => boolean,
): SolidPair[] {
  const pairs: SolidPair[] = [];
  const { parent } = model.tree;
  const levels = Int32Array.from(parent, () => 0);
  for (let joint = 0; joint < parent.length; joint++) levels[joint] = parent[joint] < 0 ? 1 : levels[parent[joint]] + 1;
  const levelOf = (joint: number): number => (joint < 0 ? 0 : levels[joint]);
  const commonAncestor = (i: number, j: number): number => {
    let [a, b] = [i, j];
    while (a !== b) {
      if (levelOf(a) >= levelOf(b)) a = a < 0 ? -1 : parent[a];
      else b = parent[b];
    }
    return a;
  };
  for (let i = 0; i < members.length; i++) {
    for (let j = i + 1; j < members.length; j++) {
      if (!mayMeet(model, collisions, members[i], members[j])) continue;
      if (isAllowed(members[i].solid.name, members[j].solid.name)) continue;
      const [ia, ib] = members[i].solid.joint >= 0 ? [i, j] : [j, i];
      const [a, b] = [members[ia].solid, members[ib].solid];
      const base = commonAncestor(a.joint, b.joint);
      const [levelA, levelB] = [levelOf(a.joint) - levelOf(base), levelOf(b.joint) - levelOf(base)];
      pairs.push(new SolidPair(pairs.length, a, b, ia, ib, base, levelA, levelB));
    }
  }
  return pairs;
}

function mayMeet(model: Model, collisions: SelfCollisions, p: CellMember, q: CellMember): boolean {
  const [i, j] = [p.solid.joint, q.solid.joint];
  // Solids on one body never move relative to each other, in particular the scene and the robot's base.
  if (i === j) return false;
  if (p.geometry >= 0 && q.geometry >= 0) return collisions.mayMeet(p.geometry, q.geometry);
  if (p.touching.has(q.solid.name) || q.touching.has(p.solid.name)) return false;
  if (p.kind === 'body' || q.kind === 'body' || (p.kind === 'attached' && q.kind === 'attached')) return true;
  // An attached object may touch the links that a joint connects to the link that carries it.
  const { parent } = model.tree;
  return !((i >= 0 && parent[i] === j) || (j >= 0 && parent[j] === i));
}
