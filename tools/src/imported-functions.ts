// The functions that the module of depths, growth distances and derivatives imports from the 3D kernel instead of compiling them again. The 3D
// kernel exports them. A call across modules is never inlined, so that small functions are compiled in both.

/** Names of functions, by file of the kernel folder. */
export type ImportedFunctions = Readonly<Record<string, readonly string[]>>;

export const importedByExtended: ImportedFunctions = {
  'elementary.ts': ['exp', 'log', 'pow'],
  'gjk/simplex.ts': ['nearestOnSimplex'],
  'halfspace.ts': ['solveHalfspace'],
  'minkowski.ts': ['measurePair'],
  'rotation.ts': ['relativePose'],
  'search.ts': ['prepareSearch', 'search'],
  'shapes/dispatch/support.ts': ['supportCore'],
};

/** `source` with declarations of imports from the 3D kernel in place of the functions `names`. Throws if there is no function of a name. */
export function withImports(source: string, names: readonly string[]): string {
  return names.reduce((text, name) => {
    const definition = new RegExp(`^export (function ${name}\\([^)]*\\): \\w+) \\{\\n.*?^\\}$`, 'ms');
    if (!definition.test(text)) throw new Error(`The kernel has no function ${name} to import`);
    return text.replace(definition, `@external("kernel", "${name}")\nexport declare $1;`);
  }, source);
}
