// Every test file of the library runs once on each target, which vitest.config.ts sets.
import { setTarget } from '../src/engine/choice.ts';

setTarget(process.env['PROXIMAL_TARGET'] === 'js' ? 'js' : 'wasm');
