// The state of a free body in 64 bytes: its position as three doubles, its orientation in 16 bytes and its velocity as six floats.
import type { Tape } from '../check/tape.ts';
import type { Member } from './member.ts';

/** The size of a state, in doubles. */
const size = 8;
/** Three components of a quaternion are multiples of 2⁻⁴⁰. The fourth, the largest, follows from the unit length. */
const scale = 2 ** 40;
/** Components are at most √½ in magnitude, so they have 41 bits with the offset: 32 in a separate word, and 9 in the last word. */
const offset = 2 ** 40;
/** The number of values of a 32-bit word. */
const word = 2 ** 32;

/** Rounds the states of all free bodies to the precision of `packState`, and moves the bodies whose orientation changes. */
export function roundStates(members: readonly Member[]): void {
  for (const member of members) if (member.free && roundState(member.q, member.v)) member.updatePlacement();
}

/**
 * Rounds three components of the orientation to multiples of 2⁻⁴⁰, computes the fourth from them, and rounds the velocity to single precision. A
 * rounded state does not change.
 * @returns whether the orientation changed
 */
export function roundState(q: Float64Array, v: Float64Array): boolean {
  for (let k = 0; k < 6; k++) v[k] = Math.fround(v[k]);
  if (impliedComponent(q) >= 0) return false;
  let largest = 3;
  for (let k = 3; k < 7; k++) if (Math.abs(q[k]) > Math.abs(q[largest])) largest = k;
  // The sum with 0 turns −0 into 0.
  for (let k = 3; k < 7; k++) if (k !== largest) q[k] = Math.round(q[k] * scale) / scale + 0;
  q[largest] = implied(q, largest);
  return true;
}

/** Writes a rounded state. */
export function packState(q: Float64Array, v: Float64Array, tape: Tape): void {
  const from = tape.reserve(size);
  const { numbers, floats, words } = tape;
  for (let k = 0; k < 3; k++) numbers[from + k] = q[k];
  const component = impliedComponent(q);
  let last = (component - 3) * 2 + (q[component] < 0 ? 1 : 0);
  let at = 2 * from + 6;
  for (let k = 3; k < 7; k++) {
    if (k === component) continue;
    const shifted = q[k] * scale + offset;
    const high = Math.floor(shifted / word);
    words[at++] = shifted - high * word;
    last = last * 512 + high;
  }
  words[at++] = last;
  for (let k = 0; k < 6; k++) floats[at + k] = v[k];
}

/** Reads a state that `packState` wrote. */
export function unpackState(q: Float64Array, v: Float64Array, tape: Tape): void {
  const from = tape.skip(size);
  const { numbers, floats, words } = tape;
  for (let k = 0; k < 3; k++) q[k] = numbers[from + k];
  const at = 2 * from + 6;
  let last = words[at + 3];
  const highs = [0, 0, 0];
  for (let k = 2; k >= 0; k--) {
    highs[k] = last % 512;
    last = Math.floor(last / 512);
  }
  const component = 3 + (last >> 1);
  let next = 0;
  for (let k = 3; k < 7; k++) {
    if (k === component) continue;
    q[k] = (highs[next] * word + words[at + next] - offset) / scale;
    next++;
  }
  q[component] = last % 2 === 1 ? -1 : 1;
  q[component] = implied(q, component);
  for (let k = 0; k < 6; k++) v[k] = floats[at + 4 + k];
}

/** The index of the component of a rounded quaternion that follows from the others; −1 if it is not rounded. */
function impliedComponent(q: Float64Array): number {
  for (let k = 3; k < 7; k++) if (isImplied(q, k)) return k;
  return -1;
}

function isImplied(q: Float64Array, component: number): boolean {
  // √(1 − Σ qₖ²) of a smaller component would be imprecise.
  if (!(Math.abs(q[component]) >= 0.49)) return false;
  for (let k = 3; k < 7; k++) if (k !== component && !isRounded(q[k])) return false;
  return q[component] === implied(q, component);
}

function isRounded(x: number): boolean {
  return Math.abs(x) < 0.72 && Number.isInteger(x * scale) && !Object.is(x, -0);
}

/** ±√(1 − Σ qₖ²) over the other components, with the sign of the component. */
function implied(q: Float64Array, component: number): number {
  let square = 1;
  for (let k = 3; k < 7; k++) if (k !== component) square -= q[k] * q[k];
  const root = Math.sqrt(square);
  return q[component] < 0 ? -root : root;
}
