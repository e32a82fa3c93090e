// Options of bodies, in scenes in 3D and 2D.
import { checkInteger, checkOptions, wrongType } from '../check/argument.ts';

/** Options of a body. */
export interface BodyOptions {
  /** The groups that the body belongs to, as bits of a 32-bit number. Default 1. */
  readonly group?: number;
  /**
   * The groups that the body collides with. Two bodies may form a pair only if the mask of each shares a bit with the group of the
   * other. Default: all, 0xffffffff.
   */
  readonly mask?: number;
  /** Static bodies are never paired with each other. They may be moved. Default false. */
  readonly static?: boolean;
  /** A name for the user's purposes. A snapshot of a 3D scene contains it. */
  readonly name?: string;
  /** Any data of the user. Snapshots do not contain it. */
  readonly userData?: unknown;
}

/** Validated body options, with defaults filled in. */
export interface BodyTraits {
  readonly group: number;
  readonly mask: number;
  readonly static: boolean;
  readonly name: string;
  readonly userData: unknown;
}

export function readBodyOptions(where: string, options: BodyOptions | undefined): BodyTraits {
  checkOptions(where, 'options', options, ['group', 'mask', 'static', 'name', 'userData']);
  const { group = 1, mask = 0xffffffff, name = '', userData } = options ?? {};
  const isStatic = options?.static ?? false;
  if (typeof isStatic !== 'boolean') throw wrongType(where, 'options.static', isStatic, 'give true or false');
  if (typeof name !== 'string') throw wrongType(where, 'options.name', name, 'give a string');
  return {
    group: checkInteger(where, 'options.group', group, 0, 0xffffffff),
    mask: checkInteger(where, 'options.mask', mask, 0, 0xffffffff),
    static: isStatic,
    name,
    userData,
  };
}
