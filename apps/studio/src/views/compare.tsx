// All algorithms on the current pair: their gap at every iteration, and their iterations over a swept distance.
import { computed } from '@preact/signals';
import { signedDistance } from 'proximal';
import { pair } from '../model/document.ts';
import { type Pair, recorders, type Step } from '../model/recorders.ts';
import { BodyPanel } from '../parts/body-panel.tsx';
import { download } from '../parts/download.ts';
import { type Curve, Plot } from '../parts/plot.tsx';

const colors = ['#2563eb', '#16a34a', '#db2777', '#9333ea', '#ea580c', '#0d9488', '#ca8a04', '#64748b', '#dc2626'];
/** What a logarithm can show of a gap that is closed. */
const least = 1e-16;

const runs = computed(() => recorders.map(({ name, title, record }) => ({ name, title, steps: record(pair.value) })));

/** The smallest gap seen up to each iteration. */
function gapsOf(steps: readonly Step[]): (number | null)[] {
  let [lower, upper] = [0, Infinity];
  return steps.map((step) => {
    lower = Math.max(lower, step.lower);
    upper = Math.min(upper, step.upper);
    return Number.isFinite(upper) ? Math.max(least, upper - lower) : null;
  });
}

const convergence = computed(() => {
  const longest = Math.max(1, ...runs.value.map(({ steps }) => steps.length));
  const x = Array.from({ length: longest }, (_, k) => k + 1);
  const curves = runs.value.map(({ title, steps }, k): Curve => {
    const gaps = gapsOf(steps);
    return { name: title, color: colors[k % colors.length], values: x.map((_, at) => gaps[at] ?? null) };
  });
  return { x, curves };
});

/** From 0.1 m overlap to 1 m apart, along the normal of the pair as it is. */
const sweep = computed(() => {
  const x = Array.from({ length: 56 }, (_, k) => Math.round((-0.1 + 0.02 * k) * 1e6) / 1e6);
  const placed = x.map((wanted) => moved(pair.value, wanted));
  const curves = recorders.map(
    ({ title, record }, k): Curve => ({
      name: title,
      color: colors[k % colors.length],
      values: placed.map((each) => record(each).length || null),
    }),
  );
  return { x, curves };
});

function moved({ a, poseA, b, poseB }: Pair, wanted: number): Pair {
  const { distance, normal } = signedDistance(a, poseA, b, poseB);
  const pose = poseB.map((value, k) => (k < 3 ? value + (wanted - distance) * normal[k] : value));
  return { a, poseA, b, poseB: pose };
}

function table(
  { x, curves }: { readonly x: readonly number[]; readonly curves: readonly Curve[] },
  first: string,
): string {
  const titles = [first, ...curves.map(({ name }) => name)];
  return [titles, ...x.map((value, k) => [value, ...curves.map(({ values }) => values[k] ?? '')])]
    .map((row) => row.join(','))
    .join('\n');
}

export function CompareView() {
  return (
    <>
      <div class="plots">
        <Plot
          title="Convergence on this pair"
          xTitle="iteration"
          yTitle="gap between the bounds, m"
          isLog
          {...convergence.value}
        />
        <Plot
          title="These shapes over their distance"
          xTitle="signed distance, m"
          yTitle="iterations"
          {...sweep.value}
        />
      </div>
      <aside class="panel">
        <section class="report" aria-label="Algorithms">
          <table>
            <thead>
              <tr>
                <th scope="col">algorithm</th>
                <th scope="col">iterations</th>
              </tr>
            </thead>
            <tbody>
              {runs.value.map(({ name, title, steps }) => (
                <tr key={name}>
                  <th scope="row">{title}</th>
                  <td data-iterations={name}>{steps.length}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <div class="row">
          <button
            type="button"
            onClick={() => download('convergence.csv', table(convergence.value, 'iteration'), 'text/csv')}
          >
            Convergence as CSV
          </button>
          <button type="button" onClick={() => download('sweep.csv', table(sweep.value, 'distance'), 'text/csv')}>
            Sweep as CSV
          </button>
        </div>
        <BodyPanel name="a" />
        <BodyPanel name="b" />
      </aside>
    </>
  );
}
