// Contacts of the scene as rows: (t1, t2, n) for each point, in the order that `proximal/contact` wants.
import { contactFrame } from '../contact/frames.ts';
import { normalReference } from '../contact/reference.ts';
import type { Body } from '../scene/body.ts';
import type { Manifold } from '../scene/contacts.ts';
import type { ContactPoint } from '../scene/patch/manifold.ts';
import { mayTouch, type Owner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { addPoint } from './point-rows.ts';
import type { Rows } from './rows.ts';

/** A point of contact in a step. World coordinates, metres. */
export interface SimulatedContact {
  readonly a: Body;
  readonly b: Body;
  /** The same from step to step while the same corners and edges touch. */
  readonly key: string;
  readonly point: readonly number[];
  /** Unit vector from A to B. */
  readonly normal: readonly number[];
  /** Negative in penetration, at the beginning of the step. */
  readonly gap: number;
  readonly friction: number;
  /** What A has done to B in the step, in N·s, in world coordinates. */
  readonly impulse: Float64Array;
}

const frame = new Float64Array(9);

/** All points of all manifolds between bodies that may touch, of which at least one can move. */
export function collectContacts(
  manifolds: readonly Manifold[],
  owners: ReadonlyMap<Body, Owner>,
  settings: SimulatorSettings,
): SimulatedContact[] {
  const found: SimulatedContact[] = [];
  for (const { a, b, partA, partB, normal, points } of manifolds) {
    const [ownerA, ownerB] = [owners.get(a), owners.get(b)];
    const canMove = (ownerA?.joint ?? -1) >= 0 || (ownerB?.joint ?? -1) >= 0;
    if (!canMove || !mayTouch(ownerA, ownerB, settings.selfCollision)) continue;
    const friction = settings.friction(a, b);
    for (const point of points) {
      const key = `${a.id} ${b.id} ${partA} ${partB} ${point.id}`;
      found.push({ a, b, key, point: middleOf(point), normal, gap: point.gap, friction, impulse: new Float64Array(3) });
    }
  }
  return found;
}

function middleOf({ pointA, pointB }: ContactPoint): number[] {
  return pointA.map((x, k) => (x + pointB[k]) / 2);
}

/** Adds the three rows of a contact: the velocity of B's point relative to A's. */
export function addContact(rows: Rows, contact: SimulatedContact, owners: ReadonlyMap<Body, Owner>): number {
  contactFrame(contact.normal as [number, number, number], frame);
  const row = rows.add();
  rows.add();
  rows.add();
  addPoint(rows, row, owners.get(contact.a), contact.point, frame, -1);
  addPoint(rows, row, owners.get(contact.b), contact.point, frame, 1);
  return row;
}

/** c*_N of a contact, whose points approach at −`velocity` before the step. */
export function referenceOf({ a, b, gap }: SimulatedContact, velocity: number, settings: SimulatorSettings): number {
  const { timeStep, baumgarte, restingSpeed, allowedPenetration } = settings;
  const restitution = settings.restitution(a, b);
  return normalReference(gap, timeStep, {
    restitution,
    velocity,
    restingSpeed,
    baumgarte: baumgarte / timeStep,
    allowedPenetration,
  });
}

/** Impulses of rows (t1, t2, n) in world coordinates. */
export function toWorld({ normal, impulse }: SimulatedContact, impulses: Float64Array, row: number): void {
  contactFrame(normal as [number, number, number], frame);
  for (let k = 0; k < 3; k++) {
    impulse[k] = frame[k] * impulses[row] + frame[3 + k] * impulses[row + 1] + frame[6 + k] * impulses[row + 2];
  }
}

/** An impulse in world coordinates as rows (t1, t2, n) of a contact. */
export function fromWorld(
  { normal }: SimulatedContact,
  world: ArrayLike<number>,
  out: Float64Array,
  row: number,
): void {
  contactFrame(normal as [number, number, number], frame);
  for (let k = 0; k < 3; k++) {
    out[row + k] = frame[3 * k] * world[0] + frame[3 * k + 1] * world[1] + frame[3 * k + 2] * world[2];
  }
}
