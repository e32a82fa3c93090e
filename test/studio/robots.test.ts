// The gallery of robots: joints, inverse kinematics, clearances, pairs of links, and PD control.
import { forwardKinematics, framePose } from 'proximal/dynamics';
import { RobotCell } from 'proximal/planning';
import { describe, expect, it } from 'vitest';
import { robotTitles } from '../../apps/studio/src/model/planning.ts';
import { galleryRobot } from '../../apps/studio/src/robots/gallery.ts';
import { Experiment } from '../../apps/studio/src/simulation/experiment.ts';
import { held } from '../../apps/studio/src/simulation/held.ts';
import { browserNamed, needsBrowser } from '../support/browsers.ts';
import { StudioTest } from '../support/studio.ts';

const names = Object.keys(robotTitles);
const started = { solver: '', isSideBySide: false, models: [] };

describe.each(names)('%s', (name) => {
  it('is held near its first posture by PD control for two seconds', async () => {
    const loaded = await held(name, []);
    const experiment = new Experiment(loaded, { ...started, command: [] });
    const { targets, first } = experiment.describe();
    expect(targets.length).toBeGreaterThan(5);
    const { poses } = experiment.advanceBy(2);
    // Compliant drives sag, and a humanoid sways; nothing falls.
    for (let k = 0; k < poses.length; k += 7)
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(poses[k + axis] - first.poses[k + axis])).toBeLessThan(0.1);
  });
});

it('moves a held joint to its target, also after a change of the solver', async () => {
  const experiment = new Experiment(await held('arm', []), { ...started, command: [] });
  const { targets, bodyViews } = experiment.describe();
  const hand = bodyViews.findIndex(({ name }) => name.startsWith('palm'));
  const angles = targets.map(({ value }) => value);
  // The first joint turns the arm about the vertical: its hand turns from +x to +y.
  angles[0] = Math.PI / 2;
  experiment.setCommand(angles);
  experiment.advanceBy(0.5);
  experiment.change({ solver: 'ncp-admm' }, null);
  const { poses } = experiment.advanceBy(3);
  expect(Math.atan2(poses[7 * hand + 1], poses[7 * hand])).toBeCloseTo(Math.PI / 2, 1);
});

describe('on the page', needsBrowser(browserNamed('Chromium')), () => {
  const studio = new StudioTest();
  const rows = () => studio.page.getByRole('region', { name: 'Clearances' }).getByRole('row');

  it('lists the clearances of an arm and the pairs of links that may collide', async () => {
    await studio.view('Robots');
    const { model, posture } = await galleryRobot('arm');
    const cell = new RobotCell({ model });
    const q = model.joints.flatMap(({ name, nq }) => (nq === 1 ? [posture.get(name) ?? 0] : []));
    const own = cell.clearance(q);
    await rows()
      .filter({ hasText: `${own.a}` })
      .filter({ hasText: own.b })
      .first()
      .waitFor();
    const title = await rows()
      .filter({ hasText: own.a })
      .filter({ hasText: own.b })
      .first()
      .getByRole('cell')
      .last()
      .getAttribute('title');
    expect(Number.parseFloat(title ?? '')).toBeCloseTo(1000 * own.distance, 3);
    const checked = new Set(cell.pairs.map(({ a, b }) => [a, b].sort().join()));
    expect(await studio.page.locator('.matrix td.collide').count()).toBe(checked.size);
    // The obstacle moves into the hand: red, with a negative distance.
    await studio.button('Obstacle').click();
    await studio.page.locator('.stage canvas').focus();
    for (let k = 0; k < 15; k++) await studio.page.keyboard.press('PageDown');
    await expect.poll(() => studio.page.locator('td.contact').count()).toBeGreaterThan(0);
  });

  it('moves the hand by inverse kinematics', async () => {
    await studio.view('Robots');
    await rows().nth(1).waitFor();
    const { model } = await galleryRobot('arm');
    const sliders = studio.page.getByRole('group', { name: 'Joints' }).getByRole('slider');
    const height = async (): Promise<number> => {
      const q = await sliders.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).valueAsNumber));
      const data = model.createData();
      forwardKinematics(model, data, Float64Array.from(q));
      return framePose(model, data, 'gripper')[2];
    };
    const before = await height();
    await studio.page.locator('.stage canvas').focus();
    await studio.page.keyboard.press('ArrowUp');
    await expect.poll(height).toBeGreaterThan(before + 0.005);
    // The link keeps the configuration.
    await expect.poll(() => new URL(studio.page.url()).hash.length).toBeGreaterThan(10);
  });

  it.each(names)('opens the %s and holds it in the simulation', async (name) => {
    await studio.view('Robots');
    await studio.page.getByRole('combobox', { name: 'Robot' }).selectOption(name);
    await studio.page.locator('.matrix td').first().waitFor();
    await studio.picture(`robot ${name}`);
    await studio.button('Hold with PD control').click();
    await studio.page.getByRole('group', { name: 'Targets of the joints' }).waitFor();
    await expect.poll(() => studio.number('contacts')).toBeGreaterThanOrEqual(0);
    expect(await studio.page.locator('.panel [role=alert]').count()).toBe(0);
  });
});
