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

it('shows first where the methods differ, with a title for each query, and the times of all methods', async () => {
  const { page } = studio;
  const title = (text: string) => page.locator('.u-title', { hasText: text }).first();
  await title('Convergence of the distance algorithms').waitFor();
  const svg = await studio.download('SVG');
  // Frank-Wolfe takes 256 iterations; the plot ends soon after those of the others.
  const last = Math.max(...[...svg.matchAll(/text-anchor="middle">(\d+)</g)].map(([, number]) => Number(number)));
  expect(last).toBeLessThanOrEqual(15);
  expect(svg).toContain('>Polyak-accelerated GJK</text>');
  // One line and one path of markers for each of the six curves of both plots, and the markers of the legends.
  expect(svg.match(/fill="none" stroke="#/g)).toHaveLength(12);
  for (const name of ['gjk', 'nesterov', 'frank-wolfe'])
    await expect.poll(() => page.locator(`[data-time="${name}"]`).textContent()).toMatch(/^[\d.]+ µs$/);
  const [file] = await Promise.all([page.waitForEvent('download'), studio.button('PNG').click()]);
  expect(file.suggestedFilename()).toBe('proximal.png');
  await studio.button('Growth').click();
  await title('Convergence of the growth-distance algorithms').waitFor();
  await studio.button('Depth').click();
  await title('Convergence of the depth algorithms').waitFor();
  await page.getByText('The bodies are apart').waitFor();
  await studio.button('Let them overlap').click();
  await expect.poll(() => page.getByText('The bodies are apart').count()).toBe(0);
});

it('shows the gap of Frank-Wolfe as in the view of its steps, and says why that of the query is smaller', async () => {
  const { page } = studio;
  const row = page.getByRole('row', { name: /^Frank-Wolfe/ });
  const gap = Number(await row.getByRole('cell').nth(1).textContent());
  await page.getByText('The query continues with plain GJK').waitFor();
  await studio.view('Minkowski');
  await page.getByLabel('Algorithm').selectOption('frank-wolfe');
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('End');
  await expect
    .poll(async () => (await studio.number('upper bound')) - (await studio.number('lower bound')))
    .toBeCloseTo(gap, 3);
  await page.getByText('The query continues with plain GJK').waitFor();
  await studio.view('Query');
  await page.getByLabel('Algorithm').selectOption('frank-wolfe');
  await expect.poll(() => studio.cell('iterations')).toMatch(/^\d+, then GJK$/);
});

it('says why two half-spaces cannot be compared, and continues', async () => {
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
