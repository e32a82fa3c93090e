// Links: the state of the page in its address, which is untrusted input.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { StudioTest, trueDistance } from '../support/studio.ts';

const studio = new StudioTest({ isOpen: false });

/** A link with arbitrary content. */
const linkTo = (content: string): string => `#1.${deflateRawSync(Buffer.from(content)).toString('base64url')}`;
/** The content of a link. */
const stateOf = (
  address: string,
): {
  settings?: { simulation?: { scene?: string }; minkowski?: { step?: number }; cameras?: { query?: number[] } };
} => {
  const [, content = ''] = new URL(address).hash.split('.');
  return content === '' ? {} : JSON.parse(inflateRawSync(Buffer.from(content, 'base64url')).toString());
};
const shape = { version: 1, kind: 'sphere', radius: 1 };
const problem = { format: 'proximal-problem', version: 1, query: 'distance', a: { shape }, b: { shape } };
const invalidLinks: Readonly<Record<string, string>> = {
  'no base64': '#1.!!!',
  'another version': '#2.abc',
  'no content': '#1.AAAA',
  markup: '#<img src=x onerror=alert(1)>',
  'a decompression bomb': linkTo(' '.repeat(50_000_000)),
  'no problem': linkTo('{"view":"query"}'),
  'an invalid radius': linkTo(JSON.stringify({ problem: { ...problem, a: { shape: { ...shape, radius: -1 } } } })),
  'an unknown query': linkTo(JSON.stringify({ problem: { ...problem, query: 'constructor' } })),
  'a 3D problem in place of the 2D one': linkTo(JSON.stringify({ problem, plane: problem })),
};

describe('a link', () => {
  it('contains the whole state, and restores it', async () => {
    const { page } = studio;
    await studio.open();
    await studio.fill(studio.field('B', 'Position', 'x'), '5');
    await studio.view('Minkowski');
    await page.getByLabel('Algorithm').selectOption('growth-ray');
    await studio.button('Forward').click();
    await expect.poll(() => stateOf(page.url()).settings?.minkowski?.step).toBe(1);
    await studio.reopen();
    expect(await page.getByLabel('Algorithm').inputValue()).toBe('growth-ray');
    await expect.poll(() => page.locator('.transport output').textContent()).toMatch(/^2 of/);
    await studio.view('Query');
    await studio.expectAnswer(trueDistance([5, 0.6, 0.5]));
  });

  for (const [what, hash] of Object.entries(invalidLinks)) {
    it(`with ${what} is rejected`, async () => {
      await studio.open(hash);
      await studio.page.getByRole('alert').waitFor();
      await studio.expectAnswer(trueDistance([2.4, 0.6, 0.5]));
    });
  }

  it('applies its valid parts', async () => {
    const settings = {
      minkowski: { algorithm: 'no such', step: -5, is2D: 'yes' },
      derivatives: { noise: 1e9, targetA: ['x'], estimator: 'constructor' },
      simulation: { scene: '<b>', solver: 7 },
      __proto__: { polluted: true },
    };
    const far = { shape, pose: { position: [3, 0, 0] } };
    const content = JSON.stringify({ view: 'nowhere', settings, problem: { ...problem, b: far } });
    await studio.open(linkTo(content));
    await studio.expectAnswer(1);
    for (const view of ['Minkowski', 'Derivatives', 'Simulation', 'Query']) {
      await studio.view(view);
      await studio.page.waitForSelector('main .panel');
    }
    await studio.expectAnswer(1);
  });

  it('keeps the camera, until everything is shown', async () => {
    const { page } = studio;
    await studio.open();
    const place = async (): Promise<number> => (await page.locator('[data-label="B"]').boundingBox())?.x ?? Number.NaN;
    const before = await place();
    const camera = () => stateOf(page.url()).settings?.cameras?.query;
    await page.locator('.stage canvas').focus();
    for (let k = 0; k < 4; k++) await page.keyboard.press('d');
    await studio.drawn();
    const turned = await place();
    expect(Math.abs(turned - before)).toBeGreaterThan(10);
    await expect.poll(camera).toHaveLength(6);
    await studio.reopen();
    expect(Math.abs((await place()) - turned)).toBeLessThan(1);
    // The camera of one view is not that of another one.
    await studio.view('Minkowski');
    await studio.view('Query');
    await studio.drawn();
    expect(Math.abs((await place()) - turned)).toBeLessThan(1);
    await studio.button('Show everything').click();
    await studio.drawn();
    expect(Math.abs((await place()) - before)).toBeLessThan(1);
    await expect.poll(camera).toEqual([]);
  });

  it('keeps the settings of every view', async () => {
    const { page } = studio;
    await studio.open();
    await studio.view('Derivatives');
    await page.getByLabel('Estimator').selectOption('exact');
    await studio.view('Simulation');
    await page.getByLabel('Scene').first().selectOption('stack');
    await expect.poll(() => stateOf(page.url()).settings?.simulation?.scene).toBe('stack');
    await studio.reopen();
    expect(await page.getByLabel('Scene').first().inputValue()).toBe('stack');
    await studio.view('Derivatives');
    expect(await page.getByLabel('Estimator').inputValue()).toBe('exact');
  });
});
