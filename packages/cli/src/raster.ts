// A small rasterizer: triangles with flat shading and a depth buffer, seen from above, in parallel projection.
import type { Mesh } from 'proximal/io';

export type Triple = readonly [number, number, number];

export interface Painted extends Pick<Mesh, 'vertices' | 'triangles'> {
  /** Red, green and blue, from 0 to 1. */
  readonly color: Triple;
  /** The displacement of all vertices. */
  readonly move: Triple;
}

/** Samples per pixel along each axis. */
const samples = 2;
const background = 1;
/** The fraction of the picture that is left free on each side. */
const border = 0.06;

// The camera looks along −`toward` with z up: `right` and `up` are the axes of the picture.
const toward: Triple = [0.48, -0.7, 0.53];
const right: Triple = normalized([-toward[1], toward[0], 0]);
const view: Triple = normalized(toward);
const up: Triple = cross(view, right);
const light: Triple = normalized([0.1, -0.5, 0.85]);

export class Raster {
  private readonly size: number;
  private readonly depths: Float64Array;
  private readonly colors: Float32Array;

  /** @param side of the picture, in pixels */
  constructor(private readonly side: number) {
    this.size = samples * side;
    this.depths = new Float64Array(this.size * this.size).fill(-Infinity);
    this.colors = new Float32Array(3 * this.size * this.size).fill(background);
  }

  /** @param framed what must fit into the picture @returns red, green and blue of each pixel, 0 to 255 */
  paint(bodies: readonly Painted[], framed: readonly Painted[]): Uint8Array {
    const frame = frameOf(framed);
    for (const body of bodies) this.body(body, frame);
    const out = new Uint8Array(3 * this.side * this.side);
    for (let row = 0; row < this.side; row++)
      for (let column = 0; column < this.side; column++)
        for (let channel = 0; channel < 3; channel++)
          out[3 * (this.side * row + column) + channel] = Math.round(255 * this.mean(row, column, channel));
    return out;
  }

  private mean(row: number, column: number, channel: number): number {
    let sum = 0;
    for (let k = 0; k < samples * samples; k++) {
      const [y, x] = [samples * row + Math.floor(k / samples), samples * column + (k % samples)];
      sum += this.colors[3 * (this.size * y + x) + channel];
    }
    return sum / (samples * samples);
  }

  private body({ vertices, triangles, color, move }: Painted, frame: Frame): void {
    const scale = (this.size * (1 - 2 * border)) / frame.extent;
    const corner = (index: number): Triple => [
      vertices[3 * index] + move[0],
      vertices[3 * index + 1] + move[1],
      vertices[3 * index + 2] + move[2],
    ];
    for (let k = 0; k < triangles.length; k += 3) {
      const [a, b, c] = [corner(triangles[k]), corner(triangles[k + 1]), corner(triangles[k + 2])];
      const normal = cross(minus(b, a), minus(c, a));
      const size = Math.sqrt(dot(normal, normal));
      if (!(size > 0)) continue;
      // Both sides are lit, so that inward faces of open meshes are visible.
      const facing = dot(normal, view) < 0 ? -1 : 1;
      const shade = 0.42 + 0.58 * Math.max(0, (facing * dot(normal, light)) / size);
      const flat = [a, b, c].map(
        (p): Triple => [
          this.size / 2 + scale * (dot(p, right) - frame.center[0]),
          this.size / 2 - scale * (dot(p, up) - frame.center[1]),
          dot(p, view),
        ],
      );
      this.triangle(flat, [shade * color[0], shade * color[1], shade * color[2]]);
    }
  }

  /** @param corners x and y of each corner in samples, and its coordinate toward the viewer in meters */
  private triangle([a, b, c]: readonly Triple[], color: Triple): void {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (area === 0) return;
    const clamp = (x: number): number => Math.max(0, Math.min(this.size - 1, x));
    const [fromX, toX] = [clamp(Math.ceil(Math.min(a[0], b[0], c[0]))), clamp(Math.floor(Math.max(a[0], b[0], c[0])))];
    const [fromY, toY] = [clamp(Math.ceil(Math.min(a[1], b[1], c[1]))), clamp(Math.floor(Math.max(a[1], b[1], c[1])))];
    for (let y = fromY; y <= toY; y++) {
      for (let x = fromX; x <= toX; x++) {
        const u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area;
        const v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const depth = u * a[2] + v * b[2] + (1 - u - v) * c[2];
        const at = this.size * y + x;
        if (depth <= this.depths[at]) continue;
        this.depths[at] = depth;
        this.colors.set(color, 3 * at);
      }
    }
  }
}

interface Frame {
  /** In the axes of the picture. */
  readonly center: readonly [number, number];
  /** The larger of width and height. */
  readonly extent: number;
}

function frameOf(bodies: readonly Painted[]): Frame {
  const [min, max] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const { vertices, move } of bodies) {
    for (let k = 0; k < vertices.length; k += 3) {
      const point: Triple = [vertices[k] + move[0], vertices[k + 1] + move[1], vertices[k + 2] + move[2]];
      [right, up].forEach((direction, axis) => {
        min[axis] = Math.min(min[axis], dot(point, direction));
        max[axis] = Math.max(max[axis], dot(point, direction));
      });
    }
  }
  return {
    center: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2],
    extent: Math.max(max[0] - min[0], max[1] - min[1], Number.MIN_VALUE),
  };
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function normalized(a: Triple): Triple {
  const size = Math.sqrt(dot(a, a));
  return [a[0] / size, a[1] / size, a[2] / size];
}
