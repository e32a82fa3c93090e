// Ranges of MJCF. An attribute determines whether a range is enforced: true, false, or auto, which depends on <compiler>.
import type { Attributes } from './attributes.ts';

export class MjcfLimits {
  /** Attributes that had no effect: a range that is not enforced because `autolimits` is false, or `limited="true"` without a range. */
  readonly unread: string[] = [];

  constructor(
    private readonly attributes: Attributes,
    private readonly autolimits: boolean,
  ) {}

  /** An enforced range; null if there is none. */
  read(name: string, limited: string): [number, number] | null {
    const range = this.attributes.numbers(name, 2);
    const value = this.attributes.text(limited) ?? 'auto';
    if (value !== 'true' && value !== 'false' && value !== 'auto') {
      throw this.attributes.fail(`${limited}=${JSON.stringify(value)} is not true, false or auto`);
    }
    if (value === 'true' && !range) this.unread.push(`${limited} (there is no ${name})`);
    if (value === 'auto' && range && !this.autolimits) this.unread.push(`${name} (autolimits is false)`);
    return range && (value === 'true' || (value === 'auto' && this.autolimits)) ? [range[0], range[1]] : null;
  }
}
