/**
 * Control characters and characters that change the direction of text. In names from a file they would move the cursor, set titles or hide
 * text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must match control characters
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** The colors of this command itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ownColors = /(\u001b\[(?:[12]|22|3[0-9])m)/;

/** Escapes such characters as `\u001b`, which is also valid JSON; the command's own colors stay. */
export function visible(text: string): string {
  return text
    .split(ownColors)
    .map((part, k) => (k % 2 === 1 ? part : part.replace(controlCharacters, spell)))
    .join('');
}

function spell(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Prints a report, with control characters in names escaped. */
export function print(text: string): void {
  console.log(visible(text));
}
