// Floors of triangles of every kind, with their true surface, and bodies that cross them.
import { box, capsule, cylinder, type Shape } from '../../src/index.ts';
import { cross, dot, length, subtract, type Vec3 } from '../../src/math/vec3.ts';
import type { Geometry } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';

/** A floor along x: its meshes, the height of its true surface, and a lower bound of the radius of curvature along x, in meters. */
export interface Floor {
  readonly parts: readonly Geometry[];
  readonly height: (x: number, y: number) => number;
  readonly radius: number;
  /** The largest angle between neighboring triangles, in radians. */
  readonly bend: number;
}

export interface Crossing {
  readonly shape: Shape;
  readonly rotation: readonly number[];
  /** The height of its center above the floor, in meters. */
  readonly lift: number;
  /** The radius of a rolling body, in meters; 0 if it slides without friction. */
  readonly roll: number;
}

const sine45 = Math.SQRT1_2;
export const crossings: Readonly<Record<string, Crossing>> = {
  wheel: { shape: cylinder(0.1, 0.08), rotation: [sine45, 0, 0, sine45], lift: 0.1, roll: 0.1 },
  capsule: { shape: capsule(0.06, 0.1), rotation: [sine45, 0, 0, sine45], lift: 0.06, roll: 0.06 },
  box: { shape: box(0.06, 0.05, 0.04), rotation: [0, 0, Math.sin(0.25), Math.cos(0.25)], lift: 0.04, roll: 0 },
};

/** The largest angle between triangles that share an edge, except for sharp edges of more than 0.5 rad. */
export function bendOf(vertices: readonly number[], triangles: readonly number[]): number {
  const corner = (k: number): Vec3 => [vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]];
  const normals = new Map<string, Vec3>();
  let most = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(triangles[t + k]));
    const normal = cross(subtract(b, a), subtract(c, a));
    for (let k = 0; k < 3; k++) {
      const ends = [triangles[t + k], triangles[t + ((k + 1) % 3)]].sort((p, q) => p - q).join();
      const other = normals.get(ends);
      if (other) {
        const angle = Math.atan2(length(cross(normal, other)), dot(normal, other));
        if (angle < 0.5) most = Math.max(most, angle);
      }
      normals.set(ends, normal);
    }
  }
  return most;
}

/** The result of a crossing. Velocities in m/s, energies in J, of a body of 1 kg. */
export interface Ride {
  /** The largest change, in a step, of the velocity along the normal of the true surface. */
  readonly jolt: number;
  /** The largest energy gained in a step. */
  readonly gain: number;
  readonly energies: readonly [number, number];
  readonly distance: number;
}

/** The normal of the true surface at a place. */
function normalAt({ height }: Floor, x: number, y: number): Vec3 {
  const d = 1e-4;
  const [u, v] = [(height(x + d, y) - height(x - d, y)) / (2 * d), (height(x, y + d) - height(x, y - d)) / (2 * d)];
  const size = Math.sqrt(1 + u * u + v * v);
  return [-u / size, -v / size, 1 / size];
}

export function ride(floor: Floor, body: Crossing, from: number, to: number, speed: number, rate: number): Ride {
  const world = new World({ timeStep: 1 / rate, friction: body.roll > 0 ? 0.5 : 0, sleeping: false });
  for (const part of floor.parts) world.add(part, { type: 'static' });
  const y = 0.013;
  const [nx, , nz] = normalAt(floor, from, y);
  // Turned about y by the slope.
  const [s, c] = [Math.sin(Math.atan2(nx, nz) / 2), Math.cos(Math.atan2(nx, nz) / 2)];
  const [i, j, k, w] = body.rotation;
  const mover = world.add(body.shape, {
    mass: 1,
    pose: {
      position: [from + body.lift * nx, y, floor.height(from, y) + body.lift * nz + 2e-4],
      rotation: [c * i + s * k, c * j + s * w, c * k - s * i, c * w - s * j],
    },
    velocity: {
      linear: [speed * nz, 0, -speed * nx],
      angular: [0, body.roll > 0 ? speed / body.roll : 0, 0],
    },
  });
  const energy = (): number => world.report().kineticEnergy + world.report().potentialEnergy;
  let [jolt, gain] = [0, 0];
  let before: number[] = [...mover.velocity.linear];
  let last = Infinity;
  let first = Number.NaN;
  for (let step = 0; step < (1.5 * (to - from) * rate) / speed && mover.pose[0] < to; step++) {
    world.step();
    const now = [...mover.velocity.linear];
    const normal = normalAt(floor, mover.pose[0], mover.pose[1]);
    const change = Math.abs(normal.reduce((sum, n, axis) => sum + n * (now[axis] - before[axis]), 0));
    jolt = Math.max(jolt, change);
    gain = Math.max(gain, energy() - last);
    last = energy();
    if (step === 0) first = last;
    before = now;
  }
  return { jolt, gain, energies: [first, last], distance: mover.pose[0] - from };
}
