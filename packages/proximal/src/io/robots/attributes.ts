// Attributes of elements as numbers and words, with errors that name the file, the line and the element.
import { FileError } from '../file-error.ts';
import type { XmlElement } from './xml.ts';

/** An error at an element. */
export function failAt(element: XmlElement, problem: string, cause?: unknown): FileError {
  const name = element.attributes.get('name');
  const which = name === undefined ? `<${element.name}>` : `<${element.name} name=${JSON.stringify(name)}>`;
  return new FileError(element.file, { line: element.line, column: element.column }, `${which}: ${problem}`, cause);
}

/** Converts an error about arguments to an error of the file at an element; returns any other error unchanged. */
export function errorAt(element: XmlElement, error: unknown): unknown {
  return error instanceof RangeError || error instanceof TypeError ? failAt(element, error.message, error) : error;
}

type Values = ReadonlyMap<string, string>;

/** Reads attributes of one element of a file. Elements of MJCF may get some of them from default classes. */
export class Attributes {
  /** @param inherited attributes from default classes, where an earlier map takes precedence; not copied, as there may be many elements */
  constructor(
    readonly element: XmlElement,
    private readonly inherited: readonly Values[] = [],
  ) {}

  has(name: string): boolean {
    return this.text(name) !== undefined;
  }

  text(name: string): string | undefined {
    const own = this.element.attributes.get(name);
    if (own !== undefined) return own;
    return this.inherited.find((values) => values.has(name))?.get(name);
  }

  /** A required attribute, which must not be empty. */
  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw this.fail(`the attribute ${name} is missing or empty`);
    return value;
  }

  /** The numbers of an attribute, from `minCount` to `maxCount` of them; undefined if it is absent. */
  numbers(name: string, minCount: number, maxCount = minCount): number[] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const words = text.trim() === '' ? [] : text.trim().split(/\s+/, maxCount + 1);
    const list = words.map(Number);
    if (list.length >= minCount && list.length <= maxCount && list.every(Number.isFinite)) return list;
    const count = minCount === maxCount ? `${minCount}` : `${minCount} to ${maxCount}`;
    throw this.fail(
      `${name}=${JSON.stringify(text.slice(0, 60))} is not ${count} finite number${maxCount === 1 ? '' : 's'}`,
    );
  }

  number(name: string): number | undefined;
  number(name: string, fallback: number): number;
  number(name: string, fallback?: number): number | undefined {
    return this.numbers(name, 1)?.[0] ?? fallback;
  }

  /** A required number. */
  neededNumber(name: string): number {
    this.needed(name);
    return this.number(name) as number;
  }

  vector(name: string, fallback: readonly number[]): number[] {
    return this.numbers(name, fallback.length) ?? [...fallback];
  }

  /** Calls `maker`; an error about its arguments becomes an error of the file at this element. */
  attempt<T>(maker: () => T): T {
    try {
      return maker();
    } catch (error) {
      throw errorAt(this.element, error);
    }
  }

  fail(problem: string, cause?: unknown): FileError {
    return failAt(this.element, problem, cause);
  }
}
