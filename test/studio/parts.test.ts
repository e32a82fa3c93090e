// The view of parts: a mesh is decomposed in a worker, exploded by a slider, and colored by its errors.
import { beforeEach, expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();

beforeEach(() => studio.view('Parts'));

/** A screenshot of the stage. */
async function stage(): Promise<string> {
  return (await studio.page.locator('.stage canvas').screenshot()).toString('base64');
}

/** The value of a row, once the decomposition has ended. */
async function row(name: string): Promise<string> {
  const cell = studio.page
    .locator('tr', { has: studio.page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell');
  await cell.waitFor();
  return ((await cell.textContent()) ?? '').replace('−', '-');
}

it('decomposes a mug, explodes it and shows its errors', async () => {
  expect(Number(await row('parts'))).toBeGreaterThan(5);
  expect(Number.parseFloat(await row('proven error'))).toBeLessThan(5.2);
  expect(Number.parseFloat(await row('uncovered'))).toBeLessThan(1e-4);
  await studio.drawn();
  const together = await stage();
  await studio.page.getByLabel('Explode').fill('1');
  await studio.drawn();
  const apart = await stage();
  expect(apart).not.toBe(together);
  await studio.button('Error').click();
  await studio.page.getByText('beyond the solid').waitFor();
  await studio.drawn();
  expect(await stage()).not.toBe(apart);
});

it('shows the parts before their errors', async () => {
  await row('parts');
  // Withholds the errors, as if their computation took long.
  await studio.page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage')?.set;
    Object.defineProperty(Worker.prototype, 'onmessage', {
      set(handler: (event: MessageEvent) => void) {
        own?.call(this, (event: MessageEvent) => event.data.kind !== 'errors' && handler(event));
      },
    });
  });
  const toleranceField = studio.page.getByLabel('Tolerance');
  await toleranceField.fill('10');
  await toleranceField.press('Enter');
  expect(Number(await row('parts'))).toBeGreaterThan(1);
  await studio.button('Error').click();
  await studio.page.getByText('The errors are being computed.').waitFor();
});

it('decomposes a file, and says what was repaired in it', async () => {
  // A tetrahedron with one face turned over.
  const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 4 3\n';
  const file = { name: 'corner.obj', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await studio.page.getByLabel('Open a mesh').setInputFiles(file);
  await studio.page.getByText('1 triangle turned over to match the neighbors').waitFor();
  expect(await row('parts')).toBe('1');
  expect(await row('triangles')).toBe('4');
  await studio.button('Copy link').click();
  await studio.page.getByText('it contains everything but your files').waitFor();
});

it('decomposes another file of the same name', async () => {
  const cornerText = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';
  const open = (text: string) =>
    studio.page
      .getByLabel('Open a mesh')
      .setInputFiles({ name: 'corner.obj', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await open(`${cornerText}f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`);
  expect(await row('triangles')).toBe('4');
  // Two tetrahedra, which are two parts.
  await open(
    `${cornerText}v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n`,
  );
  await studio.page.getByRole('cell', { name: '8', exact: true }).waitFor();
  expect(await row('parts')).toBe('2');
});

it('can be canceled, and starts again when a limit changes', async () => {
  const toleranceField = studio.page.getByLabel('Tolerance');
  await toleranceField.fill('0.3');
  await toleranceField.press('Enter');
  await studio.button('Cancel').click();
  await studio.page.getByText('The decomposition was canceled.').waitFor();
  await toleranceField.fill('10');
  await toleranceField.press('Enter');
  expect(Number(await row('parts'))).toBeGreaterThan(1);
});
