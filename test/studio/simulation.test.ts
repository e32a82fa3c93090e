// The simulation view: scenes run in a worker while the page stays responsive.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeSimulation, readSimulation, startSimulation, writeSimulation } from 'proximal/sim';
import { beforeEach, expect, it } from 'vitest';
import { quadruped } from '../../packages/proximal/test/fixtures/robots.ts';
import { filesBelow, root } from '../support/folders.ts';
import { heavySimulation } from '../support/heavy-simulation.ts';
import { StudioTest } from '../support/studio.ts';
import { timeouts } from '../support/timeouts.ts';

const studio = new StudioTest();
const time = async (): Promise<number> =>
  Number.parseFloat((await studio.page.locator('.transport output').textContent()) ?? '');
const until = (seconds: number) => expect.poll(time).toBeGreaterThanOrEqual(seconds);

beforeEach(async () => {
  await studio.view('Simulation');
  await studio.button('Pause').waitFor();
});

/** Pauses the previous scene first, so that the next one to play is the new one. */
async function choose(scene: string): Promise<void> {
  await studio.button('Pause').click();
  await studio.button('Play').waitFor();
  await studio.page.getByLabel('Scene').first().selectOption(scene);
  await studio.button('Pause').waitFor();
}

it('runs a simulation for five seconds with the result of the library', async () => {
  await choose('falling-box');
  await until(5);
  await studio.button('Pause').click();
  await expect.poll(() => studio.cell('contact solver')).toBe('converged');
  // The same scene in Node; at rest, only the potential energy of the box remains.
  const { simulator } = startSimulation(makeSimulation('falling-box'));
  const start = simulator.report().potentialEnergy;
  for (let k = 0; k < 5 * 240; k++) simulator.step();
  const fallen = simulator.report().potentialEnergy - start;
  expect(await studio.number('potential energy')).toBeCloseTo(fallen, 1);
  expect(await studio.number('contacts')).toBe(simulator.report().contacts.length);
  const rows = (await studio.download('Energy and residual as CSV')).split('\n');
  expect(rows[0]).toContain('time,kinetic,potential,residual');
  expect(rows.length).toBeGreaterThan(250);
});

it('plays, pauses, steps and scrubs', async () => {
  await choose('stack');
  await until(0.5);
  await studio.button('Pause').click();
  await studio.button('Play').waitFor();
  const paused = await time();
  await studio.button('Forward').click();
  // One time step, 1/240 s.
  await expect.poll(time).toBeGreaterThan(paused);
  await studio.button('First').click();
  await expect.poll(time).toBe(0);
  await studio.page.locator('.stage canvas').focus();
  await studio.page.keyboard.press('ArrowRight');
  await expect.poll(time).toBeCloseTo(1 / 60, 2);
  await studio.page.keyboard.press('End');
  await expect.poll(time).toBeGreaterThanOrEqual(paused);
  // The recording is played, and then the simulation continues.
  await studio.button('First').click();
  await studio.page.locator('.stage canvas').focus();
  await studio.page.keyboard.press(' ');
  await until(paused + 0.2);
});

it('changes the solver while it runs', async () => {
  await choose('mass-ratio');
  await until(0.2);
  for (const solver of ['ncp-pgs', 'ccp-newton']) {
    const before = await time();
    await studio.page.getByLabel('Contact solver').selectOption(solver);
    await until(before + 0.2);
  }
  await studio.button('Pause').click();
  await expect.poll(() => studio.number('contacts')).toBe(8);
});

it('shows every contact model side by side', async () => {
  await until(1.2);
  await studio.button('Pause').click();
  for (const model of ['LCP', 'CCP', 'MuJoCo', 'RaiSim', 'NCP']) {
    await studio.page.locator(`[data-label="${model}"]`).waitFor();
    const row = studio.page.getByRole('row', { name: model });
    const moved = Number.parseFloat((await row.getByRole('cell').first().textContent()) ?? '');
    // v² / (2 µ g) = 0.68 m, as far as a model keeps Coulomb's law.
    expect(moved, model).toBeGreaterThan(0.5);
    expect(moved, model).toBeLessThan(0.9);
  }
});

it('measures the farthest body of every model, and follows bodies that leave the picture', async () => {
  const { page } = studio;
  const shape = { version: 1, kind: 'sphere', radius: 0.2 };
  const bodies = [15, 16].map((speed, k) => ({ shape, pose: { position: [0, k, 0] }, velocity: [0, speed, 0] }));
  const text = JSON.stringify({ format: 'proximal-simulation', version: 1, options: { gravity: [0, 0, 0] }, bodies });
  await studio.button('Pause').click();
  await studio.importFiles({ name: 'shot.json', text });
  await studio.button('Pause').waitFor();
  await page.getByRole('checkbox', { name: 'Every contact model' }).check();
  await until(1);
  await studio.button('Pause').click();
  const row = page.getByRole('row', { name: 'NCP' });
  await expect
    .poll(async () => Number.parseFloat((await row.getByRole('cell').first().textContent()) ?? ''))
    .toBeGreaterThan(15.5);
  const [label, stage] = [page.locator('[data-label="NCP"]'), page.locator('.stage')];
  const [at, frame] = [await label.boundingBox(), await stage.boundingBox()];
  if (!at || !frame) throw new Error('there is no label');
  expect(at.x).toBeGreaterThan(frame.x);
  expect(at.x + at.width).toBeLessThan(frame.x + frame.width);
  expect(at.y).toBeGreaterThan(frame.y);
  expect(at.y + at.height).toBeLessThan(frame.y + frame.height);
});

/** Plays a scene of which one step takes longer than a test. */
async function playHeavyScene(): Promise<void> {
  await studio.button('Pause').click();
  await studio.importFiles({ name: 'heavy.json', text: heavySimulation() });
  await studio.button('Pause').waitFor();
}

it('stays responsive while a scene is too slow for real time', async () => {
  const { page } = studio;
  await playHeavyScene();
  // Frames are drawn, the camera turns, and controls respond, although the worker has not posted a frame.
  const count = await page.evaluate(async () => {
    let pictures = 0;
    for (; pictures < 30; pictures++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return pictures;
  });
  expect(count).toBe(30);
  await page.getByText('this machine is too slow').waitFor();
  await page.locator('.stage canvas').focus();
  const before = await page.locator('.stage canvas').screenshot();
  await page.keyboard.press('d');
  await expect.poll(async () => before.equals(await page.locator('.stage canvas').screenshot())).toBe(false);
  await page.getByLabel('Contact forces').uncheck();
  await studio.button('Pause').click();
  await studio.button('Play').click();
  await studio.button('Pause').waitFor();
  expect(await time()).toBe(0);
  // Changing view and scene does not need the worker's answer.
  await studio.view('Query');
  await page.locator('output.value').waitFor();
  await studio.view('Simulation');
  await page.getByLabel('Scene').first().selectOption('falling-box');
  await until(0.05);
});

it('ends a worker that does not respond to a change of solver, and starts over', async () => {
  const { page } = studio;
  await playHeavyScene();
  await page.getByText('this machine is too slow').waitFor();
  const next = page.waitForEvent('worker', { timeout: timeouts.event });
  await page.getByLabel('Contact solver').selectOption('ccp-newton');
  await next;
  await studio.button('Pause').waitFor();
  expect(await page.getByLabel('Contact solver').inputValue()).toBe('ccp-newton');
  await page.getByLabel('Scene').first().selectOption('falling-box');
  await until(0.05);
});

it('reports pairs and contacts left out by a crowded step', async () => {
  const shape = { version: 1, kind: 'box', hx: 0.5, hy: 0.5, hz: 0.5 };
  const bodies = Array.from({ length: 8 }, () => ({ shape }));
  const scene = { format: 'proximal-simulation', version: 1, options: { maxPairs: 20, timeStep: 1 / 60 }, bodies };
  await studio.button('Pause').click();
  await studio.importFiles({ name: 'crowd.json', text: JSON.stringify(scene) });
  await until(0.01);
  await studio.button('Pause').click();
  await studio.button('First').click();
  await studio.button('Forward').click();
  await expect.poll(() => studio.cell('contact solver')).toBe('crowded');
  expect(await studio.cell('left out')).toMatch(/^\d+ pairs, 0 contacts$/);
});

it('opens robots with their meshes and simulation files, and rejects broken ones', async () => {
  const tetrahedron = 'v 0.1 0 0\nv -0.1 0.1 0\nv -0.1 -0.1 0\nv 0 0 0.2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
  const inertial = '<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial>';
  const mesh = '<collision><geometry><mesh filename="package://toy/meshes/part.obj"/></geometry></collision>';
  const robot = `<robot name="toy"><link name="base">${inertial}${mesh}</link><link name="arm">${inertial}
    <collision><origin xyz="0 0 0.3"/><geometry><sphere radius="0.05"/></geometry></collision></link>
    <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>`;
  await studio.importFiles({ name: 'toy.urdf', text: robot }, { name: 'part.obj', text: tetrahedron });
  await until(0.3);
  expect(await studio.page.getByLabel('Scene').first().inputValue()).toBe('own-files');
  await studio.button('Root is fixed').click();
  await until(0.1);
  await studio.importFiles({ name: 'toy.urdf', text: robot });
  await studio.page.getByRole('alert').filter({ hasText: 'part.obj' }).waitFor();
  await studio.importFiles({ name: 'ball.json', text: writeSimulation(makeSimulation('bouncing-ball')) });
  await until(0.1);
  await studio.importFiles({ name: 'bad.json', text: '{"format":"proximal-simulation","version":1,"bodies":[{}]}' });
  await studio.page.getByRole('alert').filter({ hasText: 'bodies[0]' }).waitFor();
});

const sphere = '<collision><geometry><sphere radius="0.2"/></geometry></collision>';
const mass = '<inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>';

it('runs a robot whose links overlap, and reports them', async () => {
  const link = (name: string): string => `<link name="${name}">${mass}${sphere}</link>`;
  const joint = (parent: string, child: string): string =>
    `<joint name="to ${child}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 0.15"/>
     <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`;
  const robot = `<robot name="stub">${['a', 'b', 'c'].map(link).join('')}${joint('a', 'b')}${joint('b', 'c')}</robot>`;
  await studio.importFiles({ name: 'stub.urdf', text: robot });
  await until(0.5);
  await studio.button('Pause').click();
  // The robot falls by 20 mm and tips over; the kinetic energy is less than its weight times its height.
  expect(await studio.number('kinetic energy')).toBeLessThan(3 * 9.81 * 0.5);
  const notices = studio.page.locator('details.notices');
  expect(await notices.getByRole('listitem').first().isVisible()).toBe(false);
  await notices.getByText('3 notices').click();
  const overlap = notices.getByText('the links "a" and "c" overlap by 100 mm');
  await overlap.waitFor();
  await studio.page.getByLabel('Links collide with each other').uncheck();
  await until(0.1);
  await expect.poll(() => overlap.count()).toBe(0);
});

it('opens MJCF files with unsupported parts, and lists them', async () => {
  const arm = `<mujoco model="arm"><worldbody><body name="upper"><joint name="j" axis="0 1 0"/>
    <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/><site name="tip" pos="0.3 0 0"/></body><site name="anchor" pos="0 0 1"/></worldbody>
    <tendon><spatial name="rope" stiffness="100"><site site="tip"/><site site="anchor"/></spatial></tendon></mujoco>`;
  await studio.importFiles({ name: 'arm.xml', text: arm });
  await until(0.1);
  const list = studio.page.locator('details.notices');
  await list.getByText('a tendon with stiffness is not supported').waitFor();
  expect(await list.getByText('1 warning').isVisible()).toBe(true);
});

const robots = join(root, '../shared/data/robots');

/** A robot's files below the folder of robots: its URDF, then its meshes. */
function robotFiles(file: string): { name: string; text: string }[] {
  const folder = join(robots, dirname(file));
  const meshes = filesBelow(folder).filter((path) => path.endsWith('.obj'));
  return [basename(file), ...meshes].map((path) => ({
    name: basename(path),
    text: readFileSync(join(folder, path), 'utf8'),
  }));
}

it.each([
  { name: 'a generated quadruped', files: () => [{ name: 'quadruped.urdf', text: quadruped() }] },
  ...['solo12/solo12.urdf', 'allegro_right/allegro_right.urdf', 'talos/talos.urdf', 'panda/panda.urdf', 'ur5/ur5.urdf']
    .filter((file) => existsSync(join(robots, file)))
    .map((file) => ({ name: file, files: () => robotFiles(file) })),
])('runs $name, dropped with its meshes, without gaining energy', async ({ files }) => {
  await studio.button('Pause').click();
  await studio.importFiles(...files());
  await until(0.3);
  await studio.button('Pause').click();
  const [titles, ...rows] = (await studio.download('Energy and residual as CSV')).trimEnd().split('\n');
  expect(titles).toContain('time,kinetic,potential');
  const energies = rows.map((row) => row.split(',').slice(1, 3).map(Number));
  const [start] = energies;
  // Position corrections add potential energy: they lift 90 kg by a fraction of a millimeter.
  for (const [kinetic, potential] of energies) expect(kinetic + potential - start[1]).toBeLessThan(1);
  await studio.page.locator('details.notices summary').waitFor();
  // The robot is in the picture.
  await studio.drawn();
  expect(await studio.coloredShare()).toBeGreaterThan(0.01);
});

/** An arm of two links, with one mesh each in a package that is not given. */
const armOfMeshes = `<robot name="arm"><link name="base"/>${['upper', 'lower']
  .map(
    (name, k) => `<link name="${name}"><inertial><mass value="1"/><origin xyz="0.2 0 0"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><geometry><mesh filename="package://arm_description/${name}.stl"/></geometry></collision></link>
      <joint name="${name}_joint" type="revolute"><parent link="${k ? 'upper' : 'base'}"/><child link="${name}"/>
      <origin xyz="${k ? '0.4 0 0' : '0 0 1'}"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="10" velocity="10"/></joint>`,
  )
  .join('')}</robot>`;

it('opens a robot without its meshes as a skeleton, and switches self-collision', async () => {
  const { page } = studio;
  await studio.button('Pause').click();
  await studio.importFiles({ name: 'arm.urdf', text: armOfMeshes });
  await page
    .getByRole('alert')
    .filter({ hasText: 'upper.stl: drop it together with the others, or leave out' })
    .waitFor();
  await studio.button('Root is fixed').click();
  await page.getByLabel('Meshes of the robot').uncheck();
  await until(0.1);
  await page.getByLabel('Links collide with each other').uncheck();
  await until(0.1);
  await studio.button('Pause').click();
  await studio.download('Export').then((text) => {
    const { robots, options } = JSON.parse(text);
    expect([robots[0].file, options.selfCollision]).toEqual(['arm.urdf', false]);
  });
});

it('exports the simulation that is shown, with its solver', async () => {
  await choose('stack');
  await studio.page.getByLabel('Contact solver').selectOption('ncp-pgs');
  const simulation = readSimulation(await studio.download('Export'));
  expect(simulation.options.solver).toMatchObject({ solver: 'ncp-pgs' });
  const [{ simulator }, original] = [startSimulation(simulation), startSimulation(makeSimulation('stack'))];
  expect(simulator.report().potentialEnergy).toBe(original.simulator.report().potentialEnergy);
  // A file has no controller.
  await choose('swing-up');
  await expect.poll(() => studio.button('Export').isDisabled()).toBe(true);
});

it('shows everything on demand, and follows a camera of the user no longer', async () => {
  const { page } = studio;
  await choose('falling-box');
  await studio.button('Pause').click();
  await studio.drawn();
  const framed = await studio.coloredShare();
  await page.locator('.stage canvas').focus();
  for (let k = 0; k < 12; k++) await page.keyboard.press('-');
  await studio.drawn();
  expect(await studio.coloredShare()).toBeLessThan(0.4 * framed);
  await page.keyboard.press('f');
  await studio.drawn();
  expect(await studio.coloredShare()).toBeGreaterThan(0.6 * framed);
});

it('draws the bodies of every contact model in the colors of its curves, and lists how far each has moved', async () => {
  const { page } = studio;
  await page.getByLabel('Contact forces').uncheck();
  await until(0.3);
  await studio.button('Pause').click();
  await studio.drawn();
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return [1, 2, 3, 4, 5].map((k) => style.getPropertyValue(`--curve-${k}`).trim());
  });
  const hues = await studio.hues();
  for (const color of colors) {
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
    const sector =
      max === r ? (g - b) / (max - min) + 6 : max === g ? (b - r) / (max - min) + 2 : (r - g) / (max - min) + 4;
    const near = [...hues].filter(([hue]) => Math.abs(((hue - 60 * sector + 540) % 360) - 180) <= 10);
    expect(
      near.reduce((sum, [, share]) => sum + share, 0),
      color,
    ).toBeGreaterThan(0.002);
  }
  await studio.button('Play').click();
  await choose('stack');
  await page.getByRole('checkbox', { name: 'Every contact model' }).check();
  await studio.button('Pause').waitFor();
  await page.getByText('Moved, by body').click();
  const { bodies } = makeSimulation('stack');
  const names = await page.locator('details table tbody th').allInnerTexts();
  expect(names).toEqual(bodies.filter((body) => !body.static).map(({ name }) => name));
});

it('swings a pendulum and a cart-pole up, and plots the cost of the search', async () => {
  await choose('swing-up');
  await studio.page.getByText('Cost of the search').waitFor();
  await until(5);
  await studio.button('Pause').click();
  const rows = (await studio.download('Energy and residual as CSV')).split('\n').map((row) => row.split(','));
  const column = rows[0].indexOf('tracking');
  const errors = rows.slice(1).map((row) => Number(row[column]));
  // Tracked within a fraction of a radian on the way, and upright at the end.
  expect(Math.max(...errors)).toBeLessThan(0.3);
  expect(errors.at(-1)).toBeLessThan(0.01);
});
