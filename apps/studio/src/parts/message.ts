// One message at a time, for what went wrong and what was done.
import { signal } from '@preact/signals';

export const message = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

export function say(text: string): void {
  message.value = { text, isError: false };
}

/** What the library or the browser says, without the name of a function that the user did not call. */
export function complain(where: string, error: unknown): void {
  const text = error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
  message.value = { text: `${where}: ${text}`, isError: true };
}
