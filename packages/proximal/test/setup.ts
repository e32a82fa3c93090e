// Every test file of the library runs once on each target: vitest.config.ts names it.
import { setTarget } from '../src/engine/choice.ts';

setTarget(process.env['PROXIMAL_TARGET'] === 'js' ? 'js' : 'wasm');
