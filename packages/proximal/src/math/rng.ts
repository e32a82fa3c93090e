import { checkInteger } from '../check/argument.ts';
import { cos, log, sin } from './elementary.ts';
import type { Vec3 } from './vec3.ts';

/**
 * A seeded random number generator: the same numbers for the same seed, on every machine. (Four 32-bit words of state,
 * xoshiro128** by Blackman and Vigna, filled from the seed by a Weyl sequence that the last step of MurmurHash3 mixes.)
 * @example
 * ```ts
 * const rng = new Rng(42);
 * rng.uniform(-1, 1);
 * rng.rotation(); // a uniformly random unit quaternion
 * ```
 */
export class Rng {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Rng';

  private readonly state = new Uint32Array(4);

  /** @param seed a whole number from 0 to 2³² − 1 */
  constructor(seed: number) {
    checkInteger('Rng', 'seed', seed, 0, 0xffffffff);
    let weyl = seed >>> 0;
    for (let k = 0; k < 4; k++) {
      weyl = (weyl + 0x9e3779b9) >>> 0;
      let z = weyl;
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      this.state[k] = z ^ (z >>> 16);
    }
  }

  /** A whole number from 0 to 2³² − 1. */
  next(): number {
    const s = this.state;
    const product = Math.imul(s[1], 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }

  /** A number from `low` to `high`, with 53 random bits. `high` itself occurs only by rounding, and not for the default 1. */
  uniform(low = 0, high = 1): number {
    const unit = ((this.next() >>> 5) * 67108864 + (this.next() >>> 6)) / 9007199254740992;
    return low + (high - low) * unit;
  }

  /** A whole number from 0 to `count` − 1. */
  index(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** A normally distributed number: mean 0, standard deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * log(1 - this.uniform()));
    return radius * cos(2 * Math.PI * this.uniform());
  }

  /** A uniformly random unit vector. */
  direction(): Vec3 {
    const z = this.uniform(-1, 1);
    const angle = this.uniform(0, 2 * Math.PI);
    const radius = Math.sqrt(1 - z * z);
    return [radius * cos(angle), radius * sin(angle), z];
  }

  /** A uniformly random unit quaternion, x y z w. */
  rotation(): [number, number, number, number] {
    const u = this.uniform();
    const [a, b] = [this.uniform(0, 2 * Math.PI), this.uniform(0, 2 * Math.PI)];
    const [p, q] = [Math.sqrt(1 - u), Math.sqrt(u)];
    return [p * sin(a), p * cos(a), q * sin(b), q * cos(b)];
  }
}
