// The user's mesh, apart from the session, whose code is loaded with the view.
import { signal } from '@preact/signals';
import type { PlainMesh } from './samples.ts';

/** A mesh that the user has opened; links do not contain it. */
export const partsMesh = signal<{ readonly name: string; readonly mesh: PlainMesh } | null>(null);
