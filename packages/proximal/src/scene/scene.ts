import { type BodyOptions, readBodyOptions } from '../broad/body-options.ts';
import { squaredGap } from '../broad/broad-phase.ts';
import { checkOptions, wrongType } from '../check/argument.ts';
import { type PoseLike, readPose } from '../math/pose.ts';
import type { VectorLike } from '../math/vec3.ts';
import { Body } from './body.ts';
import { BodyIndex } from './body-index.ts';
import type { BodyDistance, BodyPair, NearestBody } from './body-pair.ts';
import type { RayOptions, SceneCastOptions } from './cast/options.ts';
import { type CastHit, castRay, castShape, type RayHit } from './cast/scene-cast.ts';
import { testNearPairs } from './collisions.ts';
import { ContactSearch } from './contact-search.ts';
import { type Manifold, manifoldsOf, readContactOptions, type SceneContactOptions } from './contacts.ts';
import { checkGeometry, type Geometry } from './geometry.ts';
import {
  type NearOptions,
  readNearOptions,
  readSceneOptions,
  type SceneOptions,
  type SceneSettings,
} from './options.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { volumeOf } from './volume.ts';

/** Up to this distance, in meters, the search for the nearest body widens in steps; beyond, it extends to `upTo` at once. */
const largestStep = 1e100;

/**
 * Bodies at their poses, and queries about all of them. Only near bodies are compared, and queries of a pair are warm-started
 * from the previous query.
 * @example
 * ```ts
 * const scene = new Scene({ margin: 0.01 });
 * const floor = scene.add(halfspace(), {}, { static: true });
 * const crate = scene.add(box(0.5, 0.5, 0.5), { position: [0, 0, 0.5] });
 * scene.collides(crate); // true: it rests on the floor
 * ```
 */
export class Scene {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Scene';

  /** @internal */
  readonly bodyIndex: BodyIndex;
  private readonly settings: SceneSettings;
  private readonly members = new Map<number, Body>();
  private nextId = 0;
  /** Counts the bodies that were added, removed or given another shape. @internal */
  changes = 0;

  constructor(options?: SceneOptions) {
    this.settings = readSceneOptions('Scene', options);
    this.bodyIndex = new BodyIndex(this.settings);
  }

  /** All bodies, in the order of their ids. */
  get bodies(): Body[] {
    return [...this.members.values()];
  }

  /** Two bodies are a pair while their boxes are at most this far apart along every axis, in meters. */
  get margin(): number {
    return this.settings.margin;
  }

  /** Adds a body at a pose: body to world, meters. */
  add(shape: Geometry, pose: PoseLike, options?: BodyOptions): Body {
    const where = 'Scene.add';
    checkGeometry(where, 'shape', shape);
    return this.addBody(where, this.nextId, shape, pose, options);
  }

  private addBody(where: string, id: number, shape: Geometry, pose: PoseLike, options: BodyOptions | undefined): Body {
    const traits = readBodyOptions(where, options);
    const read = new Float64Array(7);
    readPose(where, 'pose', pose, read, 0);
    const body = new Body(this, id, volumeOf(shape), traits);
    body.current.set(read);
    this.bodyIndex.add(body);
    this.nextId = Math.max(this.nextId, id + 1);
    this.members.set(id, body);
    this.changes++;
    return body;
  }

  /**
   * The whole scene as bytes: `broadPhase`, `margin`, and the bodies with ids, shapes, poses, groups, masks, names and whether they are static. The
   * filter, `userData` and the warm starts of pairs are not included. Throws for custom shapes, which are programs.
   */
  snapshot(): Uint8Array {
    return writeSnapshot(this.settings, this.nextId, this.bodies);
  }

  /**
   * Makes a scene from the bytes of `snapshot`. The bytes are checked; invalid bytes throw an error.
   * @param options the filter, which is not part of a snapshot
   */
  static restore(bytes: Uint8Array, options?: Pick<SceneOptions, 'filter'>): Scene {
    const where = 'Scene.restore';
    checkOptions(where, 'options', options, ['filter']);
    return readSnapshot(where, bytes, ({ broadPhase, margin, nextId, shapes, bodies }) => {
      const scene = new Scene({ broadPhase, margin, ...options });
      for (const { id, shape, pose, ...traits } of bodies) {
        const { group, mask, static: isStatic, name } = traits;
        scene.addBody(where, id, shapes[shape], pose, { group, mask, static: isStatic, name });
      }
      scene.nextId = nextId;
      return scene;
    });
  }

  /** The body with an id, or undefined. */
  body(id: number): Body | undefined {
    return this.members.get(id);
  }

  /**
   * Brings boxes and pairs up to date with the poses. Every query does this if necessary; an explicit call controls when the work
   * is done.
   */
  update(): void {
    this.bodyIndex.update();
  }

  /** Updates before a query of all pairs, and throws if pairs are missing. */
  private updateAll(where: string): void {
    this.update();
    const { leftOut, maxPairs } = this.bodyIndex;
    if (leftOut > 0)
      throw new RangeError(
        `${where}: ${leftOut} pairs of bodies are missing, because the simulator of this scene keeps ${maxPairs}: raise its maxPairs`,
      );
  }

  /**
   * The pairs of bodies whose boxes come within the scene's margin of each other and that group, mask and filter allow, in no
   * particular order. They do not depend on the broad phase. There are no options; use `collisions` and `distances` for larger
   * distances.
   */
  pairs(options?: undefined): BodyPair[] {
    if (options !== undefined)
      throw wrongType(
        'Scene.pairs',
        'options',
        options,
        'leave it out: pairs() uses the margin of new Scene({ margin }); use distances({ upTo }) for larger distances',
      );
    this.updateAll('Scene.pairs');
    return Array.from({ length: this.bodyIndex.table.nearCount }, (_, row) => this.bodyIndex.bodyPairAt(row));
  }

  /**
   * The pairs of bodies that come within `margin` of each other, by the Boolean query. Up to the scene's margin they are among
   * `pairs()` and found fastest; with a larger `margin`, those that are not among `pairs()` are temporary.
   */
  collisions(options?: Pick<NearOptions, 'margin'>): BodyPair[] {
    const { margin } = readNearOptions('Scene.collisions', options, ['margin']);
    this.updateAll('Scene.collisions');
    const found: BodyPair[] = [];
    if (margin > this.margin) {
      this.forEachWithin(margin, (pair) => void (pair.collide(margin) && found.push(pair)));
      return found;
    }
    testNearPairs(this.bodyIndex, margin, (row) => {
      found.push(this.bodyIndex.bodyPairAt(row));
      return false;
    });
    return found;
  }

  /** Whether any two bodies come within `margin` of each other, or any body within `margin` of `body`. */
  collides(body?: Body, options?: Pick<NearOptions, 'margin'>): boolean {
    const where = 'Scene.collides';
    const { margin } = readNearOptions(where, options, ['margin']);
    if (body !== undefined) this.checkBody(where, body, '; for all bodies, scene.collides(undefined, { margin })');
    this.updateAll(where);
    if (body !== undefined) {
      return this.allowedAround(body, margin).some((other) => this.bodyIndex.pairOf(body, other).collide(margin));
    }
    if (margin > this.margin) return this.bodies.some((each) => this.collides(each, { margin }));
    let collides = false;
    testNearPairs(this.bodyIndex, margin, () => {
      collides = true;
      return true;
    });
    return collides;
  }

  /**
   * The signed distances of all pairs with a distance of at most `upTo`, ordered by ids. Overlapping bodies have a negative
   * distance. `upTo` is the scene's margin by default.
   */
  distances(options?: NearOptions): BodyDistance[] {
    const { margin, upTo } = readNearOptions('Scene.distances', options, ['margin', 'upTo'], this.margin);
    this.updateAll('Scene.distances');
    const found: BodyDistance[] = [];
    this.forEachWithin(upTo, (pair) => {
      const distance = pair.distanceUpTo(upTo, margin);
      if (distance) found.push(distance);
    });
    return found.sort((p, q) => p.a.id - q.a.id || p.b.id - q.b.id);
  }

  /**
   * The contacts of bodies that touch or come within the margin: a manifold for each pair of bodies, or of their parts,
   * ordered by ids and parts. The normal points from the body with the lower id to the other.
   */
  contacts(options?: SceneContactOptions): Manifold[] {
    const settings = readContactOptions('Scene.contacts', options, this.margin);
    this.updateAll('Scene.contacts');
    const found: Manifold[] = [];
    const search = new ContactSearch();
    this.forEachWithin(settings.upTo, (pair) => found.push(...manifoldsOf(pair, search.between(pair, settings))));
    return found.sort((p, q) => p.a.id - q.a.id || p.b.id - q.b.id || p.partA - q.partA || p.partB - q.partB);
  }

  /**
   * Calls `visit` with every pair whose boxes come within `maxDistance`, and possibly with others within the scene's margin, in no particular order.
   * If pairs were dropped because of `maxPairs`, pairs beyond the scene's margin are not visited. @internal
   */
  visitNear(maxDistance: number, visit: (pair: BodyPair) => void): void {
    this.update();
    this.forEachWithin(this.bodyIndex.leftOut > 0 ? Math.min(maxDistance, this.margin) : maxDistance, visit);
  }

  /** Calls `visit` with every pair of one body whose boxes come within `maxDistance`. Call it after `visitNear`. @internal */
  visitAround(body: Body, maxDistance: number, visit: (pair: BodyPair) => void): void {
    const { bodyIndex } = this;
    for (const other of bodyIndex.bodiesNear(body, maxDistance))
      if (bodyIndex.isAllowed(body, other)) visit(bodyIndex.pairOf(body, other));
  }

  /**
   * Calls `visit` with the bodies of every pair of one body within `maxDistance` that the scene does not keep, the lower id first. Call it after
   * `visitNear`. @internal
   */
  visitBeyond(body: Body, maxDistance: number, visit: (a: Body, b: Body) => void): void {
    this.bodyIndex.visitBeyond(body, maxDistance, visit);
  }

  /**
   * The body nearest to `body`, or the body that it overlaps deepest, among the bodies that group, mask and filter allow; null if none is within
   * `upTo`.
   */
  nearest(body: Body, options?: NearOptions): NearestBody | null {
    const where = 'Scene.nearest';
    this.checkBody(where, body);
    const { margin, upTo } = readNearOptions(where, options, ['margin', 'upTo']);
    this.update();
    // Increase `maxDistance` only if no body is found within it: bodies are at least as far apart as their boxes.
    const { boxes } = this.bodyIndex.store;
    const at = 6 * body.slot;
    let maxDistance = Math.max(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
    for (;;) {
      const isLast = !(maxDistance < upTo) || maxDistance > largestStep;
      const best = this.nearestWithin(body, isLast ? upTo : maxDistance, margin);
      if (best) return { ...best, other: best.a === body ? best.b : best.a };
      if (isLast) return null;
      maxDistance = 4 * maxDistance + this.margin;
      if (maxDistance === 0) maxDistance = Infinity;
    }
  }

  private nearestWithin(body: Body, upTo: number, margin: number): BodyDistance | null {
    const { boxes, isUnbounded } = this.bodyIndex.store;
    const gapTo = ({ slot }: Body): number =>
      isUnbounded[slot] + isUnbounded[body.slot] > 0 ? 0 : squaredGap(boxes, 6 * slot, boxes, 6 * body.slot);
    const others = this.allowedAround(body, upTo).map((other) => ({ other, gap: gapTo(other) }));
    let best: BodyDistance | null = null;
    for (const { other, gap } of others.sort((p, q) => p.gap - q.gap || p.other.id - q.other.id)) {
      const least = best?.distance ?? upTo;
      if (gap > 0 && gap > least * least) break;
      const distance = this.bodyIndex.pairOf(body, other).distanceUpTo(least, margin);
      if (distance && (!best || distance.distance < best.distance)) best = distance;
    }
    return best;
  }

  /**
   * The first body that a ray meets, or null. The status is `'unknown'` if the search ended at its iteration limit or at the limit of rounding; the
   * distance is then a proven lower bound.
   * @param direction of any nonzero length; distances are in meters
   */
  rayCast(origin: VectorLike, direction: VectorLike, options?: RayOptions): RayHit | null {
    this.update();
    return castRay(this.bodyIndex, 'Scene.rayCast', origin, direction, options, true)[0] ?? null;
  }

  /** The first hit of a ray on every body that it meets, nearest first. */
  rayCastAll(origin: VectorLike, direction: VectorLike, options?: RayOptions): RayHit[] {
    this.update();
    return castRay(this.bodyIndex, 'Scene.rayCastAll', origin, direction, options, false);
  }

  /**
   * The first body that a shape meets in straight motion without rotation, or null. A hit with status `'unknown'` means that the
   * iteration limit or the limit of rounding was reached, for example for a grazed body; up to `time` the shape is proven to touch nothing.
   * @param motion the displacement, in world coordinates, in meters
   */
  shapeCast(shape: Geometry, pose: PoseLike, motion: VectorLike, options?: SceneCastOptions): CastHit | null {
    this.update();
    return castShape(this.bodyIndex, 'Scene.shapeCast', shape, pose, motion, options);
  }

  /** Calls `visit` with every allowed pair whose boxes come within `maxDistance`, and possibly with others within the scene's margin. */
  private forEachWithin(maxDistance: number, visit: (pair: BodyPair) => void): void {
    const { bodyIndex } = this;
    if (maxDistance <= this.margin) {
      for (let row = 0; row < bodyIndex.table.nearCount; row++) visit(bodyIndex.bodyPairAt(row));
      return;
    }
    for (const body of this.bodies) {
      for (const other of bodyIndex.bodiesNear(body, maxDistance))
        if (other.id > body.id && bodyIndex.isAllowed(body, other)) visit(bodyIndex.pairOf(body, other));
    }
  }

  private allowedAround(body: Body, maxDistance: number): Body[] {
    return this.bodyIndex.bodiesNear(body, maxDistance).filter((other) => this.bodyIndex.isAllowed(body, other));
  }

  private checkBody(where: string, body: Body, hint = ''): void {
    const remedy = `give a body that scene.add() returned and that was not removed${hint}`;
    if (!(body instanceof Body) || body.scene !== this) throw wrongType(where, 'body', body, remedy);
  }

  /** @internal */
  touch(body: Body): void {
    this.bodyIndex.store.touch(body.slot);
  }

  /** @internal */
  exchange(body: Body, shape: Geometry): void {
    checkGeometry('Body.setShape', 'shape', shape);
    const volume = volumeOf(shape);
    this.changes++;
    this.bodyIndex.exchange(body, () => {
      body.volume = volume;
    });
  }

  /** @internal */
  discard(body: Body): void {
    this.members.delete(body.id);
    this.changes++;
    this.bodyIndex.remove(body);
  }
}
