/**
 * `proximal/gpu`: batches of queries on WebGPU, with bounds that contain the rounding errors of f32.
 * @packageDocumentation
 */
export type { DistanceQuery } from './distance-query.ts';
export {
  createGpu,
  type Gpu,
  type GpuCollideOptions,
  type GpuDistanceOptions,
  type GpuOptions,
  refine,
} from './gpu.ts';
export type { GpuDistances } from './gpu-distances.ts';
export type { GpuAdapter, GpuBuffer, GpuCommands, GpuDevice, WebGpu } from './webgpu.ts';
