// The switches over the kinds of shapes. kernel/shapes/kinds.ts lists the kinds, kernel/shapes/<kind>.ts has the functions of
// each; the build writes one file for each operation into kernel/shapes/dispatch, with a case for every kind that has a function
// for it. The dialect has no virtual calls, and an integer switch is faster.
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';
import type { KernelSources } from './dialect.ts';

interface Operation {
  /** The name of the generated file. */
  readonly file: string;
  /** The pattern of function names: the star is `Core` in the generated function, and the name of the kind in the function of a kind. */
  readonly pattern: string;
  readonly doc: string;
  /**
   * The switch is over the record's kind, or over the parameter `kind` if there is one. The function of a kind takes any subset of these
   * parameters.
   */
  readonly parameters: Readonly<Record<string, 'i32' | 'f64'>>;
  /** Whether every kind needs a function. For a kind without one, `otherwise` is called, if given. */
  readonly isRequired: boolean;
  readonly otherwise?: (kind: Kind) => KindFunction;
  /** Code that runs first, for all kinds. */
  readonly first?: KindFunction;
}

interface Kind {
  /** Such as `KIND_SMOOTH_HULL`. */
  readonly constant: string;
  /** Such as `SmoothHull`. */
  readonly name: string;
  /** Such as `shapes/smooth-hull.ts`. */
  readonly path: string;
  readonly functions: ReadonlyMap<string, KindFunction>;
}

interface KindFunction {
  readonly name: string;
  /** Relative to the kernel folder. */
  readonly path: string;
  readonly parameters: readonly string[];
}

const folder = 'shapes';
const registry = `${folder}/kinds.ts`;
const generatedFolder = `${folder}/dispatch`;

const direction = { dx: 'f64', dy: 'f64', dz: 'f64' } as const;
const conicProgram = { kind: 'i32', w: 'i32', g: 'i32', work: 'i32', body: 'i32' } as const;
const hessian = 'add*Hessian';

const operations: readonly Operation[] = [
  {
    file: 'support.ts',
    pattern: 'support*',
    doc: 'Writes the farthest point of the core along (dx, dy, dz), which need not have unit length, to `out`.',
    parameters: { record: 'i32', ...direction, out: 'i32' },
    isRequired: true,
  },
  {
    file: 'hessian.ts',
    pattern: hessian,
    doc: 'Adds the Hessian of the core’s support value at (dx, dy, dz), of any length but zero, to the six numbers at `out`.',
    parameters: { record: 'i32', ...direction, out: 'i32' },
    isRequired: false,
  },
  {
    file: 'side.ts',
    pattern: 'fill*Side',
    doc: 'Fills the side of a core: its curvature and free vectors. Direction, vectors, point and angles are given.',
    parameters: { record: 'i32', side: 'i32' },
    isRequired: false,
    first: { name: 'clearSide', path: 'derivatives/side.ts', parameters: ['side'] },
    otherwise: ({ functions, name }) => ({
      name: functions.has(hessian.replace('*', name)) ? 'strictSide' : 'differenceSide',
      path: 'derivatives/feature.ts',
      parameters: ['record', 'side'],
    }),
  },
  {
    file: 'planes.ts',
    pattern: 'write*Planes',
    doc: 'Writes the half-spaces of a core into the conic program at `work`: see growth/cones.ts.',
    parameters: conicProgram,
    isRequired: false,
  },
  {
    file: 'cones.ts',
    pattern: 'write*Cones',
    doc: 'Writes the second-order cones of a core, after the half-spaces of both cores.',
    parameters: conicProgram,
    isRequired: false,
  },
];

export function isDispatch(path: string): boolean {
  return posix.dirname(path) === generatedFolder;
}

/** The generated sources by path. Throws if kinds and functions do not match. */
export function dispatchSources(sources: KernelSources): Map<string, string> {
  const kinds = kindsOf(sources);
  checkFiles(sources, kinds);
  return new Map(operations.map((each) => [`${generatedFolder}/${each.file}`, sourceOf(each, kinds)]));
}

function kindsOf(sources: KernelSources): Kind[] {
  const constants = declarationsOf(registry, sources[registry] ?? '').flatMap((node) =>
    node.type === 'VariableDeclaration'
      ? node.declarations.map(({ id, init }) => ({
          constant: id.type === 'Identifier' ? id.name : '',
          number: init?.type === 'Literal' ? init.value : undefined,
        }))
      : [],
  );
  for (const { constant, number } of constants) {
    if (!/^KIND(_[A-Z0-9]+)+$/.test(constant) || typeof number !== 'number')
      throw new Error(`${registry}: ${constant}: a kind is KIND_<NAME> with a number`);
    const other = constants.find((each) => each.number === number && each.constant !== constant);
    if (other) throw new Error(`${registry}: ${constant} and ${other.constant} have the same number`);
  }
  return constants.map(({ constant }) => {
    const words = constant
      .split('_')
      .slice(1)
      .map((word) => word.toLowerCase());
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const path = `${folder}/${words.join('-')}.ts`;
    if (sources[path] === undefined) throw new Error(`${registry}: ${constant}: there is no ${path}`);
    return { constant, name, path, functions: functionsOf(path, sources[path]) };
  });
}

/** Throws for a file that belongs to no kind, and for a misspelled function, which would otherwise be ignored silently. */
function checkFiles(sources: KernelSources, kinds: readonly Kind[]): void {
  for (const path of Object.keys(sources)) {
    if (posix.dirname(path) !== folder || path === registry) continue;
    const kind = kinds.find((each) => each.path === path);
    if (!kind) throw new Error(`${path}: no kind in ${registry} has this name`);
    for (const each of kind.functions.values()) checkFunction(each, kind);
  }
}

function checkFunction({ name, path, parameters }: KindFunction, kind: Kind): void {
  const operation = operations.find(({ pattern }) => new RegExp(`^${pattern.replace('*', '[A-Z]\\w*')}$`).test(name));
  if (!operation) return;
  const wanted = operation.pattern.replace('*', kind.name);
  if (name !== wanted) throw new Error(`${path}: ${name}: the function of ${kind.constant} is called ${wanted}`);
  const unknown = parameters.find((each) => each === 'kind' || !(each in operation.parameters));
  if (unknown === undefined) return;
  const allowed = Object.keys(operation.parameters).filter((each) => each !== 'kind');
  throw new Error(`${path}: ${name}: its parameters are some of ${allowed.join(', ')}, not ${unknown}`);
}

/** The exported functions of a source. */
function functionsOf(path: string, text: string): Map<string, KindFunction> {
  return new Map(
    declarationsOf(path, text).flatMap((node): [string, KindFunction][] => {
      if (node.type !== 'FunctionDeclaration' || !node.id) return [];
      const { name } = node.id;
      const parameters = node.params.map((each) => (each.type === 'Identifier' ? each.name : ''));
      return [[name, { name, path, parameters }]];
    }),
  );
}

function declarationsOf(path: string, text: string): ESTree.Declaration[] {
  const { program } = parseSync(path, text, { lang: 'ts' });
  return program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration ? [node.declaration] : [],
  );
}

function sourceOf(
  { pattern, doc, parameters, isRequired, otherwise, first }: Operation,
  kinds: readonly Kind[],
): string {
  /** Kinds that share a function share its case. */
  const cases = new Map<string, Case>();
  for (const kind of kinds) {
    const own = pattern.replace('*', kind.name);
    const called = kind.functions.get(own) ?? otherwise?.(kind);
    if (!called && isRequired) throw new Error(`${registry}: ${kind.constant}: its file has no function ${own}`);
    if (!called) continue;
    const existing = cases.get(called.name);
    if (existing) existing.constants.push(kind.constant);
    else cases.set(called.name, { called, constants: [kind.constant] });
  }
  const isKindGiven = 'kind' in parameters;
  const named = [
    ...(first ? [first] : []),
    ...[...cases.values()].map(({ called }) => called),
    ...[...cases.values()].flatMap(({ constants }) => constants.map((name) => ({ name, path: registry }))),
  ];
  const list = Object.entries(parameters).map(([name, type]) => `${name}: ${type}`);
  return [
    `// Generated from kernel/${folder} by tools/src/dispatch.ts: change those files instead.`,
    ...(isKindGiven ? [] : [`import * as ShapeBlock from '${pathTo('blocks/shape-block.ts')}';`]),
    ...importsOf(named),
    '',
    `/** ${doc} */`,
    `export function ${pattern.replace('*', 'Core')}(${list.join(', ')}): void {`,
    ...(first ? [`  ${callOf(first)};`] : []),
    `  switch (${isKindGiven ? 'kind' : 'ShapeBlock.kind(record)'}) {`,
    ...[...cases.values()].flatMap(({ called, constants }) => [
      ...constants.map((constant) => `    case ${constant}:`),
      `      ${callOf(called)};`,
      '      return;',
    ]),
    '  }',
    '}',
    '',
  ].join('\n');
}

interface Case {
  readonly called: KindFunction;
  readonly constants: string[];
}

function callOf({ name, parameters }: KindFunction): string {
  return `${name}(${parameters.join(', ')})`;
}

function importsOf(named: readonly Pick<KindFunction, 'name' | 'path'>[]): string[] {
  const paths = [...new Set(named.map(({ path }) => path))].sort();
  return paths.map((path) => {
    const names = named.filter((each) => each.path === path).map(({ name }) => name);
    return `import { ${names.join(', ')} } from '${pathTo(path)}';`;
  });
}

function pathTo(path: string): string {
  return posix.relative(generatedFolder, path);
}
