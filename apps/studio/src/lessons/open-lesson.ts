// The lesson that is open, and its address: `#lesson=gjk&step=3`, with `bodies` if they were moved and `slides` in a presentation.
import { signal } from '@preact/signals';
import { place } from '../model/view-state.ts';
import type { Placement } from './lesson.ts';
import { lessonNamed } from './registry.ts';

export interface OpenLesson {
  /** '' for the list of lessons. */
  readonly name: string;
  /** 0 for the first. */
  readonly step: number;
  /** Null if the bodies are at their first places. */
  readonly bodies: readonly Placement[] | null;
  readonly isPresented: boolean;
}

const listOfLessons: OpenLesson = { name: '', step: 0, bodies: null, isPresented: false };
export const openLesson = signal<OpenLesson>(listOfLessons);

export function showLesson(part: Partial<OpenLesson>): void {
  openLesson.value = { ...openLesson.value, ...part };
  place.value = 'lesson';
}

export function showLessons(): void {
  showLesson(listOfLessons);
}

/** The version of addresses of lessons; an address without one has this version. */
const version = '1';

export function lessonAddress({ name, step, bodies, isPresented }: OpenLesson): string {
  if (name === '') return '#lessons';
  const numbers = bodies?.flatMap(({ position, angle }) => [...position, angle]).map((x) => Number(x.toFixed(4)));
  return `#lesson=${name}&step=${step + 1}${numbers ? `&bodies=${numbers.join(',')}` : ''}${isPresented ? '&slides' : ''}`;
}

/** Whether an address is that of a lesson or of the list of lessons. */
export function isLessonAddress(hash: string): boolean {
  return hash === '#lessons' || hash.startsWith('#lesson=');
}

/** Opens the lesson of an address, which is untrusted input; throws with the reason if it is invalid. */
export function openLessonAddress(hash: string): void {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const name = values.get('lesson');
  if (name === null) {
    showLessons();
    return;
  }
  const given = values.get('version') ?? version;
  if (given !== version) throw new RangeError(`it has version ${given.slice(0, 8)}; this page reads ${version}`);
  const step = Number(values.get('step') ?? '1');
  if (!Number.isInteger(step) || step < 1 || step > 1e4) throw new RangeError('the step is a whole number from 1');
  showLesson({
    name: lessonNamed(name).name,
    step: step - 1,
    bodies: readBodies(values.get('bodies')),
    isPresented: values.has('slides'),
  });
}

/** The largest coordinate of a body, in meters. */
const farthest = 100;

function readBodies(text: string | null): readonly Placement[] | null {
  if (text === null) return null;
  const numbers = text.split(',').map(Number);
  const isValid = numbers.length > 0 && numbers.length <= 12 && numbers.length % 3 === 0;
  if (!isValid || !numbers.every((x) => Math.abs(x) <= farthest))
    throw new RangeError(`bodies are x, y and angle of each, at most ${farthest} in magnitude`);
  return Array.from({ length: numbers.length / 3 }, (_, k) => ({
    position: numbers.slice(3 * k, 3 * k + 2),
    angle: numbers[3 * k + 2],
  }));
}
