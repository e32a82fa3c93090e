// PNG images (RFC 2083): 8 bits for each of red, green and blue, without interlacing.
import { crc32, deflateSync } from 'node:zlib';

/** @param pixels red, green and blue of each pixel, row by row from the top, 0 to 255 */
export function writePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, color type 2 (true color); compression and filter have only the method 0, and 0 is no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = new Uint8Array(height * (3 * width + 1));
  for (let row = 0; row < height; row++) {
    // Filter 2 stores the difference from the pixel above: even backgrounds become zeros.
    const at = row * (3 * width + 1);
    rows[at] = 2;
    for (let k = 0; k < 3 * width; k++)
      rows[at + 1 + k] = pixels[3 * width * row + k] - (row > 0 ? pixels[3 * width * (row - 1) + k] : 0);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return whole;
}
