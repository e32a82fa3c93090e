// A term of the glossary, explained while the pointer is on it and after a tap.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { glossary } from '../model/glossary.ts';

/** The explained term, and where on the page it stands. */
const shown = signal<{ readonly name: string; readonly x: number; readonly y: number } | null>(null);
/** The width of an explanation, in pixels: see `.explanation` in the style sheet. */
const width = 280;

/** Explains the term under the pointer; hides the explanation if there is none. */
function explain({ target }: Event): void {
  const term = target instanceof Element ? target.closest('.term') : null;
  if (!term) {
    shown.value = null;
    return;
  }
  const { left, bottom } = term.getBoundingClientRect();
  const x = Math.max(8, Math.min(left, innerWidth - width - 8));
  shown.value = { name: term.textContent ?? '', x, y: bottom + 4 };
}

/** A name; underlined if the glossary has it. */
export function Term({ name }: { readonly name: string }) {
  return <span class={Object.hasOwn(glossary, name) ? 'term' : undefined}>{name}</span>;
}

/** The explanation of the term under the pointer. The sheet of keys lists all terms, for use by keyboard. */
export function Explanation() {
  useEffect(() => {
    addEventListener('pointerover', explain);
    addEventListener('click', explain);
    return () => {
      removeEventListener('pointerover', explain);
      removeEventListener('click', explain);
    };
  }, []);
  if (!shown.value) return null;
  const { name, x, y } = shown.value;
  return (
    <p class="explanation" role="tooltip" style={{ left: `${x}px`, top: `${y}px` }}>
      {glossary[name]}
    </p>
  );
}
