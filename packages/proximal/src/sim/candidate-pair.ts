// Two bodies that the broad phase finds near each other, with the data that contact detection needs.
import type { Body } from '../scene/body.ts';
import type { BodyPair } from '../scene/body-pair.ts';
import { isBatchable } from '../scene/manifold-batch.ts';
import { Surface } from '../scene/nonconvex/surface.ts';
import type { Owner, ShapeOwner } from './member.ts';
import { frictionOf, mayTouch, type Torques, torquesOf } from './touch-filter.ts';

/** Values of `CandidatePair.manifold` if no manifold is stored: the contacts are not reused, or the bodies may not touch. */
export const unstored = -1;
export const untouchable = -2;

/** A value of `CandidatePair.foundIn`. */
export const near: number = Infinity;

/** A pair of bodies that are near, and the state of its contact search. */
export class CandidatePair {
  readonly a: Body;
  readonly b: Body;
  readonly idA: number;
  readonly idB: number;
  readonly ownerA: ShapeOwner | undefined;
  readonly ownerB: ShapeOwner | undefined;
  /** The index of the member that moves `a`; −1 if none does. */
  readonly moverA: number;
  /** The index of the member that moves `b`; −1 if none does. */
  readonly moverB: number;
  /** The static triangle mesh or height field, and the other body, which may move on it; null unless exactly one of the two is such a surface. */
  readonly surface: Body | null;
  readonly mover: Body | null;
  /** Whether the bodies may touch, and impulses can move at least one of them. */
  readonly canTouch: boolean;
  /** The models' friction coefficient, used if the options give none. */
  readonly modelFriction: number;
  /** The models' friction torques, used if the materials give none. */
  readonly modelTorques: Torques;
  /**
   * Whether contacts of an earlier step may be reused, moved along with the bodies. Contacts of links of articulated members are
   * searched in every step.
   */
  readonly isReusable: boolean;
  /** The value of `isBatchable`; null until it is first read. */
  private batchable: boolean | null = null;
  /** The index of the stored manifold, `unstored`, or `untouchable` if `canTouch` is false. */
  manifold = unstored;
  /** The number of the last search that found this pair; `near` for a pair that is listed and near since then. */
  foundIn = -1;

  constructor(
    readonly pair: BodyPair,
    owners: ReadonlyMap<Body, ShapeOwner>,
    /** The identity of the candidate list to which the pair belongs. */
    readonly list: object,
  ) {
    this.a = pair.a;
    this.b = pair.b;
    this.idA = pair.a.id;
    this.idB = pair.b.id;
    this.ownerA = owners.get(pair.a);
    this.ownerB = owners.get(pair.b);
    this.moverA = moverOf(this.ownerA);
    this.moverB = moverOf(this.ownerB);
    const [isOnA, isOnB] = [isSurface(pair.a) && this.moverA < 0, isSurface(pair.b) && this.moverB < 0];
    this.surface = isOnA === isOnB ? null : isOnA ? pair.a : pair.b;
    this.mover = isOnA === isOnB ? null : isOnA ? pair.b : pair.a;
    const canMove = isDynamic(this.ownerA) || isDynamic(this.ownerB);
    this.canTouch = canMove && mayTouch(this.ownerA, this.ownerB);
    this.modelFriction = frictionOf(this.ownerA, this.ownerB);
    this.modelTorques = torquesOf(this.ownerA, this.ownerB);
    this.isReusable = isStaticOrFree(this.ownerA) && isStaticOrFree(this.ownerB);
  }

  /** Called by the scene when the bodies are no longer near. */
  leave(): void {
    this.foundIn = -1;
  }

  /** Whether the batch in the kernel can find its contacts. */
  get isBatchable(): boolean {
    // Computed on demand: most near bodies never touch, and computing the features of a hull is slow.
    this.batchable ??= isBatchable(this.a, this.b);
    return this.batchable;
  }
}

/** The order of two pairs by the ids of their bodies. */
export function byIds(p: CandidatePair, q: CandidatePair): number {
  return p.idA - q.idA || p.idB - q.idB;
}

function isSurface({ volume }: Body): boolean {
  return volume.assembly instanceof Surface;
}

/** Whether impulses move a body. */
function isDynamic(owner: Owner | undefined): boolean {
  return owner !== undefined && owner.joint >= 0 && !owner.member.isKinematic;
}

/** The index of the member that moves a body; −1 if none does. */
function moverOf(owner: Owner | undefined): number {
  return owner === undefined || owner.joint < 0 ? -1 : owner.member.index;
}

/** Whether a body is static or a free body. */
function isStaticOrFree(owner: Owner | undefined): boolean {
  return owner === undefined || owner.joint < 0 || owner.member.free !== null;
}
