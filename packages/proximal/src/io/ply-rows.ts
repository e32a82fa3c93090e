import { show } from '../check/argument.ts';
import type { FileError } from './file-error.ts';
import type { PlyElement, PlyHeader, PlyProperty, PlyType } from './ply-header.ts';
import { Scanner } from './scanner.ts';
import type { Source } from './source.ts';

/** Reads the data of a PLY file number by number, from text or binary. */
export interface PlyRows {
  /** Throws if the rest of the file cannot hold the element's rows, before memory is allocated for them. */
  open(element: PlyElement): void;
  /** The offset of the next number, for messages. */
  offset(): number;
  /** The next number; throws unless it is finite. */
  number(type: PlyType, what: string): number;
  /** Skips `count` numbers. */
  skip(type: PlyType, count: number): void;
  /** Skips all rows of an element without lists. */
  skipRows(element: PlyElement): void;
  /** Ends a row. Throws if a line of text has more data; binary rows have no marked end. */
  endRow(): void;
  /** Throws if there is more data in the file. */
  close(): void;
  fail(at: number, problem: string): FileError;
}

export function openRows(source: Source, header: PlyHeader): PlyRows {
  if (header.format === 'ascii') return new TextRows(source, header.end);
  return new BinaryRows(source, header.end, header.format === 'binary_little_endian');
}

/** The fewest bytes of a row: every list may be empty. */
function leastBytes(element: PlyElement): number {
  return element.properties.reduce((sum, { type, lengthType }) => sum + (lengthType ?? type).bytes, 0);
}

function hasLists(element: PlyElement): boolean {
  return element.properties.some(({ lengthType }) => lengthType !== undefined);
}

/** Reads and checks the length of the next list. */
export function listLength(rows: PlyRows, { lengthName, lengthType }: PlyProperty): number {
  const at = rows.offset();
  const length = rows.number(lengthType as PlyType, lengthName);
  if (length < 0) throw rows.fail(at, `${lengthName} is ${length}; the file is damaged`);
  return length;
}

/** Skips an element that is not read. */
export function skipElement(rows: PlyRows, element: PlyElement): void {
  if (!hasLists(element)) {
    rows.skipRows(element);
    return;
  }
  for (let row = 0; row < element.count; row++) {
    for (const property of element.properties) {
      rows.skip(property.type, property.lengthType ? listLength(rows, property) : 1);
    }
    rows.endRow();
  }
}

class BinaryRows implements PlyRows {
  private readonly view: DataView;

  constructor(
    private readonly source: Source,
    private at: number,
    private readonly isLittleEndian: boolean,
  ) {
    if (source.isText) {
      throw source.fail("a binary PLY was given as a string; read it as bytes (readFileSync without 'utf8')");
    }
    this.view = new DataView(source.bytes.buffer, source.bytes.byteOffset, source.bytes.length);
  }

  open(element: PlyElement): void {
    const needed = leastBytes(element) * element.count;
    const remaining = this.view.byteLength - this.at;
    if (needed <= remaining) return;
    const rows = `${element.count} rows of ${show(element.name)}`;
    throw this.fail(this.at, `${rows} take at least ${needed} bytes, and ${remaining} are left; the file is truncated`);
  }

  offset(): number {
    return this.at;
  }

  number(type: PlyType, what: string): number {
    if (this.at + type.bytes > this.view.byteLength) {
      throw this.fail(this.at, `the file ends where ${what} is expected; it is truncated`);
    }
    const value = type.read(this.view, this.at, this.isLittleEndian);
    if (!Number.isFinite(value)) throw this.fail(this.at, `${what} is ${value}; it must be a finite number`);
    this.at += type.bytes;
    return value;
  }

  skip(type: PlyType, count: number): void {
    const remaining = this.view.byteLength - this.at;
    if (count * type.bytes > remaining) {
      throw this.fail(this.at, `${count} numbers are expected, and ${remaining} bytes are left; the file is truncated`);
    }
    this.at += count * type.bytes;
  }

  skipRows(element: PlyElement): void {
    // `open` has checked that the bytes exist.
    this.at += leastBytes(element) * element.count;
  }

  endRow(): void {}

  close(): void {
    const { bytes } = this.source;
    // Zeros and white space are accepted as padding; other data mean that a number in the header is wrong.
    for (let p = this.at; p < bytes.length; p++) {
      if (bytes[p] !== 0 && bytes[p] !== 32 && !(bytes[p] >= 9 && bytes[p] <= 13)) {
        const problem = `${bytes.length - this.at} bytes follow the last element`;
        throw this.fail(this.at, `${problem}; the numbers in the header do not fit the data, the file is damaged`);
      }
    }
  }

  fail(at: number, problem: string): FileError {
    return this.source.failAtByte(at, problem);
  }
}

class TextRows implements PlyRows {
  private readonly scanner: Scanner;
  private isRowStart = true;

  constructor(
    private readonly source: Source,
    start: number,
  ) {
    this.scanner = new Scanner(source);
    this.scanner.position = start;
  }

  open(element: PlyElement): void {
    // At least one digit and one separator per number, without the last separator.
    const needed = 2 * element.properties.length * element.count - 1;
    const remaining = this.source.bytes.length - this.scanner.position;
    if (needed <= remaining) return;
    const rows = `${element.count} rows of ${show(element.name)}`;
    const problem = `${rows} take at least ${needed} bytes, and ${remaining} are left; the file is truncated`;
    throw this.fail(this.scanner.position, problem);
  }

  offset(): number {
    if (this.isRowStart) this.scanner.skipSpace();
    this.isRowStart = false;
    this.scanner.skipBlanks();
    return this.scanner.position;
  }

  number(type: PlyType, what: string): number {
    this.offset();
    return type.isWhole ? this.scanner.integerWord(what) : this.scanner.number(what);
  }

  skip(_type: PlyType, count: number): void {
    for (let k = 0; k < count; k++) {
      const at = this.offset();
      if (this.scanner.atLineEnd()) {
        throw this.fail(at, 'the line ends before the row is complete; the file may be truncated');
      }
      this.scanner.position = this.scanner.wordEnd();
    }
  }

  skipRows(element: PlyElement): void {
    if (element.properties.length === 0) return;
    for (let row = 0; row < element.count; row++) {
      for (const { type } of element.properties) this.skip(type, 1);
      this.endRow();
    }
  }

  endRow(): void {
    if (!this.scanner.atLineEnd()) {
      throw this.scanner.fail(`${this.scanner.quoteWord()} is more than the header declares for this row`);
    }
    this.isRowStart = true;
  }

  close(): void {
    this.scanner.skipSpace();
    if (this.scanner.atEnd()) return;
    const problem = `${this.scanner.quoteWord()} follows the last element`;
    throw this.scanner.fail(`${problem}; the numbers in the header do not fit the data, the file is damaged`);
  }

  fail(at: number, problem: string): FileError {
    return this.source.failInText(at, problem);
  }
}
