// XML for robots: txml makes the tree, and a scan before it refuses what txml would let pass or could not survive. It is
// the only package that the library depends on. What is refused: entities other than the five of the language (and with
// them entity bombs), nesting deeper than any robot needs, tags that do not match. The scan also finds the lines.
import { parse, type TNode } from 'txml/txml';
import { FileError } from '../file-error.ts';

/** An element with the file and the line that it begins on. */
export interface XmlElement {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
}

/** Elements within elements. Long robots nest a body in each body, and MJCF has chains of a few hundred. */
const deepest = 1000;
/** Elements in one file. */
const most = 1_000_000;

/** @throws FileError at a line, if the text is not well-formed or beyond the limits */
export function parseXml(text: string, file: string): XmlElement {
  const starts = scan(text, file);
  const roots = elements(parse(text, { selfClosingTags: [], decodeEntities: true, skipXmlDeclaration: true }));
  const lines = lineCounter(text);
  let next = 0;
  // Elements come in the order of their start tags.
  const convert = (node: TNode): XmlElement => {
    const line = lines(starts[next++] ?? text.length);
    const attributes = new Map(Object.entries(node.attributes).map(([key, value]) => [key, value ?? '']));
    return { name: node.tagName, file, line, attributes, children: elements(node.children).map(convert) };
  };
  const [root, second] = roots.map(convert);
  if (!root || second || next !== starts.length) {
    throw new FileError(file, {}, 'the file has not exactly one outermost element; it may be cut off');
  }
  return root;
}

function elements(nodes: readonly (TNode | string)[]): TNode[] {
  return nodes.filter((node): node is TNode => typeof node !== 'string' && !node.tagName.startsWith('?'));
}

const tag =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|\?[\s\S]*?\?>|(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>)/y;
const badEntity = /&(?!(?:#x[0-9a-fA-F]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);)/;

/** The offsets of all start tags, after checking that they match their end tags. */
function scan(text: string, file: string): number[] {
  const starts: number[] = [];
  const open: string[] = [];
  const fail = (offset: number, problem: string): FileError => {
    const [line, column] = [lineCounter(text)(offset), offset - text.lastIndexOf('\n', offset - 1)];
    return new FileError(file, { line, column }, problem);
  };
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    tag.lastIndex = at;
    const match = tag.exec(text);
    if (!match) throw fail(at, whatIsWrong(text.slice(at, at + 200)));
    const [whole, slash, name, attributes, selfClosed] = match;
    if (name !== undefined) {
      if (slash === '/') {
        const expected = open.pop();
        if (expected !== name)
          throw fail(at, `</${name}> closes ${expected === undefined ? 'nothing' : `<${expected}>`}`);
      } else {
        if (badEntity.test(attributes))
          throw fail(at, `<${name}> uses an entity; only &amp; &lt; &gt; &quot; &apos; are read`);
        starts.push(at);
        if (starts.length > most) throw fail(at, `there are more than ${most} elements; split the file`);
        if (selfClosed !== '/') open.push(name);
        if (open.length > deepest) throw fail(at, `<${name}> is nested more than ${deepest} deep; flatten the file`);
      }
    }
    at += whole.length;
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) throw fail(text.length, `<${unclosed}> is not closed; the file may be cut off`);
  return starts;
}

function whatIsWrong(rest: string): string {
  if (/^<!(DOCTYPE|ENTITY)/i.test(rest)) return 'a document type with its entities is not read; remove it';
  const name = /^<\/?([\w:.-]+)/.exec(rest)?.[1];
  return name === undefined
    ? 'this is no tag; write &lt; for a < in a text'
    : `<${name.slice(0, 40)} … > is not well-formed: attributes are name="value", and tags end with >`;
}

/** The line, from 1, of offsets that are asked for in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let [line, passed] = [1, 0];
  return (offset) => {
    for (let at = text.indexOf('\n', passed); at >= 0 && at < offset; at = text.indexOf('\n', passed)) {
      line++;
      passed = at + 1;
    }
    return line;
  };
}
