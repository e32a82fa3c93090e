// Problem files keep all bits; invalid ones are rejected with the position of the error; every algorithm is run.
import { describe, expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import { box, convex, custom, halfspace, rounded, Shape, shapeDefinitions, sphere } from '../../src/index.ts';
import {
  answerProblem,
  answerProblemByAll,
  differencesFrom,
  type Problem,
  problemQueries,
  readProblem,
  writeProblem,
} from '../../src/problem/index.ts';
import { forAll } from '../for-all.ts';
import { randomPose, randomShape } from '../random.ts';

const example = {
  format: 'proximal-problem',
  version: 1,
  query: 'distance',
  a: { shape: { version: 1, kind: 'box', hx: 1, hy: 1, hz: 1 } },
  b: { shape: { version: 1, kind: 'sphere', radius: 1 }, pose: { position: [3, 0, 0] } },
};
const flat = {
  ...example,
  dimension: 2,
  a: { shape: { version: 1, kind: 'box', hx: 1, hy: 1 } },
  b: { shape: { version: 1, kind: 'circle', radius: 1 }, pose: { position: [3, 0] } },
};
/** A box and a ball whose centers are `x` apart. */
const at = (x: number, query: string, options: object = {}): Problem =>
  readProblem({ ...example, query, options, b: { ...example.b, pose: { position: [x, 0, 0] } } });

/** Whether the shape has a JSON form. Custom shapes have none, nor have shapes that contain one. */
function hasJson(shape: Shape): boolean {
  try {
    return shape.toJSON() !== null;
  } catch {
    return false;
  }
}

describe('a problem file', () => {
  it('runs its query', () => {
    expect(answerProblem(at(3, 'distance'))).toMatchObject({
      algorithm: 'auto',
      value: 1,
      status: 'separated',
      normal: [1, 0, 0],
      certificate: { valid: true, lower: 1, upper: 1 },
    });
    expect(answerProblem(at(1.5, 'signedDistance')).value).toBeCloseTo(-0.5, 12);
    expect(answerProblem(at(1.5, 'penetration')).value).toBeCloseTo(0.5, 12);
    expect(answerProblem(at(3, 'collide')).value).toBe(false);
    expect(answerProblem(at(3, 'collide', { margin: 1 })).value).toBe(true);
    expect(answerProblem(readProblem(flat)).value).toBe(1);
    expect(answerProblem(readProblem({ ...flat, query: 'growthDistance' })).value).toBeCloseTo(1.5, 7);
  });

  it('accepts expert settings at the top level of the options, as before version 0.2', () => {
    const former = { algorithm: 'polyak', schedule: 'code', criterion: 'duality-gap', tolerance: 1e-8 };
    const expert = { schedule: 'code', criterion: 'duality-gap' };
    const problem = at(3, 'distance', former);
    expect(problem.options).toEqual({ algorithm: 'polyak', tolerance: 1e-8, expert });
    expect(answerProblem(problem)).toEqual(answerProblem(at(3, 'distance', problem.options)));
    expect(JSON.parse(writeProblem(problem)).options).toEqual(problem.options);
    expect(answerProblem(at(3, 'growthDistance', { accelerate: false })).value).toBeCloseTo(1.5, 7);
  });

  it('is text with short lines', () => {
    const points = Array.from({ length: 40 }, (_, k) => [Math.sin(k), Math.cos(2 * k), Math.sin(3 * k)]).flat();
    const a = { shape: convex(points), pose: Float64Array.of(-0, 0, 0, 0, 0, 0, 1) };
    const lines = writeProblem({
      ...at(3, 'distance'),
      a,
      origin: { list: [], none: {}, mixed: [{ k: 1 }, 'x'] },
    }).split('\n');
    expect(lines).toContain('    "pose": [-0, 0, 0, 0, 0, 0, 1]');
    expect(lines).toContain('    "list": [],');
    expect(lines).toContain('    "none": {},');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
    expect(lines.length).toBeLessThan(90);
  });

  it('keeps every bit when written and read', () => {
    forAll({ seed: 11, cases: 200 }, (rng, k) => {
      const [shapeA, shapeB] = [randomShape(rng, 1), randomShape(rng, 1)];
      if (!hasJson(shapeA) || !hasJson(shapeB)) return;
      const problem: Problem = {
        dimension: 3,
        a: { shape: shapeA, pose: randomPose(rng, 1) },
        b: { shape: shapeB, pose: randomPose(rng, 1) },
        query: 'distance',
        options: { relativeTolerance: 1e-8 },
        origin: { seed: 11, case: k },
      };
      const again = readProblem(writeProblem(problem));
      expect(again.a.pose).toEqual(problem.a.pose);
      expect(again.origin).toEqual(problem.origin);
      expect(writeProblem(again)).toBe(writeProblem(problem));
    });
  });

  it.each([3, 2] as const)(
    'is answered by every algorithm of every query in %i dimensions, with valid proofs',
    (dimension) => {
      const shapes = (dimension === 3 ? shapeDefinitions() : plane.shapeDefinitions()).filter(({ make }) => make);
      for (const { name, algorithms } of problemQueries(dimension)) {
        for (const { kind, fields } of shapes) {
          // Only bounded shapes have growth distances.
          if (name === 'growthDistance' && ['halfplane', 'halfspace'].includes(kind)) continue;
          const values = Object.fromEntries(fields.map((field) => [field.name, field.initial]));
          const base = dimension === 3 ? example : flat;
          const a = { shape: { version: 1, kind, ...values } };
          const b = { shape: base.b.shape, pose: { position: dimension === 3 ? [0.4, 0.3, 1.1] : [0.4, 1.1] } };
          const answers = answerProblemByAll(readProblem({ ...base, dimension, query: name, a, b }));
          const used = answers.map(({ algorithm }) => algorithm);
          // Some growth methods accept only some shapes.
          const isGrowth = (algorithm: string): boolean => name === 'growthDistance' || algorithm === 'growth';
          expect(used[0]).toBe(algorithms[0]);
          expect(used).toEqual(algorithms.filter((each) => !isGrowth(each) || used.includes(each)));
          for (const answer of answers) {
            const where = `${name} of ${kind} by ${answer.algorithm}`;
            expect(answer.certificate?.valid ?? true, where).toBe(true);
            if (typeof answer.value === 'number') expect(answer.value, where).not.toBeNaN();
          }
        }
      }
    },
  );

  it('has shapes in their JSON form', () => {
    const shapes = [rounded(box(1, 2, 3), 0.1), convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), halfspace()];
    for (const shape of shapes) {
      const { a } = readProblem({ ...example, a: { shape: shape.toJSON() } });
      expect(a.shape).toBeInstanceOf(Shape);
      expect(a.shape.toJSON()).toEqual(shape.toJSON());
    }
  });

  it('reports differences from the expected answer', () => {
    const expecting = (expected: object, x = 3): string[] => {
      const problem = readProblem({ ...example, expected, b: { ...example.b, pose: { position: [x, 0, 0] } } });
      return differencesFrom(problem, answerProblem(problem));
    };
    expect(expecting({ value: 1, status: 'separated' })).toEqual([]);
    expect(expecting({ value: 1 + 1e-10 })).toEqual([]);
    expect(expecting({ value: 1.1, tolerance: 0.2 })).toEqual([]);
    expect(expecting({ value: 1 + 1e-8 })).toHaveLength(1);
    expect(expecting({ value: 1.1, status: 'touching' })).toHaveLength(2);
    const boolean = readProblem({ ...example, query: 'collide', expected: { value: true } });
    expect(differencesFrom(boolean, answerProblem(boolean))).toEqual(['the answer is false, and true was expected']);
    const forged = { ...answerProblem(at(3, 'distance')), certificate: { valid: false, lower: 0, upper: 0 } };
    expect(differencesFrom(at(3, 'distance'), forged)).toEqual(['the certificate is invalid']);
  });
});

describe('an invalid problem file', () => {
  const nested = (depth: number): object =>
    depth === 0 ? sphere(1).toJSON() : { version: 1, kind: 'rounded', shape: nested(depth - 1), radius: 1 };
  it.each<[unknown, string]>([
    ['{', 'readProblem: json is "{"; it is not JSON'],
    [[], 'readProblem: json is []; give an object'],
    [{}, 'readProblem: format is undefined; a problem file has "proximal-problem"'],
    [{ ...example, version: 2 }, 'version is 2; this copy of proximal reads version 1'],
    [{ ...example, dimension: 4 }, 'dimension is 4; give 2 for the plane or 3 for space'],
    [{ ...example, query: 'volume' }, 'query is "volume"; in space give one of distance, collide'],
    [{ ...flat, query: 'penetration' }, 'query is "penetration"; in the plane give one of distance'],
    [{ ...example, extra: 1 }, 'json.extra is 1; the fields are format'],
    [{ ...example, a: { shape: { version: 1, kind: 'box', hx: 1 } } }, 'readProblem: a.shape: fromJSON: json.hy is'],
    [{ ...example, a: { ...example.a, pose: [1, 2] } }, 'readProblem: a.pose is [1, 2]'],
    [{ ...example, b: { ...example.b, pose: { position: [Number.NaN, 0, 0] } } }, 'b.pose.position'],
    [{ ...example, a: { shape: nested(100) } }, 'nested 40 deep at most'],
    [{ ...example, options: 3 }, 'options is 3; give an object'],
    [{ ...example, title: 3 }, 'title is 3; give a text'],
    [{ ...example, expected: { value: 'one' } }, 'expected.value is "one"'],
    [{ ...example, expected: { tolerance: -1 } }, 'expected.tolerance is -1'],
    [{ ...example, expected: { status: 1 } }, 'expected.status is 1'],
    [{ ...example, a: { shape: { version: 1, kind: 'custom' } } }, 'json.kind is "custom"; give one of point'],
  ])('is refused: %j', (json, message) => {
    expect(() => readProblem(json as object)).toThrow(message);
  });

  it('is rejected when its query is run', () => {
    expect(() => answerProblem(at(3, 'distance'), 'epa')).toThrow(
      'algorithm is "epa"; for distance give one of auto, gjk',
    );
    expect(() => answerProblem(at(3, 'distance', { color: 1 }))).toThrow('options.color is 1; there is no such option');
    expect(() => problemQueries(5 as 3)).toThrow('dimension is 5');
    expect(() => answerProblem(undefined as never)).toThrow('problem.dimension is undefined');
    expect(() => answerProblemByAll({} as never)).toThrow('problem.dimension is undefined');
  });

  it('is not written', () => {
    const ball = custom({ support: () => [0, 0, 0] });
    const problem = at(3, 'distance');
    expect(() => writeProblem({ ...problem, a: { ...problem.a, shape: ball } })).toThrow('has no JSON form');
    expect(() => writeProblem({ ...problem, query: 'volume' })).toThrow('query is "volume"');
    expect(() => writeProblem(null as never)).toThrow('problem is null');
  });
});
