// What the page shows: the start, a lesson, or a view with its settings. This module does not import the library.
import { signal } from '@preact/signals';
import { firstSettings, type Settings, type View } from './settings.ts';

/** View settings. They are stored and part of links; undo does not change them. */
export interface ViewState {
  readonly view: View;
  readonly settings: Settings;
}

/** Whether the page shows the start, a lesson, or the view of `viewState`. */
export const place = signal<'start' | 'lesson' | 'view'>('view');
export const viewState = signal<ViewState>({ view: 'query', settings: firstSettings });

export function openView(view: View): void {
  viewState.value = { ...viewState.value, view };
  place.value = 'view';
}

export function set<Name extends keyof Settings>(name: Name, part: Partial<Settings[Name]>): void {
  const { view, settings } = viewState.value;
  viewState.value = { view, settings: { ...settings, [name]: { ...settings[name], ...part } } };
}
