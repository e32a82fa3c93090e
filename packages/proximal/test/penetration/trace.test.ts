// The steps of EPA, portals and secants: complete, equal on both targets, and without effect on the answer.
import { afterAll, describe, expect, it } from 'vitest';
import {
  box,
  collide,
  convex,
  ellipsoid,
  type PenetrationOptions,
  penetration,
  type Shape,
  setTarget,
  type TraceStep,
  target,
} from '../../src/index.ts';
import { Rng } from '../random.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

interface StepCopy extends Omit<TraceStep, 'surface'> {
  readonly surface: ReturnType<TraceStep['surface']>;
}

function copy(step: TraceStep): StepCopy {
  return { ...structuredClone({ ...step, surface: null }), surface: step.surface() };
}

function stepsOf(a: Shape, b: Shape, position: number[], options: PenetrationOptions): StepCopy[] {
  const steps: StepCopy[] = [];
  const result = penetration(a, {}, b, { position }, { ...options, trace: (step) => steps.push(copy(step)) });
  // Closed forms have no steps; a traced query uses EPA instead, which differs by rounding.
  if (options.algorithm !== undefined) expect(penetration(a, {}, b, { position }, options)).toEqual(result);
  return steps;
}

const rng = new Rng(4);
const hull = convex(Array.from({ length: 40 }, () => rng.direction()));
const smooth = ellipsoid(1, 0.6, 0.4);
const cube = box(1, 1, 1);

const cases: [string, TraceStep['phase'], Shape, Shape, number[], PenetrationOptions][] = [
  ['EPA', 'epa', hull, cube, [0.7, 0.3, 0.2], { algorithm: 'epa' }],
  ['EPA on round bodies', 'epa', smooth, smooth, [0.1, 0.1, 0.05], { algorithm: 'epa' }],
  ['auto on boxes', 'epa', cube, cube, [0.7, 0.3, 0.2], {}],
  ['portals', 'portal', hull, cube, [0.7, 0.3, 0.2], { algorithm: 'incremental', direction: [1, 0.2, 0] }],
  ['SQP', 'portal', hull, hull, [0.7, 0.3, 0.2], { algorithm: 'sqp' }],
  ['one ray', 'portal', hull, hull, [0.7, 0.3, 0.2], { algorithm: 'mpr' }],
  ['secants', 'secant', smooth, smooth, [0.1, 0.1, 0.05], { algorithm: 'incremental', direction: [0, 0.3, 1] }],
];

describe('a trace', () => {
  it.each(cases)('of %s is bitwise identical on both targets', (_name, phase, a, b, position, options) => {
    const traces = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      return stepsOf(a, b, position, options);
    });
    expect(traces[0]).toEqual(traces[1]);
    const [steps] = traces;
    expect(steps.map(({ iteration }) => iteration)).toEqual(steps.map((_, k) => k + 1));
    expect(steps[0].phase).toBe('gjk');
    expect(steps[steps.length - 1].phase).toBe(phase);
  });

  it.each(cases)('of %s has valid bounds and support points', (_name, phase, a, b, position, options) => {
    for (const step of stepsOf(a, b, position, options)) {
      if (step.phase === 'gjk') continue;
      expect(step.phase).toBe(phase);
      expect(step.size).toBe(3);
      expect(Math.hypot(...step.direction)).toBeCloseTo(1, 14);
      expect(step.lower).toBeLessThanOrEqual(step.upper);
      // The support point is the farthest along its direction: no corner is beyond it.
      const along = (v: readonly number[]): number =>
        v[0] * step.direction[0] + v[1] * step.direction[1] + v[2] * step.direction[2];
      for (const corner of step.simplex.slice(0, 3)) {
        expect(along(corner)).toBeLessThanOrEqual(along(step.support) + 1e-12);
      }
    }
  });

  it('of EPA shows a closed polytope that grows by one corner at a time', () => {
    const steps = stepsOf(hull, cube, [0.7, 0.3, 0.2], { algorithm: 'epa' }).filter(({ phase }) => phase === 'epa');
    expect(steps.length).toBeGreaterThan(3);
    steps.forEach(({ corners, faces, surface }, k) => {
      expect(corners).toBe(4 + k);
      expect(surface?.points.length).toBe(3 * corners);
      expect(surface?.triangles.length).toBe(3 * faces);
      const used = new Set(surface?.triangles);
      // Euler: corners that are no longer on the surface have no faces.
      expect(faces).toBe(2 * used.size - 4);
    });
    const uppers = steps.map(({ upper }) => upper);
    expect(uppers).toEqual([...uppers].sort((x, y) => y - x));
  });

  it('of a Boolean query by portals has only steps of portals', () => {
    const phases: string[] = [];
    collide(
      hull,
      {},
      cube,
      { position: [1.8, 0.3, 0] },
      { algorithm: 'mpr', trace: ({ phase }) => phases.push(phase) },
    );
    expect(phases.length).toBeGreaterThan(0);
    expect(new Set(phases)).toEqual(new Set(['portal']));
  });
});
