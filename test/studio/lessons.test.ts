// Every step of every lesson in Chromium: its sentences are checked against traces that are computed here, and against geometry.
import { cylinder, distance, ellipsoid, halfspace, sphere } from 'proximal';
import * as flat from 'proximal/2d';
import { createWalkingController, quadrupedUrdf, runController } from 'proximal/control';
import { differentiate } from 'proximal/derivatives';
import { readUrdf } from 'proximal/io';
import { Scene } from 'proximal/scene';
import { Simulator } from 'proximal/sim';
import { describe, expect, it } from 'vitest';
import { accelerations } from '../../apps/studio/src/lessons/accelerations.ts';
import { shapes as barycodeShapes, barycodes } from '../../apps/studio/src/lessons/barycodes.ts';
import { epa, shapes as epaShapes } from '../../apps/studio/src/lessons/epa.ts';
import { gjk, shapes as gjkShapes } from '../../apps/studio/src/lessons/gjk.ts';
import { growth, shapes as growthShapes } from '../../apps/studio/src/lessons/growth.ts';
import type { Lesson, Placement } from '../../apps/studio/src/lessons/lesson.ts';
import { cellOf, goal, planning, start } from '../../apps/studio/src/lessons/planning.ts';
import { lessons } from '../../apps/studio/src/lessons/registry.ts';
import { smoothing } from '../../apps/studio/src/lessons/smoothing.ts';
import { commandAt } from '../../apps/studio/src/lessons/walking.ts';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest({ isOpen: false });
const sentence = () => studio.page.locator('.lesson .sentence');
const count = () => studio.page.locator('.lesson .transport output');

/** The lessons whose sentences are checked here. */
const checked = ['gjk', 'barycodes', 'epa', 'growth', 'accelerations', 'friction', 'smoothing', 'planning', 'walking'];

interface Shown {
  readonly sentence: string;
  /** The text of each highlighted line of code. */
  readonly lines: readonly string[];
}

async function openLesson(name: string, rest = '&step=1'): Promise<number> {
  await studio.load(`#lesson=${name}${rest}`);
  await sentence().waitFor();
  return Number(/of (\d+)/.exec((await count().textContent()) ?? '')?.[1]);
}

/** Goes through a lesson by the arrow key. Every question has one right answer. */
async function stepsOf(name: string): Promise<readonly Shown[]> {
  const { page } = studio;
  const total = await openLesson(name);
  const shown: Shown[] = [];
  for (let k = 1; k <= total; k++) {
    await expect.poll(() => count().textContent()).toBe(`${k} of ${total}`);
    const lines = await page.locator('.pseudocode [aria-current]').allTextContents();
    shown.push({ sentence: (await sentence().textContent()) ?? '', lines });
    const choices = page.locator('.prediction button:not(.primary)');
    if (k % 4 === 2 && (await choices.count()) > 0) {
      const answers: string[] = [];
      for (const choice of await choices.all()) {
        await choice.click();
        answers.push((await page.locator('.prediction output').textContent()) ?? '');
      }
      expect(
        answers.filter((answer) => answer === 'Yes.'),
        shown[k - 1].sentence,
      ).toHaveLength(1);
    }
    await page.keyboard.press('ArrowRight');
  }
  await studio.picture(`lesson ${name}`);
  return shown;
}

type Point = readonly number[];
type Shapes = { readonly a: flat.Shape; readonly b: flat.Shape };

const poseOf = ({ position: [x, y], angle }: Placement) => ({ position: [x, y] as const, angle });

function traceOf({ a, b }: Shapes, { bodies: [first, second] }: Lesson): readonly flat.TraceStep[] {
  const steps: flat.TraceStep[] = [];
  flat.distance(a, poseOf(first), b, poseOf(second), { trace: (step) => steps.push(structuredClone(step)) });
  return steps;
}

/** The numbers of the support points of a trace, in the order in which they were found. */
function numbering(trace: readonly flat.TraceStep[]): (point: Point) => number {
  const known: Point[] = [];
  const find = (point: Point): number => known.findIndex(([x, y]) => Math.hypot(x - point[0], y - point[1]) < 1e-9);
  for (const { support } of trace) if (find(support) < 0 && !Number.isNaN(support[0])) known.push([...support]);
  return (point) => find(point) + 1;
}

/** The distance from the origin to a segment, by its own formula. */
function toSegment(p: Point, q: Point): number {
  const [ex, ey] = [q[0] - p[0], q[1] - p[1]];
  const t = Math.max(0, Math.min(1, -(p[0] * ex + p[1] * ey) / (ex * ex + ey * ey)));
  return Math.hypot(p[0] + t * ex, p[1] + t * ey);
}

/** The numbers that a pattern captures in texts. */
function numbersIn(texts: readonly string[], pattern: RegExp): number[] {
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, digits]) => Number(digits)));
}

const meters = (value: number): string => `${value.toFixed(4).replace('-', '−')} m`;

/** Whether the sentence about a simplex and a new vertex agrees with the distances from the origin. */
function expectedDrop(step: flat.TraceStep, next: flat.TraceStep, number: (point: Point) => number): RegExp {
  const before = [...step.simplex.slice(0, step.size), step.support];
  const after = next.simplex.slice(0, next.size);
  if (after.length === 3) return /The origin lies inside the triangle/;
  const dropped = before.filter((point) => !after.some((kept) => number(kept) === number(point))).map(number);
  const distances = before.flatMap((p, i) => before.slice(i + 1).map((q) => toSegment(p, q)));
  const kept = after.length === 1 ? Math.hypot(...after[0]) : toSegment(after[0], after[1]);
  expect(kept).toBeCloseTo(Math.min(...distances, ...before.map((point) => Math.hypot(...point))), 9);
  if (dropped.length === 0) return after.length === 1 ? /is vertex 1 alone/ : /both vertices are needed/;
  if (after.length === 2)
    return new RegExp(`beyond the edge ${after.map(number).join('–')}: vertex ${dropped[0]} is dropped`);
  const names = dropped.length > 1 ? `vertices ${dropped.join(' and ')} are` : `vertex ${dropped[0]} is`;
  return new RegExp(`Vertex ${number(after[0])} itself is nearest to the origin: ${names} dropped`);
}

describe('the sentences of a lesson agree with the trace:', () => {
  it('GJK', async () => {
    const shown = await stepsOf('gjk');
    const trace = traceOf(gjkShapes, gjk);
    const number = numbering(trace);
    // An introduction, three steps for each iteration, and the answer in place of the last one's third.
    expect(shown).toHaveLength(1 + 3 * trace.length);
    trace.forEach((step, k) => {
      const [direction, support, simplex] = shown.slice(1 + 3 * k, 4 + 3 * k);
      if (k > 0) expect(direction.sentence).toContain(`is ${meters(step.upper)} from the origin`);
      expect(support.sentence).toContain(`ertex ${number(step.support)}`);
      if (step.lower > 0) expect(support.sentence).toContain(`at least ${meters(step.lower)} apart`);
      else expect(support.sentence).toContain('proves nothing yet');
      const next = trace[k + 1];
      if (next) expect(simplex.sentence).toMatch(expectedDrop(step, next, number));
    });
    const [first, second] = gjk.bodies;
    const { distance } = flat.distance(gjkShapes.a, poseOf(first), gjkShapes.b, poseOf(second));
    expect(shown.at(-1)?.sentence).toContain(`The distance is ${meters(distance)}`);
    expect(shown.at(-1)?.sentence).toContain('valid.');
    expect(shown.some(({ sentence: text }) => /beyond the edge .* is dropped/.test(text))).toBe(true);
    expect(shown.at(-1)?.lines.join()).toContain('return the distance');
  });

  it('barycodes', async () => {
    const shown = await stepsOf('barycodes');
    const codes = traceOf(barycodeShapes, barycodes)
      .map(({ barycode }) => barycode)
      .filter((code) => code > 0);
    expect(codes).toEqual([6, 5, 7]);
    const said = shown.flatMap(({ sentence: text }) => /the code is ([01]{3})/.exec(text)?.[1] ?? []);
    expect(said.map((bits) => Number.parseInt(bits, 2))).toEqual(codes);
    for (const { sentence: text, lines } of shown) {
      const [, bits = ''] = /the code is ([01]{3})/.exec(text) ?? [];
      // The signs in the sentence are the bits.
      const signs = [...text.matchAll(/σ[ABC] ([>≤]) 0/g)].map(([, sign]) => (sign === '>' ? 1 : 0));
      expect(signs.join('')).toBe(bits);
      if (bits !== '') expect(lines.join()).toContain(`${bits}:`);
    }
  });

  it('EPA and MPR', async () => {
    const shown = await stepsOf('epa');
    const [first, second] = epa.bodies.map(poseOf);
    const depth = (algorithm: 'epa' | 'mpr'): number =>
      flat.penetration(epaShapes.a, first, epaShapes.b, second, { algorithm, certified: algorithm === 'epa' }).depth;
    const [right, wrong] = [depth('epa'), depth('mpr')];
    expect(wrong).toBeGreaterThan(1.3 * right);
    // No direction has a smaller depth: 10,000 directions of the difference.
    const reach = (angle: number): number => supportValue(epaShapes, epa, angle);
    const sampled = Array.from({ length: 10_000 }, (_, k) => reach((2 * Math.PI * k) / 10_000));
    expect(Math.min(...sampled)).toBeCloseTo(right, 3);
    const texts = shown.map(({ sentence: text }) => text);
    expect(texts.some((text) => text.includes(`the depth is ${meters(right)}`))).toBe(true);
    expect(texts.at(-1)).toContain(`${meters(wrong)} is ${Math.round(100 * (wrong / right - 1))} % larger`);
    expect(texts.at(-1)).toContain(meters(right));
    // The bounds of the edges never exceed the depth.
    const least = numbersIn(texts, /nearest to the origin, ([\d.]+) m away/g);
    expect(least.length).toBeGreaterThan(2);
    for (const [k, value] of least.entries()) {
      expect(value).toBeLessThanOrEqual(right + 1e-4);
      expect(value).toBeGreaterThanOrEqual(least[k - 1] ?? 0);
    }
  });

  it('growth distance', async () => {
    const shown = await stepsOf('growth');
    const [first, second] = growth.bodies.map(poseOf);
    const result = flat.growthDistance(growthShapes.a, first, growthShapes.b, second);
    const texts = shown.map(({ sentence: text }) => text);
    expect(texts.at(-1)).toContain(`the growth is ${result.growth.toFixed(5)}`);
    for (const upper of numbersIn(texts, /growth is at most (\d+\.\d+)/g))
      expect(upper).toBeGreaterThan(result.growth - 1e-4);
    for (const lower of numbersIn(texts, /growth is at least (\d+\.\d+)/g))
      expect(lower).toBeLessThan(result.growth + 1e-4);
    expect(shown).toHaveLength(1 + 2 * result.iterations);
  });
});

/** The lessons that use other parts of the library than `proximal/2d`. */
describe('the sentences of a lesson agree with the library:', () => {
  it('accelerations', async () => {
    const shown = await stepsOf('accelerations');
    const [[ax, ay], [bx, by]] = accelerations.bodies.map(({ position }) => position);
    const rotations = accelerations.bodies.map(
      ({ angle }) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const,
    );
    const counts = (['gjk', 'polyak', 'nesterov'] as const).map((algorithm) => {
      const [poseA, poseB] = [
        { position: [ax, ay, 0] as const, rotation: rotations[0] },
        { position: [bx, by, 0] as const, rotation: rotations[1] },
      ];
      const options = { algorithm, expert: { schedule: 'code' } } as const;
      let steps = 0;
      distance(ellipsoid(1.3, 0.16, 0.5), poseA, ellipsoid(1.1, 0.2, 0.35), poseB, {
        ...options,
        trace: () => steps++,
      });
      return steps;
    });
    expect(shown.at(-1)?.sentence).toContain(
      `GJK needs ${counts[0]} iterations, Polyak's acceleration ${counts[1]}, and Nesterov's ${counts[2]}.`,
    );
    expect(shown).toHaveLength(2 + Math.max(...counts));
  });

  it('friction models', async () => {
    const shown = await stepsOf('friction');
    const texts = shown.map(({ sentence: text }) => text);
    const millimeters = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);
    // Only the CCP leaves the floor; only the LCP drifts and exceeds the cone: docs/contact.md.
    expect(millimeters(texts[2], /by up to ([\d.]+) mm/)).toBeGreaterThan(1);
    expect(millimeters(texts[1], /drifts ([\d.]+) mm/)).toBeGreaterThan(10);
    expect(Number(/force is ([\d.]+) times/.exec(texts[1])?.[1])).toBeGreaterThan(1.05);
    expect(millimeters(texts[4], /rises ([\d.]+) mm/)).toBeLessThan(0.1);
    expect(millimeters(texts[4], /drifts ([\d.]+) mm/)).toBeLessThan(0.1);
    expect(Number(/force is ([\d.]+) times/.exec(texts[4])?.[1])).toBeCloseTo(1, 2);
  });

  it('smoothing', async () => {
    const texts = (await stepsOf('smoothing')).map(({ sentence: text }) => text);
    const [, { position }] = smoothing.bodies;
    const pose = { position: [position[0], position[1], 0] as const };
    const round = differentiate(cylinder(1, 1), {}, sphere(0.25), pose, { estimator: 'exact', withRespectTo: 'b' });
    expect(texts[1]).toContain('The exact derivative is 0 here');
    expect(texts.at(-1)).toContain(`the derivative ${round.pointA[0].toFixed(3)} here`);
    const ranges = numbersIn(texts, /it changes by ([\d.]+) along/g);
    // More noise, smaller jumps.
    expect(ranges).toHaveLength(3);
    expect(ranges.every((range, k) => k === 0 || range < ranges[k - 1])).toBe(true);
    const [, smooth] = /nearly this derivative, ([\d.]+)/.exec(texts.at(-1) ?? '') ?? [];
    expect(Math.abs(Number(smooth) - round.pointA[0])).toBeLessThan(0.05);
  });

  it('planning', async () => {
    const texts = (await stepsOf('planning')).map(({ sentence: text }) => text);
    const cell = cellOf(planning.bodies);
    expect(cell.isFree(start)).toBe(true);
    expect(cell.isFree(goal)).toBe(true);
    const straight = cell.motion(start, goal);
    expect(texts[1]).toMatch(straight.status === 'free' ? /^It is free/ : /^It is not/);
    const grown = texts.flatMap(
      (text) => /After (\d+) new .* start has (\d+) .* goal (\d+)/.exec(text)?.slice(1).map(Number) ?? [],
    );
    expect(grown.length).toBeGreaterThan(2);
    for (let k = 0; k < grown.length; k += 3) expect(grown[k]).toBe(grown[k + 1] + grown[k + 2]);
    const [long] = numbersIn(texts, /a length of ([\d.]+) rad/g);
    const [short] = numbersIn(texts, /make it ([\d.]+) rad long/g);
    expect(short).toBeLessThanOrEqual(long);
    const direct = Math.hypot(goal[0] - start[0], goal[1] - start[1]);
    expect(short).toBeGreaterThan(direct);
    expect(texts.at(-1)).toContain('valid.');
  });
});

it('the sentences of the lesson on walking agree with a simulation', async () => {
  const texts = (await stepsOf('walking')).map(({ sentence: text }) => text);
  const model = await readUrdf(quadrupedUrdf(), { root: 'free-flyer' });
  const controller = createWalkingController(model, { velocity: commandAt });
  const scene = new Scene();
  scene.add(halfspace(), {}, { static: true });
  const simulator = new Simulator({ models: [model], scene, friction: 0.9, timeStep: 1e-3 });
  simulator.setState({ q: controller.posture });
  // The last step shows the state after 1.101 s.
  runController(simulator, controller.control, { steps: 1101 });
  expect(texts.at(-1)).toContain(`At 1.10 s`);
  expect(texts.at(-1)).toContain(`walked ${simulator.state.q[0].toFixed(2)} m`);
  const weight = 9.81 * model.frames.reduce((sum, { mass }) => sum + mass, 0);
  for (const text of texts) {
    expect(text).toContain(`the weight is ${weight.toFixed(1)} N`);
    const [, feet = '', forces = '', together = ''] =
      /At [\d.]+ s (.*) stands?: the ground carries (.*), together (.*) N;/.exec(text) ?? [];
    // Diagonal pairs stand, or all four feet, or three while they change.
    expect(feet.match(/[FH][LR]/g)?.length).toBeGreaterThanOrEqual(2);
    const sum = [...forces.matchAll(/[\d.]+/g)].reduce((total, [digits]) => total + Number(digits), 0);
    expect(Math.abs(sum - Number(together))).toBeLessThan(0.3);
  }
  expect(texts.some((text) => text.includes('FL and HR stand'))).toBe(true);
  expect(texts.some((text) => text.includes('FR and HL stand'))).toBe(true);
});

/** How far the difference reaches in a direction of world axes. */
function supportValue({ a, b }: Shapes, { bodies: [first, second] }: Lesson, angle: number): number {
  const one = (shape: flat.Shape, { position: [x, y], angle: turn }: Placement, along: number): number => {
    const [px, py] = shape.support([Math.cos(along - turn), Math.sin(along - turn)]);
    const local = px * Math.cos(along - turn) + py * Math.sin(along - turn);
    return local + x * Math.cos(along) + y * Math.sin(along);
  };
  return one(a, first, angle) + one(b, second, angle + Math.PI);
}

describe('a lesson', () => {
  const pane = (title: string) => studio.page.locator('.lesson figure', { hasText: title }).locator('.picture');

  it('recomputes its steps when a body is dragged in one of the pictures, and its link keeps the places', async () => {
    const { page } = studio;
    await openLesson('gjk', '&step=99');
    const before = await sentence().textContent();
    for (const [title, label] of [
      ['The bodies', 'B'],
      ['Their difference', 'A ⊖ B'],
    ] as const) {
      const box = await pane(title).getByText(label, { exact: true }).boundingBox();
      if (!box) throw new Error('there is no picture');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 25, y - 18, { steps: 3 });
      await page.mouse.up();
      await expect.poll(() => sentence().textContent()).not.toBe(before);
      expect(await sentence().textContent()).toContain('valid.');
      if (title === 'The bodies') await studio.button('Put back').click();
      await studio.drawn();
    }
    await expect.poll(async () => page.url()).toMatch(/#lesson=gjk&step=\d+&bodies=/);
    const moved = await sentence().textContent();
    await studio.load(new URL(page.url()).hash);
    await expect.poll(() => sentence().textContent()).toBe(moved);
    await studio.button('Put back').click();
    await expect.poll(() => sentence().textContent()).toBe(before);
    // Keys move and turn B.
    await pane('The bodies').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('[');
    await expect.poll(() => sentence().textContent()).not.toBe(before);
  });

  it('is presented in large type without panels, plays, and stops at questions', async () => {
    const { page } = studio;
    await openLesson('gjk');
    const size = () => sentence().evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const normal = await size();
    await page.keyboard.press('p');
    await expect.poll(size).toBeGreaterThan(1.2 * normal);
    expect(await page.locator('.lesson-side, .app > header').filter({ visible: true }).count()).toBe(0);
    await expect.poll(async () => page.url()).toContain('&slides');
    await page.getByRole('button', { name: '4 ×' }).click();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    // The second step has a question.
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await count().textContent()).toMatch(/^2 of/);
    await studio.picture('presentation');
    await page.keyboard.press('Escape');
    await expect.poll(size).toBe(normal);
  });

  it('rejects invalid links', async () => {
    for (const [link, reason] of [
      ['#lesson=none', 'there is no lesson'],
      ['#lesson=gjk&step=-1', 'the step is a whole number'],
      ['#lesson=gjk&step=1&bodies=1,2', 'bodies are x, y and angle'],
      ['#lesson=gjk&step=1&bodies=1e9,0,0,0,0,0', 'at most 100'],
      ['#lesson=gjk&version=2', 'it has version 2'],
    ]) {
      await studio.load(link);
      await studio.page.getByRole('alert').filter({ hasText: reason }).waitFor();
    }
  });

  it('is found in the list of lessons, and fits a phone', async () => {
    const { page } = studio;
    await page.setViewportSize({ width: 390, height: 844 });
    await studio.load('#lessons');
    await expect.poll(() => page.locator('.lessons .card').count()).toBe(lessons.length);
    // Every lesson has a check above.
    expect(lessons.map(({ name }) => name)).toEqual(checked);
    for (const { name, title } of lessons) {
      await studio.load('#lessons');
      await page.getByRole('link', { name: title }).click();
      await sentence().waitFor();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, name).toBe(0);
      await studio.picture(`lesson ${name} at 390`);
      await page.goBack();
      await page.locator('.lessons .card').first().waitFor();
    }
  });
});
