// Files that are dropped or chosen: what they are is told by their names, what is wrong with them by the library.
import { importProblem } from '../model/document.ts';
import { takeMesh } from './body-panel.tsx';
import { complain, say } from './message.ts';

const isMesh = ({ name }: File): boolean => /\.(obj|stl|ply|glb|gltf)$/i.test(name);

/** A problem file opens; a mesh becomes B, or A with shift. */
export async function takeFiles(files: readonly File[], isForA = false): Promise<void> {
  const [first] = files;
  if (!first) return;
  if (/\.json$/i.test(first.name)) await takeProblem(first);
  else if (isMesh(first)) await takeMesh(isForA ? 'a' : 'b', first);
  else complain(first.name, new RangeError('the page opens .json, .obj, .stl, .ply, .glb and .gltf'));
}

async function takeProblem(file: File): Promise<void> {
  try {
    importProblem(await file.text());
    say(`${file.name} is open.`);
  } catch (error) {
    complain(file.name, error);
  }
}

export function drop(event: DragEvent): void {
  event.preventDefault();
  void takeFiles([...(event.dataTransfer?.files ?? [])], event.shiftKey);
}
