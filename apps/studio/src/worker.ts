// The workers of the studio. The name of a worker selects its task. One file serves all tasks, so that the built files of the library are shared.
import { decomposeMessage } from './decomposition/worker.ts';
import { planningMessage } from './planning/worker.ts';
import { simulateMessage } from './simulation/worker.ts';

const { name } = globalThis as { readonly name?: string };
const tasks = { decomposition: decomposeMessage, planning: planningMessage, simulation: simulateMessage } as const;
addEventListener('message', tasks[(name ?? 'simulation') as keyof typeof tasks]);
