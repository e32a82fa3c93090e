// The simulation that is open, and the files from which it was opened.
import { signal } from '@preact/signals';
import { openView } from '../model/document.ts';
import { download } from '../parts/download.ts';
import { showError } from '../parts/message.ts';
import { Player } from './player.ts';
import type { GivenFile } from './protocol.ts';

export const player = new Player();
player.onExport = (text) => download('simulation.json', text, 'application/json');
/** Files of the user; none for a built-in scene. They are not part of links. */
export const simulationFiles = signal<readonly GivenFile[]>([]);

/** The targets of the joints of a robot that is held; empty for its first posture. */
export const heldAngles = signal<readonly number[]>([]);

/** The largest total size of files, in bytes. */
const maxBytes = 200_000_000;

/** The contents of files; null if there are none, or, with a message, if they are too large. */
export async function readGivenFiles(files: readonly File[]): Promise<readonly GivenFile[] | null> {
  if (files.length === 0) return null;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > maxBytes) {
    showError(files[0].name, new RangeError('the files are larger than 200 MB together'));
    return null;
  }
  const read = files.map(async (file) => ({
    name: file.webkitRelativePath || file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }));
  return Promise.all(read);
}

/** A simulation, or a robot with its meshes, becomes the scene. */
export async function takeSimulation(files: readonly File[]): Promise<void> {
  const read = await readGivenFiles(files);
  if (!read) return;
  simulationFiles.value = read;
  openView('simulation');
}
