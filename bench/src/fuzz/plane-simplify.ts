// Simpler variants of a 2D case, for shrinking failures.
import { simplifyNumber, simplifyNumbers } from '../random/simplify.ts';
import type { PlaneCase } from './plane-cases.ts';
import { fieldsOf, type Spec2 } from './plane-shapes.ts';

const identity = Float64Array.of(0, 0, 1, 0);

export function* simplifyCase(item: PlaneCase): Generator<PlaneCase> {
  for (const pose of ['poseA', 'poseB'] as const) {
    if (String(item[pose]) === String(identity)) continue;
    yield { ...item, [pose]: identity };
    const [x, y, cosine, sine] = item[pose];
    yield { ...item, [pose]: Float64Array.of(x, y, 1, 0) };
    for (const place of simplifyNumbers([x, y])) yield { ...item, [pose]: Float64Array.of(...place, cosine, sine) };
  }
  for (const shape of ['a', 'b'] as const) {
    for (const simpler of simplifySpec(item[shape])) yield { ...item, [shape]: simpler };
  }
}

function* simplifySpec(spec: Spec2): Generator<Spec2> {
  for (const { name, type } of fieldsOf(spec)) {
    if (type === 'shape') {
      yield spec[name] as Spec2;
      for (const inner of simplifySpec(spec[name] as Spec2)) yield { ...spec, [name]: inner };
    } else if (type === 'points') {
      for (const vertices of simplifyPoints(spec[name] as number[])) yield { ...spec, [name]: vertices };
    } else for (const value of simplifyNumber(Number(spec[name]))) yield { ...spec, [name]: value };
  }
}

/** Without each single point, then with simpler numbers. */
function* simplifyPoints(points: readonly number[]): Generator<number[]> {
  for (let k = 0; points.length > 2 && k < points.length; k += 2) yield [...points.slice(0, k), ...points.slice(k + 2)];
  yield* simplifyNumbers(points);
}
