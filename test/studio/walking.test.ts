// The scene "Solo walks" of the simulation view.
import { beforeEach, expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();
const time = async (): Promise<number> =>
  Number.parseFloat((await studio.page.locator('.transport output').textContent()) ?? '');
const until = (seconds: number) => expect.poll(time).toBeGreaterThanOrEqual(seconds);

/** The columns of the recording by their names. */
async function recording(): Promise<Readonly<Record<string, readonly number[]>>> {
  const [titles, ...rows] = (await studio.download('Energy and residual as CSV')).trimEnd().split('\n');
  const numbers = rows.map((row) => row.split(',').map(Number));
  return Object.fromEntries(titles.split(',').map((title, k) => [title, numbers.map((row) => row[k])]));
}

async function pause(): Promise<void> {
  await studio.button('Pause').click();
  await studio.button('Play').waitFor();
}

const failures = () => studio.page.locator('.failure');

beforeEach(async () => {
  await studio.view('Simulation');
  await studio.button('Pause').waitFor();
  await studio.button('Pause').click();
  await studio.page.getByLabel('Scene').first().selectOption('solo-walks');
  await studio.page.getByRole('group', { name: 'Commanded velocity' }).waitFor();
  await studio.button('Pause').waitFor();
});

it('walks forward on flat ground, and plots velocity, error and complementarity', async () => {
  await until(2);
  await pause();
  const { time: times, forward, tracking, complementarity } = await recording();
  const distance = forward.reduce((sum, speed, k) => sum + speed * (times[k] - (times[k - 1] ?? 0)), 0);
  expect(distance).toBeGreaterThan(0.3);
  expect(Math.max(...tracking.slice(-30))).toBeLessThan(0.3);
  // Feet stick, and the residual of the solver is small.
  expect(Math.max(...complementarity)).toBeLessThan(1e-4);
  for (const name of ['Velocity of the base: m/s over s', 'Error of the velocity: m/s over s', /^Complementarity/])
    await studio.page.getByRole('img', { name }).waitFor();
  expect(await failures().count()).toBe(0);
});

it('keeps the state and continues when the contact model is changed', async () => {
  await until(0.8);
  for (const model of ['CCP', 'MuJoCo', 'RaiSim', 'LCP']) {
    const before = await time();
    await studio.button(model).click();
    await until(before + 0.1);
  }
  await pause();
  const { time: times, forward } = await recording();
  for (let k = 1; k < times.length; k++) {
    expect(times[k] - times[k - 1]).toBeCloseTo(0.017, 9);
    // At 6 m/s², the velocity changes by 0.1 m/s between two frames.
    expect(Math.abs(forward[k] - forward[k - 1])).toBeLessThan(0.15);
  }
  expect(await studio.page.getByLabel('Contact solver').inputValue()).toBe('lcp-pgs');
  expect(await failures().count()).toBe(0);
});

it('follows the command, and keeps it in the link', async () => {
  const forward = studio.page.getByRole('slider', { name: 'Forward' });
  await forward.fill('0');
  await until(0.5);
  await pause();
  const { commanded, forward: speeds } = await recording();
  // The command of 0.4 m/s may have acted for some frames.
  expect(commanded.at(-1)).toBeLessThan(0.1);
  expect(speeds.at(-1)).toBeLessThan(0.2);
  await expect.poll(async () => studio.page.url()).toContain('#1.');
  await studio.page.waitForTimeout(600);
  await studio.reopen();
  expect(await forward.inputValue()).toBe('0');
});

it('walks on bumps', async () => {
  await studio.button('Bumps, 5 cm').click();
  await until(1.2);
  await pause();
  const { contacts, potential } = await recording();
  expect(Math.max(...contacts)).toBeGreaterThan(2);
  for (const energy of potential) expect(Number.isFinite(energy)).toBe(true);
});

it('is pushed by the button, and by dragging the robot until it falls', async () => {
  const { page } = studio;
  await until(0.7);
  const before = await time();
  await studio.button('Push sideways').click();
  await until((await time()) + 0.4);
  await pause();
  const { time: times, tracking } = await recording();
  const [walking, pushed] = [false, true].map((isAfter) => tracking.filter((_, k) => times[k] > before === isAfter));
  expect(Math.max(...pushed)).toBeGreaterThan(Math.max(...walking) + 0.1);
  await studio.button('Play').click();
  await studio.button('Pause').waitFor();
  const box = await page.locator('.stage canvas').boundingBox();
  if (!box) throw new Error('there is no canvas');
  const [x, y] = [box.x + 0.5 * box.width, box.y + 0.46 * box.height];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 0.2 * box.width, y - 0.4 * box.height, { steps: 5 });
  await failures().getByText('The robot fell').waitFor();
  await page.mouse.up();
  const fallen = await time();
  await studio.button('Start again').click();
  await expect.poll(time).toBeLessThan(fallen);
  await failures().waitFor({ state: 'detached' });
});

it('stops with the message of a controller that fails, and keeps the recording', async () => {
  const { page } = studio;
  const chunk = /\/controller-[^/]*\.js$/;
  // The code of the controller gets its own `Math`, which throws when the controller counts more than 250 steps of 2 ms.
  const broken = `const Math = new Proxy(globalThis.Math, { get: (all, name) => name === 'floor' ? (x) => {
    if (x > 250) throw new RangeError('the battery is empty');
    return all.floor(x);
  } : all[name] });\n`;
  await page.route(chunk, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: broken + (await response.text()) });
  });
  // The link is stored half a second after the last change: it must have the scene.
  await expect.poll(async () => page.url()).toContain('#1.');
  await page.waitForTimeout(600);
  await studio.reopen();
  const alert = page.getByRole('alert').filter({ hasText: 'the battery is empty' });
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/the controller threw at 0\.5\d* s: RangeError: the battery is empty/);
  await page.unroute(chunk);
  const { time: times } = await recording();
  expect(times.length).toBeGreaterThan(20);
  expect(times.at(-1)).toBeLessThan(0.51);
});
