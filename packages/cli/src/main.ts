// Imports little: a command that runs in a worker thread imports everything there.
import { reasonOf } from './reason.ts';
import { shared } from './thread.ts';

/** Commands that compute for long without a turn of the event loop. They run in a worker thread, so that Ctrl-C takes effect at once. */
const threaded = ['simulate', 'plan'];

async function run(words: readonly string[]): Promise<number> {
  if (!shared && threaded.includes(words[0])) {
    const { runInThread } = await import('./run-in-thread.ts');
    return runInThread(new URL(import.meta.url), words);
  }
  const program = await import('./program.ts');
  return program.run(words);
}

if (!shared) {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe early (`proximal … | head`) is not an error.
    if (error.code === 'EPIPE') process.exit(0);
    console.error(`proximal: standard output cannot be written: ${reasonOf(error)}`);
    process.exit(1);
  });
}
process.exitCode = await run(process.argv.slice(2));
