// The Minkowski view: every algorithm, step by step, with bounds that converge to the right answer.
import { box, ellipsoid, growthDistance, signedDistance } from 'proximal';
import * as flat from 'proximal/2d';
import { fromEuler } from 'proximal/math';
import { beforeEach, expect, it } from 'vitest';
import { StudioTest, trueDistance } from '../support/studio.ts';

const studio = new StudioTest();
const count = () => studio.page.locator('.transport output');

beforeEach(() => studio.view('Minkowski'));

/** Goes to the last step, and returns the number of steps. */
async function toTheEnd(): Promise<number> {
  await expect.poll(() => count().textContent()).toMatch(/^1 of \d+$/);
  const total = Number(/of (\d+)/.exec((await count().textContent()) ?? '')?.[1]);
  await studio.page.locator('.stage canvas').focus();
  await studio.page.keyboard.press('End');
  await expect.poll(() => count().textContent()).toBe(`${total} of ${total}`);
  return total;
}

async function choose(algorithm: string): Promise<void> {
  await studio.page.getByLabel('Algorithm').selectOption(algorithm);
}

it('steps through an algorithm, forward and back, with bounds that converge', async () => {
  await expect.poll(() => count().textContent()).toMatch(/^1 of \d+$/);
  const total = Number(/of (\d+)/.exec((await count().textContent()) ?? '')?.[1]);
  for (let k = 1; k < total; k++) await studio.button('Forward').click();
  await expect.poll(() => count().textContent()).toBe(`${total} of ${total}`);
  expect(await studio.number('lower bound')).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 6);
  expect(await studio.number('upper bound')).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 6);
  await studio.page.locator('.stage canvas').focus();
  await studio.page.keyboard.press('ArrowLeft');
  await expect.poll(() => count().textContent()).toBe(`${total - 1} of ${total}`);
});

it('steps through Frank-Wolfe and the accelerations', async () => {
  for (const algorithm of ['frank-wolfe', 'polyak', 'nesterov', 'frank-wolfe-polyak', 'frank-wolfe-nesterov']) {
    await choose(algorithm);
    await toTheEnd();
    expect(await studio.number('upper bound'), algorithm).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 2);
  }
});

it('steps through depth algorithms once the bodies overlap', async () => {
  await choose('epa');
  await studio.page.getByText('The cores are apart').waitFor();
  await studio.button('Let them overlap').click();
  // The depth is then half of the smaller body's bounding radius, which is 1 m.
  for (const algorithm of ['epa', 'incremental', 'sqp']) {
    await choose(algorithm);
    const total = await toTheEnd();
    expect(total, algorithm).toBeGreaterThan(3);
    // The search excludes the ball of radius c² / a that rolls inside the ellipsoid.
    expect(await studio.number('radius left out'), algorithm).toBeCloseTo(0.16, 6);
    // Only EPA proves that no smaller depth exists; the others find a translation that separates.
    const bound = algorithm === 'epa' ? 'upper bound' : 'lower bound';
    expect(await studio.number(bound), algorithm).toBeCloseTo(0.16 - 0.5, 3);
  }
  await choose('epa');
  await toTheEnd();
  expect(await studio.number('triangles of the polytope')).toBeGreaterThan(3);
  await choose('mpr');
  expect(await toTheEnd()).toBeGreaterThan(3);
});

it('moves thin bodies into each other, not through each other', async () => {
  for (const body of ['A', 'B'] as const) {
    const group = studio.page.getByRole('group', { name: body, exact: true });
    await group.getByLabel('Shape').first().selectOption('box');
    for (const [name, halfExtent] of [
      ['hx', '1'],
      ['hy', '1'],
      ['hz', '0.01'],
    ])
      await studio.fill(group.getByLabel(name), halfExtent);
  }
  await choose('epa');
  await studio.page.getByText('The cores are apart').waitFor();
  await studio.button('Let them overlap').click();
  await expect.poll(() => studio.page.getByText('The cores are apart').count()).toBe(0);
  await toTheEnd();
  const [x, y, z] = [await coordinate('x'), await coordinate('y'), await coordinate('z')];
  const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', [x, y, z]);
  const { distance } = signedDistance(box(1, 1, 0.01), {}, box(1, 1, 0.01), pose);
  expect(distance).toBeLessThan(0);
  expect(await studio.number('upper bound')).toBeCloseTo(distance, 4);
});

it('follows the ray of the growth distance', async () => {
  const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', [2.4, 0.6, 0.5]);
  const { growth } = growthDistance(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose);
  for (const algorithm of ['growth-ray', 'growth-internal-expanding', 'growth-conic']) {
    await choose(algorithm);
    await toTheEnd();
    expect(await studio.number('lower bound'), algorithm).toBeCloseTo(growth, 5);
    expect(await studio.number('upper bound'), algorithm).toBeCloseTo(growth, 5);
  }
  await choose('growth-smooth');
  await studio.page.getByText("algorithm 'smooth' takes").waitFor();
});

/** The page's first pair of the plane. */
const planeShapes = { a: flat.polygon([0, 1, -1, -1, 1, -1]), b: flat.ellipse(1, 0.5) };

it('expands a polygon in the plane, and follows the ray, forward and back', async () => {
  await studio.button('Plane').click();
  await choose('plane-epa');
  await studio.page.getByText('The cores are apart').waitFor();
  await studio.button('Let them overlap').click();
  // The depth is then half of the smaller body's bounding radius, which is 1 m.
  const total = await toTheEnd();
  expect(total).toBeGreaterThan(5);
  expect(await studio.number('upper bound')).toBeCloseTo(-0.5, 4);
  expect(await studio.number('lower bound')).toBeCloseTo(-0.5, 4);
  const corners = await studio.number('corners of the polygon');
  await studio.picture('plane-epa');
  await studio.button('Back').click();
  await expect.poll(() => count().textContent()).toBe(`${total - 1} of ${total}`);
  expect(await studio.number('corners of the polygon')).toBe(corners - 1);
  const [x, y] = [await coordinate('x'), await coordinate('y')];
  const pose = { position: [x, y], angle: Math.PI / 6 };
  expect(flat.signedDistance(planeShapes.a, {}, planeShapes.b, pose).distance).toBeCloseTo(-0.5, 3);

  await choose('plane-growth');
  await toTheEnd();
  const { growth, iterations } = flat.growthDistance(planeShapes.a, {}, planeShapes.b, pose);
  expect(await count().textContent()).toBe(`${iterations} of ${iterations}`);
  expect(await studio.number('lower bound')).toBeCloseTo(growth, 4);
  expect(await studio.number('upper bound')).toBeCloseTo(growth, 4);
  expect(JSON.parse(await studio.download('Export'))).toMatchObject({ dimension: 2, query: 'growthDistance' });
});

async function coordinate(name: string): Promise<number> {
  return Number(await studio.field('B', 'Position', name).inputValue());
}

it('steps and plays in the plane', async () => {
  await studio.button('Plane').click();
  await toTheEnd();
  const position = [2, 1];
  const truth = flat.distance(planeShapes.a, {}, planeShapes.b, { position, angle: Math.PI / 6 }).distance;
  expect(await studio.number('upper bound')).toBeCloseTo(truth, 6);
  await studio.fill(studio.field('B', 'Position', 'x'), '3');
  const moved = flat.distance(planeShapes.a, {}, planeShapes.b, { position: [3, 1], angle: Math.PI / 6 }).distance;
  await expect.poll(() => studio.number('upper bound')).toBeCloseTo(moved, 6);
  await studio.fill(studio.field('B', 'Position', 'x'), '0');
  await studio.page.getByText('7 (111, inside)').waitFor();
  await studio.fill(studio.field('B', 'Position', 'x'), '3');
  await studio.button('First').click();
  await studio.button('Play').click();
  await expect.poll(() => count().textContent()).toMatch(/^(\d+) of \1$/);
  const problem = JSON.parse(await studio.download('Export'));
  expect(problem).toMatchObject({ format: 'proximal-problem', dimension: 2 });
  await studio.view('Query');
  await studio.importFiles({ name: 'plane.json', text: JSON.stringify(problem) });
  await studio.page.getByText('Barycode-based GJK Algorithm').waitFor();
});
