// All algorithms on the current pair: the gap between their bounds at every iteration, and their iterations while B moves along the normal.
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { algorithmSets } from '../model/algorithm-sets.ts';
import { space } from '../model/body.ts';
import { changeBody, type Pair, pair, set, viewState } from '../model/document.ts';
import { displacedFromContact } from '../model/move.ts';
import {
  bestBounds,
  depthRecorders,
  distanceRecorders,
  frankWolfeNote,
  growthRecorders,
  type Step,
  type TimedRecorder,
} from '../model/recorders.ts';
import type { Family } from '../model/settings.ts';
import { medianTime } from '../model/timing.ts';
import { BodyPanel } from '../parts/body-panel.tsx';
import { download } from '../parts/download.ts';
import { Segments } from '../parts/fields.tsx';
import { type Curve, Plot } from '../parts/plot.tsx';
import { quantity } from '../parts/table.tsx';
import { Term } from '../parts/term.tsx';

/** The plotted value of a zero gap, on a logarithmic scale. */
const smallestGap = 1e-16;

const family = computed(() => viewState.value.settings.compare.family);
const schedule = computed(() => viewState.value.settings.compare.schedule);
const recorders = computed((): readonly TimedRecorder[] => {
  if (family.value === 'depth') return depthRecorders;
  return family.value === 'growth' ? growthRecorders : distanceRecorders(schedule.value);
});

/** The steps of an algorithm; none if it does not accept the shapes. */
function stepsOf(recorder: TimedRecorder, given: Pair): readonly Step[] {
  try {
    return recorder.record(given).steps;
  } catch {
    return [];
  }
}

const runs = computed(() =>
  recorders.value.map((recorder) => {
    const steps = stepsOf(recorder, pair.value);
    const gaps = gapsOf(steps, family.value === 'distance' ? 0 : -Infinity);
    return { name: recorder.name, title: recorder.title, gaps, isOnlyGjk: steps.every(({ phase }) => phase === 'gjk') };
  }),
);
/** Whether depths are chosen but the bodies do not overlap. */
const isWithoutDepth = computed(
  () => family.value === 'depth' && runs.value.every(({ gaps, isOnlyGjk }) => isOnlyGjk && gaps.length > 0),
);

/** The gap between the best bounds up to each iteration; the initial lower bound of a distance is zero. */
function gapsOf(steps: readonly Step[], initialLower: number): (number | null)[] {
  return bestBounds(steps, [initialLower, Infinity]).map(({ lower, upper }) =>
    Number.isFinite(upper - lower) ? Math.max(smallestGap, upper - lower) : null,
  );
}

interface Diagram {
  readonly x: readonly number[];
  readonly curves: readonly Curve[];
}

const convergence = computed((): Diagram => {
  const longest = Math.max(1, ...runs.value.map(({ gaps }) => gaps.length));
  const x = Array.from({ length: longest }, (_, k) => k + 1);
  return {
    x,
    curves: runs.value.map(({ title, gaps }) => ({ name: title, values: x.map((_, k) => gaps[k] ?? null) })),
  };
});

/** Methods that take more than this times the iterations of the fastest one are cut off at first. */
const longTail = 4;

/** The first iterations, in which the methods differ; undefined if all methods are about as long. */
const differing = computed((): readonly [number, number] | undefined => {
  const counts = runs.value.map(({ gaps }) => gaps.length).filter((count) => count > 0);
  const near = counts.filter((count) => count <= longTail * Math.min(...counts));
  return near.length === counts.length ? undefined : [1, Math.ceil(1.25 * Math.max(2, ...near))];
});

/** The microseconds of each algorithm on this pair, by its name; measured when the pair is at rest. */
const times = signal<ReadonlyMap<string, number>>(new Map());
/** Milliseconds without a change before the times are measured. */
const restTime = 300;

/** Measures one algorithm after another, so that the page stays responsive. Returns how to stop. */
function measureTimes(): () => void {
  times.value = new Map();
  const waiting = recorders.value.filter((_, k) => runs.value[k].gaps.length > 0);
  const next = (): void => {
    const recorder = waiting.shift();
    if (!recorder) return;
    times.value = new Map(times.value).set(
      recorder.name,
      medianTime(() => recorder.run(pair.value)),
    );
    timer = window.setTimeout(next);
  };
  let timer = window.setTimeout(next, restTime);
  return () => clearTimeout(timer);
}

/** The reason why there is no normal along which B can be moved; empty if there is one. */
const sweepProblem = computed(() => {
  try {
    displacedFromContact(space, pair.value, 0);
    return '';
  } catch (error) {
    return (error as Error).message.replace(/^\w+: /, '');
  }
});

/** The size of the smaller body, in meters, to which the sweep is relative. */
const size = computed(() => {
  const { a, b } = pair.value;
  const radius = Math.min(a.boundingRadius, b.boundingRadius);
  return Number.isFinite(radius) && radius > 0 ? radius : 1;
});

/** The displacements of the sweep, relative to the size of the smaller body: for depths mostly past contact, otherwise mostly apart. */
const sweepRange = computed(() => (family.value === 'depth' ? ([-0.5, 0.05] as const) : ([-0.1, 1] as const)));

/** Iterations with B moved along the normal of the current pair. */
const sweep = computed((): Diagram => {
  const [from, to] = sweepRange.value;
  const x = Array.from({ length: 56 }, (_, k) => Number((size.value * (from + ((to - from) * k) / 55)).toPrecision(6)));
  const placed = sweepProblem.value
    ? []
    : x.map((displacement) => displacedFromContact(space, pair.value, displacement));
  const curves = recorders.value.map((recorder) => ({
    name: recorder.title,
    values: placed.map((each) => stepsOf(recorder, each).length || null),
  }));
  return { x, curves };
});

function save(name: string, { x, curves }: Diagram, xName: string): void {
  const titles = [xName, ...curves.map((curve) => curve.name)];
  const rows = x.map((value, k) => [value, ...curves.map(({ values }) => values[k] ?? '')]);
  download(name, [titles, ...rows].map((row) => row.join(',')).join('\n'), 'text/csv');
}

const familyTitles: Readonly<Record<Family, string>> = {
  distance: 'distance algorithms',
  depth: 'depth algorithms',
  growth: 'growth-distance algorithms',
};

function sweepTitle(): string {
  const [past, apart] = sweepRange.value.map((end) => quantity(Math.abs(size.value * end), 'm', 3));
  const figure = family.value === 'distance' ? ' (Fig. 7 of GJK++ for these shapes)' : '';
  return `Iterations of the ${familyTitles[family.value]}, with B ${past} past contact to ${apart} apart${figure}`;
}

export function CompareView() {
  const isGrowth = family.value === 'growth';
  useEffect(measureTimes, [runs.value]);
  return (
    <>
      <div class="plots">
        <Plot
          title={`Convergence of the ${familyTitles[family.value]} on this pair`}
          xTitle="iteration"
          yTitle={isGrowth ? 'gap between the bounds' : 'gap between the bounds, m'}
          isLog
          hasMarkers
          shown={differing.value}
          {...convergence.value}
        />
        <p class="note">
          Drag across a plot to zoom, double-click to see everything.
          {family.value === 'distance' && ` ${frankWolfeNote}`}
        </p>
        {isWithoutDepth.value && (
          <p class="notice">
            The bodies are apart: GJK finds the signed distance, and the depth algorithms take no steps.{' '}
            <button
              type="button"
              onClick={() => changeBody(space, 'b', { position: algorithmSets.space.overlappingPosition() })}
            >
              Let them overlap
            </button>
          </p>
        )}
        {sweepProblem.value && (
          <p class="notice" role="alert">
            These two shapes cannot be compared: {sweepProblem.value}
          </p>
        )}
        <Plot
          title={sweepTitle()}
          xTitle="displacement of B from contact along the normal, m"
          yTitle="iterations"
          isLog
          hasMarkers
          {...sweep.value}
        />
      </div>
      <aside class="panel">
        <FamilyChoice />
        <Results />
        <div class="row">
          <button type="button" onClick={() => save('convergence.csv', convergence.value, 'iteration')}>
            Convergence as CSV
          </button>
          <button type="button" onClick={() => save('sweep.csv', sweep.value, 'displacement')}>
            Sweep as CSV
          </button>
        </div>
        <BodyPanel name="a" />
        <BodyPanel name="b" />
      </aside>
    </>
  );
}

function FamilyChoice() {
  return (
    <>
      <Segments
        label="What is computed"
        value={family.value}
        choices={[
          ['distance', 'Distance'],
          ['depth', 'Depth'],
          ['growth', 'Growth'],
        ]}
        onChange={(value) => set('compare', { family: value as Family })}
      />
      {family.value === 'distance' && (
        <Segments
          label="Momentum"
          value={schedule.value}
          choices={[
            ['paper', 'Momentum as printed'],
            ['code', 'As in the authors’ code'],
          ]}
          onChange={(value) => set('compare', { schedule: value as 'paper' | 'code' })}
        />
      )}
    </>
  );
}

function timeText(name: string): string {
  const time = times.value.get(name);
  return time === undefined ? '' : `${Number(time.toPrecision(2))} µs`;
}

function Results() {
  return (
    <section class="report" aria-label="Algorithms">
      <table>
        <thead>
          <tr>
            <th scope="col">algorithm</th>
            <th scope="col" class="number">
              iterations
            </th>
            <th scope="col" class="number">
              <Term name="gap" />
            </th>
            <th scope="col" class="number">
              time
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.value.map(({ name, title, gaps }) => (
            <tr key={name}>
              <th scope="row">{title}</th>
              <td data-iterations={name}>{gaps.length > 0 ? gaps.length : 'not for these shapes'}</td>
              <td>{gaps.at(-1)?.toExponential(0) ?? ''}</td>
              <td data-time={name}>{timeText(name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
