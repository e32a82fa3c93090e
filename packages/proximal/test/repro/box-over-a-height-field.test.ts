// A box that slid over a flat height field lost the contacts of its front corners when they were 0.1 µm above the field, and sank by 0.07
// mm. The direction of so small a gap is rounding noise; it was used as the normal of a neighboring triangle.
import { expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { heightField, Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

it('keeps four contacts while rounding errors rock the box', () => {
  const scene = new Scene({ margin: 0.02 });
  const spacing = 12 / 59;
  scene.add(heightField(new Float64Array(60 * 60), { columns: 60, rows: 60, spacing }), {}, { static: true });
  const half = [0.22685122313138978, 0.21427885043262768, 0.24332656015125265] as const;
  const crate = freeBody(box(...half), { mass: 235.97628204448455, pose: { position: [0, 0, half[2]] } });
  const sim = new Simulator({ models: [crate], scene, friction: 0.46900403057332607 });
  sim.setState({ v: Float64Array.of(5.009004927942562, 0, 0, 0, 0, 0) });
  for (let k = 0; k < 271; k++) {
    sim.step();
    expect(sim.report().contacts).toHaveLength(4);
  }
  expect(Math.abs(sim.state.q[2] - half[2])).toBeLessThan(1e-6);
});

it('finds the same four corners for gaps from −0.1 mm to 1 mm', () => {
  const field = heightField(new Float64Array(60 * 60), { columns: 60, rows: 60, spacing: 0.2 });
  for (const gap of [1e-3, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 0, -1e-10, -1e-8, -1e-6, -1e-4]) {
    for (const tilt of [0, 1e-7, 1e-5]) {
      const scene = new Scene({ margin: 0.02 });
      scene.add(field, {}, { static: true });
      const rotation = [tilt / 2, 0, 0, Math.sqrt(1 - (tilt * tilt) / 4)];
      const crate = freeBody(box(0.23, 0.21, 0.1), { mass: 1, pose: { position: [0.07, 0.03, 0.1 + gap], rotation } });
      const sim = new Simulator({ models: [crate], scene });
      sim.step();
      const corners = sim.report().contacts.map(({ point }) => point.slice(0, 2).map((x) => x.toFixed(4)));
      expect(corners, `gap ${gap}, tilt ${tilt}`).toHaveLength(4);
      for (const x of [0.3, -0.16])
        for (const y of [0.24, -0.18]) expect(corners).toContainEqual([x.toFixed(4), y.toFixed(4)]);
    }
  }
});
