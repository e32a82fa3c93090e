/**
 * A position in a file: a line and column of a text, a byte of a binary file, a path in a JSON document, or none.
 * @example
 * ```ts
 * const place: FilePlace = { line: 12, column: 3 };
 * ```
 */
export type FilePlace =
  | { readonly line: number; readonly column: number }
  | { readonly offset: number }
  | { readonly path: string }
  | Record<string, never>;

/**
 * A file that could not be read. The message names the file, the position and the remedy; `line` and `column` (text, from 1),
 * `offset` (binary, bytes from 0) or `path` (glTF) give the position in machine-readable form.
 * @example
 * ```ts
 * try {
 *   readMesh('v 0 0 0\nv 1 0 zero', { name: 'cup.obj' });
 * } catch (error) {
 *   if (error instanceof FileError) console.error(error.file, error.line, error.message);
 *   else throw error;
 * }
 * ```
 */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The name of the file, as given in the options, or the format in angle brackets. */
  readonly file: string;
  /** The line, from 1, in a text file. */
  readonly line: number | undefined;
  /** The column, from 1, in a text file. */
  readonly column: number | undefined;
  /** The byte, from 0, in a binary file. */
  readonly offset: number | undefined;
  /** The path in a glTF document, such as `accessors[3].count`. */
  readonly path: string | undefined;

  constructor(file: string, place: FilePlace, problem: string, cause?: unknown) {
    super(`${file}${show(place)}: ${shorten(problem)}`, cause === undefined ? undefined : { cause });
    this.file = file;
    const { line, column, offset, path } = place as Partial<Record<'line' | 'column' | 'offset', number>> & {
      path?: string;
    };
    this.line = line;
    this.column = column;
    this.offset = offset;
    this.path = path;
  }
}

/** Shortens the message, because a value from the file may be as long as the file. */
function shorten(problem: string): string {
  return problem.length > 2000 ? `${problem.slice(0, 2000)}…` : problem;
}

function show(place: FilePlace): string {
  if ('line' in place) return `:${place.line}:${place.column}`;
  if ('offset' in place) return `: byte ${place.offset}`;
  return 'path' in place ? `: ${place.path}` : '';
}
