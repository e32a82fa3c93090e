import picocolors from 'picocolors';
// Tells another thread than the main one whether there is a terminal.
import './thread.ts';

/** Colors where someone sees them: in a terminal, unless NO_COLOR is set, or where FORCE_COLOR asks for them. Not in CI's logs. */
function isWanted({ NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv, { isTTY }: { readonly isTTY?: boolean }): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === undefined ? isTTY === true : FORCE_COLOR !== '0';
}

/** For standard output. */
export default picocolors.createColors(isWanted(process.env, process.stdout));

/** For standard error, which may go elsewhere. */
export const errorColors = picocolors.createColors(isWanted(process.env, process.stderr));
