import { drawWorld } from './three.ts';

const canvas = document.createElement('canvas');
canvas.width = 200;
canvas.height = 200;
document.body.append(canvas);

Promise.resolve()
  .then(() => drawWorld(canvas))
  .catch((error: unknown) => ({ error: String(error instanceof Error ? error.stack : error) }))
  .then((outcome) => fetch(`/report${location.search}`, { method: 'POST', body: JSON.stringify(outcome) }));
