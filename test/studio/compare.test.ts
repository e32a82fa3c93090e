// The compare view: all algorithms side by side.
import { box, ellipsoid, signedDistance } from 'proximal';
import { fromEuler } from 'proximal/math';
import { beforeEach, expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();
const iterations = async (name: string): Promise<number> =>
  Number(await studio.page.locator(`[data-iterations="${name}"]`).textContent());

beforeEach(() => studio.view('Compare'));

it('plots every algorithm, and exports the numbers', async () => {
  await expect.poll(() => studio.page.locator('.plot canvas').count()).toBe(2);
  await expect.poll(() => iterations('gjk')).toBeGreaterThan(1);
  const rows = (await studio.download('Sweep as CSV')).split('\n');
  expect(rows[0]).toContain('displacement,GJK');
  expect(rows).toHaveLength(57);
  expect([rows[1], rows[56]].map((row) => Number(row.split(',')[0]))).toEqual([-0.1, 1]);
  const gaps = (await studio.download('Convergence as CSV')).split('\n');
  expect(gaps.length).toBeGreaterThan(await iterations('gjk'));
});

it('follows the pair, also for depths and growth distances', async () => {
  const polyak = await iterations('polyak');
  // With the momentum of the authors' code, Polyak takes at most as many iterations as GJK here; as printed, it takes another number.
  expect(polyak).toBeLessThanOrEqual(await iterations('gjk'));
  await studio.button('Momentum as printed').click();
  await expect.poll(() => iterations('polyak')).not.toBe(polyak);
  const before = await iterations('frank-wolfe');
  await studio.page.getByRole('group', { name: 'B', exact: true }).getByLabel('Shape').first().selectOption('sphere');
  await expect.poll(() => iterations('frank-wolfe')).not.toBe(before);
  await studio.button('Growth').click();
  await expect.poll(() => iterations('growth-ray')).toBeGreaterThan(1);
  await studio.button('Depth').click();
  await expect.poll(() => iterations('epa')).toBeGreaterThan(0);
});

it('says why two half-spaces cannot be compared, and goes on', async () => {
  const { page } = studio;
  const shape = (body: string) => page.getByRole('group', { name: body, exact: true }).getByLabel('Shape').first();
  for (const body of ['A', 'B']) await shape(body).selectOption('halfspace');
  // The class is named as in the source.
  await page.getByRole('alert').filter({ hasText: 'b is a Halfspace; both shapes are half-spaces' }).waitFor();
  await shape('A').selectOption('box');
  await shape('B').selectOption('ellipsoid');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => iterations('gjk')).toBeGreaterThan(0);
});

it('runs the depth algorithm that is named', async () => {
  for (const [axis, value] of [
    ['x', '0.3'],
    ['y', '0.2'],
    ['z', '0.1'],
  ])
    await studio.fill(studio.field('B', 'Position', axis), value);
  await studio.button('Depth').click();
  await expect.poll(() => iterations('mpr')).toBeGreaterThan(0);
  const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', [0.3, 0.2, 0.1]);
  const counts = (['epa', 'mpr', 'sqp', 'incremental'] as const).map((algorithm) => {
    let count = 0;
    const trace = (): number => ++count;
    const options = { algorithm, certified: algorithm === 'epa', trace };
    signedDistance(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose, options);
    return count;
  });
  expect(new Set(counts).size).toBe(4);
  expect(await Promise.all(['epa', 'mpr', 'sqp', 'incremental'].map(iterations))).toEqual(counts);
});
