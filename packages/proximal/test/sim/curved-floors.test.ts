// Gently curved floors of triangles: without gravity and friction, a body slides across a valley at constant speed. Each projection
// turns the velocity by δ, which keeps v cos δ. δ is the turn at an edge, or the turn along the path of a step, v Δt/R, if that is larger. So over the
// angle Θ the speed falls to no less than exp(−Θ δ/2) of its start.
import { describe, expect, it } from 'vitest';
import { box, capsule, type Shape, sphere } from '../../src/index.ts';
import { type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { over } from './floors.ts';

const radius = 20;
const cell = 0.1;

/** A valley along y with slanted cells and mixed diagonals; with `isSoup` every triangle has vertices of its own. */
function valley(isSoup: boolean): TriangleMesh {
  const [columns, rows] = [46, 12];
  const points: number[][] = [];
  const triangles: number[][] = [];
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++) {
      const y = (j - rows / 2) * cell;
      const x = (i - columns / 2) * cell + 0.4 * y + 0.03 * Math.sin(7 * i + 5 * j);
      points.push([x, y, radius - Math.sqrt(radius * radius - x * x)]);
      if (i === columns || j === rows) continue;
      const a = j * (columns + 1) + i;
      const [b, c, d] = [a + 1, a + columns + 1, a + columns + 2];
      triangles.push(
        ...((i * j) % 3 === 0
          ? [
              [a, b, c],
              [b, d, c],
            ]
          : [
              [a, b, d],
              [a, d, c],
            ]),
      );
    }
  if (!isSoup) return triangleMesh(points, triangles.flat());
  return triangleMesh(
    triangles.flatMap((corners) => corners.map((k) => points[k])),
    triangles.flat().map((_, k) => k),
  );
}

const turned = [0, 0, Math.sin(0.3), Math.cos(0.3)];
const across = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const cases: readonly [string, Shape, number, readonly number[]][] = [
  ['a ball', sphere(0.1), 0.1, [0, 0, 0, 1]],
  ['a capsule', capsule(0.08, 0.2), 0.08, across],
  ['a turned box', box(0.06, 0.05, 0.04), 0.04, turned],
];

describe.each(cases)('%s', (_name, shape, height, rotation) => {
  it.each([
    [60, false],
    [240, true],
  ])('slides through a valley without a jolt, at %i Hz', (rate, isSoup) => {
    const speed = 3;
    const state = { position: [0, 0.013, height + 1e-4], rotation, linear: [speed, 0, 0] };
    const sim = over(valley(isSoup), shape, state, { friction: 0, gravity: [0, 0, 0], timeStep: 1 / rate });
    // A cell spans up to 1.6 `cell` along x, because it is slanted and shifted.
    const angle = Math.max((1.6 * cell) / radius, speed / rate / radius);
    let before = speed;
    for (let k = 0; k < 0.5 * rate; k++) {
      sim.step();
      // The speed at which a body of 1 kg has the whole kinetic energy, including the energy of rotation.
      const now = Math.sqrt(2 * sim.report().kineticEnergy);
      // A step crosses at most two edges, and each reduces the speed by v δ²/2. The bound is twice the loss at two edges.
      expect(before - now).toBeLessThan(speed * 2 * angle * angle);
      expect(now - before).toBeLessThan(1e-7);
      before = now;
    }
    const total = (0.5 * speed) / radius;
    expect(before / speed).toBeGreaterThan(Math.exp(-total * angle) - 1e-4);
  });
});
