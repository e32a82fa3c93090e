// Energies and residuals over time, with a marker at the displayed frame.
import { computed, effect, signal } from '@preact/signals';
import { download } from '../parts/download.ts';
import { type Curve, Plot } from '../parts/plot.tsx';
import type { Frame } from '../simulation/protocol.ts';
import { player } from '../simulation/session.ts';

/** The number of plotted frames, updated less often than the view: a plot costs more than a frame. */
const drawn = signal(0);
effect(() => {
  const { value } = player.count;
  const every = 15;
  if (value < drawn.peek() || value - drawn.peek() >= every || !player.isPlaying.value) drawn.value = value;
});

/** The most points per curve, about one per pixel. */
const mostPoints = 600;
const frames = computed((): readonly Frame[] => {
  const count = drawn.value;
  const stride = Math.max(1, Math.ceil(count / mostPoints));
  return player.frames.slice(0, count).filter((_, k) => k % stride === 0 || k === count - 1);
});
const times = computed(() => frames.value.map(({ time }) => time));
const laneTitles = computed(() => player.opening.value?.lanes.map(({ title }) => title) ?? []);

const energy = computed((): readonly Curve[] => {
  const [first] = frames.value;
  if (!first) return [];
  if (laneTitles.value.length > 1) {
    return laneTitles.value.map((name, k) => ({
      name,
      values: frames.value.map(({ lanes }) => lanes[k].kinetic + lanes[k].potential - first.lanes[k].potential),
    }));
  }
  const [{ potential: start }] = first.lanes;
  return [
    { name: 'kinetic', values: frames.value.map(({ lanes }) => lanes[0].kinetic) },
    { name: 'potential', values: frames.value.map(({ lanes }) => lanes[0].potential - start) },
    { name: 'total', values: frames.value.map(({ lanes }) => lanes[0].kinetic + lanes[0].potential - start) },
  ];
});

/** Smaller values are rounding errors. */
const least = 1e-17;
const residual = computed((): readonly Curve[] =>
  laneTitles.value.map((title, k) => ({
    name: laneTitles.value.length > 1 ? title : 'residual',
    values: frames.value.map(({ lanes }) => (lanes[k].contacts > 0 ? Math.max(least, lanes[k].residual) : null)),
  })),
);

const now = computed(() => player.frame.value?.time ?? 0);

export function SimulationPlots() {
  if (times.value.length < 2) return null;
  return (
    <>
      <Plot title="Energy" xTitle="s" yTitle="J" height={200} mark={now.value} x={times.value} curves={energy.value} />
      <Plot
        title="Residual of the law of contact"
        xTitle="s"
        yTitle="residual"
        height={200}
        isLog
        mark={now.value}
        x={times.value}
        curves={residual.value}
      />
      <div class="row">
        <button type="button" onClick={save}>
          Energy and residual as CSV
        </button>
      </div>
    </>
  );
}

/** Saves all frames, not only the plotted ones. */
function save(): void {
  const lanes = laneTitles.value;
  const quantities = ['kinetic', 'potential', 'residual', 'iterations', 'contacts', 'penetration'] as const;
  const titles = ['time', ...lanes.flatMap((lane) => quantities.map((name) => `${lane} ${name}`.trim()))];
  const rows = player.frames.map((frame) => [
    frame.time,
    ...frame.lanes.flatMap((lane) => quantities.map((name) => lane[name])),
  ]);
  download('simulation.csv', [titles, ...rows].map((row) => row.join(',')).join('\n'), 'text/csv');
}
