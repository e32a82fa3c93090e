// The simulations of the page, without a browser: changes by the user while they run.
import { expect, it } from 'vitest';
import { Experiment } from '../../apps/studio/src/simulation/experiment.ts';
import type { Change } from '../../apps/studio/src/simulation/protocol.ts';
import { load } from '../../apps/studio/src/simulation/robots.ts';

const source = {
  files: [],
  root: 'fixed',
  hasSelfCollision: true,
  hasMeshes: true,
  solver: '',
  isSideBySide: false,
  models: [],
  roughness: 0,
  command: [],
} as const;

const open = async (scene: string, part: { isSideBySide?: boolean; models?: readonly string[] } = {}) => {
  const wanted = { ...source, scene, ...part };
  const experiment = new Experiment(await load(wanted), wanted);
  return { experiment, opened: experiment.describe() };
};
const position = ({ poses }: { readonly poses: Float32Array }, body: number) => [
  ...poses.subarray(7 * body, 7 * body + 3),
];
const ball = { version: 1, kind: 'sphere', radius: 0.1 } as const;
const added = (at: readonly number[], velocity: readonly number[] = [0, 0, 0]): Change => ({
  added: { shape: ball, position: at, velocity },
});

it('adds bodies, which fall and rest, without moving the others', async () => {
  const { experiment, opened } = await open('stack');
  const before = experiment.advanceBy(0.5);
  experiment.change(added([3, 0, 0.5]), null);
  const views = experiment.describeChange().bodyViews;
  expect(views).toHaveLength(opened.bodyViews.length + 1);
  const newest = views.length - 1;
  const after = experiment.advanceBy(2);
  expect(after.poses.length).toBe(7 * views.length);
  expect(position(after, newest)[2]).toBeCloseTo(0.1, 2);
  for (let body = 0; body < newest; body++)
    for (const [axis, x] of position(before, body).entries()) expect(position(after, body)[axis]).toBeCloseTo(x, 2);
  expect(after.simulators[0].status).toBe('converged');
});

it('removes bodies, which are there again if the user continues from an earlier frame', async () => {
  const { experiment, opened } = await open('stack');
  const top = opened.bodyViews.length - 1;
  experiment.advanceBy(0.1);
  experiment.change({ removed: top }, null);
  const without = experiment.advanceBy(0.1);
  expect(position(without, top).every(Number.isNaN)).toBe(true);
  expect(position(without, top - 1).every(Number.isFinite)).toBe(true);
  // Frame 1 is before the removal.
  experiment.change({ friction: 0.4 }, 1);
  const back = experiment.advanceBy(0.1);
  expect(position(back, top).every(Number.isFinite)).toBe(true);
  expect(experiment.describeChange().physics.friction).toBe(0.4);
});

it('throws a ball with its velocity, under the current gravity', async () => {
  const { experiment } = await open('stack');
  experiment.change({ gravity: 0 }, null);
  experiment.change(added([5, 0, 3], [2, 0, 0]), null);
  const newest = experiment.describeChange().bodyViews.length - 1;
  const [x, , z] = position(experiment.advanceBy(0.5), newest);
  expect([x, z].map((value) => Number(value.toFixed(3)))).toEqual([6, 3]);
  experiment.change({ gravity: 10, timeStep: 1 / 1000 }, null);
  expect(position(experiment.advanceBy(0.4), newest)[2]).toBeCloseTo(3 - 0.5 * 10 * 0.16, 1);
  expect(experiment.describeChange().physics).toMatchObject({ gravity: 10, timeStep: 1 / 1000 });
});

it('pulls a grabbed body to the pointer, and lets it fly on', async () => {
  const { experiment } = await open('stack');
  experiment.change(added([4, 0, 0.5]), null);
  const newest = experiment.describeChange().bodyViews.length - 1;
  experiment.setGrab({ body: newest, point: [0, 0, 0], target: [4, 1, 1] });
  const { pull } = experiment.advanceBy(0.05);
  expect(pull?.drag[1]).toBeGreaterThan(0.5);
  const held = experiment.advanceBy(1.5);
  // The spring carries the weight: it is g/225 below the pointer.
  expect(Math.hypot(position(held, newest)[1] - 1, position(held, newest)[2] - 1)).toBeLessThan(0.06);
  experiment.setGrab({ body: newest, point: [0, 0, 0], target: [4, 2, 1] });
  const thrown = position(experiment.advanceBy(0.1), newest);
  experiment.setGrab(null);
  const flying = experiment.advanceBy(0.1);
  expect(position(flying, newest)[1]).toBeGreaterThan(thrown[1] + 0.1);
  expect(flying.pull).toBeNull();
});

it('refuses to change the bodies of a scene with a controller', async () => {
  const wanted = { ...source, scene: 'x' };
  const { simulation, models } = await load({ ...wanted, scene: 'stack' });
  const control = {
    makeDriver: () => ({
      control: ({ simulator }: never) => new Float64Array((simulator as { nv: number }).nv),
      measure: () => [],
    }),
    measures: [],
    searches: [],
  };
  const experiment = new Experiment({ simulation, models, control: control as never }, wanted);
  experiment.describe();
  expect(() => experiment.change(added([0, 0, 2]), null)).toThrow('keeps its bodies');
});

it('runs two chosen contact models in step', async () => {
  const { experiment, opened } = await open('sliding-cube', { isSideBySide: true, models: ['lcp-pgs', 'ncp-pgs'] });
  expect(opened.simulators.map(({ title }) => title)).toEqual(['LCP', 'NCP']);
  experiment.change({ friction: 0.1 }, null);
  const frame = experiment.advanceBy(0.2);
  expect(frame.simulators).toHaveLength(2);
});

it('removes a body with its joints', async () => {
  const hanging = {
    format: 'proximal-simulation',
    version: 1,
    bodies: [
      { name: 'near', shape: ball, pose: [0, 0, 1, 0, 0, 0, 1] },
      { name: 'far', shape: ball, pose: [0.5, 0, 1, 0, 0, 0, 1] },
    ],
    joints: [
      { name: 'top', kind: 'hinge', a: null, b: 'near', anchor: [0, 0, 1.2], axis: [0, 1, 0] },
      { name: 'link', kind: 'hinge', a: 'near', b: 'far', anchor: [0.25, 0, 1], axis: [0, 1, 0] },
    ],
  };
  const file = { name: 'hanging.json', bytes: new TextEncoder().encode(JSON.stringify(hanging)) };
  const wanted = { ...source, scene: '', files: [file] };
  const experiment = new Experiment(await load(wanted), wanted);
  const { bodyViews } = experiment.describe();
  experiment.change({ removed: bodyViews.findIndex(({ name }) => name === 'far') }, null);
  const frame = experiment.advanceBy(0.2);
  const near = bodyViews.findIndex(({ name }) => name === 'near');
  expect(position(frame, near).every(Number.isFinite)).toBe(true);
  experiment.change({ removed: near }, null);
  expect(position(experiment.advanceBy(0.1), near).every(Number.isNaN)).toBe(true);
});
