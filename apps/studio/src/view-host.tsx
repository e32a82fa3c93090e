// The views and what they share, loaded when the first of them is opened: the document, its history, and links.
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { isEmbedded, writeAddress } from './address.ts';
import { current, history, viewState } from './model/document.ts';
import { writeLink } from './model/link.ts';
import type { View } from './model/settings.ts';
import { place } from './model/view-state.ts';
import { Boundary } from './parts/boundary.tsx';
import { lazy } from './parts/lazy.tsx';
import { SheetHandle } from './parts/sheet-handle.tsx';

export { openLink } from './model/link.ts';
export { takeFiles } from './parts/files.ts';
export { Tools } from './parts/tools.tsx';

const contents: Readonly<Record<View, () => JSX.Element | null>> = {
  query: lazy(async () => (await import('./views/query.tsx')).QueryView),
  minkowski: lazy(async () => (await import('./views/minkowski.tsx')).MinkowskiView),
  compare: lazy(async () => (await import('./views/compare.tsx')).CompareView),
  derivatives: lazy(async () => (await import('./views/derivatives.tsx')).DerivativesView),
  parts: lazy(async () => (await import('./views/parts.tsx')).PartsView),
  robots: lazy(async () => (await import('./views/robots.tsx')).RobotsView),
  planning: lazy(async () => (await import('./views/planning.tsx')).PlanningView),
  simulation: lazy(async () => (await import('./views/simulation.tsx')).SimulationView),
};

export function OpenView() {
  const { view } = viewState.value;
  const Content = contents[view];
  return (
    <>
      <Boundary key={view}>
        <Content />
      </Boundary>
      {!isEmbedded && <SheetHandle />}
    </>
  );
}

// The address is updated after the state has stopped changing.
let timer = 0;
effect(() => {
  const state = current.value;
  const isShown = place.value === 'view';
  clearTimeout(timer);
  if (!isShown) return;
  timer = window.setTimeout(async () => {
    const link = await writeLink(state);
    if (place.peek() === 'view' && current.peek() === state) writeAddress(`view ${state.view}`, `#${link}`);
  }, 400);
});

addEventListener('keydown', (event) => {
  if (place.peek() !== 'view' || !(event.ctrlKey || event.metaKey) || isBeingEdited(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) history.undo();
  else if (key === 'y' || key === 'z') history.redo();
  else return;
  event.preventDefault();
});

/** Whether the browser's own undo has something to undo: the text of the field is not the value that the page wrote into it. */
function isBeingEdited(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.value !== (target.dataset['shown'] ?? target.value);
}
