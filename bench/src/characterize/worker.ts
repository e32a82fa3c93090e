// A thread that makes rows.
import { setTarget } from 'proximal';
import { answerTasks } from '../run/threads.ts';
import { rowOf } from './row.ts';

setTarget('wasm');
answerTasks(rowOf);
