// The page: its bar, and below it the start, a lesson or a view. Code of the library is loaded when it is first needed.
import { render } from 'preact';
import { isEmbedded, keepAddress, openAddress } from './address.ts';
import { registerOffline } from './offline/register.ts';
import { App } from './parts/app.tsx';
import { drop } from './parts/drop.ts';
import { openSheet } from './parts/open-sheet.tsx';
import './style.css';

await openAddress();
keepAddress();

addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', drop);
addEventListener('keydown', (event) => {
  if (event.key === '?' && !(event.target instanceof HTMLInputElement)) openSheet('help');
});

const root = document.getElementById('studio');
// Preact would keep the children of the page without scripts.
root?.replaceChildren();
if (root) render(<App />, root);
registerOffline(isEmbedded);
