// The tools of a view: undo, links, files, pictures and code.
import { partsMesh } from '../decomposition/parts-mesh.ts';
import { exportProblem, history, viewState } from '../model/document.ts';
import type { View } from '../model/settings.ts';
import { robotFiles } from '../planning/robot-files.ts';
import { player, simulationFiles } from '../simulation/session.ts';
import { download } from './download.ts';
import type { FigureFormat } from './figure.ts';
import { takeFiles } from './files.ts';
import { Icon, IconButton } from './icon.tsx';
import { showError, showMessage } from './message.ts';
import { openSheet } from './open-sheet.tsx';

/** The views of the pair that is exported. */
const pairViews: readonly View[] = ['query', 'minkowski', 'compare', 'derivatives'];

/** Whether the view has a file: its pair, or the simulation, unless a controller drives it. Other views export in their panels. */
function canExport(): boolean {
  const { view } = viewState.value;
  return pairViews.includes(view) || (view === 'simulation' && player.opening.value?.control === null);
}

function exportFile(): void {
  if (viewState.value.view === 'simulation') player.requestExport();
  else download('problem.json', exportProblem(), 'application/json');
}

/** The tools of the open view. */
export function Tools() {
  return (
    <>
      <IconButton icon="undo" label="Undo" isDisabled={!history.canUndo.value} onClick={() => history.undo()} />
      <IconButton icon="redo" label="Redo" isDisabled={!history.canRedo.value} onClick={() => history.redo()} />
      <IconButton icon="link" label="Copy link" hasText onClick={() => void share()} />
      <IconButton icon="export" label="Export" hasText isDisabled={!canExport()} onClick={exportFile} />
      <label class="button" title="Import: problem files, meshes, robots">
        <Icon name="import" />
        <span class="text">Import</span>
        <input
          type="file"
          multiple
          onChange={(event) => {
            void takeFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <IconButton icon="picture" label="PNG" hasText onClick={() => void savePicture('png')} />
      <IconButton icon="vectors" label="SVG" hasText onClick={() => void savePicture('svg')} />
      <IconButton icon="code" label="Code" hasText onClick={() => openSheet('code')} />
    </>
  );
}

/** Whether the view shows files of the user, which links do not contain. */
function showsFiles(): boolean {
  const { view } = viewState.value;
  if (view === 'parts') return partsMesh.value !== null;
  if (view === 'robots' || view === 'planning') return robotFiles.value.length > 0;
  return view === 'simulation' && simulationFiles.value.length > 0;
}

async function share(): Promise<void> {
  const content = showsFiles() ? 'everything but your files' : 'everything that you see';
  try {
    await navigator.clipboard.writeText(location.href);
    showMessage(`The link is in the clipboard: it contains ${content}.`);
  } catch {
    showMessage(`The address of this page is the link: it contains ${content}.`);
  }
}

async function savePicture(format: FigureFormat): Promise<void> {
  try {
    const { saveFigure } = await import('./figure.ts');
    await saveFigure(format);
  } catch (error) {
    showError('The picture', error);
  }
}
