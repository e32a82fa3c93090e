// The pair, the answer to its query, and the witness points and normal in the drawing.
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { collide, distance, growthDistance, type Pose, penetration, type Shape, signedDistance } from 'proximal';
import { type Answer, answerProblem, type Problem, problemQueries } from 'proximal/problem';
import { Group, type Object3D } from 'three';
import { space } from '../model/body.ts';
import { change, changeBody, content, optionsOf, pair, problem, takesGuess } from '../model/document.ts';
import { boundsSteps } from '../model/illustrations.ts';
import { isFrankWolfe } from '../model/recorders.ts';
import { medianTime } from '../model/timing.ts';
import { livePair, warmAnswer, warmGuesses } from '../model/warm.ts';
import { BodyPanel, openedMesh } from '../parts/body-panel.tsx';
import { Choice } from '../parts/fields.tsx';
import { IconButton } from '../parts/icon.tsx';
import { quantity, type Row, rounded, roundedVector, Table } from '../parts/table.tsx';
import { chosen, handle, MovableBodies } from '../stage/bodies.ts';
import { Canvas, type StageContent } from '../stage/canvas.tsx';
import { sphereAroundObject } from '../stage/framing.ts';
import { clear } from '../stage/marks.ts';
import { queryMarks, responseMarks, sweepMarks } from '../stage/query-marks.ts';
import type { Stage } from '../stage/stage.ts';
import { IllustrationPanel, IllustrationTransport, impact, responses, settings, sweep } from './illustration.tsx';

type Outcome =
  | { readonly answer: Answer; readonly problem?: never }
  | { readonly problem: string; readonly answer?: never };

/** The answers to all queries about the pair. */
const outcomes = computed(() => new Map(problemQueries(3).map(({ name }) => [name, runQuery(name)])));

function runQuery(query: string): Outcome {
  const { query: selected, algorithm, guess } = content.value;
  const used = query === selected ? algorithm : 'auto';
  try {
    if (query === selected && isWarm()) return { answer: warmAnswer(pair.value, query, used, guess) };
    const options = optionsOf({ query, algorithm: used, guess }) as Problem['options'];
    return { answer: answerProblem({ ...problem.value, query, options }) };
  } catch (error) {
    return { problem: (error as Error).message.replace(/^\w+: /, '') };
  }
}

/** The answer that is drawn: collisions, and overlaps without a distance, have no points, so those of the signed distance are drawn. */
const drawnAnswer = computed(() => {
  const answer = outcomes.value.get(content.value.query)?.answer;
  return answer?.pointA ? answer : outcomes.value.get('signedDistance')?.answer;
});
/** The steps of a distance that are illustrated; none for overlaps and growth distances. */
const steps = computed(() => {
  const { query, algorithm } = content.value;
  const isDistance = query !== 'growthDistance' && drawnAnswer.value?.status !== 'overlapping';
  return isDistance && settings.value.illustration === 'answer' ? boundsSteps(pair.value, algorithm) : [];
});
/** Whether the illustration can be played. */
const isAnimated = computed(() => {
  if (settings.value.illustration !== 'answer') return settings.value.illustration === 'sweep';
  const { query } = content.value;
  const isMovedOut = query === 'penetration' && Number(drawnAnswer.value?.value) > 0;
  return steps.value.length > 1 || query === 'growthDistance' || isMovedOut;
});
const step = computed(() => steps.value[Math.round(settings.value.progress * (steps.value.length - 1))]);

/** Whether the query is warm-started. */
function isWarm(): boolean {
  const { query, algorithm, guess } = content.value;
  return warmGuesses.includes(guess) && takesGuess(query, algorithm);
}

/** Draws the bodies, and over them the marks of the answer. */
function makeContent(stage: Stage): StageContent {
  const bodies = new MovableBodies(stage);
  const marks = new Group();
  stage.content.add(marks);
  bodies.update();
  frame(stage);
  let opened = openedMesh.peek();
  return {
    update() {
      bodies.update();
      if (openedMesh.value !== opened) {
        opened = openedMesh.value;
        if (opened) frameBody(stage, bodies.drawn[opened.name].group);
      }
      clear(marks);
      for (const mark of marksOf()) marks.add(mark);
      stage.draw();
    },
    frame: () => frame(stage),
    labels: () => (['a', 'b'] as const).map((name) => ({ text: name.toUpperCase(), at: content.value[name].position })),
    dispose() {
      clear(marks);
      stage.content.remove(marks);
      bodies.dispose();
    },
  };
}

/** The marks of the chosen illustration. */
function marksOf(): Object3D[] {
  const { value: shown } = pair;
  if (settings.value.illustration === 'sweep')
    return sweepMarks(shown, sweep.value, impact.value, settings.value.progress);
  if (settings.value.illustration === 'derivative')
    return typeof responses.value === 'string' ? [] : responseMarks(shown, responses.value);
  const { value: answer } = drawnAnswer;
  return answer
    ? queryMarks(content.value.query, answer, shown, { fraction: settings.value.progress, step: step.value })
    : [];
}

/** Frames both bodies. */
function frame(stage: Stage): void {
  // Without the marks: grown bodies would move the camera away.
  const { bottom, ...sphere } = sphereAroundObject(stage.content.children[0]);
  stage.lookAt(sphere);
  stage.setGround(bottom);
}

/** A body smaller than this fraction of everything is framed alone when it is opened: otherwise it would be a dot. */
const smallFraction = 0.25;

/** Frames a body from a file, or everything if the body is not small. */
function frameBody(stage: Stage, body: Object3D): void {
  const [alone, all] = [sphereAroundObject(body), sphereAroundObject(stage.content.children[0])];
  if (alone.radius > smallFraction * all.radius) frame(stage);
  else stage.lookAt({ center: alone.center, radius: 2 * alone.radius });
}

/** Arrow keys move the chosen body in the x–z plane, page keys move it along y; with shift they rotate it. */
function moveByKey(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, readonly [axis: number, sign: number]>> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowDown: [2, -1],
    ArrowUp: [2, 1],
    PageDown: [1, -1],
    PageUp: [1, 1],
  };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const [axis, sign] = step;
  const { position, angles } = content.value[chosen.value];
  const [part, values, size] = event.shiftKey
    ? (['angles', angles, 5] as const)
    : (['position', position, 0.05] as const);
  const moved = values.map((value, k) => Math.round((value + (k === axis ? sign * size : 0)) * 1e6) / 1e6);
  changeBody(space, chosen.value, { [part]: moved });
}

const microseconds = signal(Number.NaN);

/** The query functions by name, for timing without certificates. */
type Timed = (a: Shape, poseA: Pose, b: Shape, poseB: Pose, options: never) => unknown;
const functions: Readonly<Record<string, Timed>> = { distance, collide, signedDistance, penetration, growthDistance };

/** Times the chosen query. */
function measure(): void {
  const { query, algorithm, guess } = content.value;
  const { a, poseA, b, poseB } = pair.value;
  const options = problem.value.options as never;
  const compute = functions[query];
  if (!compute || outcomes.value.get(query)?.problem !== undefined) {
    microseconds.value = Number.NaN;
    return;
  }
  const warm = isWarm() ? livePair(pair.value, algorithm, guess) : null;
  const cold = (): unknown => compute(a, poseA, b, poseB, options);
  const run = !warm ? cold : () => (query === 'collide' ? warm.collide(poseA, poseB) : warm.distance(poseA, poseB));
  microseconds.value = medianTime(run);
}

export function QueryView() {
  const { value } = content;
  useEffect(() => {
    const timer = setTimeout(measure, 300);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <>
      <Canvas
        label="The two bodies. Drag one to move it, with shift to rotate it; arrow keys move the chosen one, with shift they rotate it."
        make={makeContent}
        onKeyDown={moveByKey}
      >
        <Handles />
        {isAnimated.value && <IllustrationTransport step={step.value} stepCount={steps.value.length} />}
      </Canvas>
      <aside class="panel">
        <Choices />
        <IllustrationPanel />
        <Report />
        <Overview />
        <BodyPanel name="a" />
        <BodyPanel name="b" />
      </aside>
    </>
  );
}

/** Chooses the body that the handles move, and their mode. */
function Handles() {
  return (
    <fieldset class="handles" aria-label="Handles">
      {(['a', 'b'] as const).map((name) => (
        <button
          key={name}
          type="button"
          class={`hold-${name}`}
          aria-pressed={chosen.value === name}
          onClick={() => {
            chosen.value = name;
          }}
        >
          {name.toUpperCase()}
        </button>
      ))}
      <IconButton
        icon="move"
        label="Move"
        isPressed={handle.value === 'translate'}
        onClick={() => {
          handle.value = 'translate';
        }}
      />
      <IconButton
        icon="turn"
        label="Rotate"
        isPressed={handle.value === 'rotate'}
        onClick={() => {
          handle.value = 'rotate';
        }}
      />
    </fieldset>
  );
}

function Choices() {
  const { query, algorithm, guess } = content.value;
  const definitions = problemQueries(3);
  const { algorithms = ['auto'] } = definitions.find(({ name }) => name === query) ?? {};
  return (
    <div class="row">
      <Choice
        label="Query"
        value={query}
        choices={definitions.map(({ name, title }) => [name, title])}
        onChange={(value) => change({ query: value, algorithm: 'auto' })}
      />
      <Choice
        label="Algorithm"
        value={algorithms.includes(algorithm) ? algorithm : algorithms[0]}
        choices={algorithms.map((name) => [name, name])}
        onChange={(value) => change({ algorithm: value })}
      />
      {takesGuess(query, algorithm) && (
        <Choice
          label="Guess"
          value={guess}
          choices={[
            ['bounds', 'centers'],
            ['none', 'x axis'],
            ['previous', 'last answer'],
            ['predicted', 'last points, moved'],
          ]}
          onChange={(value) => change({ guess: value })}
        />
      )}
    </div>
  );
}

function Report() {
  const { query } = content.value;
  const { unit = '' } = problemQueries(3).find(({ name }) => name === query) ?? {};
  const { answer, problem: reason } = outcomes.value.get(query) ?? {};
  if (!answer) return <p class="notice">{reason}</p>;
  return (
    <>
      <output
        class="value"
        data-value={String(answer.value)}
        title={typeof answer.value === 'number' ? rounded(answer.value, unit).exact : ''}
      >
        {short(answer.value, unit)}
      </output>
      <Table label="Answer" rows={rowsOf(answer, unit)} />
    </>
  );
}

function rowsOf(answer: Answer, unit: string): Row[] {
  const rows: Row[] = [];
  if (answer.lower !== undefined && answer.upper !== undefined) {
    rows.push(['lower bound', rounded(answer.lower, unit)], ['upper bound', rounded(answer.upper, unit)]);
    rows.push(['gap', (answer.upper - answer.lower).toExponential(1)]);
  }
  if (answer.status) rows.push(['status', `${answer.status}${answer.local ? ', local' : ''}`]);
  if (answer.pointA) rows.push(['point of A', roundedVector(answer.pointA)]);
  if (answer.pointB) rows.push(['point of B', roundedVector(answer.pointB)]);
  if (answer.normal) rows.push(['normal', roundedVector(answer.normal)]);
  if (answer.iterations !== undefined) rows.push(['iterations', iterationsText(answer)]);
  if (answer.supportCalls !== undefined) rows.push(['support calls', String(answer.supportCalls)]);
  rows.push(['certificate', answer.certificate === null ? 'none' : answer.certificate.valid ? 'valid' : 'INVALID']);
  const time = microseconds.value;
  rows.push(['time of a query', Number.isNaN(time) ? '…' : `${time.toPrecision(3)} µs`]);
  return rows;
}

/** Frank-Wolfe is followed by plain GJK, which narrows the bounds. */
function iterationsText({ algorithm, iterations }: Answer): string {
  return isFrankWolfe(algorithm) ? `${iterations}, then GJK` : String(iterations);
}

/** The answers to all queries; a click chooses the query. */
function Overview() {
  return (
    <section class="overview" aria-label="All queries">
      {problemQueries(3).map(({ name, title, unit }) => {
        const { answer } = outcomes.value.get(name) ?? {};
        const isChosen = content.value.query === name;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isChosen}
            onClick={() => change({ query: name, algorithm: 'auto' })}
          >
            <span>{title}</span>
            <b>{answer ? short(answer.value, unit) : '–'}</b>
          </button>
        );
      })}
    </section>
  );
}

function short(value: number | boolean, unit: string): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : quantity(value, unit);
}
