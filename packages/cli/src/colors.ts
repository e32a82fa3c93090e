import picocolors from 'picocolors';

/** Colours where someone sees them: in a terminal, unless NO_COLOR is set, or where FORCE_COLOR asks for them. Not in CI's logs. */
function isWanted({ NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === undefined ? process.stdout.isTTY === true : FORCE_COLOR !== '0';
}

export default picocolors.createColors(isWanted(process.env));
