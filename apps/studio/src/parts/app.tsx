// The bar with views and tools, the open view, and the current message.
import type { JSX } from 'preact';
import { partsMesh } from '../decomposition/parts-mesh.ts';
import { exportProblem, history, openView, viewState } from '../model/document.ts';
import { type View, views } from '../model/settings.ts';
import { robotFiles } from '../planning/robot-files.ts';
import { player, simulationFiles } from '../simulation/session.ts';
import { QueryView } from '../views/query.tsx';
import { Boundary } from './boundary.tsx';
import { download } from './download.ts';
import type { FigureFormat } from './figure.ts';
import { takeFiles } from './files.ts';
import { Icon, IconButton } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { message, showError, showMessage } from './message.ts';
import { OpenSheet, openSheet } from './open-sheet.tsx';
import { Explanation } from './term.tsx';
import { toggleTheme } from './theme.ts';

const contents: Readonly<Record<View, { readonly title: string; readonly Content: () => JSX.Element }>> = {
  query: { title: 'Query', Content: QueryView },
  minkowski: { title: 'Minkowski', Content: lazy(async () => (await import('../views/minkowski.tsx')).MinkowskiView) },
  compare: { title: 'Compare', Content: lazy(async () => (await import('../views/compare.tsx')).CompareView) },
  derivatives: {
    title: 'Derivatives',
    Content: lazy(async () => (await import('../views/derivatives.tsx')).DerivativesView),
  },
  parts: { title: 'Parts', Content: lazy(async () => (await import('../views/parts.tsx')).PartsView) },
  planning: { title: 'Planning', Content: lazy(async () => (await import('../views/planning.tsx')).PlanningView) },
  simulation: {
    title: 'Simulation',
    Content: lazy(async () => (await import('../views/simulation.tsx')).SimulationView),
  },
};

/** Whether another page frames the view: only the picture is shown. */
const isEmbedded = new URLSearchParams(location.search).has('embed');

export function App() {
  const { Content } = contents[viewState.value.view];
  return (
    <div class={isEmbedded ? 'app embedded' : 'app'}>
      {isEmbedded ? <Opener /> : <Header />}
      <main>
        <Boundary key={viewState.value.view}>
          <Content />
        </Boundary>
      </main>
      <Message />
      <Explanation />
      <OpenSheet />
    </div>
  );
}

/** In a frame of another page: the link to the whole page with the present state. */
function Opener() {
  return (
    <a
      class="opener"
      href="./"
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        event.currentTarget.href = `./${location.hash}`;
      }}
    >
      Proximal Studio
    </a>
  );
}

function Header() {
  return (
    <header>
      <h1>
        <img src="./icon.svg" alt="" width="22" height="22" /> Proximal
      </h1>
      <nav aria-label="Views">
        {views.map((view) => (
          <button
            key={view}
            type="button"
            aria-current={viewState.value.view === view ? 'page' : undefined}
            onClick={() => openView(view)}
          >
            {contents[view].title}
          </button>
        ))}
      </nav>
      <Tools />
    </header>
  );
}

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

function Tools() {
  return (
    <div class="tools">
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
      <IconButton icon="help" label="Keys and terms" onClick={() => openSheet('help')} />
      <IconButton icon="theme" label="Light / dark" onClick={toggleTheme} />
    </div>
  );
}

function Message() {
  if (!message.value) return null;
  const { text, isError } = message.value;
  return (
    <div class={isError ? 'message error' : 'message'} role={isError ? 'alert' : 'status'}>
      {text}
      <button
        type="button"
        aria-label="Close"
        onClick={() => {
          message.value = null;
        }}
      >
        ×
      </button>
    </div>
  );
}

/** Whether the view shows files of the user, which links do not contain. */
function showsFiles(): boolean {
  const { view } = viewState.value;
  if (view === 'parts') return partsMesh.value !== null;
  if (view === 'planning') return robotFiles.value.length > 0;
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
