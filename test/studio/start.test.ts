// The start: its live pictures, the examples that its cards open, and the way back.
import { describe, expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest({ isOpen: false });

/** The number of a row beside the first picture. */
async function shown(name: string): Promise<number> {
  const text = await studio.page.locator(`[data-name="${name}"] dd`).textContent();
  return Number.parseFloat((text ?? '').replace('−', '-'));
}

async function openStart(): Promise<void> {
  await studio.load('');
  await expect.poll(() => studio.page.locator('.card .picture').count()).toBe(6);
}

/** What each card opens, by a text of that view. */
const targets: Readonly<Record<string, { readonly view: string; readonly check: () => Promise<void> }>> = {
  'How GJK finds a distance': {
    view: 'Lessons',
    check: () => studio.page.locator('.lesson .sentence').waitFor(),
  },
  'The way out of an overlap': {
    view: 'Query',
    check: () => expect.poll(() => studio.answer()).toBeLessThan(0),
  },
  'Grow until they touch': {
    view: 'Query',
    check: async () => expect(await studio.page.getByLabel('Query').inputValue()).toBe('growthDistance'),
  },
  'Derivatives through contact': {
    view: 'Derivatives',
    check: async () => expect(await studio.page.getByLabel('Estimator').inputValue()).toBe('gumbel'),
  },
  'Motions proven free': {
    view: 'Planning',
    check: () => studio.page.locator('.proof[data-valid=true]').waitFor(),
  },
  'Friction as Coulomb wrote it': {
    view: 'Simulation',
    check: async () => expect(await studio.page.getByLabel('Scene').first().inputValue()).toBe('every-model'),
  },
};

describe('the start', () => {
  it('shows live numbers with valid bounds, also for a body that is dragged', async () => {
    await openStart();
    const { page } = studio;
    const before = await shown('distance');
    await expect.poll(() => shown('distance')).not.toBe(before);
    const picture = page.locator('.hero-figure .picture');
    const box = await picture.boundingBox();
    if (!box) throw new Error('there is no picture');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // B is moved onto A.
    await page.mouse.move(x - 0.35 * box.width, y, { steps: 4 });
    await page.mouse.up();
    await page.locator('[data-name="depth"]').waitFor();
    expect(await page.locator('[data-name="certificate"] dd').textContent()).toBe('valid');
    expect(await shown('lower bound')).toBeLessThanOrEqual(-(await shown('depth')) + 1e-2);
  });

  for (const [title, { view, check }] of Object.entries(targets)) {
    it(`opens an example: ${title}`, async () => {
      await openStart();
      const { page } = studio;
      await page.getByRole('link', { name: title }).click();
      await page.locator('nav [aria-current=page]', { hasText: view }).waitFor();
      await check();
      // The address of a view is the link of its whole state.
      await expect.poll(async () => page.url()).toContain(view === 'Lessons' ? '#lesson=gjk' : '#1.');
      await page.goBack();
      await page.locator('.card').first().waitFor();
      expect(new URL(page.url()).hash).toBe('');
      await page.goForward();
      await page.locator('nav [aria-current=page]', { hasText: view }).waitFor();
    });
  }

  it('is reached by the name of the page, and does not move for readers who prefer reduced motion', async () => {
    const { page } = studio;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await studio.open();
    await page.getByRole('link', { name: 'Proximal: the start' }).click();
    await page.locator('.card .picture').first().waitFor();
    const distance = await shown('distance');
    await page.waitForTimeout(300);
    expect(await shown('distance')).toBe(distance);
    await page.emulateMedia({ reducedMotion: null });
  });

  it('names the known views and examples if a link has another one', async () => {
    for (const [link, known] of [
      ['#view=nothing', 'the views are query'],
      ['#example=constructor', 'the examples are overlap'],
    ]) {
      await studio.load(link);
      await studio.page.getByRole('alert').filter({ hasText: known }).waitFor();
    }
  });

  for (const [width, height, scheme] of [
    [390, 844, 'light'],
    [390, 844, 'dark'],
    [1440, 900, 'dark'],
    [1920, 1080, 'light'],
  ] as const) {
    it(`fits a width of ${width}, ${scheme}`, async () => {
      await studio.page.setViewportSize({ width, height });
      await studio.page.emulateMedia({ colorScheme: scheme });
      await openStart();
      const overflow = await studio.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  }
});
