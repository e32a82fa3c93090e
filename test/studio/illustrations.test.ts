// The illustrations of queries: slabs and bounds, sweeps, and responses to small motions.
import { box, ellipsoid, signedDistance, sphere } from 'proximal';
import { compose, fromEuler, identity, transformPoint } from 'proximal/math';
import { describe, expect, it } from 'vitest';
import {
  boundsSteps,
  impactOf,
  poseInSweep,
  responsesTo,
  slabAlong,
  sweepThrough,
} from '../../apps/studio/src/model/illustrations.ts';
import { browserNamed, needsBrowser } from '../support/browsers.ts';
import { StudioTest, trueDistance } from '../support/studio.ts';

const pair = {
  a: box(1, 1, 1),
  poseA: identity(),
  b: ellipsoid(1, 0.7, 0.4),
  poseB: fromEuler(0.35, 0.5, 0, 'ZYX', [2.4, 0.6, 0.5]),
};
const { distance, normal } = signedDistance(pair.a, pair.poseA, pair.b, pair.poseB);

it('draws the slab whose width is the distance along the normal, and smaller widths along others', () => {
  expect(slabAlong(pair, normal)?.width).toBeCloseTo(distance, 8);
  for (let k = 1; k < 20; k++) {
    const other = [normal[0] + Math.sin(k), normal[1] + Math.cos(2 * k), normal[2] + Math.sin(3 * k)];
    expect(slabAlong(pair, other)?.width).toBeLessThanOrEqual(distance + 1e-9);
  }
});

it.each(['auto', 'gjk', 'nesterov'])('closes both bounds in on the distance, %s', (algorithm) => {
  const steps = boundsSteps(pair, algorithm);
  expect(steps.length).toBeGreaterThan(3);
  for (const [k, { lower, upper }] of steps.entries()) {
    expect(lower).toBeLessThanOrEqual(distance + 1e-9);
    expect(upper).toBeGreaterThanOrEqual(distance - 1e-9);
    if (k > 0) expect(lower).toBeGreaterThanOrEqual(steps[k - 1].lower);
  }
  const last = steps[steps.length - 1];
  expect(last.upper - last.lower).toBeLessThan(1e-5);
});

it('includes swept radii in the bounds', () => {
  const balls = { a: sphere(0.5), poseA: identity(), b: sphere(0.3), poseB: fromEuler(0, 0, 0, 'ZYX', [2, 0, 0]) };
  const last = boundsSteps(balls, 'gjk').at(-1);
  expect(last?.lower).toBeCloseTo(1.2, 9);
  expect(last?.upper).toBeCloseTo(1.2, 9);
});

it('finds the time of impact of a sweep, at which the bodies touch', () => {
  const sweep = [...sweepThrough(pair).slice(0, 3), 0, 0, 1];
  const impact = impactOf(pair, sweep);
  if (typeof impact === 'string') throw new Error(impact);
  expect(impact.hit).toBe(true);
  const touching = signedDistance(pair.a, pair.poseA, pair.b, poseInSweep(pair.poseB, sweep, impact.time));
  expect(Math.abs(touching.distance)).toBeLessThan(1e-5);
  // The pose at the start is B's own.
  for (const [k, x] of poseInSweep(pair.poseB, sweep, 0).entries()) expect(x).toBeCloseTo(pair.poseB[k], 12);
});

it.each([0, 1, 2, 3, 4, 5])('compares the response to a small motion with the true one, axis %i', (axis) => {
  const amount = 1e-4;
  const found = responsesTo(pair, axis, amount);
  if (typeof found === 'string') throw new Error(found);
  expect(found.exact.distance / amount).toBeCloseTo(found.true.distance / amount, 2);
  for (const [k, x] of found.exact.pointA.entries()) expect(x / amount).toBeCloseTo(found.true.pointA[k] / amount, 2);
  // The motion is in B's own frame.
  if (axis < 3) {
    const by = [0, 1, 2].map((k) => (k === axis ? amount : 0)) as [number, number, number];
    const at = transformPoint(compose(pair.poseB, { position: by }), [0, 0, 0]);
    for (const [k, x] of at.entries()) expect(found.moved[k]).toBeCloseTo(x, 12);
  }
});

describe('on the page', needsBrowser(browserNamed('Chromium')), () => {
  const studio = new StudioTest();

  it('steps through the bounds of a distance, and moves B out of an overlap', async () => {
    const text = studio.page.locator('.transport output');
    await studio.button('First').click();
    const bounds = async (): Promise<number[]> =>
      (((await text.textContent()) ?? '').replaceAll('−', '-').match(/-?[\d.]+/g) ?? []).map(Number);
    const [lower, upper] = await bounds();
    expect(upper - lower).toBeGreaterThan(0.1);
    await studio.page.getByRole('slider', { name: 'Illustration' }).press('End');
    const truth = trueDistance([2.4, 0.6, 0.5]);
    for (const bound of await bounds()) expect(bound).toBeCloseTo(truth, 2);
    await studio.fill(studio.field('B', 'Position', 'x'), '1.2');
    await studio.page.getByLabel('Query').selectOption('penetration');
    await expect.poll(() => text.textContent()).toBe('100 %');
  });

  it('sweeps B to its time of impact, and keeps the sweep in the link', async () => {
    await studio.button('Sweep').click();
    await expect.poll(() => studio.cell('touches')).toBe('yes');
    expect(await studio.number('time of impact, lower bound')).toBeGreaterThan(0.05);
    const far = studio.page.getByRole('group', { name: 'Sweep of B' }).getByLabel('x m', { exact: true });
    const before = studio.page.url();
    await studio.fill(far, '4.8');
    await expect.poll(() => studio.cell('touches')).toBe('no');
    await expect.poll(() => studio.page.url()).not.toBe(before);
    await studio.reopen();
    expect(await studio.cell('touches')).toBe('no');
  });

  it('shows exact, smoothed and true responses side by side', async () => {
    await studio.page.getByRole('group', { name: 'Illustration' }).getByRole('button', { name: 'Derivative' }).click();
    const row = studio.page.getByRole('region', { name: 'Responses' }).getByRole('row', { name: 'distance' });
    const values = async (): Promise<number[]> =>
      row.getByRole('cell').evaluateAll((cells) => cells.map((cell) => Number.parseFloat((cell as HTMLElement).title)));
    const [exact, smoothed, real] = await values();
    expect(exact).toBeCloseTo(smoothed, 6);
    expect(exact).toBeCloseTo(real, 1);
    await studio.page.getByLabel('Perturbation').fill('0.9');
    await expect.poll(async () => Math.abs((await values())[0])).toBeGreaterThan(3 * Math.abs(exact));
    await studio.page.getByRole('group', { name: 'Illustration' }).getByRole('button', { name: 'Answer' }).click();
  });
});
