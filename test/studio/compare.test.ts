// The compare view: all algorithms side by side.
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
  expect(rows[0]).toContain('distance,GJK');
  expect(rows).toHaveLength(57);
  expect([rows[1], rows[56]].map((row) => Number(row.split(',')[0]))).toEqual([-0.1, 1]);
  const gaps = (await studio.download('Convergence as CSV')).split('\n');
  expect(gaps.length).toBeGreaterThan(await iterations('gjk'));
});

it('follows the pair, also for depths and growth distances', async () => {
  const polyak = await iterations('polyak');
  await studio.button('As in the authors’ code').click();
  await expect.poll(() => iterations('polyak')).not.toBe(polyak);
  const before = await iterations('frank-wolfe');
  await studio.page.getByRole('group', { name: 'B', exact: true }).getByLabel('Shape').first().selectOption('sphere');
  await expect.poll(() => iterations('frank-wolfe')).not.toBe(before);
  await studio.button('Growth').click();
  await expect.poll(() => iterations('growth-ray')).toBeGreaterThan(1);
  await studio.button('Depth').click();
  await expect.poll(() => iterations('epa')).toBeGreaterThan(0);
});
