// The sheet over the page, whose code is loaded when it is opened.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { showError } from './message.ts';

type Content = ComponentType<{ readonly onClose: () => void }>;

const loaders = {
  code: async (): Promise<Content> => (await import('./code-sheet.tsx')).CodeSheet,
  help: async (): Promise<Content> => (await import('./help-sheet.tsx')).HelpSheet,
} as const;

const sheet = signal<{ readonly Content: Content } | null>(null);

export function openSheet(name: keyof typeof loaders): void {
  loaders[name]().then(
    (Content) => {
      sheet.value = { Content };
    },
    (error) => showError('The sheet', error),
  );
}

export function OpenSheet() {
  if (!sheet.value) return null;
  const { Content } = sheet.value;
  return (
    <Content
      onClose={() => {
        sheet.value = null;
      }}
    />
  );
}
