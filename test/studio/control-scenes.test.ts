// Scenes with optimal control through contact.
import { beforeEach, expect, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();
const time = async (): Promise<number> =>
  Number.parseFloat((await studio.page.locator('.transport output').textContent()) ?? '');

beforeEach(async () => {
  await studio.view('Simulation');
  await studio.button('Pause').waitFor();
  await studio.button('Pause').click();
});

/** Runs a scene, and returns the columns of its recording by their names. */
async function run(scene: string, seconds: number): Promise<Readonly<Record<string, readonly number[]>>> {
  await studio.page.getByLabel('Scene').first().selectOption(scene);
  await studio.button('Pause').waitFor();
  await expect.poll(time).toBeGreaterThanOrEqual(seconds);
  await studio.button('Pause').click();
  await studio.button('Play').waitFor();
  const [titles, ...rows] = (await studio.download('Energy and residual as CSV')).trimEnd().split('\n');
  const numbers = rows.map((row) => row.split(',').map(Number));
  return Object.fromEntries(titles.split(',').map((title, k) => [title, numbers.map((row) => row[k])]));
}

it('throws a ball to its target, in slow motion', async () => {
  const { time: times, target, tracking } = await run('arm-throw', 0.8);
  expect(await studio.page.locator('.speed b').textContent()).toMatch(/^0\.[012]\d × real time/);
  const at = times.findIndex((value) => Math.abs(value - 0.7) < 1e-6);
  expect(target[at]).toBeLessThan(2e-3);
  expect(Math.max(...tracking.slice(0, at + 1))).toBeLessThan(1e-3);
  for (const name of [/^Distance of the ball/, /^Torques/, /^Cost of the search/])
    await studio.page.getByRole('img', { name }).waitFor();
  // The recording and the simulation continue at the chosen speed.
  await studio.button('Real time').click();
  await studio.button('Play').click();
  await expect.poll(time).toBeGreaterThan(1.2);
});

it('pushes a box onto a line', async () => {
  const { tracking, angle, complementarity } = await run('line-push', 1.6);
  expect(tracking[0]).toBeCloseTo(0.03, 3);
  expect(tracking.at(-1)).toBeLessThan(0.015);
  expect(Math.abs(angle.at(-1) ?? Number.NaN)).toBeLessThan(0.1);
  expect(Math.max(...complementarity)).toBeLessThan(1e-6);
  await studio.page.getByRole('img', { name: /^Time of an update/ }).waitFor();
});

it('turns a ball in a hand', async () => {
  const { time: times, turned, tilt, offset, complementarity } = await run('hand-turn', 1.05);
  const at = times.findIndex((value) => value >= 1);
  expect(turned[at]).toBeGreaterThan(80);
  expect(Math.max(...tilt.slice(0, at + 1))).toBeLessThan(8);
  expect(Math.max(...offset.slice(0, at + 1))).toBeLessThan(5);
  expect(Math.max(...complementarity)).toBeLessThan(1e-6);
  for (const name of [/^Angles of the ball/, /^Offset of the ball/, /^Largest torque/, /^Cost of the search/])
    await studio.page.getByRole('img', { name }).waitFor();
});
