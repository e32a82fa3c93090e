import { show } from '../../check/argument.ts';
import type { FileError } from '../file-error.ts';
import type { Source } from '../source.ts';

/** An object of the document, with its path. Every member is checked when it is read. */
export class JsonObject {
  private readonly members: Record<string, unknown>;

  constructor(
    readonly source: Source,
    value: unknown,
    readonly path: string,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw source.failAtPath(
        path || 'the document',
        `is ${value === undefined ? 'missing' : show(value)}; it must be an object`,
      );
    }
    this.members = value as Record<string, unknown>;
  }

  fail(key: string, problem: string): FileError {
    return this.source.failAtPath(this.pathOf(key), problem);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.members, key) && this.members[key] !== undefined;
  }

  /** A whole number from `minimum` to `maximum`; `fallback` if the member is missing. Throws if there is neither. */
  integer(key: string, minimum: number, fallback?: number, maximum: number = Number.MAX_SAFE_INTEGER): number {
    if (!this.has(key) && fallback !== undefined) return fallback;
    const value = this.get(key);
    if (!Number.isSafeInteger(value) || (value as number) < minimum || (value as number) > maximum) {
      const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
      throw this.fail(key, `is ${this.has(key) ? show(value) : 'missing'}; it must be a whole number ${range}`);
    }
    return value as number;
  }

  /** A list of as many finite numbers as `fallback` has; `fallback` if the member is missing. */
  numbers(key: string, fallback: readonly number[]): readonly number[] {
    if (!this.has(key)) return fallback;
    const value = this.get(key);
    if (!Array.isArray(value) || value.length !== fallback.length || !value.every(Number.isFinite)) {
      throw this.fail(key, `is ${show(value)}; it must be ${fallback.length} finite numbers`);
    }
    return value;
  }

  /** A string; empty if it is missing. */
  text(key: string): string {
    const value = this.has(key) ? this.get(key) : '';
    if (typeof value !== 'string') throw this.fail(key, `is ${show(value)}; it must be a string`);
    return value;
  }

  /** A boolean; false if it is missing. */
  flag(key: string): boolean {
    const value = this.has(key) ? this.get(key) : false;
    if (typeof value !== 'boolean') throw this.fail(key, `is ${show(value)}; it must be true or false`);
    return value;
  }

  /** An array; empty if it is missing. */
  list(key: string): readonly unknown[] {
    const value = this.has(key) ? this.get(key) : [];
    if (!Array.isArray(value)) throw this.fail(key, `is ${show(value)}; it must be an array`);
    return value;
  }

  /** A member that is an object. */
  object(key: string): JsonObject {
    return new JsonObject(this.source, this.get(key), this.pathOf(key));
  }

  /** An object of a list. */
  item(key: string, index: number): JsonObject {
    return new JsonObject(this.source, this.list(key)[index], `${this.pathOf(key)}[${index}]`);
  }

  /** The object of the document's list `key` that `user[member]` refers to. */
  referred(key: string, user: JsonObject, member: string): JsonObject {
    return this.item(key, this.reference(key, user, member));
  }

  /** The index in the document's list `key` that `user[member]` holds. Throws if the list has no such entry. */
  reference(key: string, user: JsonObject, member: string): number {
    const index = user.integer(member, 0);
    const { length } = this.list(key);
    if (index < length) return index;
    throw user.fail(member, `is ${index}, and the file has ${length} ${key}, counted from 0; the file is damaged`);
  }

  private get(key: string): unknown {
    return Object.hasOwn(this.members, key) ? this.members[key] : undefined;
  }

  private pathOf(key: string): string {
    return this.path ? `${this.path}.${key}` : key;
  }
}
