// Events of contacts, sensors and broken joints.
import type { Tape } from '../../check/tape.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import { type ContactSet, isClosed } from '../contact-set.ts';
import type { StatePart } from '../rollback.ts';
import type { Handle } from './handle.ts';
import type { WorldJoint } from './world-joint.ts';

/** A contact point of an event, in world coordinates. */
export interface EventPoint {
  /** In meters. */
  readonly point: Vec3;
  /** Unit vector from A to B. */
  readonly normal: Vec3;
  /** The impulse of A on B at this point in the last substep, in N s. */
  readonly impulse: Vec3;
}

/**
 * Two bodies that touch, a body that overlaps a sensor, or a joint that broke.
 * @example
 * ```ts
 * world.listen(({ kind, phase, a, b }: WorldEvent) => {
 *   if (kind === 'sensor' && phase === 'began') console.log(`${b.name} has entered ${a.name}`);
 * });
 * ```
 */
export interface WorldEvent {
  /**
   * `'contact'`: impulses act, or the surfaces touch. `'sensor'`: a body overlaps a sensor; `a` is the sensor. `'joint'`: a joint broke;
   * if one of its ends is the world, `a` and `b` are the same.
   */
  readonly kind: 'contact' | 'sensor' | 'joint';
  /**
   * `'began'` in the first step with the contact or overlap, `'continues'` in the following steps, `'ended'` in the first step
   * without it. Always `'ended'` for a joint that broke.
   */
  readonly phase: 'began' | 'continues' | 'ended';
  readonly a: Handle;
  readonly b: Handle;
  /** The two bodies in `world.scene`. Each link of a robot has its own bodies. For a joint: the first bodies of `a` and `b`. */
  readonly bodyA: Body;
  readonly bodyB: Body;
  /** The contact points of the last substep, or, for sleeping bodies, of their last one; empty for sensors, joints and ended contacts. */
  readonly points: readonly EventPoint[];
  /** The joint that broke. */
  readonly joint?: WorldJoint;
}

/** Receives the events of a step, ordered by the ids of A's and then of B's body. Joints that broke come last. */
export type WorldListener = (event: WorldEvent) => void;

interface Touch extends Omit<WorldEvent, 'phase' | 'points'> {
  points: EventPoint[];
}

export class Events implements StatePart {
  readonly isState = false;
  private readonly listeners = new Set<WorldListener>();
  /** The contacts and overlaps of the last step, and of the present one. */
  private previous = new Map<string, Touch>();
  private current = new Map<string, Touch>();
  private readonly broken: WorldEvent[] = [];

  constructor(
    private readonly handleOf: (body: Body) => Handle | undefined,
    /** Whether a body sleeps: its contacts are not searched, and count as continuing. */
    private readonly isAsleep: (body: Body) => boolean,
  ) {}

  get hasListeners(): boolean {
    return this.listeners.size > 0;
  }

  listen(listener: WorldListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The contacts and overlaps that were reported for the last step: the kind and the ids of the two bodies. */
  get touches(): [kind: Touch['kind'], a: number, b: number][] {
    return [...this.previous.values()].map(({ kind, bodyA, bodyB }) => [kind, bodyA.id, bodyB.id]);
  }

  /** Registers that two bodies touched in the last step. @returns false if one has no handle */
  restore(kind: Touch['kind'], bodyA: Body, bodyB: Body): boolean {
    const [a, b] = [this.handleOf(bodyA), this.handleOf(bodyB)];
    if (a && b) this.previous.set(keyOf(kind, bodyA, bodyB), { kind, a, b, bodyA, bodyB, points: [] });
    return a !== undefined && b !== undefined;
  }

  /** The map of a step is not changed after it, so it is kept without a copy. */
  save(tape: Tape): void {
    tape.putValue(this.previous);
  }

  load(tape: Tape): void {
    this.previous = tape.takeValue() as Map<string, Touch>;
  }

  /** Records the contacts of a substep that have an impulse or no gap. */
  addContacts(contacts: ContactSet): void {
    for (const touch of this.current.values()) touch.points = [];
    const { bodies, points, frames, impulses } = contacts;
    for (let k = 0; k < contacts.count; k++) {
      const impulse = vectorAt(impulses, 3 * k);
      if (impulse.every((x) => x === 0) && !isClosed(contacts, k)) continue;
      const touch = this.add('contact', bodies[k].a, bodies[k].b);
      touch?.points.push({ point: vectorAt(points, 3 * k), normal: vectorAt(frames, 9 * k + 6), impulse });
    }
  }

  addOverlap(sensor: Body, other: Body): void {
    this.add('sensor', sensor, other);
  }

  /** Adds an event for a joint that broke, if its bodies have shapes. */
  addBroken(joint: WorldJoint): void {
    const [a, b] = [(joint.a ?? joint.b) as Handle, (joint.b ?? joint.a) as Handle];
    const [[bodyA], [bodyB]] = [a.bodies, b.bodies];
    if (bodyA && bodyB) this.broken.push({ kind: 'joint', phase: 'ended', a, b, bodyA, bodyB, points: [], joint });
  }

  private add(kind: Touch['kind'], bodyA: Body, bodyB: Body): Touch | undefined {
    const key = keyOf(kind, bodyA, bodyB);
    const recorded = this.current.get(key);
    if (recorded) return recorded;
    const [a, b] = [this.handleOf(bodyA), this.handleOf(bodyB)];
    if (!a || !b) return undefined;
    const touch: Touch = { kind, a, b, bodyA, bodyB, points: [] };
    this.current.set(key, touch);
    return touch;
  }

  /** Calls the listeners with all events. If listeners throw, the first error is thrown after all of them have been called. */
  notify(): void {
    const { previous, current } = this;
    for (const [key, touch] of previous)
      if (touch.kind === 'contact' && (this.isAsleep(touch.bodyA) || this.isAsleep(touch.bodyB)))
        current.set(key, touch);
    this.previous = current;
    this.current = new Map();
    const events: WorldEvent[] = [];
    for (const [key, touch] of current) events.push({ ...touch, phase: previous.has(key) ? 'continues' : 'began' });
    for (const [key, touch] of previous) if (!current.has(key)) events.push({ ...touch, points: [], phase: 'ended' });
    events.sort((p, q) => p.bodyA.id - q.bodyA.id || p.bodyB.id - q.bodyB.id);
    events.push(...this.broken.splice(0));
    const errors: unknown[] = [];
    for (const event of events)
      for (const listener of this.listeners) {
        try {
          listener(event);
        } catch (error) {
          errors.push(error);
        }
      }
    if (errors.length > 0) throw errors[0];
  }
}

function keyOf(kind: Touch['kind'], bodyA: Body, bodyB: Body): string {
  return `${kind} ${bodyA.id} ${bodyB.id}`;
}

function vectorAt(values: Float64Array, at: number): Vec3 {
  return [values[at], values[at + 1], values[at + 2]];
}
