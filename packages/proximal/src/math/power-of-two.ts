// Powers of two, which scale numbers exactly.
const bits = /* @__PURE__ */ new DataView(new ArrayBuffer(8));

/** The largest power of two ≤ x for x > 0, clamped to 2⁻¹⁰⁰⁰ … 2¹⁰⁰⁰: its inverse is then finite and not zero. */
export function powerOfTwo(x: number): number {
  bits.setFloat64(0, x);
  return twoTo(Math.min(Math.max((bits.getUint16(0) >> 4) - 1023, -1000), 1000));
}

/** The exponent of the largest power of two ≤ x for x > 0, also below 2⁻¹⁰²². `Math.log2` may be rounded up to a whole number. */
export function exponentOf(x: number): number {
  bits.setFloat64(0, x);
  const exponent = bits.getUint16(0) >> 4;
  return exponent > 0 ? exponent - 1023 : exponentOf(x * 2 ** 54) - 54;
}

/** 2^exponent for a whole exponent from −1022 to 1023, exactly, by its bits: `**` may be approximate. */
export function twoTo(exponent: number): number {
  bits.setFloat64(0, 0);
  bits.setUint16(0, (exponent + 1023) << 4);
  return bits.getFloat64(0);
}
