/**
 * Characters that a terminal obeys instead of showing, and those that turn the direction of a text. A file may have them in its names, where they
 * would move the cursor, set titles or hide what stands there.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** The colors of this command itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ownColors = /(\u001b\[(?:[12]|22|3[0-9])m)/;

/** The text with such characters as `\u001b`, which JSON reads as well; colors of the command itself stay. */
export function visible(text: string): string {
  return text
    .split(ownColors)
    .map((part, k) => (k % 2 === 1 ? part : part.replace(obeyed, spell)))
    .join('');
}

function spell(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Prints a report, whatever is in the names of files and bodies. */
export function print(text: string): void {
  console.log(visible(text));
}
