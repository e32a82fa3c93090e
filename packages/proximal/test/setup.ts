// The target of a test run is set by vitest.config.ts: most test files of the library run on both.
import { setTarget } from '../src/engine/choice.ts';

setTarget(process.env['PROXIMAL_TARGET'] === 'js' ? 'js' : 'wasm');
