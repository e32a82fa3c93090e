// The worker of the studio. Its name is its task. One file serves both tasks, so that the library is loaded once for them.
import { decomposeMessage } from './decomposition/worker.ts';
import { simulateMessage } from './simulation/worker.ts';

const { name } = globalThis as { readonly name?: string };
addEventListener('message', name === 'decomposition' ? decomposeMessage : simulateMessage);
