// The JavaScript target's memory. There is one for all kernels, since their port is one module: a query of the plane may be asked
// from inside one of space, and both must find their numbers.
import { attach, setHost, setTracer } from '../../kernel/port/memory.ts';
import { type KernelMemory, Workbench } from './engine.ts';

const initialBytes = 1 << 20;

let shared: Workbench | null = null;

export function sharedWorkbench(): Workbench {
  shared ??= createWorkbench();
  return shared;
}

/** Takes the port over from any workbench before. */
export function createWorkbench(limit?: number): Workbench {
  const workbench: Workbench = new Workbench(0, new JavaScriptMemory(), limit);
  setHost((id, dx, dy, dz, out) => workbench.answerHost(id, dx, dy, dz, out));
  setTracer((workspace) => workbench.answerTrace(workspace));
  return workbench;
}

class JavaScriptMemory implements KernelMemory {
  buffer = new ArrayBuffer(initialBytes);

  constructor() {
    attach(this.buffer);
  }

  grow(bytes: number): void {
    // A new fixed buffer: views that track a resizable one are up to twice as slow.
    const larger = new ArrayBuffer(bytes);
    new Uint8Array(larger).set(new Uint8Array(this.buffer));
    this.buffer = larger;
    attach(larger);
  }
}
