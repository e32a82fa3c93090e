// All algorithms on the current pair: the gap between their bounds at every iteration, and their iterations while B moves along the normal.
import { computed } from '@preact/signals';
import { space } from '../model/body.ts';
import { type Pair, pair, set, viewState } from '../model/document.ts';
import { displacedFromContact } from '../model/move.ts';
import { depthRecorders, distanceRecorders, growthRecorders, type Recorder, type Step } from '../model/recorders.ts';
import type { Family } from '../model/settings.ts';
import { BodyPanel } from '../parts/body-panel.tsx';
import { download } from '../parts/download.ts';
import { Segments } from '../parts/fields.tsx';
import { type Curve, Plot } from '../parts/plot.tsx';

/** The plotted value of a zero gap, on a logarithmic scale. */
const smallestGap = 1e-16;

const family = computed(() => viewState.value.settings.compare.family);
const schedule = computed(() => viewState.value.settings.compare.schedule);
const recorders = computed((): readonly Recorder[] => {
  if (family.value === 'depth') return depthRecorders;
  return family.value === 'growth' ? growthRecorders : distanceRecorders(schedule.value);
});

/** The steps of an algorithm; none if it does not accept the shapes. */
function stepsOf(recorder: Recorder, given: Pair): readonly Step[] {
  try {
    return recorder.record(given).steps;
  } catch {
    return [];
  }
}

const runs = computed(() =>
  recorders.value.map((recorder) => {
    const gaps = gapsOf(stepsOf(recorder, pair.value), family.value === 'distance' ? 0 : -Infinity);
    return { name: recorder.name, title: recorder.title, gaps };
  }),
);

/** The gap between the best bounds up to each iteration; the initial lower bound of a distance is zero. */
function gapsOf(steps: readonly Step[], initialLower: number): (number | null)[] {
  let [lower, upper] = [initialLower, Infinity];
  return steps.map((step) => {
    lower = Math.max(lower, step.lower);
    upper = Math.min(upper, step.upper);
    return Number.isFinite(upper - lower) ? Math.max(smallestGap, upper - lower) : null;
  });
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

/** The reason why there is no normal along which B can be moved; empty if there is one. */
const sweepProblem = computed(() => {
  try {
    displacedFromContact(space, pair.value, 0);
    return '';
  } catch (error) {
    return (error as Error).message.replace(/^\w+: /, '');
  }
});

/** Iterations with B moved along the normal of the current pair, from 0.1 m past contact to 1 m apart. */
const sweep = computed((): Diagram => {
  const x = Array.from({ length: 56 }, (_, k) => Math.round((-0.1 + 0.02 * k) * 1e6) / 1e6);
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

export function CompareView() {
  const isGrowth = family.value === 'growth';
  return (
    <>
      <div class="plots">
        <Plot
          title="Convergence on this pair"
          xTitle="iteration"
          yTitle={isGrowth ? 'gap between the bounds' : 'gap between the bounds, m'}
          isLog
          {...convergence.value}
        />
        {sweepProblem.value && (
          <p class="notice" role="alert">
            These two shapes cannot be compared: {sweepProblem.value}
          </p>
        )}
        <Plot
          title="Iterations with B 0.1 m past contact to 1 m apart (Fig. 7 of GJK++ for these shapes)"
          xTitle="displacement of B from contact along the normal, m"
          yTitle="iterations"
          isLog
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
              gap
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.value.map(({ name, title, gaps }) => (
            <tr key={name}>
              <th scope="row">{title}</th>
              <td data-iterations={name}>{gaps.length > 0 ? gaps.length : 'not for these shapes'}</td>
              <td>{gaps.at(-1)?.toExponential(0) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
