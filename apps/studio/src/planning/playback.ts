// The sample of the planned motion that is shown, and the clock that plays it.
import { effect, signal } from '@preact/signals';
import { motion } from './session.ts';

/** The index of the sample. */
export const playback = signal(0);
export const isPlaying = signal(false);

// A new motion is played once, unless the user prefers reduced motion.
effect(() => {
  const { value } = motion;
  playback.value = 0;
  isPlaying.value = value !== null && !matchMedia('(prefers-reduced-motion: reduce)').matches;
});

effect(() => {
  if (!isPlaying.value || !motion.value) return;
  const { times } = motion.value;
  const [begin, from] = [performance.now(), times[playback.peek()]];
  let handle = requestAnimationFrame(function move(now) {
    const time = from + Math.max(0, now - begin) / 1000;
    let next = playback.peek();
    while (next < times.length - 1 && times[next + 1] <= time) next++;
    playback.value = next;
    if (next >= times.length - 1) isPlaying.value = false;
    else handle = requestAnimationFrame(move);
  });
  return () => cancelAnimationFrame(handle);
});

export function seek(index: number): void {
  isPlaying.value = false;
  playback.value = Math.max(0, Math.min((motion.value?.times.length ?? 1) - 1, index));
}

/** Plays from the start if the motion is at its end. */
export function toggle(): void {
  if (!motion.value) return;
  if (!isPlaying.value && playback.value >= motion.value.times.length - 1) playback.value = 0;
  isPlaying.value = !isPlaying.value;
}
