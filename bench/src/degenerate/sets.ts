// Pairs that are hard for implementations, each with its closed-form answer. Only the rotations of balls are random.
import { box, capsule, convex, type Shape, sphere } from 'proximal';
import { compose, cos, fromAxisAngle, type Pose, Rng, sin, type Vec3 } from 'proximal/math';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';

/** Signed distances in meters. Touching is exactly 0 if the extents are exact. */
const distances = [-0.4, -1e-2, -1e-4, 0, 1e-4, 1e-2, 0.7];

/** Rotations of the whole pair, which do not change the answer. */
const pairRotations: Readonly<Record<string, Pose>> = {
  upright: compose({}, {}),
  'quarter turn about x': fromAxisAngle([1, 0, 0], Math.PI / 2),
  'quarter turn about z': fromAxisAngle([0, 0, 1], Math.PI / 2),
  'eighth turn about z': fromAxisAngle([0, 0, 1], Math.PI / 4),
  'a third about the diagonal': fromAxisAngle([1, 1, 1], (2 * Math.PI) / 3),
  '30° about y': fromAxisAngle([0, 1, 0], Math.PI / 6),
};

/** Collects problems and shapes. */
class Builder {
  private readonly shapes: Shape[] = [];
  private readonly problems: Problem[] = [];

  constructor(private readonly name: string) {}

  shape(shape: Shape): number {
    this.shapes.push(shape);
    return this.shapes.length - 1;
  }

  /**
   * A is at the origin of the pair's frame, rotated by `rotationA`, and B at `poseB`; `pairRotation` is the pose of this frame. Pairs without a
   * formula (NaN) are ignored.
   */
  add(a: number, rotationA: Pose, b: number, poseB: Pose, pairRotation: Pose, signedDistance: number): void {
    if (Number.isNaN(signedDistance)) return;
    this.problems.push({
      a,
      b,
      poseA: compose(pairRotation, rotationA),
      poseB: compose(pairRotation, poseB),
      signedDistance,
    });
  }

  build(): ProblemSet {
    return { name: this.name, shapes: this.shapes, problems: this.problems };
  }
}

const identity = compose({}, {});

function poseAt(position: Readonly<Vec3>, angle = 0): Pose {
  return compose({ position: [...position] }, fromAxisAngle([0, 0, 1], angle));
}

/** Offsets of B on a grid: nested, overlapping, touching and separated along each axis. Except 0, they are larger than `least` in magnitude. */
function offsets(sums: Readonly<Vec3>, least: number): Vec3[] {
  const along = (sum: number): number[] => [0, ...distances.map((distance) => sum + distance).filter((x) => x > least)];
  return along(sums[0]).flatMap((x) => along(sums[1]).flatMap((y) => along(sums[2]).map((z): Vec3 => [x, -y, z])));
}

const sizes: readonly (readonly [Vec3, Vec3])[] = [
  [
    [0.5, 0.5, 0.5],
    [0.5, 0.5, 0.5],
  ],
  [
    [1, 1, 1],
    [0.25, 0.5, 0.75],
  ],
  [
    [1, 0.3, 0.6],
    [0.6, 1, 0.3],
  ],
];

/** Boxes with parallel edges, each pair turned as a whole by the named rotations. */
function alignedBoxes(rotationNames: readonly string[], some: typeof sizes, name: string): ProblemSet {
  const builder = new Builder(name);
  for (const [halfA, halfB] of some) {
    const [a, b] = [builder.shape(box(...halfA)), builder.shape(box(...halfB))];
    const sums = halfA.map((x, k) => x + halfB[k]) as Vec3;
    for (const offset of offsets(sums, 0.2)) {
      const signed = prismDistance({ half: halfA, angle: 0 }, { half: halfB, angle: 0 }, offset);
      for (const pairRotation of rotationNames)
        builder.add(a, identity, b, poseAt(offset), pairRotations[pairRotation], signed);
    }
  }
  return builder.build();
}

/** B rotated about z, in, on and above A: faces on edges, edges on edges, corners over faces. */
function turnedBoxes(): ProblemSet {
  const builder = new Builder('boxes turned about z');
  for (const [halfA, halfB] of sizes) {
    const [a, b] = [builder.shape(box(...halfA)), builder.shape(box(...halfB))];
    for (const degrees of [15, 30, 45, 60, 90]) {
      const first: TurnedBox = { half: halfA, angle: 0 };
      const second: TurnedBox = { half: halfB, angle: (degrees * Math.PI) / 180 };
      for (const offset of turnedOffsets(first, second)) {
        const signed = prismDistance(first, second, offset);
        for (const pairRotation of ['upright', '30° about y'])
          builder.add(a, identity, b, poseAt(offset, second.angle), pairRotations[pairRotation], signed);
      }
    }
  }
  return builder.build();
}

function turnedOffsets(a: TurnedBox, b: TurnedBox): Vec3[] {
  const up = a.half[2] + b.half[2];
  const spread = 0.5 * Math.min(a.half[0], a.half[1]);
  return [0, 0.3 * spread, spread].flatMap((x) =>
    [0, -spread].flatMap((y) =>
      [0, ...distances.map((distance) => up + distance).filter((z) => z > 0)].map((z): Vec3 => [x, y, z]),
    ),
  );
}

/** A plate a thousand times as wide as the cube that stands on it, in it or above it. */
function ground(): ProblemSet {
  const builder = new Builder('ground, 1000 : 1');
  const half: Vec3 = [250, 250, 0.25];
  const cube: Vec3 = [0.25, 0.25, 0.25];
  const [a, b] = [builder.shape(box(...half)), builder.shape(box(...cube))];
  for (const degrees of [0, 20, 45]) {
    const angle = (degrees * Math.PI) / 180;
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [123.4, -87.5],
      [-249, 249],
    ]) {
      for (const gap of [-0.1, -1e-2, -1e-3, -1e-4, 0, 1e-4, 1e-3, 1e-2, 1]) {
        const offset: Vec3 = [x, y, half[2] + cube[2] + gap];
        const signed = prismDistance({ half, angle: 0 }, { half: cube, angle }, offset);
        for (const pairRotation of ['upright', 'quarter turn about x', '30° about y'])
          builder.add(a, identity, b, poseAt(offset, angle), pairRotations[pairRotation], signed);
      }
    }
  }
  return builder.build();
}

const crossings = [1, 5, 30, 45, 90];
const heights = [-1e-3, -1e-4, 0, 1e-4, 1e-3, 0.1];

/** Boxes a thousand times as long as thick that cross or are parallel. */
function needles(): ProblemSet {
  const builder = new Builder('needles');
  const half: Vec3 = [1, 1e-3, 1e-3];
  const [a, b] = [builder.shape(box(...half)), builder.shape(box(...half))];
  for (const degrees of [0, ...crossings]) {
    const angle = (degrees * Math.PI) / 180;
    for (const gap of heights) {
      for (const along of [0, 0.4]) {
        const offset: Vec3 = [0.5 * along, 0, 2 * half[2] + gap];
        const signed = prismDistance({ half, angle: 0 }, { half, angle }, offset);
        for (const pairRotation of Object.values(pairRotations))
          builder.add(a, identity, b, poseAt(offset, angle), pairRotation, signed);
      }
    }
  }
  return builder.build();
}

/** Capsules whose axes cross, or are parallel, one above the other. */
function capsules(): ProblemSet {
  const builder = new Builder('thin capsules');
  const radius = 1e-3;
  const [a, b] = [builder.shape(capsule(radius, 1)), builder.shape(capsule(radius, 1))];
  // Their axis is z: B is above A along x.
  for (const degrees of [0, ...crossings]) {
    for (const gap of heights.filter((height) => height > -2 * radius)) {
      const crossing = fromAxisAngle([1, 0, 0], (degrees * Math.PI) / 180);
      const poseB = compose({ position: [2 * radius + gap, 0, 0] }, crossing);
      for (const pairRotation of Object.values(pairRotations)) builder.add(a, identity, b, poseB, pairRotation, gap);
    }
  }
  return builder.build();
}

/** Plates of a tenth of a millimeter, and wedges as thin, one above the other. */
function slivers(): ProblemSet {
  const builder = new Builder('slivers');
  const half: Vec3 = [1, 1, 5e-5];
  const plate = builder.shape(box(...half));
  const wedge = builder.shape(convex(wedgePoints(half[2])));
  for (const gap of [-5e-5, -1e-5, 0, 1e-5, 1e-4, 1e-2]) {
    for (const degrees of [0, 10, 45]) {
      const angle = (degrees * Math.PI) / 180;
      for (const [a, b] of [
        [plate, plate],
        [plate, wedge],
        [wedge, plate],
      ]) {
        // A small shift, so that no corners are aligned; far from the sides, so that the separating direction is up.
        const offset: Vec3 = [0.01, 0.02, 2 * half[2] + gap];
        for (const pairRotation of Object.values(pairRotations))
          builder.add(a, identity, b, poseAt(offset, angle), pairRotation, gap);
      }
    }
  }
  return builder.build();
}

/** The corners of a triangular prism, 1.8 m long, 2 cm wide and 2 · `halfThickness` thick. */
function wedgePoints(halfThickness: number): number[][] {
  return [
    [-0.9, -0.01],
    [0.9, -0.01],
    [0, 0.01],
  ].flatMap(([x, y]) => [
    [x, y, -halfThickness],
    [x, y, halfThickness],
  ]);
}

/** Balls in, on and beside a box: at its center, its faces, edges and corners. */
function balls(): ProblemSet {
  const builder = new Builder('balls and boxes');
  const rng = new Rng(1);
  for (const half of [
    [1, 1, 1],
    [1, 0.5, 0.25],
  ] as Vec3[]) {
    for (const radius of [0.25, 0.05]) {
      const [a, b] = [builder.shape(box(...half)), builder.shape(sphere(radius))];
      const places = half.map((x) => [0, 0.5 * x, x, x + radius, x + radius + 1e-4, x + 0.5]);
      for (const x of places[0]) {
        for (const y of places[1]) {
          for (const z of places[2]) {
            const pose = compose({ position: [x, y, z] }, { rotation: rng.rotation() });
            const signed = ballDistance(half, radius, [x, y, z]);
            for (const pairRotation of ['upright', '30° about y'])
              builder.add(a, identity, b, pose, pairRotations[pairRotation], signed);
          }
        }
      }
    }
  }
  return builder.build();
}

export function degenerateSets(): ProblemSet[] {
  const [upright, ...turned] = Object.keys(pairRotations);
  return [
    alignedBoxes([upright], sizes, 'boxes, axis-aligned'),
    alignedBoxes(turned, sizes.slice(1, 2), 'boxes, turned together'),
    turnedBoxes(),
    ground(),
    needles(),
    capsules(),
    slivers(),
    balls(),
  ];
}

/** Half extents, and the rotation about z in radians. */
interface TurnedBox {
  readonly half: Readonly<Vec3>;
  readonly angle: number;
}

/**
 * The signed distance of two boxes that are rotated about z only, with B's center at `offset` from A's. The faces of their Minkowski
 * difference are perpendicular to z, or parallel to z and to a side of either base. NaN for separated boxes that are side by side and have no
 * parallel sides.
 */
function prismDistance(a: TurnedBox, b: TurnedBox, [x, y, z]: Readonly<Vec3>): number {
  const gaps = [a.angle, a.angle + Math.PI / 2, b.angle, b.angle + Math.PI / 2].map((angle) => {
    const [c, s] = [cos(angle), sin(angle)];
    return Math.abs(c * x + s * y) - support(a, angle) - support(b, angle);
  });
  const above = Math.abs(z) - a.half[2] - b.half[2];
  const beside = Math.max(...gaps);
  if (above <= 0 && beside <= 0) return Math.max(above, beside);
  if (beside <= 0) return above;
  // Side by side: with parallel sides the Minkowski difference is a box; other cases are not computed.
  const isParallel = Math.abs(sin(2 * (a.angle - b.angle))) < 1e-12;
  if (!isParallel) return Number.NaN;
  return Math.hypot(...[gaps[0], gaps[1], above].map((gap) => Math.max(0, gap)));
}

/** The support function of a base along a direction in the plane. */
function support({ half, angle }: TurnedBox, along: number): number {
  return Math.abs(cos(along - angle)) * half[0] + Math.abs(sin(along - angle)) * half[1];
}

/** The signed distance of a ball and a box whose center is the origin. */
function ballDistance(half: Readonly<Vec3>, radius: number, center: Readonly<Vec3>): number {
  const gaps = center.map((x, k) => Math.abs(x) - half[k]);
  const largestGap = Math.max(...gaps);
  return (largestGap > 0 ? Math.hypot(...gaps.map((gap) => Math.max(0, gap))) : largestGap) - radius;
}
