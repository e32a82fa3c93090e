// A thread that makes rows, one after the other, as it is told.
import { parentPort } from 'node:worker_threads';
import { setTarget } from 'proximal';
import { rowOf, type Task } from './row.ts';

setTarget('wasm');
parentPort?.on('message', (task: Task) => parentPort?.postMessage(rowOf(task)));
