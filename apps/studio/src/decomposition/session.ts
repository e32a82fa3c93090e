// The mesh, the worker that decomposes it, and the parts found.

import { computed, effect, signal } from '@preact/signals';
import { mergeMeshes, readMesh } from 'proximal/io';
import workerUrl from 'worker-url';
import { set, viewState } from '../model/document.ts';
import { showError, showMessage } from '../parts/message.ts';
import { partsMesh } from './parts-mesh.ts';
import type { DecomposeCommand, DecomposeReport, FoundErrors, FoundParts } from './protocol.ts';
import { sampleMesh } from './samples.ts';

/** The largest mesh file, in bytes. */
const largestFile = 50_000_000;

const settings = computed(() => viewState.value.settings.parts);
const sample = computed(() => settings.value.sample);
/** The same object until another mesh is chosen. */
export const mesh = computed(() => partsMesh.value?.mesh ?? sampleMesh(sample.value));
export const diagonal = computed(() => diagonalOf(mesh.value.vertices));

export const found = signal<FoundParts | null>(null);
/** The errors of the found parts; null until they are computed. */
export const errors = signal<FoundErrors['errors'] | null>(null);
/** Null unless a decomposition is in progress. */
export const progress = signal<{ readonly fraction: number; readonly parts: number } | null>(null);
export const problem = signal('');

let worker: Worker | null = null;

/** Ends the worker at once. */
export function cancel(): void {
  worker?.terminate();
  worker = null;
  progress.value = null;
}

function start(command: DecomposeCommand): void {
  cancel();
  problem.value = '';
  found.value = null;
  errors.value = null;
  progress.value = { fraction: 0, parts: 0 };
  const started = new Worker(workerUrl, { type: 'module', name: 'decomposition' });
  worker = started;
  started.onmessage = ({ data }: MessageEvent<DecomposeReport>) => {
    if (worker !== started) return;
    if (data.kind === 'progress') {
      progress.value = data;
      return;
    }
    if (data.kind === 'found') {
      found.value = data;
      progress.value = null;
      return;
    }
    if (data.kind === 'errors') errors.value = data.errors;
    else problem.value = data.message;
    cancel();
  };
  started.onerror = ({ message }) => {
    if (worker !== started) return;
    problem.value = message || 'the worker could not be started';
    cancel();
  };
  started.postMessage(command);
}

const tolerance = computed(() => settings.value.tolerance);
const maxParts = computed(() => settings.value.maxParts);
/** The same object until the mesh or a limit changes. */
const command = computed(
  (): DecomposeCommand => ({
    ...mesh.value,
    tolerance: tolerance.value * diagonal.value,
    maxParts: maxParts.value,
  }),
);

/** Decomposes while the view is open, again whenever the mesh or a limit changes. */
export function run(): () => void {
  const stop = effect(() => start(command.value));
  return () => {
    stop();
    cancel();
  };
}

export async function takePartsMesh(file: File): Promise<void> {
  try {
    if (file.size > largestFile) throw new RangeError('the file is larger than 50 MB');
    const read = mergeMeshes(readMesh(new Uint8Array(await file.arrayBuffer()), { name: file.name }));
    if (read.triangles.length === 0) throw new RangeError('it has no triangles');
    partsMesh.value = { name: file.name, mesh: read };
    set('parts', { explosion: 0 });
    showMessage(`${file.name}: ${read.triangles.length / 3} triangles.`);
  } catch (error) {
    showError(file.name, error);
  }
}

export function openSample(sample: string): void {
  partsMesh.value = null;
  set('parts', { sample });
}

function diagonalOf(vertices: Float64Array): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [min, max] = [Infinity, -Infinity];
    for (let k = axis; k < vertices.length; k += 3) {
      min = Math.min(min, vertices[k]);
      max = Math.max(max, vertices[k]);
    }
    sum += (max - min) ** 2;
  }
  return Math.sqrt(sum);
}
