// Damping of the motion of free bodies, as by a surrounding medium. With the rates d and d′ in 1/s, the velocity u of the center of mass and the
// angular velocity ω of the unconstrained motion become u/(1 + Δt d) and ω/(1 + Δt d′). This is implicit, so even a large rate reverses no motion.
// Contacts and joints act after the damping. In the velocity (v, ω) of the body's origin, in body axes, u = v + ω × c.
import type { Tape } from '../check/tape.ts';
import type { Member } from './member.ts';
import type { StatePart } from './rollback.ts';

/** The damping of a free body; zero for none. */
export class Drag {
  /** The rate d, in 1/s. */
  linear = 0;
  /** The rate d′, in 1/s. */
  angular = 0;

  get isActive(): boolean {
    return this.linear > 0 || this.angular > 0;
  }

  /** Damps a velocity of the body's origin, given the center of mass in the body's coordinates. */
  damp(velocity: Float64Array, [x, y, z]: Float64Array, timeStep: number): void {
    const [a, b] = this.factors(timeStep);
    const w = velocity.subarray(3, 6);
    const v = velocity;
    // v + ω × c, damped, minus the damped ω × c.
    const change = a - b;
    const [wx, wy, wz] = w;
    v[0] = a * v[0] + change * (wy * z - wz * y);
    v[1] = a * v[1] + change * (wz * x - wx * z);
    v[2] = a * v[2] + change * (wx * y - wy * x);
    for (let k = 0; k < 3; k++) w[k] *= b;
  }

  /**
   * Damps the derivatives of momenta, M v⁺: six rows of `width` numbers from `first` on. A force f and a moment t about the origin become
   * a f and b (t − c × f) + a c × f.
   */
  dampMomenta(rows: Float64Array, first: number, width: number, [x, y, z]: Float64Array, timeStep: number): void {
    const [a, b] = this.factors(timeStep);
    const change = a - b;
    for (let k = first * width; k < (first + 1) * width; k++) {
      const [fx, fy, fz] = [rows[k], rows[k + width], rows[k + 2 * width]];
      const moment = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
      for (let axis = 0; axis < 3; axis++) {
        rows[k + axis * width] *= a;
        const angular = k + (3 + axis) * width;
        rows[angular] = b * rows[angular] + change * moment[axis];
      }
    }
  }

  /** The factors of u and ω. */
  private factors(timeStep: number): readonly [number, number] {
    return [1 / (1 + timeStep * this.linear), 1 / (1 + timeStep * this.angular)];
  }
}

/** The damping of all members as part of saved states and of the hash. */
export function dragPart(members: readonly Member[]): StatePart {
  const describe = (tape: Tape): void => {
    for (const [index, { drag }] of members.entries())
      if (drag.isActive) for (const value of [index, drag.linear, drag.angular]) tape.put(value);
  };
  return {
    isState: true,
    describe,
    /** The index of each damped member and its rates, then −1. */
    save(tape) {
      describe(tape);
      tape.put(-1);
    },
    load(tape) {
      let next = tape.take();
      for (const [index, { drag }] of members.entries()) {
        const isNext = index === next;
        drag.linear = isNext ? tape.take() : 0;
        drag.angular = isNext ? tape.take() : 0;
        if (isNext) next = tape.take();
      }
    },
  };
}
