// Pairs found beyond the scene's margin, and pairs that the scene had dropped, used the former shapes of their bodies.
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { compound, Scene } from '../../src/scene/index.ts';

describe('pairs whose bodies get other shapes', () => {
  it('use the new shapes when they are beyond the margin', () => {
    const scene = new Scene({ margin: 0.1 });
    scene.add(sphere(1), {});
    const b = scene.add(sphere(1), { position: [2.5, 0, 0] });
    const [distant] = scene.collisions({ margin: 1 });
    expect([distant.isNear, distant.distance().distance]).toEqual([false, 0.5]);
    b.setShape(sphere(1.4));
    expect(distant.distance().distance).toBeCloseTo(0.1, 9);
    expect(distant.pair?.b).toBe(b.shape);
    b.remove();
    expect(distant.isNear).toBe(false);
  });

  it('use the new shapes when the scene has dropped the pair', () => {
    const scene = new Scene({ margin: 1 });
    scene.add(sphere(1), {});
    const b = scene.add(sphere(1), { position: [2.5, 0, 0] });
    const [pair] = scene.pairs();
    for (const radius of [1.4, 1.2]) {
      b.setShape(sphere(radius));
      expect([pair.isNear, pair.distance().distance]).toEqual([false, expect.closeTo(1.5 - radius, 9)]);
    }
  });

  it('use the new parts of compounds', () => {
    const scene = new Scene();
    const table = (half: number): ReturnType<typeof compound> =>
      compound([{ shape: box(half, 1, 1) }, { shape: sphere(0.1), pose: { position: [0, 0, 5] } }]);
    scene.add(table(1), {});
    const b = scene.add(table(1), { position: [3, 0, 0] });
    const [distant] = scene.collisions({ margin: 2 });
    expect(distant.distance().distance).toBeCloseTo(1, 9);
    b.setShape(table(1.5));
    expect(distant.distance().distance).toBeCloseTo(0.5, 9);
    b.setShape(sphere(0.5));
    expect(distant.distance().distance).toBeCloseTo(1.5, 9);
    b.setShape(table(1.25));
    expect(distant.distance().distance).toBeCloseTo(0.75, 9);
  });

  it('are not near once a body was removed, before the next update', () => {
    const scene = new Scene();
    const a = scene.add(sphere(1), {});
    scene.add(sphere(1), { position: [1, 0, 0] });
    const [pair] = scene.pairs();
    expect(pair.isNear).toBe(true);
    a.remove();
    expect(pair.isNear).toBe(false);
  });
});
