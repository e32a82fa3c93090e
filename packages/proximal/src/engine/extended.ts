// The kernel of depths, growth distances and derivatives. It works in the memory of the 3D kernel. It is a module of its own, so that bundles with
// nothing but distances and collisions do not have it; it imports the support functions and GJK (tools/src/imported-functions.ts).
import * as kernel from '../../kernel/extended/exports.ts';
import { base64 } from './embedded/extended.ts';
import type { Engine, ExtendedKernel } from './engine.ts';
import { compile, importsOf } from './instantiate.ts';

/** The extended kernel of an engine of the 3D kernel, made on first use. */
export function extendedKernel(engine: Engine): ExtendedKernel {
  engine.extended ??= create(engine);
  return engine.extended;
}

function create(engine: Engine): ExtendedKernel {
  // Copied, because bundlers turn a module's names into getters.
  if (engine.target === 'js') return { ...kernel };
  return compile(base64, { ...importsOf(engine.memory), kernel: engine.kernel }) as ExtendedKernel;
}
