// The message line: one error or confirmation at a time.
import { signal } from '@preact/signals';

export const message = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

export function showMessage(text: string): void {
  message.value = { text, isError: false };
}

/** Shows an error of the library or the browser, without the name of the function, which the user did not call. */
export function showError(where: string, error: unknown): void {
  const text = error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
  message.value = { text: `${where}: ${text}`, isError: true };
}
