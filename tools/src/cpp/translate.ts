// The kernel as one C++ header: the same functions on the same memory, for benchmarks against native code. The files of port/ that
// names.ts lists as written by hand, and `kernel::math` (min, max, sqrt …), are in bench/native/kernel-port.hpp.
import type { ESTree } from 'rolldown/utils';
import { declaredType, type Module, nameOf, parseModule } from '../dialect/modules.ts';
import type { KernelSources } from '../dialect.ts';
import { isLayout } from '../layout/declaration.ts';
import { constantValue, literalOf } from './constants.ts';
import { effectsOfFunctions } from './effects.ts';
import { definitionOf, signatureOf, type TranslationContext } from './functions.ts';
import { cppTypes, declarationOf, isHandWritten, type Modules, namespaceOf, originOf, qualified } from './names.ts';

/** @param sources in the dialect, as checked by `checkDialect` */
export function kernelToCpp(sources: KernelSources): string {
  const modules: Modules = new Map(Object.entries(sources).map(([path, text]) => [path, parseModule(path, text)]));
  const context: TranslationContext = { modules, functions: effectsOfFunctions(modules) };
  const own = [...modules.values()].filter(({ path }) => !isHandWritten(path) && !isLayout(path));
  const parts = [
    '// Generated from the kernel by tools/src/kernel-to-cpp.ts.\n#pragma once\n#include "kernel-port.hpp"',
    ...own.map((module) => inNamespace(module, constantsOf(module, modules))),
    // All functions are declared first, since they call each other across files in any order.
    ...own.map((module) =>
      inNamespace(
        module,
        functionsOf(module).map((each) => `${signatureOf(each)};`),
      ),
    ),
    ...own.map((module) =>
      inNamespace(
        module,
        functionsOf(module).map((each) => definitionOf(each, module, context)),
      ),
    ),
    ...own.map((module) => inNamespace(module, reexportsOf(module, modules))),
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function inNamespace({ path }: Module, lines: readonly string[]): string {
  return lines.length > 0 ? `namespace kernel::${namespaceOf(path)} {\n${lines.join('\n')}\n}` : '';
}

function constantsOf(module: Module, modules: Modules): string[] {
  return module.body.map(declarationOf).flatMap((declaration) => {
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || !init) return [];
      const type = declaredType(id.typeAnnotation);
      return [`constexpr ${cppTypes[type]} ${id.name} = ${literalOf(constantValue(init, module, modules), type)};`];
    });
  });
}

function functionsOf(module: Module): ESTree.Function[] {
  return module.body.map(declarationOf).flatMap((node) => (node.type === 'FunctionDeclaration' ? [node] : []));
}

/** `export { distance }` of an imported name: the function table. */
function reexportsOf(module: Module, modules: Modules): string[] {
  return module.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration) return [];
    return statement.specifiers
      .map(({ local }) => originOf(modules, module, nameOf(local)))
      .filter(({ path }) => path !== module.path)
      .map((origin) => `using ${qualified(origin)};`);
  });
}
