// The planning view: ends are set by sliders, keys and handles, a worker plans, and the plan is proven, played and exported.
import { fromJSON } from 'proximal';
import { fromEuler } from 'proximal/math';
import { RobotCell } from 'proximal/planning';
import { Scene } from 'proximal/scene';
import { beforeEach, expect, it } from 'vitest';
import { planningScene } from '../../apps/studio/src/planning/scenes.ts';
import { arm } from '../../apps/studio/src/robots/arms.ts';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest();
const proof = () => studio.page.locator('.proof');
const planned = () => proof().waitFor();

beforeEach(async () => {
  await studio.view('Planning');
});

/** The cell of a built-in scene, made in Node. */
function cellOf(name: string): RobotCell {
  const scene = new Scene();
  for (const { name: body, shape, position, angles } of planningScene(name).obstacles) {
    const [roll, pitch, yaw] = angles.map((angle) => (angle * Math.PI) / 180);
    scene.add(fromJSON(shape), fromEuler(roll, pitch, yaw, 'ZYX', position), { name: body });
  }
  return new RobotCell({ model: arm(), scene, padding: 0.004 });
}

it('plans with a proof, plays the motion, and exports it', async () => {
  await studio.page.getByLabel('Scene').selectOption('shelf');
  await expect.poll(() => studio.page.getByText('Recomputed in').count()).toBe(1);
  expect(await proof().getAttribute('data-valid')).toBe('true');
  // The motion is played once.
  const time = async (): Promise<number> =>
    Number.parseFloat((await studio.page.locator('.transport output').textContent()) ?? '');
  await expect.poll(time).toBeGreaterThan(1);
  await studio.button('Certify again').click();
  await studio.button('Certify again').waitFor();
  const plan = JSON.parse(await studio.download('Plan as JSON'));
  expect(plan).toMatchObject({ status: 'solved', isProven: true });
  expect(plan.clearance).toBeGreaterThan(0.005);
  const [titles, ...rows] = (await studio.download('Motion as CSV')).split('\n');
  expect(titles.split(',')).toEqual(['time', ...plan.joints]);
  // Every sample is free in the same cell, built here.
  const cell = cellOf('shelf');
  const configurations = rows.map((row) => row.split(',').slice(1).map(Number));
  expect(configurations.length).toBeGreaterThan(100);
  expect(configurations.filter((q) => !cell.isFree(q))).toEqual([]);
  expect(configurations[0]).toEqual(plan.path[0]);
});

it('says which links touch, and plans again after undo', async () => {
  await planned();
  const slider = studio.page.getByRole('slider', { name: 'upper arm joint' });
  // The arm lies on the table.
  await slider.fill('1.9');
  await studio.page
    .getByRole('alert')
    .filter({ hasText: /^goal: .+ overlaps .+ by [\d.]+ mm$/ })
    .waitFor();
  expect(await proof().count()).toBe(0);
  await studio.page.locator('.stage canvas').focus();
  await studio.page.keyboard.press('Control+z');
  await planned();
});

it('moves the gripper by keys and by its handles', async () => {
  await planned();
  const { page } = studio;
  const label = page.locator('[data-label="goal"]');
  const place = async () => (await label.boundingBox()) ?? { x: 0, y: 0 };
  const before = await place();
  await page.locator('.stage canvas').focus();
  for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowUp');
  await expect.poll(async () => before.y - (await place()).y).toBeGreaterThan(5);
  await planned();
  // The middle of the handles is where the label points to, half a rem from its corner.
  const from = await place();
  await page.mouse.move(from.x - 7.5, from.y - 7.5);
  await page.mouse.down();
  await page.mouse.move(from.x - 25, from.y - 30, { steps: 4 });
  await page.getByText('The planner waits').waitFor();
  await page.mouse.up();
  await expect.poll(async () => from.y - (await place()).y).toBeGreaterThan(10);
  await page.locator('.proof, .problem').waitFor();
});

it('adds and moves boxes, and keeps everything in the link', async () => {
  const { page } = studio;
  await planned();
  await studio.button('Add a box').click();
  // The planner runs again.
  await page.locator('.proof, .problem').waitFor();
  // A box at the goal's gripper.
  for (const [axis, value] of [
    ['x', '0.45'],
    ['y', '0.26'],
    ['z', '0.3'],
  ])
    await studio.fill(page.getByRole('group', { name: 'Position' }).getByLabel(axis), value);
  await page.getByRole('alert').filter({ hasText: 'goal: hand overlaps box 1' }).waitFor();
  // Keys move the chosen box, also while the handles rotate.
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('PageUp');
  await expect.poll(() => page.getByRole('group', { name: 'Position' }).getByLabel('x').inputValue()).toBe('0.47');
  // The address is updated after a moment.
  await page.waitForTimeout(600);
  await studio.reopen();
  await page.getByRole('alert').filter({ hasText: 'goal: hand overlaps box 1' }).waitFor();
  await page.getByRole('combobox', { name: 'Obstacle' }).selectOption('box 1');
  await studio.button('Remove').click();
  await planned();
});

it('plans for a robot from files, and says what is missing', async () => {
  const { page } = studio;
  const inertial = '<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial>';
  const link = (name: string, geometry: string): string =>
    `<link name="${name}">${inertial}<collision><origin xyz="0 0 0.2"/><geometry>${geometry}</geometry></collision></link>`;
  const joint = (name: string, parent: string, child: string, z: number, axis: string): string =>
    `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 ${z}"/>
     <axis xyz="${axis}"/><limit lower="-2" upper="2" effort="50" velocity="2"/></joint>`;
  const robot = `<robot name="crane">${link('mast', '<box size="0.05 0.05 0.3"/>')}${link('boom', '<mesh filename="boom.obj"/>')}
    <link name="foot"/>${joint('swing', 'foot', 'mast', 0.1, '0 0 1')}${joint('lift', 'mast', 'boom', 0.4, '0 1 0')}</robot>`;
  await studio.importFiles({ name: 'crane.urdf', text: robot });
  await page.getByRole('alert').filter({ hasText: 'boom.obj' }).waitFor();
  const mesh = 'v 0.03 0 0\nv -0.03 0.03 0\nv -0.03 -0.03 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
  // Of several descriptions, the one with all of its meshes is used.
  await studio.importFiles(
    { name: 'package.xml', text: '<package/>' },
    { name: 'arm.urdf', text: robot.replace('boom.obj', 'other.stl') },
    { name: 'crane.urdf', text: robot },
    { name: 'boom.obj', text: mesh },
  );
  await page.getByRole('slider', { name: 'lift' }).waitFor();
  await page.getByLabel('Scene').selectOption('empty');
  await planned();
  expect(await page.getByRole('combobox', { name: 'Robot' }).inputValue()).toBe('own-files');
  expect(await proof().getAttribute('data-valid')).toBe('true');
});
