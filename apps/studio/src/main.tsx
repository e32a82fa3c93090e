// The page: a bar with the views, and the view that is open.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { current, history, openDocument } from './model/document.ts';
import { readLink, writeLink } from './model/link.ts';
import { App } from './parts/app.tsx';
import { drop } from './parts/files.ts';
import { showError } from './parts/message.ts';
import './style.css';

/** The address last written by this page, to tell it from the user's changes. */
let own = '';

async function open(): Promise<void> {
  if (location.hash.length <= 1 || location.hash === own) return;
  try {
    openDocument(await readLink(location.hash));
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
    own = `#${await writeLink(state)}`;
    window.history.replaceState(null, '', own);
  }, 400);
});

addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', drop);
addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) history.undo();
  else if (key === 'y' || key === 'z') history.redo();
  else return;
  event.preventDefault();
});

const root = document.getElementById('studio');
if (root) render(<App />, root);
