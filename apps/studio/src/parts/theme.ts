// Light and dark theme: the system's setting, unless the user has chosen.
import { effect, signal } from '@preact/signals';
import { palette } from '../model/palette.ts';

export type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = signal<Theme>(system.matches ? 'dark' : 'light');
system.addEventListener('change', () => {
  systemTheme.value = system.matches ? 'dark' : 'light';
});
const chosen = signal<Theme | null>(readChoice());

/** Private windows may refuse storage. */
function readChoice(): Theme | null {
  try {
    const stored = localStorage.getItem('theme');
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return null;
  }
}

export function toggleTheme(): void {
  chosen.value = (chosen.value ?? systemTheme.value) === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', chosen.value);
  } catch {
    // The choice holds until the page is closed.
  }
}

// The style sheet has the palette as `--color-a` and so on.
for (const [name, color] of Object.entries(palette))
  document.documentElement.style.setProperty(`--color-${name}`, color);

effect(() => {
  document.documentElement.dataset['theme'] = chosen.value ?? systemTheme.value;
});

/** Calls `use` with the page's style now and after every change of theme. */
export function onTheme(use: (style: CSSStyleDeclaration) => void): () => void {
  return effect(() => {
    void chosen.value;
    void systemTheme.value;
    use(getComputedStyle(document.documentElement));
  });
}
