// Accessibility: contrast in light and dark, accessible names, and use by keyboard alone.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();
const views = ['Lessons', 'Query', 'Minkowski', 'Compare', 'Derivatives', 'Parts', 'Robots', 'Planning', 'Simulation'];

/** Waits until the contents of a view do not change any more. */
async function settled(view: string): Promise<void> {
  if (view === 'Robots') await studio.page.locator('.matrix td').first().waitFor();
  if (view === 'Planning') await studio.page.locator('.proof').waitFor();
  if (view === 'Simulation') await studio.button('Pause').click();
}

interface Finding {
  readonly text: string;
  readonly contrast: number;
}

/** Texts with less contrast than WCAG AA requires, by the browser's computed colors. */
function faintTexts(page: Page): Promise<Finding[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('there is no canvas');
    /** Red, green, blue and opacity, from 0 to 1, of any color that CSS can write. */
    const read = (color: string): number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
    };
    const over = (top: number[], bottom: number[]): number[] =>
      bottom.map((value, k) => (k < 3 ? top[3] * top[k] + (1 - top[3]) * value : 1));
    const backgroundOf = (element: Element | null): number[] => {
      if (!element) return [1, 1, 1, 1];
      const own = read(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement));
    };
    const luminance = (color: number[]): number => {
      const [r, g, b] = color.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found: Finding[] = [];
    for (const element of document.querySelectorAll('body *')) {
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = texts.map(({ textContent }) => textContent?.trim()).join('');
      const isDisabled = element.closest(':disabled') !== null || element.closest('label')?.querySelector(':disabled');
      if (text === '' || isDisabled || !element.checkVisibility() || element.closest('.hidden, svg')) continue;
      const style = getComputedStyle(element);
      const ground = backgroundOf(element);
      const [first, second] = [luminance(over(read(style.color), ground)), luminance(ground)];
      const contrast = (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
      const isLarge = Number.parseFloat(style.fontSize) >= 24;
      if (contrast < (isLarge ? 3 : 4.5)) found.push({ text: text.slice(0, 40), contrast });
    }
    return found;
  });
}

async function useTheme(theme: 'light' | 'dark'): Promise<void> {
  await studio.page.emulateMedia({ colorScheme: theme });
  await studio.page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
}

describe('contrast', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`of all texts in all views meets WCAG AA, ${theme}`, async () => {
      await useTheme(theme);
      const { page } = studio;
      for (const view of views) {
        await studio.view(view);
        await settled(view);
        await studio.drawn();
        expect(await faintTexts(page), view).toEqual([]);
        await studio.picture(`${view} ${theme}`);
      }
      for (const link of ['', '#lesson=gjk&step=2', '#lesson=epa&step=99&slides']) {
        await studio.load(link);
        await page.locator('.picture').first().waitFor();
        expect(await faintTexts(page), link).toEqual([]);
      }
    });

    it(`of curves and controls is at least 3, ${theme}`, async () => {
      await useTheme(theme);
      const colors = await studio.page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        const names = [...Array.from({ length: 10 }, (_, k) => `--curve-${k + 1}`), '--edge', '--accent', '--alarm'];
        const all = ['--ground', '--raised', ...names].map((name) => style.getPropertyValue(name).trim());
        return all.map((color) => (color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color));
      });
      const luminance = (hex: string): number => {
        const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
        const [r, g, b] = parts.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [ground, raised, ...others] = colors.map(luminance);
      others.forEach((color, k) => {
        for (const below of [ground, raised]) {
          const contrast = (Math.max(color, below) + 0.05) / (Math.min(color, below) + 0.05);
          expect(contrast, `${colors[k + 2]} on ${theme}`).toBeGreaterThanOrEqual(3);
        }
      });
    });
  }
});

describe('the keyboard', () => {
  it('reaches every control of every view, and every control has a name', async () => {
    const { page } = studio;
    for (const view of views) {
      await studio.view(view);
      await settled(view);
      const controls = await page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, canvas[tabindex]')];
        const usable = all.filter((each) => !each.matches(':disabled') && each.checkVisibility());
        usable.forEach((each, k) => {
          each.dataset['control'] = String(k);
        });
        return usable.map((each) => {
          const label = each instanceof HTMLInputElement || each instanceof HTMLSelectElement ? each.labels?.[0] : null;
          return (each.getAttribute('aria-label') ?? label?.textContent ?? each.textContent ?? '').trim();
        });
      });
      expect(controls.filter((name) => name === '').length, `${view}: controls without a name`).toBe(0);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const reached = new Set<string>();
      for (let k = 0; k < controls.length + 5; k++) {
        await page.keyboard.press('Tab');
        reached.add(
          await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['control'] ?? ''),
        );
      }
      const missed = controls.filter((_, k) => !reached.has(String(k)));
      expect(missed, view).toEqual([]);
    }
  });

  it('undoes, redoes, and turns the camera', async () => {
    const { page } = studio;
    const before = await studio.answer();
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => studio.answer()).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(() => studio.answer()).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => studio.answer()).not.toBe(before);
    const place = async () => (await page.locator('[data-label="B"]').boundingBox())?.x;
    const seen = await place();
    await page.keyboard.press('d');
    await expect.poll(place).not.toBe(seen);
  });
});
