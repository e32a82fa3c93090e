// The message line: one error or confirmation at a time.
import { signal } from '@preact/signals';

export const message = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

/** Milliseconds until a message disappears; errors stay longer. */
const lifetime = { message: 5000, error: 15_000 };
let timer = 0;

function show(text: string, isError: boolean): void {
  message.value = { text, isError };
  clearTimeout(timer);
  timer = window.setTimeout(
    () => {
      message.value = null;
    },
    isError ? lifetime.error : lifetime.message,
  );
}

export function showMessage(text: string): void {
  show(text, false);
}

/** Shows an error of the library or the browser, without the name of the function, which the user did not call. */
export function showError(where: string, error: unknown): void {
  const text = error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
  show(`${where}: ${text}`, true);
}
