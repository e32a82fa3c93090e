// The public names of the library, from the declarations that `tsc` writes for each subpath.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './folders.ts';

const folder = join(root, 'packages', 'proximal');

/** A top-level declaration of a `.d.ts` file. */
export interface Declaration {
  readonly name: string;
  readonly kind: string;
  /** Its path below packages/proximal. */
  readonly file: string;
  /** The TSDoc comments above it, including the comments of all overloads. */
  readonly comment: string;
  /** The declarations of all overloads, without comments and private members. */
  readonly text: string;
}

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
}

const cache = new Map<string, Map<string, Declaration>>();

/** The names that each subpath exports, by subpath as users write it. */
export function publicNames(): Map<string, Map<string, Declaration>> {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  const subpaths = new Map<string, Map<string, Declaration>>();
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target === 'object') subpaths.set(subpath.replace('.', 'proximal'), exportsOf(join(target.types)));
  }
  return subpaths;
}

/** The exported declarations of a file, also those that it exports from other files. */
function exportsOf(file: string): Map<string, Declaration> {
  const cached = cache.get(file);
  if (cached) return cached;
  const found = new Map<string, Declaration>();
  cache.set(file, found);
  const text = readFileSync(join(folder, file), 'utf8');
  const other = (path: string): Map<string, Declaration> =>
    exportsOf(join(dirname(file), path.replace(/\.ts$/, '.d.ts')));
  for (const declaration of declarations(file, text)) found.set(declaration.name, declaration);
  for (const [, path] of text.matchAll(/^export \* from '([^']+)';/gm)) {
    for (const [name, declaration] of other(path)) found.set(name, declaration);
  }
  for (const [, list, path] of text.matchAll(/^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm)) {
    for (const each of namesIn(list)) {
      const [name, exported = name] = each.split(' as ');
      const from = path ?? importOf(text, name);
      const declaration = from === undefined ? undefined : other(from).get(name);
      if (!declaration) throw new Error(`${file} exports ${name}, whose declaration was not found`);
      found.set(exported, exported === name ? declaration : { ...declaration, name: exported });
    }
  }
  return found;
}

function namesIn(list: string): string[] {
  const names = list.split(',').map((each) => each.trim().replace(/^type /, ''));
  return names.filter((name) => name !== '');
}

/** The file that a name is imported from. */
function importOf(text: string, name: string): string | undefined {
  const imports = text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)';/gm);
  return [...imports].find(([, list]) => namesIn(list).includes(name))?.[2];
}

/** The declarations that a file exports itself: they start in the first column, as their ends do. */
function declarations(file: string, text: string): Declaration[] {
  const found = new Map<string, Declaration>();
  const pattern =
    /((?:^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)^export (?:declare )?(?:abstract )?(function|class|const|interface|type) (\w+)([\s\S]*?(?:;|^\}|\{ *\})$)(?=\n(?:[^\s}]|$))/gm;
  for (const [, comment, kind, name, rest] of text.matchAll(pattern)) {
    const before = found.get(name);
    const own = `${kind} ${name}${rest}`
      .replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*/g, '')
      .replace(/^ +private [^;]*;\n/gm, '');
    const joined = before ? `${before.text}\n${own}` : own;
    found.set(name, { name, kind, file, comment: (before?.comment ?? '') + comment, text: joined });
  }
  return [...found.values()];
}

/** The parameters of a function's last overload, or null for other declarations. */
export function parametersOf({ kind, text }: Declaration): Parameter[] | null {
  if (kind !== 'function') return null;
  const list = text.slice(text.lastIndexOf('function '));
  return splitAtCommas(inParentheses(list)).map((each) => {
    const [, name, optional, type] = /^(\{[^}]*\}|\w+)(\?)?: ([\s\S]*)$/.exec(each) as unknown as string[];
    return { name, isOptional: optional !== undefined, type };
  });
}

/** The text between the first parentheses. */
function inParentheses(text: string): string {
  const start = text.indexOf('(') + 1;
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
  return text.slice(start, end - 1);
}

function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    const isArrow = character === '>' && text[index - 1] === '=';
    if ('([{<'.includes(character)) depth++;
    if (')]}>'.includes(character) && !isArrow) depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

interface Field {
  readonly name: string;
  readonly isReadonly: boolean;
  readonly isOptional: boolean;
}

/** The fields of an interface, first those of the exported interface that it extends. Other declarations have none. */
export function fieldsOf({ kind, text, file }: Declaration): Field[] {
  if (kind !== 'interface') return [];
  const [, base] = /^interface \w+ extends (\w+)/.exec(text) ?? [];
  const extended = base === undefined ? undefined : declarationFrom(file, base);
  const fields = text.matchAll(/^ {4}(readonly )?(\w+)(\?)?:/gm);
  const own = [...fields].map(([, readonly, name, optional]) => ({
    name,
    isReadonly: readonly !== undefined,
    isOptional: optional !== undefined,
  }));
  const isOwn = (name: string): boolean => own.some((field) => field.name === name);
  return [...(extended ? fieldsOf(extended).filter(({ name }) => !isOwn(name)) : []), ...own];
}

/** The declaration of a name that a file exports or imports. */
function declarationFrom(file: string, name: string): Declaration | undefined {
  const path = importOf(readFileSync(join(folder, file), 'utf8'), name);
  const from = path === undefined ? file : join(dirname(file), path.replace(/\.ts$/, '.d.ts'));
  return exportsOf(from).get(name);
}

/** The types from the library's own files that a declaration mentions, except those it extends. */
export function typesIn({ file, text }: Declaration): string[] {
  const source = readFileSync(join(folder, file), 'utf8');
  const declared = [...source.matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type) (\w+)/gm)];
  const imported = [...source.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => namesIn(list));
  const libraryTypes = new Set([...declared.map(([, name]) => name), ...imported]);
  const own = text.replace(/ extends .*\{$/m, '').replace(/'[^']*'|"[^"]*"/g, "''");
  return [...new Set(own.match(/\b[A-Z]\w*\b/g) ?? [])].filter((name) => libraryTypes.has(name));
}
