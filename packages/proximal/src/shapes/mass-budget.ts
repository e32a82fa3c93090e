import type { MassProperties } from '../mass/mass.ts';
import { type BatchSupport, numericMass } from '../mass/numeric.ts';

/** A shape whose mass would take more than there is. */
export class MassBudgetError extends RangeError {}

const tooMuch = 'its mass takes more support points than are left';

/** An integral begins with about this many support points, and tells nothing before. */
const leastCalls = 20_000;

/**
 * What masses may take together, in support points of a simple shape, of which a machine computes about a million a second. Closed forms
 * and polytopes take nothing.
 */
export class MassBudget {
  /** Of equal shapes one is integrated. */
  private readonly known = new Map<string, MassProperties>();

  constructor(private remaining: number) {}

  /** @throws MassBudgetError, if there is not so much */
  spend(amount: number): void {
    if (amount > this.remaining) throw new MassBudgetError(tooMuch);
    this.remaining -= amount;
  }

  /**
   * @param cost of a support point
   * @param key equal for equal shapes
   */
  integrate(support: BatchSupport, cost: number, key: () => string): MassProperties {
    const name = key();
    const known = this.known.get(name);
    if (known) return known;
    const callLimit = Math.floor(this.remaining / cost);
    if (callLimit < leastCalls) throw new MassBudgetError(tooMuch);
    let calls = 0;
    const mass = numericMass(
      (directions, out) => {
        calls += directions.length / 3;
        support(directions, out);
      },
      { callLimit: Math.min(callLimit, 1e9) },
    );
    this.remaining -= calls * cost;
    this.known.set(name, mass);
    return mass;
  }
}
