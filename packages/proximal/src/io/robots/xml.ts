// XML as robot files use it: elements and attributes; comments, CDATA and processing instructions are skipped. Text is kept only if the caller
// requests it, for COLLADA. One strict pass in linear time, because files may be untrusted. Document types, entities other than the five predefined
// ones (hence entity bombs), mismatched tags, repeated attributes and files beyond the limits of limits.ts are refused.
import { FileError } from '../file-error.ts';
import { beyond, type RobotLimits, robotLimits } from './limits.ts';

/** An element with the file and position of its start tag. */
export interface XmlElement {
  readonly name: string;
  readonly file: string;
  /** Line and column, from 1. */
  readonly line: number;
  readonly column: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text of an element without children, undecoded. Undefined unless `parseXml` keeps text. */
  readonly text?: string;
}

/** @throws FileError at a line and column, if the text is not well-formed or beyond the limits */
export function parseXml(text: string, file: string, limits: RobotLimits = robotLimits, keepsText = false): XmlElement {
  return new Reader(text, file, limits, keepsText).read();
}

/** Shared by elements without children or attributes. */
const noAttributes: ReadonlyMap<string, string> = /* @__PURE__ */ new Map();
const noChildren: readonly XmlElement[] = /* @__PURE__ */ Object.freeze([]);

const entity = /&(?:(#x[0-9a-fA-F]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);)?/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The delimiters of skipped parts. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const nameStart = /^[A-Za-z_]/;
const nameCharacter = /^[\w:.-]/;

/** An element that is not closed yet. */
interface Open extends XmlElement {
  children: XmlElement[];
  text?: string;
}

class Reader {
  private readonly open: Open[] = [];
  private root: XmlElement | null = null;
  private count = 0;
  /** The offset after the last tag. */
  private content = 0;
  /** The line of the last call of `positionOf`, from 1. The offsets of its calls must ascend. */
  private line = 1;
  /** The offset at which this line starts. */
  private lineStart = 0;
  /** The offset at which the next line starts. */
  private nextLine = 0;

  constructor(
    private readonly text: string,
    private readonly file: string,
    private readonly limits: RobotLimits,
    private readonly keepsText: boolean,
  ) {
    this.nextLine = this.endOfLine(0);
  }

  read(): XmlElement {
    const { text, open } = this;
    let checkedUpTo = text.startsWith('\uFEFF') ? 1 : 0;
    for (let at = text.indexOf('<', checkedUpTo); at >= 0; at = text.indexOf('<', checkedUpTo)) {
      this.checkText(checkedUpTo, at);
      checkedUpTo = this.readTag(at);
    }
    this.checkText(checkedUpTo, text.length);
    const unclosed = open.pop();
    if (unclosed) throw this.error(text.length, `<${unclosed.name}> is not closed; the file may be cut off`);
    if (!this.root) throw this.error(text.length, 'there is no element; the file may be empty or cut off');
    return this.root;
  }

  /** Reads the markup that begins with < and returns the offset of its end. */
  private readTag(at: number): number {
    const { text } = this;
    const end = this.endOfSkipped(at);
    if (end !== null) return end;
    const isEnd = text[at + 1] === '/';
    const nameFrom = isEnd ? at + 2 : at + 1;
    let position = endOfName(text, nameFrom);
    const tagName = text.slice(nameFrom, position);
    if (tagName === '') throw this.error(at, markupProblem(text.slice(at, at + 20)));
    this.checkName(at, tagName);
    const attributes = new Map<string, string>();
    if (!isEnd) position = this.readAttributes(at, tagName, position, attributes);
    position = endOfSpace(text, position);
    const isSelfClosing = !isEnd && text[position] === '/';
    if (isSelfClosing) position++;
    if (text[position] !== '>') throw this.malformed(at, tagName);
    if (isEnd) this.end(at, tagName);
    else this.start(at, tagName, attributes, isSelfClosing);
    this.content = position + 1;
    return position + 1;
  }

  /** The offset after the next `end`, which must exist. */
  private after(at: number, from: number, end: string): number {
    const found = this.text.indexOf(end, from);
    if (found < 0) throw this.error(at, `this is not closed: ${end} is missing`);
    return found + end.length;
  }

  private start(at: number, tagName: string, attributes: Map<string, string>, isSelfClosing: boolean): void {
    const { open, file, limits } = this;
    if (open.length === 0 && this.root)
      throw this.error(at, `<${tagName}> is a second root element; a file has exactly one`);
    if (++this.count > limits.elements)
      throw this.error(at, `the file has ${beyond('elements', limits.elements)} elements`);
    if (open.length >= limits.depth)
      throw this.error(at, `<${tagName}> is nested ${beyond('depth', limits.depth)}; flatten the file`);
    const { line, column } = this.positionOf(at);
    const own = attributes.size === 0 ? noAttributes : attributes;
    const element: Open = { name: tagName, file, line, column, attributes: own, children: noChildren as XmlElement[] };
    const parent = open[open.length - 1];
    if (!parent) this.root = element;
    else if (parent.children === noChildren) parent.children = [element];
    else parent.children.push(element);
    if (!isSelfClosing) open.push(element);
  }

  private end(at: number, tagName: string): void {
    const expected = this.open.pop();
    if (expected?.name !== tagName)
      throw this.error(at, `</${tagName}> closes ${expected === undefined ? 'nothing' : `<${expected.name}>`}`);
    if (this.keepsText && expected.children.length === 0) expected.text = this.textBetween(this.content, at);
  }

  /** The text between two offsets, without comments and other skipped parts. */
  private textBetween(from: number, to: number): string {
    const pieces: string[] = [];
    let start = from;
    for (let at = this.text.indexOf('<', from); at >= 0 && at < to; at = this.text.indexOf('<', start)) {
      pieces.push(this.text.slice(start, at));
      start = this.endOfSkipped(at) ?? to;
    }
    return pieces.join('') + this.text.slice(start, to);
  }

  /** The offset after the comment or other skipped part that begins at an offset; null if there is none. */
  private endOfSkipped(at: number): number | null {
    const delimiters = skipped.find(([begin]) => this.text.startsWith(begin, at));
    return delimiters ? this.after(at, at + delimiters[0].length, delimiters[1]) : null;
  }

  /** Reads all attributes from an offset on, and returns the offset of their end. */
  private readAttributes(at: number, tagName: string, from: number, found: Map<string, string>): number {
    const { text } = this;
    for (let position = from; ; ) {
      const start = endOfSpace(text, position);
      const nameEnd = endOfName(text, start);
      if (nameEnd === start) return position;
      const key = text.slice(start, nameEnd);
      const equals = endOfSpace(text, nameEnd);
      const open = endOfSpace(text, equals + 1);
      const quote = text[open];
      const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1;
      if (start === position || text[equals] !== '=' || close < 0) throw this.malformed(at, tagName);
      const value = text.slice(open + 1, close);
      if (value.includes('<')) throw this.malformed(at, tagName);
      this.checkName(at, key);
      if (key === 'name') this.checkName(at, value);
      if (found.has(key)) throw this.error(at, `<${tagName}> has the attribute ${key} twice`);
      found.set(key, this.decode(at, tagName, value));
      position = close + 1;
    }
  }

  /** Bounds the length of names, which appear in messages and are copied by <replicate>. */
  private checkName(at: number, name: string): void {
    const { nameLength } = this.limits;
    if (name.length > nameLength) throw this.error(at, `a name has ${beyond('nameLength', nameLength)} characters`);
  }

  private decode(at: number, tagName: string, value: string): string {
    if (!value.includes('&')) return value;
    return value.replace(entity, (_whole, reference: string | undefined) => {
      const decoded = reference === undefined ? undefined : characterOf(reference);
      if (decoded === undefined)
        throw this.error(
          at,
          `<${tagName}> uses an entity; only &amp; &lt; &gt; &quot; &apos; and characters by number are read`,
        );
      return decoded;
    });
  }

  /** Throws if there is text other than white space outside the root element. */
  private checkText(from: number, to: number): void {
    if (this.open.length > 0 || from === to) return;
    if (endOfSpace(this.text, from) < to)
      throw this.error(from, 'there is text outside the root element; the file is not XML or is damaged');
  }

  private malformed(at: number, tagName: string): FileError {
    const shown = tagName.slice(0, 40);
    return this.error(
      at,
      `<${shown} … > is not well-formed: attributes are name="value" without <, and tags end with >`,
    );
  }

  private error(at: number, problem: string): FileError {
    return new FileError(this.file, this.positionOf(at), problem);
  }

  private positionOf(at: number): { readonly line: number; readonly column: number } {
    while (this.nextLine <= at) {
      this.line++;
      this.lineStart = this.nextLine;
      this.nextLine = this.endOfLine(this.nextLine);
    }
    return { line: this.line, column: at - this.lineStart + 1 };
  }

  /** The offset at which the next line after an offset starts. */
  private endOfLine(from: number): number {
    const found = this.text.indexOf('\n', from);
    return found < 0 ? Infinity : found + 1;
  }
}

/** The character of a reference; undefined if it has no valid code. */
function characterOf(reference: string): string | undefined {
  if (!reference.startsWith('#')) return entities[reference];
  const code = reference.startsWith('#x') ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10ffff || isSurrogate ? undefined : String.fromCodePoint(code);
}

function markupProblem(rest: string): string {
  return /^<!(DOCTYPE|ENTITY)/i.test(rest)
    ? 'a document type with its entities is not read; remove it'
    : 'this is not a tag; write &lt; for a < in a text';
}

/** The first offset from `from` on that is not XML white space; a no-break space is text. */
function endOfSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || code === 9 || code === 10 || code === 13; )
    code = text.charCodeAt(++at);
  return at;
}

/** The end of the name that begins at `from`; `from` if there is none. */
function endOfName(text: string, from: number): number {
  if (!nameStart.test(text.charAt(from))) return from;
  let at = from + 1;
  while (at < text.length && nameCharacter.test(text.charAt(at))) at++;
  return at;
}
