// Files that are dropped on the page.
import { openView, place } from '../model/view-state.ts';
import { showError } from './message.ts';

type Entry = FileSystemEntry | File | null;

export function drop(event: DragEvent): void {
  event.preventDefault();
  // Entries are valid only during the event, so they are read before the first await.
  const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const isForA = event.shiftKey;
  void takeEntries(entries, isForA);
}

async function takeEntries(entries: readonly Entry[], isForA: boolean): Promise<void> {
  try {
    const { takeFiles } = await import('../view-host.tsx');
    const files = (await Promise.all(entries.map(filesOf))).flat();
    if (place.value !== 'view') openView('query');
    await takeFiles(files, isForA);
  } catch (error) {
    showError('The file', error);
  }
}

/** A file, or all files in a folder and below. */
async function filesOf(entry: Entry): Promise<File[]> {
  if (entry === null) return [];
  if (entry instanceof File) return [entry];
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns up to a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    inside.push(...some);
  }
  return (await Promise.all(inside.map(filesOf))).flat();
}
