import type { MassProperties } from '../mass/mass.ts';
import type { BatchSupport, numericMass } from '../mass/numeric.ts';

/** The error for a shape whose mass would exceed the budget. */
export class MassBudgetError extends RangeError {}

const tooMuch = 'its mass needs more support points than the budget has left';

/** The smallest number of support points that an integral needs. */
const minCalls = 20_000;

/**
 * A budget for several masses, in support points of a simple shape; about a million are computed per second. Closed forms
 * cost nothing, polytopes only the computation of their corners (`Shape.polytopeCost`).
 */
export class MassBudget {
  /** Results by key: equal shapes are integrated once. */
  private readonly computed = new Map<string, MassProperties>();

  constructor(private remaining: number) {}

  /** @throws MassBudgetError if the rest of the budget does not suffice */
  spend(amount: number): void {
    if (amount > this.remaining) throw new MassBudgetError(tooMuch);
    this.remaining -= amount;
  }

  /**
   * Integrates the mass of a shape from its support points, and spends their cost.
   * @param integral `numericMass`, which only bundles with shapes that need it have
   * @param cost of a support point
   * @param key equal for equal shapes
   */
  integrate(integral: typeof numericMass, support: BatchSupport, cost: number, key: () => string): MassProperties {
    const name = key();
    const computed = this.computed.get(name);
    if (computed) return computed;
    const callLimit = Math.floor(this.remaining / cost);
    if (callLimit < minCalls) throw new MassBudgetError(tooMuch);
    let calls = 0;
    const mass = integral(
      (directions, out) => {
        calls += directions.length / 3;
        support(directions, out);
      },
      { callLimit: Math.min(callLimit, 1e9) },
    );
    this.remaining -= calls * cost;
    this.computed.set(name, mass);
    return mass;
  }
}
