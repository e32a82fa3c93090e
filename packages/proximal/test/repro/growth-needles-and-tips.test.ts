// Found by `npm run fuzz -- growth --seed 20261117`. A ray beside the tip of a needle-like triangle counted as inside, because it was close
// to the lines through the edges; the points were then off the ray. Near the tip of a superellipsoid, 100 steps were not enough.
import { describe, expect, it } from 'vitest';
import {
  box,
  certify,
  cone,
  ellipsoid,
  growthDistance,
  Pair,
  point,
  type Shape,
  segment,
  superellipsoid,
  transformed,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';

const identity = new Float64Array([0, 0, 0, 0, 0, 0, 1]);

function expectProof(a: Shape, b: Shape, poseB: Float64Array, options = {}): void {
  const result = growthDistance(a, identity, b, poseB, options);
  expect(certify(a, identity, b, poseB, result)).toMatchObject({ valid: true });
  expect(result.converged).toBe(true);
}

describe('needles', () => {
  it('the points of a sliver-like ellipsoid are on the ray', () => {
    const sliver = ellipsoid(3.21880767545782e-5, 0.018980926345781544, 1.8980926345781546e-11);
    expectProof(sliver, point(), new Float64Array([2.3932505713334897e-5, 0.018980926345781544, 0, 0, 0, 0, 1]));
  });

  it('proves the growth distance of a flat superellipsoid at the end of a segment 2000 km long', () => {
    const flat = superellipsoid(27.56459240001459, 2.49089289953114e-7, 7.83735463221421, 1, 1.800927446147327);
    const line = segment(1e6);
    const poseB = new Float64Array([
      27.537477659587562, -6.51925802230835e-9, 999992.1626453921, 3.3690128269874784e-15, -3.621177768114929e-15,
      4.617567878291296e-15, 1,
    ]);
    for (const accelerate of [true, false]) {
      const result = growthDistance(flat, identity, line, poseB, { expert: { accelerate } });
      const { valid, gap, allowance } = certify(flat, identity, line, poseB, result);
      expect(valid).toBe(true);
      // The tolerance is below rounding here. Without acceleration, the published algorithm stops early and reports converged = false.
      if (accelerate) expect(gap).toBeLessThan(allowance);
      else expect(result.converged).toBe(false);
    }
    const pair = new Pair(flat, line);
    pair.setGrowth({ warmStart: 'primal' });
    const step = [0.0007037130074875947, 0.00007995697036588926, 0.00036266707115478866];
    pair.growthDistance(
      identity,
      poseB.map((x, k) => x + (step[k] ?? 0)),
    );
    expect(certify(flat, identity, line, poseB, pair.growthDistance(identity, poseB))).toMatchObject({ valid: true });
  });
});

describe('tips', () => {
  it('a pointed superellipsoid grown about another center needs fewer than 50 steps', () => {
    const shape = superellipsoid(
      225.98183957918243,
      116.05644749828156,
      2.044965978871043,
      1.3053159386087454,
      1.841006217891752,
    );
    const rng = new Rng(7);
    const [tip, fraction] = [shape.support(rng.direction()), rng.uniform(0, 0.9)];
    const centerA = tip.map((x, k) => shape.center[k] + fraction * (x - shape.center[k]));
    const poseB = new Float64Array([-6.148545942057055e-10, 5.956762837473916e-9, -2.270359258469765e-9, 0, 0, 0, 1]);
    expectProof(shape, point(), poseB, { centerA });
    expect(growthDistance(shape, identity, point(), poseB, { centerA }).iterations).toBeLessThan(50);
  });
});

describe('triangles with collinear corners', () => {
  it('ignores a correction of the weights that is rounding noise: a box and a rotated copy, about other centers', () => {
    const shape = box(167.6541346319546, 1128.5600223795493, 1128.5600223795493);
    const poseA = new Float64Array([
      23732.571974153812, -16809.953667446123, -13148.723383874738, -0.9784092092103726, -0.20105074377084955,
      0.025469733045212307, 0.04056242670412145,
    ]);
    const poseB = new Float64Array([
      23732.571974153812, -16809.953667446123, -13148.723383874738, 0.04056242670412145, 0.025469733045212307,
      0.20105074377084955, 0.9784092092103726,
    ]);
    const centerA = [-85.35317262417036, 574.5529546191079, -574.5529546191079];
    const centerB = [85.2667871463311, -573.9714527252384, 573.9714527252384];
    const result = growthDistance(shape, poseA, shape, poseB, { centerA, centerB });
    expect(certify(shape, poseA, shape, poseB, result)).toMatchObject({ valid: true });
    expect(result.converged).toBe(true);
  });

  it('bisects toward the rim of a needle-like cone while the bounds do not improve', () => {
    const needle = transformed(cone(6.253176347106252e-8, 1.3103864972870406e-5), {
      linear: [
        0.3384957541993894, -0.09036676486911405, -0.9366186375446928, -0.7933212550881461, 0.5078788231623095,
        -0.33570893227412957, 0.5060257015353617, 0.8566755212975083, 0.10022494996400333,
      ],
    });
    const poseA = new Float64Array([
      -0.00017989275974788105, 0.00012859573962846195, 0.00011423838988153877, -0.9077447172808591, 0.06565110841202458,
      -0.3923459768974307, -0.133244491913799,
    ]);
    const poseB = new Float64Array([
      -0.00017338569789101898, 0.00012454323633495488, 0.00012486620953129266, 0.8568418164083732, 0.09929040189981933,
      -0.11882876096028726, 0.491775602600632,
    ]);
    const centerA = [-2.521233365614639e-7, -9.036768298815911e-8, 2.6979015555223447e-8];
    const result = growthDistance(needle, poseA, point(), poseB, { centerA });
    expect(certify(needle, poseA, point(), poseB, result)).toMatchObject({ valid: true });
    expect(result.converged).toBe(true);
  });
});
