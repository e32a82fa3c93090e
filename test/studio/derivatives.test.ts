// The derivatives view: Jacobians, clouds, weights, and contact poses.
import { box, ellipsoid } from 'proximal';
import { differentiate } from 'proximal/derivatives';
import { fromEuler } from 'proximal/math';
import { beforeEach, expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();
const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', [2.4, 0.6, 0.5]);

beforeEach(() => studio.view('Derivatives'));

/** Numbers as text, without the sign of zero. */
const plain = (values: Float64Array): number[] => Array.from(values, (x) => x + 0);

/** The numbers of a Jacobian on the page, with all digits. */
async function shown(title: string): Promise<number[]> {
  const cells = studio.page.locator('.heat-map').filter({ hasText: title }).locator('td[title]');
  return cells.evaluateAll((list) => list.map((cell) => Number(cell.getAttribute('title'))));
}

it('shows the Jacobians of every estimator', async () => {
  for (const estimator of ['gumbel', 'gaussian', 'zeroth-order', 'finite-difference', 'exact'] as const) {
    await studio.page.getByLabel('Estimator').selectOption(estimator);
    const isSmooth = estimator !== 'exact' && estimator !== 'finite-difference';
    const smoothing = { noise: 0.1, noiseOn: 'normal', neighbors: 1, samples: 100, seed: 1 } as const;
    const options = { estimator, ...(isSmooth ? smoothing : {}) };
    const truth = differentiate(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose, options);
    await expect.poll(() => shown('Distance'), { message: estimator }).toEqual(plain(truth.distance));
    expect(await shown('Point of A')).toEqual(plain(truth.pointA));
    expect(await shown('Point of B')).toEqual(plain(truth.pointB));
    expect(await shown('Normal')).toEqual(plain(truth.normal));
  }
});

it('shows the weights of the soft-max on the vertices', async () => {
  // The face in front of the ellipsoid: four corners of equal weight.
  await expect.poll(() => studio.page.locator('[data-label="25 %"]').count()).toBe(4);
  await studio.page.getByLabel('Estimator').selectOption('exact');
  await expect.poll(() => studio.page.locator('[data-label="25 %"]').count()).toBe(0);
});

it('finds a contact pose between two clicked points, and shows the iterates', async () => {
  const { page } = studio;
  const find = studio.button('Find the contact pose');
  expect(await find.isDisabled()).toBe(true);
  const canvas = await page.locator('.stage canvas').boundingBox();
  if (!canvas) throw new Error('there is no picture');
  // After the bodies are drawn.
  await expect.poll(() => page.locator('[data-label="25 %"]').count()).toBe(4);
  await page.mouse.click(canvas.x + 0.3 * canvas.width, canvas.y + 0.55 * canvas.height);
  await page.mouse.click(canvas.x + 0.68 * canvas.width, canvas.y + 0.5 * canvas.height);
  await expect.poll(() => page.locator('[data-label="target"]').count()).toBe(2);
  await find.click();
  await expect.poll(() => studio.cell('status')).toBe('converged');
  await expect.poll(() => page.locator('.transport output').textContent()).toMatch(/^(\d+) of \1$/);
  await studio.button('Move B to the pose found').click();
  await expect.poll(() => studio.number('signed distance')).toBeCloseTo(0, 6);
  await studio.button('Undo').click();
  await expect.poll(() => studio.number('signed distance')).toBeGreaterThan(0.1);
});

it('accepts the nearest points and numbers as targets', async () => {
  await studio.button('Use the nearest points').click();
  const target = studio.page.getByRole('group', { name: 'Target on A' }).getByLabel('y');
  const before = Number(await target.inputValue());
  await studio.fill(target, String(before - 0.5));
  await expect.poll(async () => Number(await target.inputValue())).toBeCloseTo(before - 0.5, 5);
  await studio.button('Find the contact pose').click();
  await expect.poll(() => studio.cell('status')).toBe('converged');
});

it('finds contact poses beside edges, and of faces in contact', async () => {
  const target = (body: string, axis: string) =>
    studio.page.getByRole('group', { name: `Target on ${body}` }).getByLabel(axis);
  await studio.button('Use the nearest points').click();
  // Two millimeters beside an edge of the cube.
  await studio.fill(target('A', 'z'), '0.998');
  await studio.button('Find the contact pose').click();
  await expect.poll(() => studio.cell('status')).toBe('converged');
  await studio.page.getByRole('group', { name: 'B', exact: true }).getByLabel('Shape').first().selectOption('box');
  await studio.button('Use the nearest points').click();
  for (const [axis, value] of [
    ['x', '1'],
    ['y', '0.2'],
    ['z', '0.1'],
  ])
    await studio.fill(target('B', axis), value);
  await studio.button('Find the contact pose').click();
  await expect.poll(() => studio.cell('status')).toBe('the targets touch, as part of a contact along an edge or face');
  await expect.poll(() => studio.number('signed distance')).toBeCloseTo(0, 6);
});
