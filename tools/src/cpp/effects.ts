// Side effects of expressions. TypeScript evaluates operands and arguments from left to right, C++ in any order; where the order matters,
// the translation must enforce it.
import type { ESTree } from 'rolldown/utils';
import type { Module } from '../dialect/modules.ts';
import { declarationOf, isHandWritten, type Modules, nodesOf, originOfReference, qualified } from './names.ts';

export interface Effects {
  /** Reads the kernel's linear memory. */
  readonly reads: boolean;
  /** Writes the kernel's linear memory. */
  readonly writes: boolean;
  /** Changes a local variable. */
  readonly assigns: boolean;
}

const none: Effects = { reads: false, writes: false, assigns: false };
const readsAndWrites: Effects = { reads: true, writes: true, assigns: false };
/** Effects of the functions in kernel/port. A function without an entry is assumed to read and write memory. */
const portEffects: Readonly<Record<string, Effects>> = {
  ld: { ...none, reads: true },
  ldi: { ...none, reads: true },
  toInt: none,
  toFloat: none,
  quotient: none,
  product: none,
  clamp: none,
};

/** The effects of every kernel function by its qualified name: of its body and of the functions it calls. */
export function effectsOfFunctions(modules: Modules): ReadonlyMap<string, Effects> {
  const effects = new Map<string, Effects>();
  let isComplete = false;
  // Fixed-point iteration, since functions may be mutually recursive.
  while (!isComplete) {
    isComplete = true;
    for (const [name, module, body] of functionsOf(modules)) {
      const found = { ...effectsOf(body, module, modules, effects), assigns: false };
      const before = effects.get(name) ?? none;
      if (found.reads !== before.reads || found.writes !== before.writes) isComplete = false;
      effects.set(name, found);
    }
  }
  return effects;
}

function* functionsOf(modules: Modules): Generator<[string, Module, ESTree.Node | null]> {
  for (const module of modules.values()) {
    if (isHandWritten(module.path)) continue;
    for (const statement of module.body) {
      const declaration = declarationOf(statement);
      if (declaration.type === 'FunctionDeclaration' && declaration.id)
        yield [qualified({ path: module.path, name: declaration.id.name }), module, declaration.body];
    }
  }
}

export function effectsOf(
  tree: unknown,
  module: Module,
  modules: Modules,
  functions: ReadonlyMap<string, Effects>,
): Effects {
  let all = none;
  for (const node of nodesOf(tree)) {
    if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') all = { ...all, assigns: true };
    const origin = node.type === 'CallExpression' ? originOfReference(modules, module, node.callee) : undefined;
    if (!origin) continue;
    const called = isHandWritten(origin.path)
      ? (portEffects[origin.name] ?? readsAndWrites)
      : (functions.get(qualified(origin)) ?? none);
    all = { ...all, reads: all.reads || called.reads, writes: all.writes || called.writes };
  }
  return all;
}

/**
 * Whether the order of two evaluations may matter. Reads of local variables are not tracked, so an assignment conflicts with
 * everything.
 */
export function conflict(first: Effects, second: Effects): boolean {
  if (first.assigns || second.assigns) return true;
  return (first.writes && (second.reads || second.writes)) || (first.reads && second.writes);
}
