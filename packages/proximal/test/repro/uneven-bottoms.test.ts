// The bottom of a hull whose vertices are rounded consists of thin triangles with slightly different normals. The contact with a floor
// consisted of the corners of only one of these triangles, which did not span the bottom. So a body tipped from one triangle to the next:
// the base of a UR5 that had fallen over rocked forever at 60 Hz.
import { describe, expect, it } from 'vitest';
import { box, convex, halfspace, type Shape } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';

const corners = 31;

/** A round foot 15 cm in diameter whose corners are uneven by up to `noise` meters. */
function foot(noise: number): Shape {
  const rng = new Rng(7);
  const points: number[][] = [];
  for (const z of [-0.04, 0.04])
    for (let k = 0; k < corners; k++) {
      const angle = (2 * Math.PI * k) / corners;
      points.push([0.075 * Math.cos(angle), 0.075 * Math.sin(angle), z + rng.uniform(-noise, noise)]);
    }
  return convex(points);
}

describe('a hull with an uneven bottom', () => {
  it('touches a floor at four points around its bottom', () => {
    for (const floor of [halfspace(), box(1, 1, 1)]) {
      const scene = new Scene();
      scene.add(floor, floor.isBounded ? { position: [0, 0, -1] } : {});
      scene.add(foot(2e-6), { position: [0, 0, 0.0395] });
      const [{ points }] = scene.contacts();
      const angles = points.map(({ pointA: [x, y] }) => Math.atan2(y, x)).sort((a, b) => a - b);
      expect(angles.length).toBe(4);
      angles.forEach((angle, k) => {
        const next = k < 3 ? angles[k + 1] : angles[0] + 2 * Math.PI;
        expect(next - angle).toBeGreaterThan(1.1);
        expect(next - angle).toBeLessThan(2.1);
      });
      for (const { gap } of points) expect(gap).toBeCloseTo(-5e-4, 5);
    }
  });

  it.each([60, 240])('comes to rest at %i Hz', (rate) => {
    const world = new World({ timeStep: 1 / rate });
    world.add(halfspace(), { type: 'static' });
    const body = world.add(foot(2e-6), {
      pose: { position: [0, 0, 0.1], rotation: [0.1, 0.05, 0, Math.sqrt(0.9875)] },
    });
    for (let k = 0; k < 3 * rate && !body.isSleeping; k++) world.step();
    expect(body.isSleeping).toBe(true);
    expect(Math.abs(body.pose[2] - 0.04)).toBeLessThan(6e-4);
  });
});
