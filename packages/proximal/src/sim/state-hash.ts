// A hash of numbers by their bits, the same on every little-endian machine: two lanes of MurmurHash3 (x86, 128 bit) of Austin Appleby, which is in
// the public domain.

const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(number.buffer);

/** 16 hexadecimal digits. −0 counts as 0, and all NaN are equal. */
export function hashNumbers(numbers: Float64Array, count: number): string {
  let a = 0x2f6b1c3d;
  let b = 0x51a7e94b;
  for (let k = 0; k < count; k++) {
    // −0 + 0 is 0.
    number[0] = numbers[k] + 0;
    // The bits of a NaN differ between engines.
    const isInvalid = Number.isNaN(number[0]);
    const low = isInvalid ? 0 : words[0];
    const high = isInvalid ? 0x7ff80000 : words[1];
    a ^= Math.imul(rotated(Math.imul(low, 0x239b961b), 15), 0xab0e9789);
    a = (Math.imul((rotated(a, 19) + b) | 0, 5) + 0x561ccd1b) | 0;
    b ^= Math.imul(rotated(Math.imul(high, 0xab0e9789), 16), 0x38b34ae5);
    b = (Math.imul((rotated(b, 17) + a) | 0, 5) + 0x0bcaa747) | 0;
  }
  a ^= count;
  b ^= count;
  a = (a + b) | 0;
  b = (b + a) | 0;
  a = mixed(a);
  b = mixed(b);
  a = (a + b) | 0;
  b = (b + a) | 0;
  return digits(a) + digits(b);
}

function rotated(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

/** Every bit of the result depends on every bit of x. */
function mixed(x: number): number {
  const y = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  const z = Math.imul(y ^ (y >>> 13), 0xc2b2ae35);
  return z ^ (z >>> 16);
}

function digits(x: number): string {
  return (x >>> 0).toString(16).padStart(8, '0');
}
