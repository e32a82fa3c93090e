import { readCase, runCase } from './case.ts';

runCase(readCase(location.href)).then(
  (outcome) => postMessage(outcome),
  (error: unknown) => postMessage({ error: String(error) }),
);
