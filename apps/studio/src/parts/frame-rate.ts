// The frame rate of the page, measured only while the page displays it.
import { signal } from '@preact/signals';

const counted = signal(0, {
  watched() {
    handle = requestAnimationFrame(tick);
  },
  unwatched() {
    cancelAnimationFrame(handle);
  },
});
let [handle, since, frames] = [0, 0, 0];

function tick(now: number): void {
  frames++;
  if (now - since >= 1000) {
    counted.value = since > 0 ? Math.round((1000 * frames) / (now - since)) : 0;
    [since, frames] = [now, 0];
  }
  handle = requestAnimationFrame(tick);
}

export const frameRate = counted;
