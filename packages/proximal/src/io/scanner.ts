import type { FileError } from './file-error.ts';
import type { Source } from './source.ts';

/** 10⁰ … 10²²: the powers of ten that are exact in double precision. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
/** Numbers with more characters are refused, unless the fast path can read them. */
const longestNumber = 1000;

const [tab, newline, carriageReturn, space, hash, plus, minus, dot, zero, nine, backslash] = [
  9, 10, 13, 32, 35, 43, 45, 46, 48, 57, 92,
];

/**
 * Reads words and numbers from bytes, without converting the file to strings. Blanks separate words within a line;
 * a line ends with \n, \r\n or \r. In OBJ a `#` ends the line too, and a backslash at its end continues it.
 */
export class Scanner {
  position = 0;
  private readonly bytes: Uint8Array;
  private readonly end: number;

  constructor(
    private readonly source: Source,
    private readonly isObj = false,
  ) {
    this.bytes = source.bytes;
    this.end = source.bytes.length;
    if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) this.position = 3;
    const mark = (this.bytes[0] << 8) | this.bytes[1];
    if (mark === 0xfffe || mark === 0xfeff) throw source.failInText(0, 'the text is UTF-16; save it as UTF-8 or ASCII');
  }

  /** An error at the position, or at another. */
  fail(problem: string, at = this.position): FileError {
    return this.source.failInText(at, problem);
  }

  /** Skips blanks within the line. */
  skipBlanks(): void {
    const { bytes, end } = this;
    let p = this.position;
    while (p < end) {
      const c = bytes[p];
      if (c === space || c === tab || c === 11 || c === 12) p++;
      else if (c === backslash && this.isObj && this.lineEndAt(p + 1) > 0) p += 1 + this.lineEndAt(p + 1);
      else break;
    }
    this.position = p;
  }

  /** Skips blanks and line ends. */
  skipSpace(): void {
    const { bytes, end } = this;
    for (;;) {
      this.skipBlanks();
      const c = bytes[this.position];
      if (this.position >= end || (c !== newline && c !== carriageReturn)) return;
      this.position++;
    }
  }

  /** Whether the file ends here. */
  atEnd(): boolean {
    return this.position >= this.end;
  }

  /** Whether the rest of the line is empty. */
  atLineEnd(): boolean {
    this.skipBlanks();
    if (this.position >= this.end) return true;
    const c = this.bytes[this.position];
    return c === newline || c === carriageReturn || (c === hash && this.isObj);
  }

  /** Skips to the end of the line; with `continued`, to the end of the lines joined by backslashes. */
  skipLine(continued = false): void {
    const { bytes, end } = this;
    let p = this.position;
    let isComment = false;
    for (; p < end; p++) {
      const c = bytes[p];
      if (c === newline || c === carriageReturn) break;
      if (c === hash) isComment = true;
      if (c === backslash && continued && !isComment && this.lineEndAt(p + 1) > 0) p += this.lineEndAt(p + 1);
    }
    this.position = p;
  }

  /** The end of the word at the position. */
  wordEnd(): number {
    const { bytes, end } = this;
    let p = this.position;
    while (p < end && !(bytes[p] <= space && isSpace(bytes[p]))) {
      if (bytes[p] === backslash && this.isObj && this.lineEndAt(p + 1) > 0) break;
      p++;
    }
    return p;
  }

  /** The word at the position in quotes, for a message. */
  quoteWord(): string {
    return this.source.quote(this.position, this.wordEnd());
  }

  /** Reads a word of at most 64 characters; longer ones are cut off, and match no keyword. */
  word(): string {
    const last = this.wordEnd();
    const text = ascii(this.bytes, this.position, Math.min(last, this.position + 64));
    this.position = last;
    return text;
  }

  /** Reads the rest of the line as a name. */
  name(): string {
    this.skipBlanks();
    const start = this.position;
    this.skipLine();
    return this.source.nameAt(start, this.position);
  }

  /** Reads the keyword `word`, given in lower case, if it is next in upper or lower case. Returns whether it was read. */
  accept(word: string): boolean {
    const last = this.position + word.length;
    if (last > this.end || (last < this.end && !isSpace(this.bytes[last]))) return false;
    for (let k = 0; k < word.length; k++) {
      if ((this.bytes[this.position + k] | 32) !== word.charCodeAt(k)) return false;
    }
    this.position = last;
    return true;
  }

  /**
   * Reads a finite number, correctly rounded. A mantissa below 2⁵³ and a power of ten up to 10²² are exact, so one multiplication or division rounds
   * only once (Clinger 1990); other numbers go through `Number()`.
   */
  number(what: string): number {
    this.skipBlanks();
    const { bytes, end } = this;
    const start = this.position;
    let p = start;
    const isNegative = bytes[p] === minus;
    if (p < end && (isNegative || bytes[p] === plus)) p++;
    let mantissa = 0;
    const first = p;
    for (; p < end && bytes[p] >= zero && bytes[p] <= nine; p++) mantissa = 10 * mantissa + (bytes[p] - zero);
    let digits = p - first;
    let scale = 0;
    if (p < end && bytes[p] === dot) {
      const point = ++p;
      for (; p < end && bytes[p] >= zero && bytes[p] <= nine; p++) mantissa = 10 * mantissa + (bytes[p] - zero);
      scale = point - p;
      digits += p - point;
    }
    if (digits > 0 && p < end && (bytes[p] | 32) === 101) {
      const isExponentNegative = bytes[p + 1] === minus;
      if (isExponentNegative || bytes[p + 1] === plus) p++;
      const mark = ++p;
      let exponent = 0;
      for (; p < end && bytes[p] >= zero && bytes[p] <= nine; p++) exponent = 10 * exponent + (bytes[p] - zero);
      if (p === mark) digits = 0;
      scale += isExponentNegative ? -exponent : exponent;
    }
    if (digits === 0 || (p < end && !this.endsWordAt(p))) throw this.noNumber(what);
    let value = mantissa;
    if (mantissa > Number.MAX_SAFE_INTEGER || scale < -22 || scale > 22) value = this.slowNumber(start, p, isNegative);
    else if (scale < 0) value = mantissa / powersOfTen[-scale];
    else if (scale > 0) value = mantissa * powersOfTen[scale];
    if (value === Infinity) throw this.noNumber(what);
    this.position = p;
    return isNegative ? -value : value;
  }

  /**
   * Reads a whole number; the text after it is not checked. Beyond ±2⁵³ the value is not exact.
   */
  integer(what: string): number {
    this.skipBlanks();
    const { bytes, end } = this;
    const start = this.position;
    let p = start;
    const isNegative = bytes[p] === minus;
    if (p < end && (isNegative || bytes[p] === plus)) p++;
    const first = p;
    let value = 0;
    for (; p < end && bytes[p] >= zero && bytes[p] <= nine; p++) value = 10 * value + (bytes[p] - zero);
    if (p === first) throw this.noInteger(what);
    this.position = p;
    return isNegative ? -value : value;
  }

  /** Reads a whole number that is a word by itself. */
  integerWord(what: string): number {
    this.skipBlanks();
    const start = this.position;
    const value = this.integer(what);
    if (this.position < this.end && !this.endsWordAt(this.position)) {
      this.position = start;
      throw this.noInteger(what);
    }
    return value;
  }

  private noInteger(what: string): FileError {
    return this.fail(
      this.atLineEnd()
        ? `${what} is missing: the line ends before it; the file may be truncated`
        : `${what} is ${this.quoteWord()}; it must be a whole number`,
    );
  }

  private noNumber(what: string): FileError {
    if (this.atLineEnd()) return this.fail(`${what} is missing: the line ends before it; the file may be truncated`);
    return this.fail(`${what} is ${this.quoteWord()}; it must be a finite number`);
  }

  private slowNumber(start: number, end: number, isNegative: boolean): number {
    if (end - start > longestNumber) {
      throw this.fail(`a number of ${end - start} characters; write numbers with at most ${longestNumber}`);
    }
    return Math.abs(Number(ascii(this.bytes, isNegative ? start + 1 : start, end)));
  }

  private endsWordAt(p: number): boolean {
    const c = this.bytes[p];
    return isSpace(c) || (this.isObj && (c === hash || (c === backslash && this.lineEndAt(p + 1) > 0)));
  }

  /** The length of the line end at an offset; 0 for none. */
  private lineEndAt(p: number): number {
    if (p >= this.end) return 0;
    if (this.bytes[p] === newline) return 1;
    if (this.bytes[p] !== carriageReturn) return 0;
    return this.bytes[p + 1] === newline ? 2 : 1;
  }
}

function isSpace(c: number): boolean {
  return c === space || (c >= tab && c <= carriageReturn);
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let k = start; k < end; k++) text += String.fromCharCode(bytes[k]);
  return text;
}
