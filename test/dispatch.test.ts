// The switches over kinds of shapes, which tools/src/dispatch.ts generates from kernel/shapes.
import { describe, expect, it } from 'vitest';
import { checkDialect, kernelSources } from '../tools/src/dialect.ts';
import { dispatchSources, isDispatch } from '../tools/src/dispatch.ts';

const kinds = 'export const KIND_BALL: i32 = 0;\nexport const KIND_ROUND_ROD: i32 = 1;';
const ball = 'export function supportBall(out: i32): void {}';
const rod = 'export function supportRoundRod(record: i32, dz: f64, out: i32): void {}';
const sources = { 'shapes/kinds.ts': kinds, 'shapes/ball.ts': ball, 'shapes/round-rod.ts': rod };

const sourceOf = (file: string, more: Readonly<Record<string, string>> = {}): string =>
  dispatchSources({ ...sources, ...more }).get(`shapes/dispatch/${file}`) ?? '';

describe('a dispatch', () => {
  it('has a case for each kind, with the parameters that its function takes', () => {
    const text = sourceOf('support.ts');
    expect(text).toContain("import { supportRoundRod } from '../round-rod.ts';");
    expect(text).toContain('export function supportCore(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {');
    expect(text).toContain('case KIND_BALL:\n      supportBall(out);\n      return;');
    expect(text).toContain('case KIND_ROUND_ROD:\n      supportRoundRod(record, dz, out);\n      return;');
  });

  it('leaves out a kind without a function of its own', () => {
    expect(sourceOf('cones.ts')).not.toContain('case');
    const cones = 'export function writeBallCones(work: i32, body: i32): void {}';
    const text = sourceOf('cones.ts', { 'shapes/ball.ts': `${ball}\n${cones}` });
    expect(text).toContain(
      'switch (kind) {\n    case KIND_BALL:\n      writeBallCones(work, body);\n      return;\n  }',
    );
    expect(text).not.toContain('KIND_ROUND_ROD');
  });

  it('fills a side from the Hessian, or by differences', () => {
    const hessian = 'export function addBallHessian(record: i32, out: i32): void {}';
    const text = sourceOf('side.ts', { 'shapes/ball.ts': `${ball}\n${hessian}` });
    expect(text).toContain('case KIND_BALL:\n      strictSide(record, side);');
    expect(text).toContain('case KIND_ROUND_ROD:\n      differenceSide(record, side);');
    expect(sourceOf('side.ts')).toContain('case KIND_BALL:\n    case KIND_ROUND_ROD:\n      differenceSide');
  });

  it.each([
    [{ 'shapes/kinds.ts': `${kinds}\nexport const KIND_TORUS: i32 = 2;` }, /KIND_TORUS: there is no shapes\/torus\.ts/],
    [{ 'shapes/kinds.ts': kinds.replace('1;', '0;') }, /KIND_BALL and KIND_ROUND_ROD have the same number/],
    [{ 'shapes/kinds.ts': `${kinds}\nexport const SIZE: i32 = 2;` }, /SIZE: a kind is KIND_<NAME> with a number/],
    [
      { 'shapes/torus.ts': 'export function supportTorus(out: i32): void {}' },
      /torus\.ts: no kind in .* has this name/,
    ],
    [
      { 'shapes/ball.ts': 'export function radius(): f64 { return 1.0; }' },
      /KIND_BALL: its file has no function supportBall/,
    ],
    [
      { 'shapes/ball.ts': `${ball}\nexport function fillBowlSide(side: i32): void {}` },
      /KIND_BALL is called fillBallSide/,
    ],
    [{ 'shapes/ball.ts': ball.replace('out', 'at') }, /supportBall: its parameters are some of record, .*, not at/],
  ] satisfies [Record<string, string>, RegExp][])(
    'is rejected if kinds and functions do not match: %o',
    (more, message) => {
      expect(() => dispatchSources({ ...sources, ...more })).toThrow(message);
    },
  );
});

it("the kernel's dispatch is in its dialect, and equal to the files of the build", () => {
  const kernel = kernelSources();
  const written = Object.entries(kernel).filter(([path]) => isDispatch(path));
  expect(new Map(written)).toEqual(dispatchSources(kernel));
  expect(checkDialect(kernel)).toEqual([]);
});
