import { afterEach, describe, expect, it } from 'vitest';
import { box, distance, Pair, rounded, setTarget, sphere, target, targetReason } from '../../src/index.ts';

const own = target();
afterEach(() => setTarget(own));

describe('the target', () => {
  it('reports the chosen target and the reason', () => {
    setTarget('js');
    expect([target(), targetReason()]).toEqual(['js', "JavaScript was chosen with setTarget('js')."]);
    setTarget('wasm');
    expect([target(), targetReason()]).toEqual(['wasm', 'WebAssembly is the default and compiled.']);
  });

  it('may change at any time: shapes work on both, a pair stays on its target', () => {
    const [a, b] = [rounded(box(1, 2, 3), 0.1), sphere(1)];
    const pose = { position: [4, 1, 1] };
    const pairs = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      return new Pair(a, b);
    });
    const results = (['wasm', 'js', 'wasm'] as const).flatMap((name) => {
      setTarget(name);
      return [distance(a, {}, b, pose).distance, ...pairs.map((pair) => pair.distance({}, pose).distance)];
    });
    expect(new Set(results).size).toBe(1);
  });

  it('may change inside a custom callback without effect on the query in progress', async () => {
    const { custom } = await import('../../src/index.ts');
    const ball = custom({
      support(dx, dy, dz, out) {
        setTarget(target() === 'js' ? 'wasm' : 'js');
        distance(box(1, 1, 1), {}, sphere(1), { position: [5, 0, 0] });
        const length = Math.hypot(dx, dy, dz);
        out.set([dx / length, dy / length, dz / length]);
      },
    });
    expect(distance(ball, {}, sphere(1), { position: [0, 5, 0] }).distance).toBeCloseTo(3, 12);
  });
});
