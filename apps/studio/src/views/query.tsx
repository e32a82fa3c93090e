// The pair, its answer, and what the answer says in the picture.
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { collide, distance, growthDistance, type Pose, penetration, type Shape, signedDistance } from 'proximal';
import { type Answer, answerProblem, problemQueries } from 'proximal/problem';
import { Group } from 'three';
import { change, changeBody, current, pair, problem } from '../model/document.ts';
import { BodyPanel } from '../parts/body-panel.tsx';
import { Choice } from '../parts/fields.tsx';
import { Bodies } from '../stage/bodies.ts';
import { Canvas, type Scenery } from '../stage/canvas.tsx';
import { clear, dot, line } from '../stage/marks.ts';
import type { Stage } from '../stage/stage.ts';

type Outcome =
  | { readonly answer: Answer; readonly problem?: never }
  | { readonly problem: string; readonly answer?: never };

/** Every query that the library has, asked about the pair. */
const outcomes = computed(() => new Map(problemQueries(3).map(({ name }) => [name, ask(name)])));

function ask(query: string): Outcome {
  const { query: chosen, algorithm } = current.value;
  try {
    const options = query === chosen && algorithm !== 'auto' ? { algorithm } : {};
    return { answer: answerProblem({ ...problem.value, query, options }) };
  } catch (error) {
    return { problem: (error as Error).message.replace(/^\w+: /, '') };
  }
}

/** Witness points and the line between them, over the bodies. */
function makeScenery(stage: Stage): Scenery {
  const bodies = new Bodies(stage);
  stage.lookAt(sceneSize());
  const marks = new Group();
  stage.content.add(marks);
  return {
    update() {
      bodies.update();
      clear(marks);
      const { answer } = outcomes.value.get('signedDistance') ?? {};
      if (answer?.pointA && answer.pointB && answer.pointA.every(Number.isFinite)) {
        const color = Number(answer.value) < 0 ? '#dc2626' : '#16a34a';
        marks.add(line([answer.pointA, answer.pointB], color), dot(answer.pointA, color), dot(answer.pointB, color));
      }
      stage.draw();
    },
    labels: () => (['a', 'b'] as const).map((name) => ({ text: name.toUpperCase(), at: current.value[name].position })),
    dispose() {
      clear(marks);
      stage.content.remove(marks);
      bodies.dispose();
    },
  };
}

/** A ball around both bodies as they are when the view opens. */
function sceneSize(): { center: number[]; radius: number } {
  const { a, b } = pair.value;
  const [from, to] = [current.value.a.position, current.value.b.position];
  const reach = [a, b].map(({ boundingRadius }) => (Number.isFinite(boundingRadius) ? boundingRadius : 2));
  const apart = Math.hypot(...from.map((value, k) => value - to[k]));
  return { center: from.map((value, k) => (value + to[k]) / 2), radius: apart / 2 + Math.max(...reach) };
}

/** Arrows move B: left, right, up and down in the plane of x and z, page keys along y; with shift it turns. */
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
  const { position, angles } = current.value.b;
  const [part, values, size] = event.shiftKey
    ? (['angles', angles, 5] as const)
    : (['position', position, 0.05] as const);
  const [x, y, z] = values.map((value, k) => Math.round((value + (k === axis ? sign * size : 0)) * 1e6) / 1e6);
  changeBody('b', { [part]: [x, y, z] as const });
}

const microseconds = signal(Number.NaN);

/** The functions behind the names, to time them without their certificates. */
type Timed = (a: Shape, poseA: Pose, b: Shape, poseB: Pose, options: never) => unknown;
const functions: Readonly<Record<string, Timed>> = { distance, collide, signedDistance, penetration, growthDistance };

/** Times the chosen query while nothing else happens: the median of a few runs of many. */
function measure(): void {
  const { query } = current.value;
  const { a, poseA, b, poseB } = pair.value;
  const options = problem.value.options as never;
  const asked = functions[query];
  if (!asked || outcomes.value.get(query)?.problem !== undefined) {
    microseconds.value = Number.NaN;
    return;
  }
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < 2) {
      asked(a, poseA, b, poseB, options);
      count++;
    }
    return ((performance.now() - start) / count) * 1000;
  });
  microseconds.value = times.sort((first, second) => first - second)[2];
}

export function QueryView() {
  const { query, algorithm } = current.value;
  const definitions = problemQueries(3);
  const { algorithms = ['auto'], unit = '' } = definitions.find(({ name }) => name === query) ?? {};
  const state = current.value;
  useEffect(() => {
    const timer = setTimeout(measure, 300);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      <Canvas
        label="The two bodies. Drag one to move it, with shift to turn it; arrow keys move B."
        make={makeScenery}
        onKeyDown={moveByKey}
      />
      <aside class="panel">
        <div class="row">
          <Choice
            label="Query"
            value={query}
            choices={definitions.map(({ name, title }) => [name, title])}
            onChange={(value) => change({ query: value, algorithm: 'auto' })}
          />
          <Choice
            label="Algorithm"
            value={algorithm}
            choices={algorithms.map((name) => [name, name])}
            onChange={(value) => change({ algorithm: value })}
          />
        </div>
        <Report outcome={outcomes.value.get(query)} unit={unit} />
        <Overview />
        <BodyPanel name="a" />
        <BodyPanel name="b" />
      </aside>
    </>
  );
}

function Report({ outcome, unit }: { readonly outcome: Outcome | undefined; readonly unit: string }) {
  const { answer } = outcome ?? {};
  if (!answer) return <p class="notice">{outcome?.problem}</p>;
  const rows: [string, string][] = [];
  if (answer.lower !== undefined && answer.upper !== undefined) {
    rows.push(['lower bound', number(answer.lower, unit)], ['upper bound', number(answer.upper, unit)]);
    rows.push(['gap', (answer.upper - answer.lower).toExponential(1)]);
  }
  if (answer.status) rows.push(['status', `${answer.status}${answer.local ? ', local' : ''}`]);
  if (answer.pointA) rows.push(['point of A', vector(answer.pointA)]);
  if (answer.pointB) rows.push(['point of B', vector(answer.pointB)]);
  if (answer.normal) rows.push(['normal', vector(answer.normal)]);
  if (answer.iterations !== undefined) rows.push(['iterations', String(answer.iterations)]);
  if (answer.supportCalls !== undefined) rows.push(['support calls', String(answer.supportCalls)]);
  rows.push(['certificate', answer.certificate === null ? 'none' : answer.certificate.valid ? 'valid' : 'INVALID']);
  const time = microseconds.value;
  rows.push(['time of a query', Number.isNaN(time) ? '…' : `${time.toPrecision(3)} µs`]);
  return (
    <section class="report" aria-label="Answer">
      <output class="value" data-value={String(answer.value)}>
        {typeof answer.value === 'boolean' ? (answer.value ? 'yes' : 'no') : number(answer.value, unit)}
      </output>
      <table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** All queries at a glance; a click chooses one. */
function Overview() {
  return (
    <section class="overview" aria-label="All queries">
      {problemQueries(3).map(({ name, title, unit }) => {
        const { answer } = outcomes.value.get(name) ?? {};
        const isChosen = current.value.query === name;
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
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : `${Number(value.toPrecision(4))} ${unit}`;
}

function number(value: number, unit: string): string {
  return `${Number(value.toPrecision(10))} ${unit}`;
}

function vector(values: readonly number[]): string {
  return values.map((value) => value.toFixed(4).replace(/^-(0\.0*)$/, '$1')).join(', ');
}
