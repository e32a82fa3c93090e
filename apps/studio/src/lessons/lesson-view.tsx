// A lesson: pictures side by side, the sentence and the question of the step, code and numbers.
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { isEmbedded } from '../address.ts';
import { showError } from '../parts/message.ts';
import { Table } from '../parts/table.tsx';
import type { Lesson, LessonStep } from './lesson.ts';
import { LessonControls, usePlayback } from './lesson-controls.tsx';
import { LessonPictures } from './lesson-pictures.tsx';
import { openLesson, showLesson, showLessons } from './open-lesson.ts';
import { lessonNamed, lessons } from './registry.ts';
import './lesson.css';

export function LessonView() {
  const { name } = openLesson.value;
  const [lesson, setLesson] = useState<{ readonly name: string; readonly lesson: Lesson } | null>(null);
  useEffect(() => {
    if (name === '') return;
    lessonNamed(name)
      .load()
      .then(
        (loaded) => setLesson({ name, lesson: loaded }),
        (error) => showError('The lesson', error),
      );
  }, [name]);
  if (name === '') return <LessonList />;
  if (lesson?.name !== name) return <p class="loading">Loading…</p>;
  return <OpenedLesson key={name} lesson={lesson.lesson} />;
}

function LessonList() {
  return (
    <div class="lessons">
      <h2>Lessons</h2>
      <p class="note">
        Each step is computed in this page from the trace of the algorithm, also after you have moved the bodies.
      </p>
      <ol>
        {lessons.map(({ name, title, summary }) => (
          <li key={name}>
            <a class="card" href={`#lesson=${name}&step=1`}>
              <h3>{title}</h3>
              <p>{summary}</p>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The choice that the reader made for a step's question; it is discarded at the next step. */
const choice = signal<{ readonly step: number; readonly index: number } | null>(null);

function OpenedLesson({ lesson }: { readonly lesson: Lesson }) {
  const { name, isPresented } = openLesson.value;
  const bodies = openLesson.value.bodies ?? lesson.bodies;
  const steps = lesson.steps(bodies.length === lesson.bodies.length ? bodies : lesson.bodies);
  const index = Math.min(openLesson.value.step, steps.length - 1);
  const step = steps[index];
  const entry = lessonNamed(name);
  const playback = usePlayback(index, steps);
  return (
    <article class={isPresented ? 'lesson presented' : 'lesson'} aria-label={entry.title}>
      <header class="lesson-title">
        {!isEmbedded && (
          <button type="button" onClick={showLessons}>
            Lessons
          </button>
        )}
        <h2>{entry.title}</h2>
      </header>
      <LessonPictures lesson={lesson} step={step} bodies={bodies} />
      <section class="lesson-text" aria-live="polite">
        <p class="sentence">{step.sentence}</p>
        {step.question && <Prediction step={step} index={index} />}
        {index === steps.length - 1 && <Next lesson={lesson} />}
      </section>
      <aside class="lesson-side">
        {lesson.code.length > 0 && <Code lesson={lesson} lines={step.lines} />}
        <Table label="Numbers" rows={step.numbers} />
      </aside>
      <LessonControls count={steps.length} index={index} isMoved={openLesson.value.bodies !== null} {...playback} />
    </article>
  );
}

/** The question of a step. A choice is judged at once; the next step shows the answer in the pictures. */
function Prediction({ step: { question }, index }: { readonly step: LessonStep; readonly index: number }) {
  if (!question) return null;
  const chosen = choice.value?.step === index ? choice.value.index : -1;
  const isRight = chosen === question.answer;
  return (
    <fieldset class="prediction" aria-label={question.text}>
      {question.choices.map((text, k) => (
        <button
          key={text}
          type="button"
          aria-pressed={chosen === k}
          data-right={chosen === k ? String(isRight) : undefined}
          onClick={() => {
            choice.value = { step: index, index: k };
          }}
        >
          {text}
        </button>
      ))}
      <output>{chosen < 0 ? '' : isRight ? 'Yes.' : `No, it is ${question.choices[question.answer]}.`}</output>
      {chosen >= 0 && (
        <button type="button" class="primary" onClick={() => showLesson({ step: index + 1 })}>
          Show it
        </button>
      )}
    </fieldset>
  );
}

function Code({ lesson, lines }: { readonly lesson: Lesson; readonly lines: readonly number[] }) {
  return (
    <ol class="pseudocode" aria-label="Pseudocode">
      {lesson.code.map((text, k) => (
        <li key={text} aria-current={lines.includes(k) ? 'step' : undefined}>
          {text}
        </li>
      ))}
    </ol>
  );
}

function Next({ lesson }: { readonly lesson: Lesson }) {
  return (
    <p class="next">
      {lesson.next.map(([text, link]) => (
        <a key={link} class="button" href={link}>
          {text} →
        </a>
      ))}
    </p>
  );
}
