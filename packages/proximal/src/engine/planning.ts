// The kernel of configuration checks. It works in the memory of the 3D kernel, but is a separate module: only bundles with planners include it.
import * as kernel from '../../kernel/planning/exports.ts';
import { base64 } from './embedded/planning.ts';
import type { Engine } from './engine.ts';
import { compile } from './instantiate.ts';

/** The function table of the kernel of configuration checks, the same on both targets: see kernel/planning/balls.ts. */
export interface PlanningKernel {
  checkManyBalls(cell: number, w: number, q: number, configurations: number, count: number, out: number): void;
  checkPlacedBalls(cell: number, w: number, enough: number): number;
  sampleBalls(cell: number, w: number, from: number, velocity: number, q: number, n: number): number;
}

const kernels = /* @__PURE__ */ new WeakMap<Engine, PlanningKernel>();

/** The kernel of configuration checks of an engine of the 3D kernel. */
export function planningKernel(engine: Engine): PlanningKernel {
  let made = kernels.get(engine);
  if (!made) {
    const imports = { env: { memory: engine.memory.memory } };
    // Copied, because bundlers turn a module's names into getters.
    made = engine.target === 'wasm' ? (compile(base64, imports) as PlanningKernel) : { ...kernel };
    kernels.set(engine, made);
  }
  return made;
}
