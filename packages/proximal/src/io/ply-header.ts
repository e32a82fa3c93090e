import { show } from '../check/argument.ts';
import type { FileError } from './file-error.ts';
import { Scanner } from './scanner.ts';
import type { Source } from './source.ts';

/** A number type of PLY: its size in bytes, and how it is read. */
export interface PlyType {
  readonly bytes: number;
  readonly isWhole: boolean;
  readonly read: (view: DataView, at: number, isLittleEndian: boolean) => number;
}

const int8: PlyType = { bytes: 1, isWhole: true, read: (view, at) => view.getInt8(at) };
const uint8: PlyType = { bytes: 1, isWhole: true, read: (view, at) => view.getUint8(at) };
const int16: PlyType = { bytes: 2, isWhole: true, read: (view, at, little) => view.getInt16(at, little) };
const uint16: PlyType = { bytes: 2, isWhole: true, read: (view, at, little) => view.getUint16(at, little) };
const int32: PlyType = { bytes: 4, isWhole: true, read: (view, at, little) => view.getInt32(at, little) };
const uint32: PlyType = { bytes: 4, isWhole: true, read: (view, at, little) => view.getUint32(at, little) };
const float32: PlyType = { bytes: 4, isWhole: false, read: (view, at, little) => view.getFloat32(at, little) };
const float64: PlyType = { bytes: 8, isWhole: false, read: (view, at, little) => view.getFloat64(at, little) };

/** The type names of the first specification (1994), and later ones. */
const types = new Map<string, PlyType>([
  ...(['char', 'int8'] as const).map((name): [string, PlyType] => [name, int8]),
  ...(['uchar', 'uint8'] as const).map((name): [string, PlyType] => [name, uint8]),
  ...(['short', 'int16'] as const).map((name): [string, PlyType] => [name, int16]),
  ...(['ushort', 'uint16'] as const).map((name): [string, PlyType] => [name, uint16]),
  ...(['int', 'int32'] as const).map((name): [string, PlyType] => [name, int32]),
  ...(['uint', 'uint32'] as const).map((name): [string, PlyType] => [name, uint32]),
  ...(['float', 'float32'] as const).map((name): [string, PlyType] => [name, float32]),
  ...(['double', 'float64'] as const).map((name): [string, PlyType] => [name, float64]),
]);

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** The type of a list's length; without it the property is a single number. */
  readonly lengthType: PlyType | undefined;
  /** The name of the length in messages, built once. */
  readonly lengthName: string;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
  /** The offset of its declaration, for messages. */
  readonly at: number;
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** The offset of the data. */
  readonly end: number;
}

/** The largest number of lines that declare the format, an element or a property. */
const maxDeclarations = 1000;

/** Reads the header, which is text in every kind of PLY. */
export function readPlyHeader(source: Source): PlyHeader {
  const scanner = new Scanner(source);
  if (!scanner.accept('ply') || !scanner.atLineEnd()) {
    throw source.failInText(0, 'the file does not begin with a line "ply"; it is damaged, or not a PLY file');
  }
  let format: PlyHeader['format'] | undefined;
  const elements: PlyElement[] = [];
  let declarations = 0;
  for (;;) {
    nextLine(scanner);
    const at = scanner.position;
    const word = scanner.word();
    if (word === 'end_header') break;
    if (word === 'comment' || word === 'obj_info') {
      scanner.skipLine();
      continue;
    }
    if (++declarations > maxDeclarations) {
      throw scanner.fail(`more than ${maxDeclarations} declarations; the header is damaged`, at);
    }
    if (word === 'format') format = readFormat(scanner);
    else if (word === 'element') elements.push(readElement(scanner, at));
    else if (word === 'property') readProperty(scanner, elements[elements.length - 1], at);
    else {
      const keywords = 'format, element, property, comment, obj_info or end_header';
      scanner.position = at;
      throw scanner.fail(`${scanner.quoteWord()} begins a line of the header; it must begin with ${keywords}`);
    }
    if (!scanner.atLineEnd()) throw scanner.fail(`${scanner.quoteWord()} is not expected on this line of the header`);
  }
  if (format === undefined) throw scanner.fail('the header ends without a line "format ascii 1.0" or binary_…');
  return { format, elements, end: afterLine(scanner, source.bytes) };
}

function nextLine(scanner: Scanner): void {
  scanner.skipSpace();
  if (scanner.atEnd()) throw scanner.fail('the file ends before "end_header"; it is truncated');
}

/** The offset after `end_header` and one line end, where the data begin. */
function afterLine(scanner: Scanner, bytes: Uint8Array): number {
  if (!scanner.atLineEnd())
    throw scanner.fail(`${scanner.quoteWord()} follows "end_header"; a line end must follow it`);
  const p = scanner.position;
  if (bytes[p] === 13 && bytes[p + 1] === 10) return p + 2;
  return Math.min(p + 1, bytes.length);
}

function readFormat(scanner: Scanner): PlyHeader['format'] {
  scanner.skipBlanks();
  const at = scanner.position;
  const format = scanner.word();
  if (format !== 'ascii' && format !== 'binary_little_endian' && format !== 'binary_big_endian') {
    scanner.position = at;
    throw scanner.fail(
      `the format is ${scanner.quoteWord()}; it must be ascii, binary_little_endian or binary_big_endian`,
    );
  }
  if (scanner.number('the version') !== 1) throw scanner.fail('the version is not 1.0, the only version of PLY');
  return format;
}

function readElement(scanner: Scanner, at: number): PlyElement {
  const name = readName(scanner, 'the name of the element');
  scanner.skipBlanks();
  const countAt = scanner.position;
  const count = scanner.integerWord(`the number of ${show(name)}`);
  if (count < 0 || count > Number.MAX_SAFE_INTEGER) {
    throw scanner.fail(`the number of ${show(name)} is ${count}; the header is damaged`, countAt);
  }
  return { name, count, properties: [], at };
}

function readProperty(scanner: Scanner, element: PlyElement | undefined, at: number): void {
  if (element === undefined) throw scanner.fail('a property precedes the first element; it must follow one', at);
  scanner.skipBlanks();
  const isList = scanner.accept('list');
  const lengthType = isList ? readType(scanner) : undefined;
  if (lengthType && !lengthType.isWhole) throw noWholeType(scanner, at);
  const type = readType(scanner);
  const name = readName(scanner, 'the name of the property');
  element.properties.push({ name, type, lengthType, lengthName: `the length of the list ${show(name)}` });
}

function noWholeType(scanner: Scanner, at: number): FileError {
  return scanner.fail('the length of a list has a type with fractions; it must be a type of whole numbers', at);
}

function readType(scanner: Scanner): PlyType {
  scanner.skipBlanks();
  const at = scanner.position;
  const type = types.get(scanner.word());
  if (type) return type;
  scanner.position = at;
  throw scanner.fail(`the type is ${scanner.quoteWord()}; the types are ${[...types.keys()].join(' ')}`);
}

function readName(scanner: Scanner, what: string): string {
  if (scanner.atLineEnd()) throw scanner.fail(`${what} is missing: the line ends before it`);
  return scanner.word();
}
