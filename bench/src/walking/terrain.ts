// The grounds on which the quadruped walks: a plane, a height field and blocks. All are flat where the robot starts.
import { box, halfspace } from 'proximal';
import { Rng } from 'proximal/math';
import { type CompoundPart, compound, heightField, type Scene } from 'proximal/scene';
import { bumpyWave } from '../control/terrain.ts';

export interface Terrain {
  readonly name: string;
  readonly friction: number;
  /** Moves the height field, or selects the heights of the blocks. */
  readonly seed: number;
  readonly addTo: (scene: Scene) => void;
}

/** Friction coefficients of the flat and of the bumpy ground. */
const [grip, slippery] = [0.9, 0.3];
/** The ground in meters: x and y of its edges, and where its bumps begin. The front feet start at x = 0.19. */
const [left, right, side, first] = [-0.6, 3, 0.7, 0.3];
/** The bumps of the height field reach their full height within this length. */
const fade = 0.3;
const spacing = 0.02;
/** The side of a block. */
const cell = 0.05;

export const flat: Terrain = {
  name: 'flat',
  friction: grip,
  seed: 0,
  addTo: (scene) => void scene.add(halfspace(), {}, { static: true }),
};

/**
 * The height field z ∝ sin(30x)/5 + cos(30y²)/20 + sin(50xy)/10, x and y in meters, scaled so that its samples span `roughness`, with the
 * middle of the span at z = 0, and then faded in from x = 0.3 m. The seed moves x by up to a wavelength, 0.21 m, and y by up to 5 cm.
 */
export function hills(roughness: number, seed: number): Terrain {
  const rng = new Rng(seed);
  const [dx, dy] = [rng.uniform(0, (2 * Math.PI) / 30), rng.uniform(-0.05, 0.05)];
  const columns = Math.round((right - left) / spacing) + 1;
  const rows = Math.round((2 * side) / spacing) + 1;
  const wave = Array.from({ length: columns * rows }, (_, k) => {
    const x = left + spacing * (k % columns) + dx;
    const y = -side + spacing * Math.floor(k / columns) + dy;
    return bumpyWave(x, y);
  });
  const [lowest, highest] = wave.reduce(
    ([low, high], z) => [Math.min(low, z), Math.max(high, z)],
    [Infinity, -Infinity],
  );
  const heights = wave.map((z, k) => {
    const t = Math.min(Math.max((left + spacing * (k % columns) - first) / fade, 0), 1);
    return t * t * (3 - 2 * t) * roughness * ((z - lowest) / (highest - lowest) - 0.5);
  });
  return {
    name: `hills, ${100 * roughness} cm`,
    friction: slippery,
    seed,
    addTo: (scene) => {
      const position = [(left + right) / 2, 0, 0];
      scene.add(heightField(heights, { columns, rows, spacing }), { position }, { static: true });
    },
  };
}

/** Square blocks of 5 cm on a plane, with heights uniformly distributed from a twentieth of `roughness` to `roughness`. */
export function blocks(roughness: number, seed: number): Terrain {
  return {
    name: `blocks, ${100 * roughness} cm`,
    friction: slippery,
    seed,
    addTo: (scene) => {
      scene.add(halfspace(), {}, { static: true });
      const rng = new Rng(seed);
      const parts: CompoundPart[] = [];
      for (let x = first; x < right - cell / 2; x += cell)
        for (let y = -side; y < side - cell / 2; y += cell) {
          const half = rng.uniform(0.05 * roughness, roughness) / 2;
          parts.push({ shape: box(cell / 2, cell / 2, half), pose: { position: [x + cell / 2, y + cell / 2, half] } });
        }
      scene.add(compound(parts), {}, { static: true });
    },
  };
}
