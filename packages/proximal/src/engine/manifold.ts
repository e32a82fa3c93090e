// The manifold kernel: contacts of many pairs in one call. It works in the memory of the 3D kernel and calls its queries. It is a
// module of its own, so that only bundles that contain scenes or simulators have it.
import * as kernel from '../../kernel/manifold/exports.ts';
import { base64 } from './embedded/manifold.ts';
import type { Engine } from './engine.ts';
import { extendedKernel } from './extended.ts';
import { compile } from './instantiate.ts';
import { Figure, FigurePoint, PatchWorkspace } from './manifold-layout.ts';

/** The function table of the manifold kernel, the same on both targets. */
export interface ManifoldKernel {
  /** The arguments are addresses: of the query workspace, EPA's polytope, the patch workspace, the scene's bodies and `count` pairs. */
  manifoldMany(workspace: number, polytope: number, patch: number, bodies: number, pairs: number, count: number): void;
  /** Writes the patch of the two features in the patch workspace. `isPlaneA` is 1 if A is a half-space, otherwise 0. */
  patchOf(patch: number, half: number, extent: number, isPlaneA: number, isPlaneB: number): void;
}

/** The size of a patch workspace, in numbers, whose figures have space for `capacity` points each. */
export function patchSize(capacity: number): number {
  return PatchWorkspace.SIZE + 6 * figureSize(capacity);
}

/** Places the figures of the patch workspace at `patch`. */
export function placeFigures({ i32 }: Engine, patch: number, capacity: number): void {
  const at = patch + PatchWorkspace.SIZE;
  const size = figureSize(capacity);
  PatchWorkspace.setFeatureA(i32, patch, at);
  PatchWorkspace.setFeatureB(i32, patch, at + size);
  PatchWorkspace.setCuts(i32, patch, at + 2 * size);
  PatchWorkspace.setSpare(i32, patch, at + 3 * size);
  PatchWorkspace.setCorners(i32, patch, at + 4 * size);
  PatchWorkspace.setPatch(i32, patch, at + 5 * size);
}

function figureSize(capacity: number): number {
  return Figure.SIZE + FigurePoint.SIZE * capacity;
}

const kernels = /* @__PURE__ */ new WeakMap<Engine, ManifoldKernel>();

/** The manifold kernel of an engine of the 3D kernel. */
export function manifoldKernel(engine: Engine): ManifoldKernel {
  let made = kernels.get(engine);
  if (!made) {
    const { penetration } = extendedKernel(engine);
    const imports = { env: { memory: engine.memory.memory }, queries: { penetration } };
    // Copied, because bundlers turn a module's names into getters.
    made = engine.target === 'wasm' ? (compile(base64, imports) as ManifoldKernel) : { ...kernel };
    kernels.set(engine, made);
  }
  return made;
}
