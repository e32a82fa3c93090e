// Built-in meshes with cavities, made of convex pieces that intersect.
import { box, capsule, cylinder } from 'proximal';
import { triangulate } from 'proximal/draw';
import { compound } from 'proximal/scene';

export interface PlainMesh {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}

type Piece = Parameters<typeof compound>[0][number];

/** A rotation about an axis by an angle, as a quaternion. */
function rotationAbout(axis: 0 | 1 | 2, angle: number): [number, number, number, number] {
  const rotation: [number, number, number, number] = [0, 0, 0, Math.cos(angle / 2)];
  rotation[axis] = Math.sin(angle / 2);
  return rotation;
}

/** A mug, 0.1 m high, of 20 staves, a bottom and a handle. */
function mug(): Piece[] {
  const staves = Array.from({ length: 20 }, (_, k): Piece => {
    const angle = (2 * Math.PI * k) / 20;
    const position: [number, number, number] = [0.038 * Math.cos(angle), 0.038 * Math.sin(angle), 0.05];
    return { shape: box(0.002, 0.0066, 0.05), pose: { position, rotation: rotationAbout(2, angle) } };
  });
  const handle = Array.from({ length: 5 }, (_, k): Piece => {
    const angle = -Math.PI / 2 + (Math.PI * (k + 0.5)) / 5;
    const position: [number, number, number] = [0.04 + 0.026 * Math.cos(angle), 0, 0.05 + 0.026 * Math.sin(angle)];
    return { shape: capsule(0.005, 0.0085), pose: { position, rotation: rotationAbout(1, -angle) } };
  });
  return [...staves, { shape: cylinder(0.038, 0.0025), pose: { position: [0, 0, 0.0025] } }, ...handle];
}

/** A chair, 0.9 m high. */
function chair(): Piece[] {
  const legs = [-0.18, 0.18].flatMap((x) =>
    [-0.18, 0.18].map((y): Piece => ({ shape: box(0.02, 0.02, 0.22), pose: { position: [x, y, 0.22] } })),
  );
  return [
    { shape: box(0.21, 0.21, 0.02), pose: { position: [0, 0, 0.44] } },
    { shape: box(0.02, 0.21, 0.23), pose: { position: [-0.19, 0, 0.67] } },
    ...legs,
  ];
}

/** A ring with an outer diameter of 0.16 m. */
function ring(): Piece[] {
  return Array.from({ length: 24 }, (_, k): Piece => {
    const angle = (2 * Math.PI * k) / 24;
    const position: [number, number, number] = [0.06 * Math.cos(angle), 0.06 * Math.sin(angle), 0.02];
    const [x, y, z, w] = rotationAbout(0, Math.PI / 2);
    const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
    // About x first, so that the axis is tangential, then about z.
    const rotation: [number, number, number, number] = [c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z];
    return { shape: cylinder(0.018, 0.0105), pose: { position, rotation } };
  });
}

export const samples: Readonly<Record<string, { readonly title: string; readonly pieces: () => Piece[] }>> = {
  mug: { title: 'Mug', pieces: mug },
  chair: { title: 'Chair', pieces: chair },
  ring: { title: 'Ring', pieces: ring },
};

export function sampleMesh(name: string): PlainMesh {
  const { pieces } = samples[name] ?? samples['mug'];
  const { vertices, triangles } = triangulate(compound(pieces()));
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}
