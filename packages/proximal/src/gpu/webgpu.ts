// Types for the part of WebGPU that `proximal/gpu` uses. The objects of browsers, of Deno and of the package webgpu satisfy them.

/** A WebGPU buffer. */
export interface GpuBuffer {
  mapAsync(mode: number): Promise<unknown>;
  getMappedRange(offset?: number, size?: number): ArrayBuffer;
  unmap(): void;
  destroy(): void;
}

/** Commands for a WebGPU device. */
export interface GpuCommands {
  beginComputePass(): {
    setPipeline(pipeline: unknown): void;
    setBindGroup(index: number, group: unknown, offsets?: readonly number[]): void;
    dispatchWorkgroups(x: number, y?: number): void;
    end(): void;
  };
  copyBufferToBuffer(source: GpuBuffer, from: number, target: GpuBuffer, to: number, size: number): void;
  finish(): unknown;
}

/** A WebGPU device. */
export interface GpuDevice {
  readonly limits: { readonly maxStorageBufferBindingSize: number; readonly maxComputeWorkgroupsPerDimension: number };
  readonly queue: {
    writeBuffer(buffer: GpuBuffer, offset: number, data: ArrayBufferView | ArrayBuffer): void;
    submit(commands: readonly unknown[]): void;
    onSubmittedWorkDone(): Promise<unknown>;
  };
  readonly lost: Promise<{ readonly message: string }>;
  createBuffer(descriptor: { size: number; usage: number }): GpuBuffer;
  createShaderModule(descriptor: { code: string }): unknown;
  createComputePipelineAsync(descriptor: {
    layout: 'auto';
    compute: { module: unknown; entryPoint: string };
  }): Promise<{ getBindGroupLayout(index: number): unknown }>;
  createBindGroup(descriptor: {
    layout: unknown;
    entries: readonly { binding: number; resource: { buffer: GpuBuffer; size?: number } }[];
  }): unknown;
  createCommandEncoder(): GpuCommands;
  pushErrorScope(filter: 'validation' | 'out-of-memory'): void;
  popErrorScope(): Promise<{ readonly message: string } | null>;
  destroy(): void;
}

/** A WebGPU adapter. */
export interface GpuAdapter {
  readonly info?: { readonly vendor?: string; readonly architecture?: string; readonly description?: string };
  readonly limits: { readonly [name: string]: number };
  requestDevice(descriptor?: { requiredLimits?: Record<string, number> }): Promise<GpuDevice>;
}

/** The entry point of WebGPU: `navigator.gpu` in browsers. */
export interface WebGpu {
  requestAdapter(options?: { powerPreference?: 'high-performance' | 'low-power' }): Promise<GpuAdapter | null>;
}

/** Flags for the usage of buffers and for mapping them, whose values WebGPU's specification fixes. */
export const usage = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 } as const;
export const mapForReading = 1;
