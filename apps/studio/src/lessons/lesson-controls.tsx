// Steps, playback and presentation of a lesson, with buttons and keys.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Transport } from '../parts/transport.tsx';
import type { LessonStep } from './lesson.ts';
import { openLesson, showLesson } from './open-lesson.ts';

const isPlaying = signal(false);
/** The speeds of playback. */
const speeds = [0.5, 1, 2, 4] as const;
const speed = signal<(typeof speeds)[number]>(1);

/** Milliseconds for a step at speed 1: the time to read its sentence. */
const readingTime = (sentence: string): number => 1500 + 35 * sentence.length;

interface Playback {
  readonly isPlaying: boolean;
  readonly onPlay: (isPlaying: boolean) => void;
}

/** Goes forward while it plays. A presentation stops at questions, so that the audience can answer. */
export function usePlayback(index: number, steps: readonly LessonStep[]): Playback {
  const { isPresented } = openLesson.value;
  const isLast = index === steps.length - 1;
  const { sentence, question } = steps[index];
  const playing = isPlaying.value && !isLast;
  useEffect(() => {
    if (!playing) {
      isPlaying.value = false;
      return;
    }
    const timer = setTimeout(() => {
      if (isPresented && question) isPlaying.value = false;
      else showLesson({ step: index + 1 });
    }, readingTime(sentence) / speed.value);
    return () => clearTimeout(timer);
  }, [playing, index, sentence, isPresented, speed.value]);
  useEffect(
    () => () => {
      isPlaying.value = false;
    },
    [],
  );
  const onPlay = (wanted: boolean): void => {
    isPlaying.value = wanted;
    if (wanted) showLesson({ step: isLast ? 0 : index + (question ? 1 : 0) });
  };
  return { isPlaying: playing, onPlay };
}

interface Properties extends Playback {
  readonly count: number;
  readonly index: number;
  readonly isMoved: boolean;
}

export function LessonControls({ count, index, isMoved, isPlaying: playing, onPlay }: Properties) {
  const { isPresented } = openLesson.value;
  const seek = (step: number): void => showLesson({ step: Math.max(0, Math.min(count - 1, step)) });
  // A key may be pressed between a change of the step and the next effect, so one listener reads the newest values.
  const press = useRef((_: KeyboardEvent): void => {});
  press.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowRight: () => seek(index + 1),
      PageDown: () => seek(index + 1),
      ArrowLeft: () => seek(index - 1),
      PageUp: () => seek(index - 1),
      Home: () => seek(0),
      End: () => seek(count - 1),
      p: () => showLesson({ isPresented: !isPresented }),
      '+': () => changeSpeed(1),
      '-': () => changeSpeed(-1),
      ...(isPresented ? { Escape: () => showLesson({ isPresented: false }) } : {}),
      // Space presses a focused button.
      ...(event.target instanceof HTMLButtonElement ? {} : { ' ': () => onPlay(!playing) }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <div class="lesson-controls">
      <Transport label="Step" count={count} index={index} isPlaying={playing} onSeek={seek} onPlay={onPlay} />
      <fieldset class="segments" aria-label="Speed">
        {speeds.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={speed.value === each}
            onClick={() => {
              speed.value = each;
            }}
          >
            {each === 0.5 ? '½' : each} ×
          </button>
        ))}
      </fieldset>
      <button type="button" disabled={!isMoved} onClick={() => showLesson({ bodies: null })}>
        Put back
      </button>
      <button type="button" aria-pressed={isPresented} onClick={() => showLesson({ isPresented: !isPresented })}>
        {isPresented ? 'End presentation' : 'Present'}
      </button>
    </div>
  );
}

function changeSpeed(by: number): void {
  const at = speeds.indexOf(speed.value) + by;
  speed.value = speeds[Math.max(0, Math.min(speeds.length - 1, at))];
}
