// The bar, what the page shows below it, and the current message.
import { isEmbedded } from '../address.ts';
import { showLessons } from '../lessons/open-lesson.ts';
import { type View, views } from '../model/settings.ts';
import { openView, place, viewState } from '../model/view-state.ts';
import { Start } from '../start/start.tsx';
import { IconButton } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { message } from './message.ts';
import { OpenSheet, openSheet } from './open-sheet.tsx';
import { Explanation } from './term.tsx';
import { toggleTheme } from './theme.ts';

const titles: Readonly<Record<View, string>> = {
  query: 'Query',
  minkowski: 'Minkowski',
  compare: 'Compare',
  derivatives: 'Derivatives',
  parts: 'Parts',
  robots: 'Robots',
  planning: 'Planning',
  simulation: 'Simulation',
};

const OpenView = lazy(async () => (await import('../view-host.tsx')).OpenView);
const LessonView = lazy(async () => (await import('../lessons/lesson-view.tsx')).LessonView);
const Tools = lazy(async () => (await import('../view-host.tsx')).Tools, '');

export function App() {
  return (
    <div class={isEmbedded ? 'app embedded' : 'app'} data-place={place.value}>
      {isEmbedded ? <Opener /> : <Header />}
      <main>
        {place.value === 'start' && <Start />}
        {place.value === 'lesson' && <LessonView />}
        {place.value === 'view' && <OpenView />}
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

/** The address of the documentation, if the page is built as a part of its site. */
const docs: string | undefined = import.meta.env['VITE_DOCS'];

function Header() {
  return (
    <header>
      <h1>
        <a href="#start" aria-label="Proximal: the start">
          <img src="./icon.svg" alt="" width="22" height="22" /> Proximal
        </a>
      </h1>
      <nav aria-label="Views">
        <button type="button" aria-current={place.value === 'lesson' ? 'page' : undefined} onClick={showLessons}>
          Lessons
        </button>
        {views.map((view) => (
          <button
            key={view}
            type="button"
            aria-current={place.value === 'view' && viewState.value.view === view ? 'page' : undefined}
            onClick={() => openView(view)}
          >
            {titles[view]}
          </button>
        ))}
      </nav>
      <div class="tools">
        {docs !== undefined && (
          <a class="button" href={docs}>
            Docs
          </a>
        )}
        {place.value === 'view' && <Tools />}
        <IconButton icon="help" label="Keys and terms" onClick={() => openSheet('help')} />
        <IconButton icon="theme" label="Light / dark" onClick={toggleTheme} />
      </div>
    </header>
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
