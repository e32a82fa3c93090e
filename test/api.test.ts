// The conventions of docs/api-conventions.md that can be checked on the declarations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Declaration, fieldsOf, parametersOf, publicNames, typesIn } from './support/declarations.ts';
import { filesBelow, root } from './support/folders.ts';

const subpaths = publicNames();
const all = [...subpaths.values()].flatMap((names) => [...names.values()]);
const once = [...new Set(all)];
const nameOf = ({ file, name }: Declaration): string => `${name} (${file})`;

/** The parameters of every public function. */
const functions = once.flatMap((declaration) => {
  const parameters = parametersOf(declaration);
  return parameters ? [{ declaration, parameters, names: parameters.map(({ name }) => name) }] : [];
});

/** A line of the list of public names: parameters of functions and fields of options are part of the API, too. */
function summary(declaration: Declaration): string {
  const { kind, name } = declaration;
  const parameters = parametersOf(declaration)?.map((each) => `${each.name}${each.isOptional ? '?' : ''}`);
  if (parameters) return `${kind} ${name}(${parameters.join(', ')})`;
  if (!name.endsWith('Options')) return `${kind} ${name}`;
  return `${kind} ${name} { ${fieldsOf(declaration)
    .map((field) => `${field.name}${field.isOptional ? '?' : ''}`)
    .join(', ')} }`;
}

describe('the public API', () => {
  it('has the names of test/api-names.txt (after an intended change run with -u, and add it to CHANGELOG.md)', async () => {
    const sections = [...subpaths].map(([subpath, names]) => {
      const lines = [...names.values()].map(summary).sort();
      return `${subpath} (${lines.length})\n${lines.map((line) => `  ${line}\n`).join('')}`;
    });
    await expect(sections.join('\n')).toMatchFileSnapshot('api-names.txt');
  });

  it('has a comment on every name', () => {
    expect(once.filter(({ comment }) => comment === '').map(nameOf)).toEqual([]);
  });

  it('has one meaning for each name; a name in proximal/2d is the counterpart of the same name in 3D', () => {
    const meanings = new Map<string, Set<Declaration>>();
    for (const [subpath, names] of subpaths) {
      if (subpath === 'proximal/2d') continue;
      for (const [name, declaration] of names) {
        meanings.set(name, (meanings.get(name) ?? new Set()).add(declaration));
      }
    }
    expect([...meanings].filter(([, found]) => found.size > 1).map(([name]) => name)).toEqual([]);
  });

  it('exports the types that its declarations mention', () => {
    const exported = new Set(all.map(({ name }) => name));
    const missing = once.flatMap((each) =>
      typesIn(each)
        .filter((type) => !exported.has(type))
        .map((type) => `${type} in ${nameOf(each)}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('functions', () => {
  it('are mentioned in README or docs/', () => {
    const pages = ['README.md', ...filesBelow(join(root, 'docs')).map((file) => `docs/${file}`)];
    const text = pages
      .filter((file) => file.endsWith('.md') && !file.includes('internals/'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const words = new Set(text.match(/\w+/g));
    expect(functions.map(({ declaration }) => declaration.name).filter((name) => !words.has(name))).toEqual([]);
  });

  it('name all parameters', () => {
    const wrong = functions.filter(({ names }) => names.some((name) => name.startsWith('{')));
    expect(wrong.map(({ declaration }) => declaration.name)).toEqual([]);
  });

  it('take inputs, then options, then objects of earlier calls: warmStart and out', () => {
    const order = ['options', 'warmStart', 'out'];
    const wrong = functions.filter(({ names }) => {
      const ranks = names.map((name) => order.indexOf(name));
      return ranks.some((rank, index) => index > 0 && rank < ranks[index - 1]);
    });
    expect(wrong.map(({ declaration, names }) => `${declaration.name}(${names.join(', ')})`)).toEqual([]);
  });

  it('take out last, and so do methods', () => {
    const wrong = once.filter(({ text }) => /\bout\??: [^,()]+, \w+\??:/.test(text));
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('take each body as a shape and its pose, A before B', () => {
    const wrong = functions.filter(({ names }) => {
      const own = names.filter((name) => /^(a|b|poseA|poseB)$/.test(name)).join(' ');
      return names.includes('b') && !['a b', 'a poseA b poseB'].includes(own);
    });
    expect(wrong.map(({ declaration, names }) => `${declaration.name}(${names.join(', ')})`)).toEqual([]);
  });

  it('take options whose type is a name that ends in Options', () => {
    const options = functions.flatMap(({ declaration, parameters }) =>
      parameters.filter(({ name }) => name === 'options').map(({ type }) => `${declaration.name}: ${type}`),
    );
    expect(options.length).toBeGreaterThan(20);
    expect(options.filter((each) => !/Options\b/.test(each))).toEqual([]);
  });

  it('are named read… if they take content, and load… if they take a path or an address', () => {
    const first = new Map(functions.map(({ declaration, names }) => [declaration.name, names[0]]));
    const wrong = [...first].filter(
      ([name, argument]) =>
        (/^read[A-Z]/.test(name) && !['data', 'text', 'json'].includes(argument)) ||
        (/^load[A-Z]/.test(name) && argument !== 'path'),
    );
    expect(wrong).toEqual([]);
  });

  it('show out in an example if they answer many queries at once', () => {
    const batches = once.filter(({ name, kind }) => kind === 'function' && /^(?!create).*Batch$/.test(name));
    expect(batches.length).toBeGreaterThan(5);
    expect(batches.filter(({ comment }) => !/@example[\s\S]*\bout\b/.test(comment)).map(nameOf)).toEqual([]);
  });
});

describe('options', () => {
  const options = once.filter(({ name }) => name.endsWith('Options'));

  it('have read-only fields', () => {
    const wrong = options.flatMap((each) =>
      fieldsOf(each).flatMap(({ name, isReadonly }) => (isReadonly ? [] : [`${each.name}.${name}`])),
    );
    expect(wrong).toEqual([]);
  });

  it('keep settings for comparisons of algorithms in expert', () => {
    const expert = /^(criterion|schedule|normalize|momentum|activeSet|accelerate|code)$/;
    const wrong = all.flatMap((each) =>
      fieldsOf(each)
        .filter(({ name }) => expert.test(name) && !each.name.startsWith('Expert'))
        .map(({ name }) => `${each.name}.${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
