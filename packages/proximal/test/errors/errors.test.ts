// Every public function of `proximal`, `proximal/math` and `proximal/derivatives` with wrong arguments. Each message names the function,
// the argument, its value and the remedy, and the call that throws changes nothing.
import { describe, expect, it } from 'vitest';
import * as derivatives from '../../src/derivatives/index.ts';
import * as proximal from '../../src/index.ts';
import * as math from '../../src/math/index.ts';
import { derivativeRows } from './derivative-rows.ts';
import { describeErrors } from './describe-errors.ts';
import { growthRows } from './growth-rows.ts';
import { queryRows } from './query-rows.ts';
import { a, b } from './row.ts';
import { shapeRows } from './shape-rows.ts';

const { distance, point } = proximal;
const rows = { ...shapeRows, ...queryRows, ...derivativeRows, ...growthRows };

describeErrors(rows, () => expect(distance(a, {}, b, { position: [4, 0, 0] }).distance).toBe(2));

describe('the table', () => {
  it('has every public function that takes arguments', () => {
    const withoutArguments = [
      'point',
      'target',
      'targetReason',
      'identity',
      'shapeDefinitions',
      'distanceAlgorithms',
      'growthAlgorithms',
      'penetrationAlgorithms',
      'batchStatuses',
      'batchTerminations',
    ];
    // Elementary functions return NaN outside their domain, like the functions of Math.
    const elementary = ['acos', 'atan2', 'cos', 'exp', 'log', 'pow', 'sin'];
    const names = [proximal, math, derivatives]
      .flatMap((entry) => Object.keys(entry))
      .filter((name) => ![...withoutArguments, ...elementary].includes(name));
    expect(Object.keys(rows).sort()).toEqual([...new Set(names)].sort());
    expect(point().kind).toBe('point');
  });
});
