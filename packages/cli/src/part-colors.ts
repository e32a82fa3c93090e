// Distinct colors of parts: successive hues differ by the golden angle; saturation and value cycle through three levels each.

/** Red, green and blue from 0 to 1, of the part with this index. */
export function partColor(index: number): [number, number, number] {
  const hue = (0.58 + index * 0.381966) % 1;
  const [saturation, value] = [0.62 - 0.12 * (index % 3), 0.95 - 0.12 * (Math.floor(index / 3) % 3)];
  const channel = (shift: number): number => {
    const k = (shift + 6 * hue) % 6;
    return value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return [channel(5), channel(3), channel(1)];
}
