// Light, colors and numbers: shadows, the pattern that shows spin, equal colors of pictures and controls, capped arrows, digits on demand.
import type { InstancedMesh } from 'three';
import { expect, it } from 'vitest';
import { palette } from '../../apps/studio/src/model/palette.ts';
import { Arrows } from '../../apps/studio/src/stage/arrows.ts';
import { StudioTest, trueDistance } from '../support/studio.ts';

const studio = new StudioTest();

/** The share of the drawing that is black and transparent: shadows on the floor. */
function shadowShare(): Promise<number> {
  return studio.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas');
    const copy = document.createElement('canvas').getContext('2d');
    if (!canvas || !copy) throw new Error('there is no canvas');
    [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4)
      if (data[k + 3] > 40 && data[k + 3] < 160 && Math.max(data[k], data[k + 1], data[k + 2]) < 20) count++;
    return (4 * count) / data.length;
  });
}

it('draws shadows of the bodies on the floor, in both themes', async () => {
  expect(await shadowShare()).toBeGreaterThan(0.01);
  await studio.page.emulateMedia({ colorScheme: 'dark' });
  await studio.drawn();
  expect(await shadowShare()).toBeGreaterThan(0.01);
});

it('draws the bodies in the colors of their controls', async () => {
  const border = await studio.page
    .locator('.body-a')
    .evaluate((element) => getComputedStyle(element).borderLeftColor.match(/\d+/g)?.map(Number));
  expect(border).toEqual([1, 3, 5].map((at) => Number.parseInt(palette.a.slice(at, at + 2), 16)));
  // The hues of blue and orange.
  const hues = await studio.hues();
  for (const hue of [220, 30]) expect(hues.get(hue) ?? 0, String(hue)).toBeGreaterThan(0.02);
});

it('rounds numbers to four digits and shows all of them on demand', async () => {
  const value = studio.page.locator('output.value');
  const truth = trueDistance([2.4, 0.6, 0.5]);
  await expect.poll(() => value.textContent()).toBe(`${Number(truth.toPrecision(4))} m`);
  expect(Number.parseFloat((await value.getAttribute('title')) ?? '')).toBeCloseTo(truth, 9);
  expect(await studio.number('lower bound')).toBeCloseTo(truth, 8);
  expect(await studio.cell('lower bound')).toBe(await value.textContent());
});

it('shortens arrows of large forces, and marks them with a second tip', () => {
  const arrows = new Arrows(palette.contact);
  const forces = Float32Array.of(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 50);
  arrows.update(forces, 0.1, 1);
  const [shafts, tips] = arrows.group.children as InstancedMesh[];
  expect([shafts.count, tips.count]).toEqual([2, 3]);
  // The scale along y of an instance is the length of its shaft, without the tip.
  expect([5, 21].map((at) => shafts.instanceMatrix.array[at]).every((length) => length <= 1)).toBe(true);
  arrows.update(forces, 0.01, 1);
  expect(tips.count).toBe(2);
  arrows.dispose();
});
