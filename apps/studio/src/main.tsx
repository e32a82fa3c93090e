// The page: a bar with the views, and the view that is open.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { current, history, openDocument } from './model/document.ts';
import { readLink, writeLink } from './model/link.ts';
import type { View } from './model/settings.ts';
import { App } from './parts/app.tsx';
import { drop } from './parts/files.ts';
import { showError } from './parts/message.ts';
import { openSheet } from './parts/open-sheet.tsx';
import './style.css';

/** The address last written or read by this page, to tell it from the user's changes. */
let writtenHash = '';
/** The view of that address; null before the first one. */
let shownView: View | null = null;

async function open(): Promise<void> {
  if (location.hash.length <= 1 || location.hash === writtenHash) return;
  try {
    const found = await readLink(location.hash);
    writtenHash = location.hash;
    shownView = found.view;
    openDocument(found);
  } catch (error) {
    showError('The link', error);
  }
}

await open();
addEventListener('hashchange', () => void open());

// The address is updated after the state has stopped changing.
let timer = 0;
effect(() => {
  const state = current.value;
  clearTimeout(timer);
  timer = window.setTimeout(async () => {
    writtenHash = `#${await writeLink(state)}`;
    // Another view is another entry of the browser's history, so that Back returns to the view before.
    if (shownView !== null && state.view !== shownView) window.history.pushState(null, '', writtenHash);
    else window.history.replaceState(null, '', writtenHash);
    shownView = state.view;
  }, 400);
});

addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', drop);
addEventListener('keydown', (event) => {
  if (event.key === '?' && !(event.target instanceof HTMLInputElement)) openSheet('help');
  if (!(event.ctrlKey || event.metaKey) || isBeingEdited(event.target)) return;
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

const root = document.getElementById('studio');
// Preact would keep the children of the page without scripts.
root?.replaceChildren();
if (root) render(<App />, root);
