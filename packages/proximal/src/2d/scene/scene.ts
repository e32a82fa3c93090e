import { checkShape, type Shape } from '../../2d/shapes/shape.ts';
import { type BodyOptions, readBodyOptions } from '../../broad/body-options.ts';
import { entryOf, squaredGap } from '../../broad/broad-phase.ts';
import { SlotList } from '../../broad/slot-list.ts';
import { DynamicTree } from '../../broad/tree.ts';
import { checkOptions, wrongType } from '../../check/argument.ts';
import { readVector2, type Vector2Like } from '../../math/vec2.ts';
import { type RayOptions, type RayResult, rayCast, rayNames, readUnit } from '../cast.ts';
import { collide, distance } from '../distance.ts';
import { type Pose2Like, readPose2 } from '../pose.ts';
import type { DistanceResult } from '../result.ts';
import { Body } from './body.ts';
import { type Motion2, type Placed2, readMover, readPlaced } from './motion.ts';
import {
  type BodyFilter,
  type BodyFilterOptions,
  bodyFilterNames,
  type CollidesOptions,
  type NearestOptions,
  passesFilter,
  readBodyFilter,
  readImpactOptions,
  readMargin,
  readUpTo,
  type SceneImpactOptions,
} from './options.ts';
import { castAgainst, type SceneImpact } from './scene-impact.ts';
import { BodyStore, writeBox } from './store.ts';

/** The body nearest to a given body or shape, with the result of their distance query: A is the given one, B the nearest body. */
export interface NearestBody extends DistanceResult {
  readonly body: Body;
}

/** The first body that a ray meets, or for which this is unknown. */
export interface SceneRay extends RayResult {
  readonly body: Body;
}

/** Options of `Scene.rayCast`. */
export interface SceneRayOptions extends RayOptions, BodyFilterOptions {}

/** Discards the near pairs that the tree reports, because queries search the tree. */
const noSink = { offer: () => {} };

/**
 * Bodies of the plane at their poses, and queries about all of them. Only near bodies are compared.
 * @example
 * ```ts
 * const scene = new Scene();
 * for (let k = 0; k < 200; k++) scene.add(box(0.9, 2.2), { position: [3 * k, 0] }, { static: true });
 * scene.collides({ shape: circle(0.5), pose: { position: [1.5, 0] } }); // false: it fits between two boxes
 * ```
 */
export class Scene {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Scene';

  private readonly store = new BodyStore();
  private readonly tree = new DynamicTree(this.store, 0);
  private readonly members = new Map<number, Body>();
  /** Half-planes, which have no box. */
  private readonly planes = new Set<Body>();
  private readonly found = new SlotList();
  private nextId = 0;

  /** All bodies, in the order of their ids. */
  get bodies(): Body[] {
    return [...this.members.values()];
  }

  /** Adds a body at a pose: body to world, meters. */
  add(shape: Shape, pose: Pose2Like, options?: BodyOptions): Body {
    const where = 'Scene.add';
    checkShape(where, 'shape', shape);
    const traits = readBodyOptions(where, options);
    const read = new Float64Array(4);
    readPose2(where, 'pose', pose, read, 0);
    const body = new Body(this, this.nextId, shape, this.store.reserve(), traits);
    body.current.set(read);
    this.store.place(body);
    if (!shape.isBounded) this.planes.add(body);
    this.members.set(this.nextId++, body);
    return body;
  }

  /** The body with an id, or undefined. */
  body(id: number): Body | undefined {
    return this.members.get(id);
  }

  /**
   * Whether a body of the scene, or a shape at a pose, comes within `margin` of another body: with the default 0, touches or overlaps it.
   * `mask` and `filter` choose the other bodies; the bodies' own masks and `static` have no effect here, unlike in `collisions`.
   */
  collides(placed: Placed2, options?: CollidesOptions): boolean {
    const where = 'Scene.collides';
    checkOptions(where, 'options', options, ['margin', ...bodyFilterNames]);
    const margin = readMargin(where, options?.margin);
    const { shape, start } = this.read(where, placed);
    const bodyFilter = readBodyFilter(where, options);
    return this.bodiesNear(shape, start, margin, placed, bodyFilter).some((body) =>
      collide(shape, start, body.shape, body.current, { margin }),
    );
  }

  /**
   * All pairs of bodies that come within `margin` of each other (with the default 0: touch or overlap) and that groups, masks and `static`
   * allow, in the order of their ids. Half-planes do not pair with each other.
   */
  collisions(options?: Pick<CollidesOptions, 'margin'>): [a: Body, b: Body][] {
    const where = 'Scene.collisions';
    checkOptions(where, 'options', options, ['margin']);
    const margin = readMargin(where, options?.margin);
    const pairs: [Body, Body][] = [];
    for (const a of this.members.values()) {
      const others = this.bodiesNear(a.shape, a.current, margin, a, everyBody).filter(
        (b) => b.id > a.id && mayCollide(a, b),
      );
      for (const b of others.sort((p, q) => p.id - q.id)) {
        if (collide(a.shape, a.current, b.shape, b.current, { margin })) pairs.push([a, b]);
      }
    }
    return pairs;
  }

  /**
   * The body nearest to a body of the scene or to a shape at a pose, or null if there is none within `upTo`. Overlapping bodies have the
   * distance 0. Of equally near bodies, the one with the lowest id is returned.
   */
  nearest(placed: Placed2, options?: NearestOptions): NearestBody | null {
    const where = 'Scene.nearest';
    checkOptions(where, 'options', options, ['upTo', ...bodyFilterNames]);
    const upTo = readUpTo(where, options?.upTo);
    const bodyFilter = readBodyFilter(where, options);
    const { shape, start } = this.read(where, placed);
    if (!shape.isBounded) return this.nearestWithin(shape, start, upTo, placed, bodyFilter);
    const box = new Float64Array(6);
    writeBox(shape, start, box, 0);
    // Search farther only if nothing is found: bodies are at least as far apart as their boxes.
    for (let maxDistance = Math.max(box[3] - box[0], box[4] - box[1], 1e-6); ; maxDistance *= 4) {
      const isLast = !(maxDistance < upTo && maxDistance < 1e100);
      const best = this.nearestWithin(shape, start, isLast ? upTo : maxDistance, placed, bodyFilter);
      if (best || isLast) return best;
    }
  }

  private nearestWithin(
    shape: Shape,
    start: Float64Array,
    upTo: number,
    placed: Placed2,
    bodyFilter: BodyFilter,
  ): NearestBody | null {
    const { boxes } = this.store;
    const box = new Float64Array(6);
    if (shape.isBounded) writeBox(shape, start, box, 0);
    const gapTo = (body: Body): number =>
      shape.isBounded && body.shape.isBounded ? Math.sqrt(squaredGap(boxes, 6 * body.slot, box, 0)) : 0;
    const candidates = this.bodiesNear(shape, start, upTo, placed, bodyFilter).map((body) => ({
      body,
      gap: gapTo(body),
    }));
    let best: NearestBody | null = null;
    for (const { body, gap } of candidates.sort((p, q) => p.gap - q.gap || p.body.id - q.body.id)) {
      const least: number = best?.distance ?? upTo;
      if (gap > least) break;
      const found = distance(shape, start, body.shape, body.current, least === Infinity ? undefined : { upTo: least });
      const isNearer = best ? found.distance < best.distance : found.distance <= upTo;
      if (isNearer || (best && found.distance === best.distance && body.id < best.body.id)) best = { ...found, body };
    }
    return best;
  }

  /**
   * The first body that a ray meets, or null. If the iteration limit is reached before a hit of a body is decided, or no distance can be
   * proven, the body is returned with `hit: false`, the status `'unknown'` and the distance up to which there is proven to be no hit.
   */
  rayCast(origin: Vector2Like, direction: Vector2Like, options?: SceneRayOptions): SceneRay | null {
    const where = 'Scene.rayCast';
    checkOptions(where, 'options', options, [...rayNames, ...bodyFilterNames]);
    const { mask: _mask, filter: _filter, ...limits } = options ?? {};
    const bodyFilter = readBodyFilter(where, options);
    const upTo = readUpTo(where, options?.upTo);
    const from = readVector2(where, 'origin', origin);
    const unit = readUnit(where, direction);
    this.update();
    const [dx, dy] = unit;
    const ray = { origin: [...from, 0], direction: [dx, dy, 0], inverse: [1 / dx, 1 / dy, 0], end: upTo };
    this.found.clear();
    this.tree.ray(ray, 0, this.found);
    const { boxes } = this.store;
    const candidates = [...this.planes, ...this.foundBodies()]
      .filter((body) => passesFilter(body, bodyFilter))
      .map((body) => ({ body, entry: body.shape.isBounded ? entryOf(ray, boxes, 6 * body.slot, 0) : 0 }))
      .sort((p, q) => p.entry - q.entry || p.body.id - q.body.id);
    let best: SceneRay | null = null;
    for (const { body, entry } of candidates) {
      const end: number = best?.distance ?? upTo;
      if (entry > end) break;
      const found = rayCast(body.shape, body.current, from, unit, { ...limits, upTo: end });
      const mayHit = found.hit || found.status === 'unknown';
      if (mayHit && (!best || found.distance < best.distance)) best = { ...found, body };
    }
    return best;
  }

  /**
   * The first contact of a moving shape with a body of the scene, with a proof that it touches none before. The bodies of the scene are at
   * rest. A half-plane is not compared with other half-planes.
   * @param placed the shape at the start of the motion; a body of the scene is not compared with itself
   */
  timeOfImpact(placed: Placed2, motion: Motion2, options?: SceneImpactOptions): SceneImpact {
    const where = 'Scene.timeOfImpact';
    const settings = readImpactOptions(where, options, bodyFilterNames);
    const bodyFilter = readBodyFilter(where, options);
    this.read(where, placed);
    const mover = readMover(where, 'placed', placed, motion, 'motion');
    this.update();
    return castAgainst(mover, settings, this.store.boxes, (box, maxDistance) =>
      this.bodiesWithin(box, maxDistance, placed, bodyFilter),
    );
  }

  private read(where: string, placed: Placed2): { shape: Shape; start: Float64Array } {
    if (placed instanceof Body && placed.scene !== this)
      throw wrongType(where, 'placed', placed, 'give a body that scene.add() returned and that was not removed');
    return readPlaced(where, 'placed', placed);
  }

  /**
   * The bodies other than `placed` that pass the filter and either have boxes within `maxDistance` of the shape's box or are half-planes; for
   * a half-plane, all bounded ones that pass.
   */
  private bodiesNear(
    shape: Shape,
    pose: Float64Array,
    maxDistance: number,
    placed: Placed2,
    bodyFilter: BodyFilter,
  ): Body[] {
    this.update();
    if (!shape.isBounded) return this.bodiesWithin(null, maxDistance, placed, bodyFilter);
    const box = new Float64Array(6);
    writeBox(shape, pose, box, 0);
    return this.bodiesWithin(box, maxDistance, placed, bodyFilter);
  }

  /** Like `bodiesNear`, for a box. Without a box, for a half-plane, all bounded bodies: no query compares two half-planes. */
  private bodiesWithin(box: Float64Array | null, maxDistance: number, placed: Placed2, bodyFilter: BodyFilter): Body[] {
    const passes = (body: Body): boolean => body !== placed && passesFilter(body, bodyFilter);
    if (!box) return this.bodies.filter((body) => body.shape.isBounded && passes(body));
    this.found.clear();
    this.tree.query(box, maxDistance, this.found);
    return [...this.planes, ...this.foundBodies()].filter(passes);
  }

  private foundBodies(): Body[] {
    const { slots, count } = this.found;
    return Array.from(slots.subarray(0, count), (slot) => this.store.bodies[slot] as Body);
  }

  /** Brings the boxes and the tree up to date with the poses. */
  private update(): void {
    if (this.store.moved.count === 0) return;
    this.store.update();
    this.tree.update(this.store.moved, noSink);
    this.store.moved.clear();
  }

  /** @internal */
  touch(body: Body): void {
    this.store.touch(body.slot);
  }

  /** @internal */
  discard(body: Body): void {
    this.members.delete(body.id);
    this.planes.delete(body);
    this.tree.remove(body.slot);
    this.store.remove(body.slot);
  }
}

const everyBody: BodyFilter = { mask: 0xffffffff, filter: undefined };

/** Whether groups and masks allow the pair, and not both bodies are static. */
function mayCollide(a: Body, b: Body): boolean {
  return (a.mask & b.group) !== 0 && (b.mask & a.group) !== 0 && !(a.static && b.static);
}
