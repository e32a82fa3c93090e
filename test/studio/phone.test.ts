// Narrow screens: tabs that fit, and the panel as a sheet.
import { expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest({ isOpen: false });

it('shows all tabs without sideways scrolling, and the panel as a sheet that opens, closes and is dragged', async () => {
  const { page } = studio;
  await page.setViewportSize({ width: 390, height: 844 });
  await studio.open();
  const nav = page.getByRole('navigation');
  expect(await nav.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  for (const tab of await nav.getByRole('button').all()) {
    const box = await tab.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390, (await tab.textContent()) ?? '').toBe(true);
  }
  const height = async (): Promise<number> => (await page.locator('.panel').boundingBox())?.height ?? 0;
  const stage = async (): Promise<number> => (await page.locator('.stage').boundingBox())?.height ?? 0;
  const [open, small] = [await height(), await stage()];
  expect(open).toBeGreaterThan(300);
  await studio.button('Hide the panel').click();
  await expect.poll(height).toBe(0);
  await expect.poll(stage).toBeGreaterThan(small + 300);
  const handle = studio.button('Show the panel');
  await handle.focus();
  await page.keyboard.press('Enter');
  await expect.poll(height).toBe(open);
  // Dragged up, it covers most of the screen.
  const box = await studio.button('Hide the panel').boundingBox();
  if (!box) throw new Error('there is no handle');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 250, { steps: 5 });
  await page.mouse.up();
  await expect.poll(height).toBeGreaterThan(open + 150);
  // The page itself does not scroll.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
});
