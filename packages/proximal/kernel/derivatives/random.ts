// Seeded random numbers, equal to the numbers of `Rng` in src/math for the same seed (xoshiro128**).
import { cos, log, sin } from '../elementary.ts';
import { product, toFloat } from '../port/memory.ts';
import * as Derivative from './blocks/derivative.ts';

const TWO_PI: f64 = 6.283185307179586;
/** 2⁻⁵³. */
const UNIT: f64 = 1.1102230246251565e-16;

/** Starts the sequence of `seed` in block `g`: four mixed words of a Weyl sequence. */
export function seedRandom(g: i32, seed: i32): void {
  let weyl: i32 = seed;
  for (let k: i32 = 0; k < 4; k += 1) {
    weyl = (weyl + -1640531527) | 0;
    let z: i32 = product(weyl ^ ((weyl >> 16) & 65535), -2048144789);
    z = product(z ^ ((z >> 13) & 524287), -1028477387);
    Derivative.setRandom(g, k, z ^ ((z >> 16) & 65535));
  }
}

function nextWord(g: i32): i32 {
  const first: i32 = Derivative.random(g, 0);
  const second: i32 = Derivative.random(g, 1);
  const scrambled: i32 = product(second, 5);
  const third: i32 = Derivative.random(g, 2) ^ first;
  const fourth: i32 = Derivative.random(g, 3) ^ second;
  Derivative.setRandom(g, 1, second ^ third);
  Derivative.setRandom(g, 0, first ^ fourth);
  Derivative.setRandom(g, 2, third ^ (second << 9));
  Derivative.setRandom(g, 3, (fourth << 11) | ((fourth >> 21) & 2047));
  return product((scrambled << 7) | ((scrambled >> 25) & 127), 9);
}

/** A number in [0, 1), with 53 random bits. */
function uniform(g: i32): f64 {
  const high: f64 = toFloat((nextWord(g) >> 5) & 134217727);
  return (high * 67108864.0 + toFloat((nextWord(g) >> 6) & 67108863)) * UNIT;
}

/** A uniform angle, in radians. */
export function drawAngle(g: i32): f64 {
  return TWO_PI * uniform(g);
}

/** Two independent numbers of mean 0 and deviation 1 at `drawn` (Box and Muller). */
export function drawNormals(g: i32): void {
  const radius: f64 = Math.sqrt(-2.0 * log(1.0 - uniform(g)));
  writeAt(g, radius, drawAngle(g));
}

/** Like `drawNormals`, at a given angle, with the radius drawn from the k-th of `count` equally likely ranges (stratified sampling). */
export function drawRadius(g: i32, k: i32, count: i32, angle: f64): void {
  const fraction: f64 = (toFloat(k) + uniform(g)) / toFloat(count);
  writeAt(g, Math.sqrt(-2.0 * log(1.0 - fraction)), angle);
}

function writeAt(g: i32, radius: f64, angle: f64): void {
  Derivative.setDrawn(g, 0, radius * cos(angle));
  Derivative.setDrawn(g, 1, radius * sin(angle));
}
