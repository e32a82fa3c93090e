import { base64 } from './embedded/kernel.ts';
import type { Engine, Kernel } from './engine.ts';
import { instantiate } from './instantiate.ts';

export function createWebAssemblyEngine(limit?: number): Engine {
  return instantiate<Kernel>(base64, limit);
}
