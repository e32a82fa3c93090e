// On a flat mesh a rolling ball lost 24 % of its energy in 1.5 s, and a sliding box stopped after a tenth of v²/(2 µ g): the edges
// between coplanar triangles had contacts of their own, with tilted normals.
import { expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { heightField, Scene, triangleMesh } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('a ball rolls on a flat height field without losing energy', () => {
  const scene = new Scene();
  scene.add(heightField(new Float64Array(61 * 61), { columns: 61, rows: 61, spacing: 0.1 }), {}, { static: true });
  const ball = freeBody(sphere(0.1), { mass: 1, pose: { position: [-1.5, 0.02, 0.1] } });
  const sim = new Simulator({ models: [ball], scene });
  sim.setState({ v: Float64Array.of(2, 0, 0, 0, 20, 0) });
  const before = sim.report().kineticEnergy;
  for (let k = 0; k < 360; k++) sim.step();
  expect(Math.abs(sim.report().kineticEnergy / before - 1)).toBeLessThan(1e-6);
  expect(sim.state.q[0]).toBeCloseTo(1.5, 6);
});

it('a box slides over a flat mesh as far as v²/(2 µ g)', () => {
  const count = 20;
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= count; j++) {
    for (let i = 0; i <= count; i++) {
      vertices.push(0.25 * i - 1, 0.25 * j - 2.5, 0);
      const a = j * (count + 1) + i;
      if (i < count && j < count) triangles.push(a, a + 1, a + count + 2, a, a + count + 2, a + count + 1);
    }
  }
  const scene = new Scene();
  scene.add(triangleMesh(vertices, triangles), {}, { static: true });
  const crate = freeBody(box(0.2, 0.2, 0.1), { mass: 1, pose: { position: [0.03, 0.04, 0.1] } });
  const [friction, distance, rate] = [0.1, 3, 240];
  const sim = new Simulator({ models: [crate], scene, friction, timeStep: 1 / rate });
  const speed = Math.sqrt(2 * friction * 9.81 * distance);
  sim.setState({ v: Float64Array.of(speed, 0, 0, 0, 0, 0) });
  for (let k = 0; k < 3 * rate; k++) sim.step();
  // Semi-implicit Euler moves with the velocity at the end of the step, so that the path is shorter by v Δt/2.
  expect(Math.abs(sim.state.q[0] - 0.03 - distance + speed / (2 * rate))).toBeLessThan(1e-3);
  expect(Math.abs(sim.state.q[1] - 0.04)).toBeLessThan(1e-6);
});
