import { runAside } from './aside.ts';
import { reasonOf } from './files.ts';
import { run } from './program.ts';
import { shared } from './thread.ts';

const words = process.argv.slice(2);
if (!shared) {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Someone who reads only the first lines (`proximal … | head`) is no error.
    if (error.code === 'EPIPE') process.exit(0);
    console.error(`proximal: standard output cannot be written: ${reasonOf(error)}`);
    process.exit(1);
  });
}
process.exitCode = await (!shared && words[0] === 'simulate' ? runAside(new URL(import.meta.url), words) : run(words));
