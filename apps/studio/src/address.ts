// The address of the page: empty for the start, `#lesson=…` for a lesson, and a link with the whole state for a view.
import { effect } from '@preact/signals';
import { isLessonAddress, lessonAddress, openLesson, openLessonAddress } from './lessons/open-lesson.ts';
import { place } from './model/view-state.ts';
import { showError } from './parts/message.ts';

/** Whether another page frames the view: only the picture is shown. */
export const isEmbedded = new URLSearchParams(location.search).has('embed');

/** The fragment last written or read by this page, to tell it from the user's changes. */
let written: string | null = null;
/** What the entry of the browser's history shows; '' until the page has written its address. */
let shown = '';

/** Shows what the address says. Views load their code first. */
export async function openAddress(): Promise<void> {
  const hash = location.hash.length > 1 ? location.hash : '';
  if (hash === written) return;
  written = hash;
  // The browser has an entry for this address already.
  shown = '';
  if ((hash === '' && !isEmbedded) || hash === '#start') {
    place.value = 'start';
    return;
  }
  try {
    if (isLessonAddress(hash)) openLessonAddress(hash);
    else {
      const { openLink } = await import('./view-host.tsx');
      await openLink(hash);
    }
  } catch (error) {
    place.value = 'view';
    showError('The link', error);
  }
}

/**
 * Writes the fragment of the address. Another subject is another entry of the browser's history, so that Back returns to it.
 * @param subject what the page shows: for example the name of the view
 */
export function writeAddress(subject: string, hash: string): void {
  if (hash !== written) {
    const address = hash || `${location.pathname}${location.search}`;
    if (shown !== '' && subject !== shown) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }
  written = hash;
  shown = subject;
}

/** Milliseconds without a change after which the address of a lesson is written: browsers limit how often it may change. */
const settleTime = 300;

/** Keeps the address of the start and of lessons up to date; view-host.tsx does it for views. */
export function keepAddress(): void {
  addEventListener('hashchange', () => void openAddress());
  effect(() => {
    if (place.value === 'start') writeAddress('start', '');
  });
  let timer = 0;
  effect(() => {
    const lesson = openLesson.value;
    clearTimeout(timer);
    if (place.value !== 'lesson') return;
    timer = window.setTimeout(() => writeAddress(`lesson ${lesson.name}`, lessonAddress(lesson)), settleTime);
  });
}
