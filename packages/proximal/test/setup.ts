// Every test file of the library runs once on each target: vitest.config.ts names it.
import { afterAll, vi } from 'vitest';
import { setTarget } from '../src/engine/choice.ts';
import { activeEngine } from '../src/engine/target.ts';

const target = process.env['PROXIMAL_TARGET'] === 'js' ? 'js' : 'wasm';
setTarget(target);
const size = activeEngine().memorySize;

// Files share a worker. One that made the memory of the kernel grow leaves a new kernel to the next.
afterAll(() => {
  setTarget(target);
  if (activeEngine().memorySize > size) vi.resetModules();
});
