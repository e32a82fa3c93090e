// A COLLADA document: its elements by identifier, and the numbers in its elements.

import { robotLimits } from '../../io/robots/limits.ts';
import { parseXml, type XmlElement } from '../../io/robots/xml.ts';
import { FileError } from '../file-error.ts';
import type { Source } from '../source.ts';

/** The largest number of elements. */
const maxElements = 1_000_000;

export class ColladaDocument {
  readonly root: XmlElement;
  private readonly elementsById = new Map<string, XmlElement>();

  constructor(readonly source: Source) {
    // Copied, because a TextDecoder does not accept shared memory.
    const text = new TextDecoder().decode(source.bytes.slice());
    this.root = parseXml(text, source.file, { ...robotLimits, elements: maxElements }, true);
    if (this.root.name !== 'COLLADA')
      throw this.fail(this.root, `<${this.root.name}> is not COLLADA, whose root element is <COLLADA>`);
    const pending = [this.root];
    for (let element = pending.pop(); element; element = pending.pop()) {
      const id = element.attributes.get('id');
      if (id !== undefined && !this.elementsById.has(id)) this.elementsById.set(id, element);
      for (const child of element.children) pending.push(child);
    }
  }

  fail(element: XmlElement, problem: string): FileError {
    return new FileError(this.source.file, { line: element.line, column: element.column }, problem);
  }

  /** The element that an attribute `#id` refers to; it must be a <`name`>. */
  referred(element: XmlElement, attribute: string, name: string): XmlElement {
    const value = element.attributes.get(attribute) ?? '';
    const found = value.startsWith('#') ? this.elementsById.get(value.slice(1)) : undefined;
    if (found?.name === name) return found;
    const shown = JSON.stringify(value.slice(0, 40));
    throw this.fail(
      element,
      `${attribute} of <${element.name}> is ${shown}; it must be # and the id of a <${name}> in this file`,
    );
  }

  /** The numbers in an element. @param expectedCount how many there must be; any number unless given */
  numbers(element: XmlElement, expectedCount?: number): Float64Array {
    const found = this.scan(element, (text) => (text === '' ? Number.NaN : Number(text)));
    if (expectedCount === undefined || found.length === expectedCount) return found;
    throw this.fail(element, `<${element.name}> has ${found.length} numbers; it must have ${expectedCount}`);
  }

  /** The whole numbers in an element, from 0 on. */
  indices(element: XmlElement): Float64Array {
    return this.scan(element, (text) => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN));
  }

  private scan(element: XmlElement, read: (text: string) => number): Float64Array {
    const { text = '' } = element;
    // A number takes at least two characters, with the space after it.
    const found = new Float64Array(Math.ceil((text.length + 1) / 2));
    let count = 0;
    for (let at = 0; at < text.length; ) {
      while (at < text.length && text.charCodeAt(at) <= 32) at++;
      const start = at;
      while (at < text.length && text.charCodeAt(at) > 32) at++;
      if (at === start) break;
      const value = read(text.slice(start, at));
      if (!Number.isFinite(value)) {
        const shown = JSON.stringify(text.slice(start, Math.min(at, start + 40)));
        throw this.fail(element, `<${element.name}> contains ${shown}, which is not a valid number here`);
      }
      found[count++] = value;
    }
    return found.slice(0, count);
  }
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}
