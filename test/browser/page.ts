import { readCase, runCase } from './case.ts';

const wanted = readCase(location.href);

function runInWorker(): ReturnType<typeof runCase> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(`/worker.js${location.search}`, { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Awaited<ReturnType<typeof runCase>>>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`));
  });
}

(wanted.place === 'worker' ? runInWorker() : runCase(wanted))
  .catch((error: unknown) => ({ error: String(error) }))
  .then((outcome) => fetch(`/report${location.search}`, { method: 'POST', body: JSON.stringify(outcome) }));
