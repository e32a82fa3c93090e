// The kernel of triangle meshes. It works in the memory of the 3D kernel and calls its queries, but is a separate module, which bundles without
// scenes do not contain.
import * as kernel from '../../kernel/mesh/exports.ts';
import { base64 } from './embedded/mesh.ts';
import type { Engine } from './engine.ts';
import { extendedKernel } from './extended.ts';
import { compile } from './instantiate.ts';

/** The function table of the mesh kernel, the same on both targets: see kernel/mesh/. */
export interface MeshKernel {
  meshCollect(mesh: number, box: number, margin: number, scratch: number, out: number, capacity: number): number;
  meshDeepest(w: number, mesh: number, record: number, polytope: number, scratch: number, seed: number): number;
  meshNearest(
    w: number,
    mesh: number,
    record: number,
    scratch: number,
    upTo: number,
    isBoolean: number,
    seed: number,
  ): number;
  meshPair(
    workspace: number,
    meshA: number,
    meshB: number,
    recordA: number,
    recordB: number,
    search: number,
    upTo: number,
    isBoolean: number,
  ): number;
  meshPoints(mesh: number, rows: number, count: number, isClosed: number, facing: number, scratch: number): void;
  meshRay(mesh: number, ray: number): number;
  meshTriangle(mesh: number, position: number, record: number): number;
}

const kernels = /* @__PURE__ */ new WeakMap<Engine, MeshKernel>();

/** The mesh kernel of an engine of the 3D kernel. */
export function meshKernel(engine: Engine): MeshKernel {
  let made = kernels.get(engine);
  if (!made) {
    const { collide, distance, supportMany } = engine.kernel;
    const { penetration } = extendedKernel(engine);
    const queries = { collide, distance, penetration, supportMany };
    const imports = { env: { memory: engine.memory.memory }, queries };
    // Copied, because bundlers turn a module's names into getters.
    made = engine.target === 'wasm' ? (compile(base64, imports) as MeshKernel) : { ...kernel };
    kernels.set(engine, made);
  }
  return made;
}
