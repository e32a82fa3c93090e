// Ranges of MJCF. An attribute determines whether a range is enforced: true, false, or auto, which depends on <compiler>.
import type { Attributes } from './attributes.ts';

export class Limits {
  /** Attributes that had no effect: a range that is not enforced, or a limit without a range. */
  readonly unread: string[] = [];

  constructor(
    private readonly attributes: Attributes,
    private readonly autolimits: boolean,
  ) {}

  /** An enforced range; null if there is none. */
  read(name: string, limited: string): [number, number] | null {
    const range = this.attributes.numbers(name, 2);
    const says = this.attributes.text(limited) ?? 'auto';
    if (says !== 'true' && says !== 'false' && says !== 'auto') {
      throw this.attributes.fail(`${limited}=${JSON.stringify(says)} is not true, false or auto`);
    }
    if (says === 'true' && !range) this.unread.push(`${limited} (there is no ${name})`);
    if (says === 'auto' && range && !this.autolimits) this.unread.push(`${name} (autolimits is false)`);
    return range && (says === 'true' || (says === 'auto' && this.autolimits)) ? [range[0], range[1]] : null;
  }
}
