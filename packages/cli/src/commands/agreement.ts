// Checks that the answers to a problem agree: all algorithms with each other, and both targets bit by bit.
import { setTarget, type Target, target } from 'proximal';
import * as plane from 'proximal/2d';
import { type Answer, answerProblem, type Problem } from 'proximal/problem';

/** Messages for proven bounds that contradict each other. */
export function contradictions({ a, b, query }: Problem, answers: readonly Answer[]): string[] {
  const proven = answers.filter(({ certificate }) => certificate?.valid);
  const radii = [a.shape.boundingRadius, b.shape.boundingRadius].filter((each) => each > 0 && Number.isFinite(each));
  const size = radii.length > 0 ? Math.min(...radii) : 1;
  return proven.flatMap((one, k) =>
    proven.slice(k + 1).flatMap((other) => {
      const [lower, upper] = [boundsOf(one), boundsOf(other)].reduce(
        ([low, high], [nextLow, nextHigh]) => [Math.max(low, nextLow), Math.min(high, nextHigh)],
        [-Infinity, Infinity],
      );
      const slack = query === 'growthDistance' ? 1e-7 * Math.abs(upper) : 1e-9 * size;
      // The comparison is false for NaN, which proves nothing.
      if (!(lower > upper + slack)) return [];
      return [`${one.algorithm} and ${other.algorithm}: their proven bounds contradict each other`];
    }),
  );
}

function boundsOf({ certificate }: Answer): [number, number] {
  return [certificate?.lower ?? -Infinity, certificate?.upper ?? Infinity];
}

/** Whether the other target, WebAssembly or JavaScript, gives the same answer with the same bits; the reason if it does not. */
export function otherTarget(
  problem: Problem,
  answer: Answer,
): { readonly name: string; readonly difference: string | null } {
  const current = target();
  const other: Target = current === 'wasm' ? 'js' : 'wasm';
  const name = other === 'js' ? 'JavaScript' : 'WebAssembly';
  try {
    setTargets(other);
    const again = answerProblem(problem, answer.algorithm);
    const different = Object.entries(again).find(([field, value]) => bits(value) !== bits(Reflect.get(answer, field)));
    return { name, difference: different ? `${different[0]} is ${bits(different[1])} in ${name}` : null };
  } finally {
    setTargets(current);
  }
}

function setTargets(name: Target): void {
  setTarget(name);
  plane.setTarget(name);
}

/** All digits, and the signs of zeros. */
function bits(value: unknown): string {
  return JSON.stringify(value, (_key, each) =>
    typeof each === 'number' ? (Object.is(each, -0) ? '-0' : String(each)) : each,
  );
}
