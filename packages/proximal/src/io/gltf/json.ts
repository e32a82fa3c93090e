import type { FileError } from '../file-error.ts';
import type { Source } from '../source.ts';

/** Limits of the nesting depth and of the number of values, larger than in real documents. They bound the memory of JSON.parse. */
const [deepest, maxValues] = [128, 2_000_000];

const [quote, comma, minus, dot, zero, nine, colon, openBracket, backslash, closeBracket, openBrace, closeBrace] = [
  0x22, 0x2c, 0x2d, 0x2e, 0x30, 0x39, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
];

/**
 * Parses JSON between two bytes of a file. The messages of JSON.parse differ between engines, and a small file can make JSON.parse
 * take much memory, so the grammar (RFC 8259), the depth and the number of values are checked first.
 */
export function parseJson(
  source: Source,
  start: number,
  end: number,
  fail: (offset: number, problem: string) => FileError,
): unknown {
  new Validator(source.bytes, start, end, fail).run();
  try {
    // Shared memory is copied, because a TextDecoder does not accept it.
    const view = source.bytes.subarray(start, end);
    return JSON.parse(new TextDecoder().decode(view.buffer instanceof ArrayBuffer ? view : view.slice()));
  } catch (cause) {
    throw source.fail('the JSON text is too large for this machine; store the buffers outside, or as .glb', cause);
  }
}

class Validator {
  private values = 0;
  private depth = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private position: number,
    private readonly end: number,
    private readonly fail: (offset: number, problem: string) => FileError,
  ) {}

  run(): void {
    this.value();
    if (this.peek() >= 0) throw this.unexpected('the end of the document');
  }

  /** The next byte that is not white space, or −1 at the end. */
  private peek(): number {
    const { bytes, end } = this;
    for (; this.position < end; this.position++) {
      const c = bytes[this.position];
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return c;
    }
    return -1;
  }

  private value(): void {
    const c = this.peek();
    if (++this.values > maxValues)
      throw this.fail(this.position, `more than ${maxValues} values; such files are not read`);
    if (c === openBrace || c === openBracket) {
      if (++this.depth > deepest)
        throw this.fail(this.position, `more than ${deepest} levels of nesting; such files are not read`);
      if (c === openBrace) this.members(closeBrace, true);
      else this.members(closeBracket, false);
      this.depth--;
    } else if (c === quote) this.string();
    else if (c === minus || (c >= zero && c <= nine)) this.number();
    else if (!(this.literal('true') || this.literal('false') || this.literal('null'))) throw this.unexpected('a value');
  }

  private members(close: number, hasNames: boolean): void {
    this.position++;
    if (this.peek() === close) {
      this.position++;
      return;
    }
    for (;;) {
      if (hasNames) {
        if (this.peek() !== quote) throw this.unexpected('a name in quotes');
        this.string();
        if (this.peek() !== colon) throw this.unexpected('":"');
        this.position++;
      }
      this.value();
      const c = this.peek();
      if (c !== comma && c !== close) throw this.unexpected(hasNames ? '"," or "}"' : '"," or "]"');
      this.position++;
      if (c === close) return;
    }
  }

  private string(): void {
    const { bytes, end } = this;
    let p = this.position + 1;
    for (; p < end && bytes[p] !== quote; p++) {
      if (bytes[p] < 32) throw this.fail(p, 'a control character in a string; the file is damaged');
      if (bytes[p] === backslash && !this.isEscape(++p)) throw this.fail(p, 'an unknown escape in a string');
    }
    if (p >= end) throw this.fail(this.position, 'the string does not end; the file is truncated');
    this.position = p + 1;
  }

  private isEscape(p: number): boolean {
    const c = String.fromCharCode(this.bytes[p]);
    if (c !== 'u') return '"\\/bfnrt'.includes(c);
    return p + 4 < this.end && /^[0-9a-fA-F]{4}$/.test(String.fromCharCode(...this.bytes.subarray(p + 1, p + 5)));
  }

  private number(): void {
    const { bytes } = this;
    const start = this.position;
    if (bytes[this.position] === minus) this.position++;
    const hasLeadingZero = bytes[this.position] === zero;
    const whole = this.digits();
    let isValid = whole > 0 && !(hasLeadingZero && whole > 1);
    if (this.position < this.end && bytes[this.position] === dot) {
      this.position++;
      isValid &&= this.digits() > 0;
    }
    if (this.position < this.end && (bytes[this.position] | 32) === 0x65) {
      this.position++;
      if (bytes[this.position] === minus || bytes[this.position] === 0x2b) this.position++;
      isValid &&= this.digits() > 0;
    }
    if (!isValid) throw this.fail(start, 'a number that is not valid JSON; the file is damaged');
  }

  private digits(): number {
    const start = this.position;
    const { bytes, end } = this;
    while (this.position < end && bytes[this.position] >= zero && bytes[this.position] <= nine) this.position++;
    return this.position - start;
  }

  private literal(word: string): boolean {
    if (this.position + word.length > this.end) return false;
    for (let k = 0; k < word.length; k++) if (this.bytes[this.position + k] !== word.charCodeAt(k)) return false;
    this.position += word.length;
    return true;
  }

  private unexpected(expected: string): FileError {
    if (this.position >= this.end) {
      return this.fail(this.position, `the JSON text ends where ${expected} is expected; the file is truncated`);
    }
    const c = String.fromCharCode(this.bytes[this.position]);
    return this.fail(this.position, `${JSON.stringify(c)} instead of ${expected}; the JSON text is damaged`);
  }
}
