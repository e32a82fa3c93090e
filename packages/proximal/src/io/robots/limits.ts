// Limits of the size of a robot's description, whose files may be untrusted.
import { checkInteger, checkOptions } from '../../check/argument.ts';

/**
 * Limits of the readers of URDF, SRDF and MJCF files, each for a robot with all files that it includes and refers to. Exceeding a limit other than
 * `notices` throws a `FileError`.
 * @example
 * ```ts
 * const limits: Partial<RobotLimits> = { coordinates: 6000, elements: 1_000_000 };
 * ```
 */
export interface RobotLimits {
  /** Files that are opened, meshes included: 1000. */
  readonly files: number;
  /** Bytes of one file: 256 MiB. */
  readonly fileBytes: number;
  /** Bytes of all files together: 512 MiB. */
  readonly bytes: number;
  /** Characters of a description, or of one file that it includes: 64 million. */
  readonly characters: number;
  /** Characters of a name of an element, an attribute, a link or anything else: 1000. */
  readonly nameLength: number;
  /** XML elements, including the elements of included files and the copies of `<replicate>`: 100,000. */
  readonly elements: number;
  /** Nesting depth of elements: 1000. A larger value counts as 1000. */
  readonly depth: number;
  /** Vertices of all meshes together; a mesh in two scales, or moved by `refpos`, counts twice: 5 million. */
  readonly vertices: number;
  /** Links, or bodies, including the massless links of joints in sequence: 10,000. */
  readonly links: number;
  /** Shapes that collide: 10,000. */
  readonly shapes: number;
  /** Numbers in a velocity; the mass matrix has their square: 1000. */
  readonly coordinates: number;
  /** Entries of `model.notices`, after which one more entry counts the notices beyond the limit: 10,000. */
  readonly notices: number;
}

/** The default limits. */
export const robotLimits: RobotLimits = /* @__PURE__ */ Object.freeze({
  files: 1000,
  fileBytes: 256 * 2 ** 20,
  bytes: 512 * 2 ** 20,
  characters: 64_000_000,
  nameLength: 1000,
  elements: 100_000,
  depth: 1000,
  vertices: 5_000_000,
  links: 10_000,
  shapes: 10_000,
  coordinates: 1000,
  notices: 10_000,
});

/** The largest value of the limit `depth`: the readers recurse, and must fit on the stack. */
const deepest = 1000;

export function readLimits(where: string, limits: Partial<RobotLimits> | undefined): RobotLimits {
  checkOptions(where, 'options.limits', limits, Object.keys(robotLimits));
  const read = { ...robotLimits, ...limits };
  for (const [name, value] of Object.entries(read))
    checkInteger(where, `options.limits.${name}`, value, 0, Number.MAX_SAFE_INTEGER);
  return { ...read, depth: Math.min(read.depth, deepest) };
}

/** "more than options.limits.… = …", for errors about a limit. */
export function beyond(name: keyof RobotLimits, limit: number): string {
  return `more than options.limits.${name} = ${limit}`;
}
