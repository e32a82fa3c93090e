// Bodies of a running simulation are added, thrown, grabbed and removed, and its physics is changed.
import { expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();
const bodies = () => studio.number('moving bodies');
const output = (name: string) =>
  studio.page.locator('.physics .joint', { hasText: name }).locator('output').textContent();

async function openStack(): Promise<void> {
  await studio.view('Simulation');
  await studio.page.getByLabel('Scene').first().selectOption('stack');
  await expect.poll(bodies).toBe(10);
}

it('adds, throws and removes bodies by buttons and keys, and restarts', async () => {
  await openStack();
  await studio.button('+ capsule').click();
  await expect.poll(bodies).toBe(11);
  await studio.page.locator('.stage canvas').focus();
  await studio.page.keyboard.press('h');
  await expect.poll(bodies).toBe(12);
  await studio.button('Throw').click();
  await expect.poll(bodies).toBe(13);
  await studio.picture('physics thrown');
  await studio.page.locator('.stage canvas').focus();
  await studio.page.keyboard.press('Delete');
  await expect.poll(bodies).toBe(12);
  await studio.button('Restart').click();
  await expect.poll(bodies).toBe(10);
  // Also while the simulation is paused.
  await studio.button('Pause').click();
  await studio.button('+ ball').click();
  await expect.poll(bodies).toBe(11);
  expect(await studio.page.locator('.panel [role=alert]').count()).toBe(0);
});

it('changes gravity, friction, restitution, time step and speed', async () => {
  await openStack();
  for (const [name, value, text] of [
    ['Gravity', '0', '0 m/s²'],
    ['Friction', '0.3', '0.3'],
    ['Restitution', '0.5', '0.5'],
  ]) {
    await studio.page.locator('.physics').getByLabel(name).fill(value);
    await expect.poll(() => output(name)).toBe(text);
  }
  await studio.page.getByLabel('Time step').selectOption({ label: '1/480 s' });
  await expect.poll(() => studio.page.getByLabel('Time step').inputValue()).toBe(String(1 / 480));
  await studio.button('8 ×').click();
  const time = async (): Promise<number> =>
    Number.parseFloat((await studio.page.locator('.transport output').textContent()) ?? '');
  const before = await time();
  await expect.poll(time).toBeGreaterThan(before + 1);
});

it('pulls a body that is grabbed', async () => {
  await openStack();
  // Without forces, the stack is still, and its boxes are in the middle of the picture.
  const box = await studio.page.locator('.stage canvas').boundingBox();
  if (!box) throw new Error('there is no canvas');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await studio.page.mouse.move(x, y);
  await studio.page.mouse.down();
  await studio.page.mouse.move(x + 150, y, { steps: 4 });
  await expect.poll(() => studio.number('kinetic energy')).toBeGreaterThan(1);
  await studio.picture('physics grabbed');
  await studio.page.mouse.up();
  await studio.button('Remove').click();
  await expect.poll(bodies).toBe(9);
});

it('runs two chosen contact models side by side', async () => {
  await studio.view('Simulation');
  const models = studio.page.getByRole('group', { name: 'Contact models' });
  await models.waitFor();
  for (const name of ['CCP', 'MuJoCo', 'RaiSim']) await models.getByLabel(name).uncheck();
  await expect.poll(() => studio.page.locator('.labels span:visible').allTextContents()).toEqual(['LCP', 'NCP']);
  expect(await models.getByLabel('LCP').isDisabled()).toBe(true);
});
