// The page's frame rate, measured while it is displayed.
import { signal } from '@preact/signals';

const counted = signal(0, {
  watched() {
    handle = requestAnimationFrame(tick);
  },
  unwatched() {
    cancelAnimationFrame(handle);
  },
});
let [handle, since, pictures] = [0, 0, 0];

function tick(now: number): void {
  pictures++;
  if (now - since >= 1000) {
    counted.value = since > 0 ? Math.round((1000 * pictures) / (now - since)) : 0;
    [since, pictures] = [now, 0];
  }
  handle = requestAnimationFrame(tick);
}

export const frameRate = counted;
