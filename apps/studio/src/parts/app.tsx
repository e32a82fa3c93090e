import { change, current, exportProblem, history, importProblem, type View, views } from '../model/document.ts';
import { openStage } from '../stage/canvas.tsx';
import { CompareView } from '../views/compare.tsx';
import { MinkowskiView } from '../views/minkowski.tsx';
import { QueryView } from '../views/query.tsx';
import { takeMesh } from './body-panel.tsx';
import { download } from './download.ts';
import { complain, message, say } from './message.ts';
import { toggleTheme } from './theme.ts';

const titles: Readonly<Record<View, string>> = { query: 'Query', minkowski: 'Minkowski', compare: 'Compare' };
const contents: Readonly<Record<View, () => preact.JSX.Element>> = {
  query: QueryView,
  minkowski: MinkowskiView,
  compare: CompareView,
};

export function App() {
  const Content = contents[current.value.view];
  return (
    <div class="app">
      <header>
        <h1>Proximal</h1>
        <nav aria-label="Views">
          {views.map((view) => (
            <button
              key={view}
              type="button"
              aria-current={current.value.view === view ? 'page' : undefined}
              onClick={() => change({ view })}
            >
              {titles[view]}
            </button>
          ))}
        </nav>
        <Tools />
      </header>
      <main>
        <Content />
      </main>
      <Message />
    </div>
  );
}

function Tools() {
  return (
    <div class="tools">
      <button type="button" disabled={!history.canUndo.value} onClick={() => history.undo()}>
        Undo
      </button>
      <button type="button" disabled={!history.canRedo.value} onClick={() => history.redo()}>
        Redo
      </button>
      <button type="button" onClick={() => void share()}>
        Copy link
      </button>
      <button type="button" onClick={() => download('problem.json', exportProblem(), 'application/json')}>
        Export
      </button>
      <label class="button">
        Import
        <input
          type="file"
          accept=".json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void takeProblem(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <button type="button" onClick={() => void savePicture()}>
        PNG
      </button>
      <button type="button" onClick={toggleTheme}>
        Light / dark
      </button>
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

async function share(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is in the clipboard: it holds everything that you see.');
  } catch {
    say('The address of this page is the link: it holds everything that you see.');
  }
}

async function savePicture(): Promise<void> {
  const picture = await openStage?.picture();
  if (picture) download('proximal.png', picture);
  else say('There is no picture in this view.');
}

async function takeProblem(file: File): Promise<void> {
  try {
    importProblem(await file.text());
    say(`${file.name} is open.`);
  } catch (error) {
    complain(file.name, error);
  }
}

/** A problem file that is dropped opens; a mesh becomes B, or A with shift. */
export function drop(event: DragEvent): void {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  if (/\.json$/i.test(file.name)) void takeProblem(file);
  else void takeMesh(event.shiftKey ? 'a' : 'b', file);
}
