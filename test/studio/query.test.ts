// The query view: two bodies, every query, and the right numbers.
import { join } from 'node:path';
import { box, ellipsoid, signedDistance } from 'proximal';
import { fromEuler } from 'proximal/math';
import { expect, it } from 'vitest';
import { root } from '../support/folders.ts';
import { StudioTest, trueDistance } from '../support/studio.ts';

const studio = new StudioTest();
const first = [2.4, 0.6, 0.5];

async function drag(label: string, by: readonly [x: number, y: number], offset = 0): Promise<void> {
  const { page } = studio;
  const place = await page.locator(`[data-label="${label}"]`).boundingBox();
  if (!place) throw new Error('there is no picture');
  const [x, y] = [place.x + offset, place.y + offset];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0], y + by[1], { steps: 4 });
  await page.mouse.up();
}

async function read(body: 'A' | 'B', group: string, names: readonly string[]): Promise<number[]> {
  const values = names.map(async (name) => Number(await studio.field(body, group, name).inputValue()));
  return Promise.all(values);
}

it('shows the right distance, also after B was dragged', async () => {
  await studio.expectAnswer(trueDistance(first), 9);
  // Beside the handles, which are at the center.
  await drag('B', [40, -20], 45);
  const position = await read('B', 'Position', ['x', 'y', 'z']);
  expect(Math.hypot(...position.map((x, k) => x - first[k]))).toBeGreaterThan(0.05);
  await studio.expectAnswer(trueDistance(position));
  await studio.button('Undo').click();
  await studio.expectAnswer(trueDistance(first));
  await studio.button('Redo').click();
  await studio.expectAnswer(trueDistance(position));
});

it('rotates a body with its handles', async () => {
  await studio.button('Rotate').click();
  const place = await studio.page.locator('[data-label="B"]').boundingBox();
  const canvas = await studio.page.locator('.stage canvas').boundingBox();
  if (!place || !canvas) throw new Error('there is no picture');
  // Searches around the body for a ring handle.
  const names = ['roll', 'pitch', 'yaw'];
  const before = await read('B', 'Rotation', names);
  let after = before;
  for (let radius = 30; radius < 140 && String(after) === String(before); radius += 6) {
    const [x, y] = [place.x - 8, place.y - 8 - radius];
    await studio.page.mouse.move(x, y);
    await studio.page.mouse.down();
    await studio.page.mouse.move(x + 25, y + 8, { steps: 3 });
    await studio.page.mouse.up();
    after = await read('B', 'Rotation', names);
  }
  expect(after).not.toEqual(before);
  const [roll, pitch, yaw] = after.map((angle) => (angle * Math.PI) / 180);
  const position = await read('B', 'Position', ['x', 'y', 'z']);
  const pose = fromEuler(roll, pitch, yaw, 'ZYX', position);
  await studio.expectAnswer(signedDistance(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose).distance);
});

it('accepts numbers, keys, and every query, algorithm and guess', async () => {
  const { page } = studio;
  await studio.fill(studio.field('B', 'Position', 'x'), '4');
  await studio.expectAnswer(trueDistance([4, 0.6, 0.5]));
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await studio.expectAnswer(trueDistance([3.95, 0.6, 0.5]));
  for (const algorithm of ['gjk', 'nesterov', 'frank-wolfe']) {
    await page.getByLabel('Algorithm').selectOption(algorithm);
    await expect.poll(() => studio.answer()).toBeCloseTo(trueDistance([3.95, 0.6, 0.5]), 2);
  }
  await page.getByLabel('Algorithm').selectOption('gjk');
  await page.getByLabel('Guess').selectOption('none');
  await studio.expectAnswer(trueDistance([3.95, 0.6, 0.5]));
  for (const guess of ['previous', 'predicted']) {
    await page.getByLabel('Guess').selectOption(guess);
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('ArrowRight');
    await studio.expectAnswer(trueDistance([4, 0.6, 0.5]));
    await page.keyboard.press('ArrowLeft');
    await studio.expectAnswer(trueDistance([3.95, 0.6, 0.5]));
  }
  expect(await studio.cell('certificate')).toBe('valid');
  await studio.button(/Collision/).click();
  await expect.poll(() => page.locator('output.value').textContent()).toBe('no');
  await page.getByLabel('Query').selectOption('signedDistance');
  await studio.expectAnswer(trueDistance([3.95, 0.6, 0.5]));
  // Then A moves one step away from B.
  await page.getByRole('group', { name: 'Handles' }).getByRole('button', { name: 'A', exact: true }).click();
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('ArrowLeft');
  expect(await read('A', 'Position', ['x'])).toEqual([-0.05]);
});

it('offers every kind of shape, and explains invalid numbers', async () => {
  const body = studio.page.getByRole('group', { name: 'B', exact: true });
  const choice = body.getByLabel('Shape').first();
  const kinds = await choice.locator('option').allInnerTexts();
  expect(kinds.length).toBeGreaterThan(18);
  for (const kind of kinds) {
    await choice.selectOption({ label: kind });
    await expect.poll(() => studio.answer(), { message: kind }).not.toBeNaN();
  }
  await choice.selectOption('sphere');
  await studio.fill(body.getByLabel('radius'), '-1');
  expect(await body.getByRole('alert').textContent()).toContain('in meters');
});

it('accepts a mesh, and rejects a broken one with the reason', async () => {
  const { page } = studio;
  const pyramid = 'v 1 1 0\nv -1 1 0\nv -1 -1 0\nv 1 -1 0\nv 0 0 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 4 3 2 1\n';
  const input = page.getByRole('group', { name: 'B', exact: true }).locator('input[type=file]');
  await input.setInputFiles({ name: 'pyramid.obj', mimeType: 'text/plain', buffer: Buffer.from(pyramid) });
  await page.getByText('pyramid.obj: 2 m long; the hull has 5 vertices.').waitFor();
  const before = await studio.answer();
  await input.setInputFiles({ name: 'broken.stl', mimeType: 'model/stl', buffer: Buffer.from('solid nothing') });
  await page.getByRole('alert').filter({ hasText: 'broken.stl' }).waitFor();
  expect(await studio.answer()).toBe(before);
  await studio.importFiles({ name: 'letter.txt', text: 'Dear page,' });
  await page.getByRole('alert').filter({ hasText: 'letter.txt' }).waitFor();
});

it('accepts dropped files', async () => {
  const drop = (name: string, text: string, shiftKey: boolean): Promise<void> =>
    studio.page.evaluate(
      ([file, content, isForA]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content as string], file as string));
        dispatchEvent(new DragEvent('drop', { dataTransfer, shiftKey: isForA as boolean, cancelable: true }));
      },
      [name, text, shiftKey] as const,
    );
  const ply = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z
element face 0\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n`;
  await drop('tetrahedron.ply', ply, true);
  await studio.page.getByText('tetrahedron.ply: 1 m long; the hull has 4 vertices.').waitFor();
  const shape = (body: string) =>
    studio.page.getByRole('group', { name: body, exact: true }).getByLabel('Shape').first();
  expect([await shape('A').inputValue(), await shape('B').inputValue()]).toEqual(['convex', 'ellipsoid']);
  await drop('broken.glb', 'glTF?', false);
  await studio.page.getByRole('alert').filter({ hasText: 'broken.glb' }).waitFor();
});

it('exports its picture', async () => {
  const [file] = await Promise.all([studio.page.waitForEvent('download'), studio.button('PNG').click()]);
  expect(file.suggestedFilename()).toBe('proximal.png');
  const path = join(root, 'apps/studio/results', 'exported.png');
  await file.saveAs(path);
  const size = await studio.page.evaluate(async () => document.querySelector('canvas')?.width ?? 0);
  expect(size).toBeGreaterThan(500);
});

it('answers with the depth algorithm that is named', async () => {
  const { page } = studio;
  await studio.fill(studio.field('B', 'Position', 'x'), '0.3');
  await page.getByLabel('Query').selectOption('growthDistance');
  expect(await page.getByLabel('Algorithm').inputValue()).toBe('ray');
  await page.getByLabel('Query').selectOption('signedDistance');
  const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', [0.3, 0.6, 0.5]);
  const depths = (['epa', 'mpr', 'sqp'] as const).map((algorithm) => {
    const options = { algorithm, certified: algorithm === 'epa' };
    return signedDistance(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose, options).distance;
  });
  expect(depths[1]).toBeLessThan(depths[0] - 1e-3);
  for (const [k, algorithm] of ['epa', 'mpr', 'sqp'].entries()) {
    await page.getByLabel('Algorithm').selectOption(algorithm);
    await studio.expectAnswer(depths[k], 9);
  }
  expect(await studio.cell('status')).toBe('overlapping, local');
});

it('undoes in a number field, and refuses sizes that overflow', async () => {
  const field = studio.field('B', 'Position', 'x');
  await field.fill('3');
  await field.press('Enter');
  await studio.expectAnswer(trueDistance([3, 0.6, 0.5]));
  await field.press('Control+z');
  await studio.expectAnswer(trueDistance(first));
  expect(await field.inputValue()).toBe('2.4');
  const size = studio.page.getByRole('group', { name: 'A', exact: true }).getByLabel('hx');
  await studio.fill(size, '1e308');
  await studio.page.getByText('at most 1000000 in magnitude').waitFor();
  await studio.expectAnswer(trueDistance(first));
});

it('keeps labels at their points while the camera turns', async () => {
  const { page } = studio;
  const place = async (): Promise<number> => (await page.locator('[data-label="B"]').boundingBox())?.x ?? 0;
  const before = await place();
  await page.locator('.stage canvas').focus();
  for (let k = 0; k < 4; k++) await page.keyboard.press('d');
  await studio.drawn();
  const turned = await place();
  expect(Math.abs(turned - before)).toBeGreaterThan(10);
  // Another drawing of the same view.
  await page.setViewportSize({ width: 1280, height: 861 });
  await studio.drawn();
  expect(Math.abs((await place()) - turned)).toBeLessThan(2);
});

it('frames a small mesh, and everything on demand', async () => {
  const { page } = studio;
  /** The share of the pixels in the color of B. */
  const amber = (): Promise<number> =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas');
      const copy = document.createElement('canvas').getContext('2d');
      if (!canvas || !copy) throw new Error('there is no canvas');
      [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let k = 0; k < data.length; k += 4) if (data[k] > data[k + 2] + 60 && data[k + 1] > 60) count++;
      return (4 * count) / data.length;
    });
  const text = 'v 0.03 0 0\nv -0.03 0.03 0\nv -0.03 -0.03 0\nv 0 0 0.05\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
  await studio.importFiles({ name: 'scan.obj', text });
  await page.getByText('scan.obj: 6 cm long').waitFor();
  await studio.drawn();
  expect(await amber()).toBeGreaterThan(0.003);
  await studio.button('Show everything').click();
  await studio.drawn();
  expect(await amber()).toBeLessThan(0.001);
});

it('has a picture for each kind of query', async () => {
  const { page } = studio;
  await studio.fill(studio.field('B', 'Position', 'x'), '1.4');
  const pictures = new Set<string>();
  for (const query of ['signedDistance', 'penetration', 'growthDistance']) {
    await page.getByLabel('Query').selectOption(query);
    await studio.drawn();
    pictures.add((await page.locator('.stage canvas').screenshot()).toString('base64'));
  }
  expect(pictures.size).toBe(3);
});
