import picocolors from 'picocolors';
// In a worker thread, thread.ts sets whether there is a terminal.
import './thread.ts';

/** Whether to use colors: never if NO_COLOR is set and not empty; otherwise as FORCE_COLOR says, where 0 means no; otherwise in terminals only. */
function isWanted({ NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv, { isTTY }: { readonly isTTY?: boolean }): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === undefined ? isTTY === true : FORCE_COLOR !== '0';
}

/** For standard output. */
export default picocolors.createColors(isWanted(process.env, process.stdout));

/** For standard error, which may go elsewhere. */
export const errorColors = picocolors.createColors(isWanted(process.env, process.stderr));
