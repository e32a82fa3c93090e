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

/** The largest number of points per curve, about one per pixel. */
const maxPoints = 600;
const frames = computed((): readonly Frame[] => {
  const count = drawn.value;
  const stride = Math.max(1, Math.ceil(count / maxPoints));
  return player.frames.slice(0, count).filter((_, k) => k % stride === 0 || k === count - 1);
});
const times = computed(() => frames.value.map(({ time }) => time));
const simulatorTitles = computed(() => player.opening.value?.simulators.map(({ title }) => title) ?? []);

const energy = computed((): readonly Curve[] => {
  const [first] = frames.value;
  if (!first) return [];
  if (simulatorTitles.value.length > 1) {
    return simulatorTitles.value.map((name, k) => ({
      name,
      values: frames.value.map(
        ({ simulators }) => simulators[k].kinetic + simulators[k].potential - first.simulators[k].potential,
      ),
    }));
  }
  const [{ potential: start }] = first.simulators;
  return [
    { name: 'kinetic', values: frames.value.map(({ simulators }) => simulators[0].kinetic) },
    { name: 'potential', values: frames.value.map(({ simulators }) => simulators[0].potential - start) },
    {
      name: 'total',
      values: frames.value.map(({ simulators }) => simulators[0].kinetic + simulators[0].potential - start),
    },
  ];
});

/** Smaller values are rounding errors. */
const smallestResidual = 1e-17;
const residual = computed((): readonly Curve[] =>
  simulatorTitles.value.map((title, k) => ({
    name: simulatorTitles.value.length > 1 ? title : 'residual',
    values: frames.value.map(({ simulators }) =>
      simulators[k].contacts > 0 ? Math.max(smallestResidual, simulators[k].residual) : null,
    ),
  })),
);

/** One plot for each title among the measures of a controller. If simulations run side by side, it shows only its first measure, once for each simulator. */
const measured = computed(() => {
  const measures = player.opening.value?.control?.measures ?? [];
  const plots = [...new Set(measures.map(({ plot }) => plot))];
  return plots.map((title) => {
    const shown = measures.flatMap((measure, k) => (measure.plot === title ? [{ ...measure, k }] : []));
    const curve = (name: string, simulator: number, k: number): Curve => ({
      name,
      // Measures that are not defined are NaN.
      values: frames.value.map(
        ({
          simulators: {
            [simulator]: { measured: numbers },
          },
        }) => (Number.isNaN(numbers[k]) ? null : numbers[k]),
      ),
    });
    const curves =
      simulatorTitles.value.length > 1
        ? simulatorTitles.value.map((name, simulator) => curve(name, simulator, shown[0].k))
        : shown.map(({ curve: name, k }) => curve(name, 0, k));
    return { title, unit: shown[0].unit, curves };
  });
});
const complementarity = computed((): readonly Curve[] =>
  simulatorTitles.value.map((title, k) => ({
    name: simulatorTitles.value.length > 1 ? title : 'ε_c',
    values: frames.value.map(({ simulators }) =>
      simulators[k].contacts > 0 ? Math.max(smallestResidual, simulators[k].complementarity) : null,
    ),
  })),
);
const hasContacts = computed(() =>
  frames.value.some(({ simulators }) => simulators.some(({ contacts }) => contacts > 0)),
);

/** In millimeters. */
const penetration = computed((): readonly Curve[] =>
  simulatorTitles.value.map((title, k) => ({
    name: simulatorTitles.value.length > 1 ? title : 'deepest',
    values: frames.value.map(({ simulators }) => 1000 * simulators[k].penetration),
  })),
);

/** Costs of the searches by their iteration; shorter ones end earlier. */
const searches = computed(() => player.opening.value?.control?.searches ?? []);
const iterations = computed(() => {
  const longest = Math.max(0, ...searches.value.map(({ costs }) => costs.length));
  return Array.from({ length: longest }, (_, k) => k);
});
const costs = computed((): readonly Curve[] =>
  searches.value.map(({ name, costs: all }) => ({ name, values: iterations.value.map((k) => all[k] ?? null) })),
);

const now = computed(() => player.frame.value?.time ?? 0);

export function SimulationPlots() {
  if (times.value.length < 2) return null;
  return (
    <>
      <ControlPlots />
      <Plot
        title="Energy"
        xTitle="s"
        yTitle="J"
        height={200}
        hasMarkers={simulatorTitles.value.length > 1}
        mark={now.value}
        x={times.value}
        curves={energy.value}
      />
      <Plot
        title="Residual of the law of contact"
        xTitle="s"
        yTitle="residual"
        height={200}
        isLog
        hasMarkers={simulatorTitles.value.length > 1}
        mark={now.value}
        x={times.value}
        curves={residual.value}
      />
      <Plot
        title="Deepest penetration"
        xTitle="s"
        yTitle="mm"
        height={200}
        hasMarkers={simulatorTitles.value.length > 1}
        mark={now.value}
        x={times.value}
        curves={penetration.value}
      />
      <div class="row">
        <button type="button" onClick={save}>
          Energy and residual as CSV
        </button>
      </div>
    </>
  );
}

/** The plots of a controller: its measures, ε_c of the contacts, and the costs of the searches that made it. */
function ControlPlots() {
  const control = player.opening.value?.control;
  if (!control) return null;
  const common = { xTitle: 's', height: 200, mark: now.value, x: times.value };
  return (
    <>
      {measured.value.map(({ title, unit, curves }) => (
        <Plot key={title} title={title} yTitle={unit} {...common} curves={curves} />
      ))}
      {hasContacts.value && (
        <Plot title="Complementarity ε_c" yTitle="J" isLog {...common} curves={complementarity.value} />
      )}
      {costs.value.length > 0 && (
        <Plot
          title="Cost of the search"
          xTitle="iteration"
          yTitle="cost"
          height={200}
          isLog
          x={iterations.value}
          curves={costs.value}
        />
      )}
    </>
  );
}

/** Saves all frames, not only the plotted ones. */
function save(): void {
  const simulators = simulatorTitles.value;
  const { control } = player.opening.value ?? {};
  const quantities = [
    ...(['kinetic', 'potential', 'residual', 'iterations', 'contacts', 'penetration'] as const),
    ...(control ? (['complementarity'] as const) : []),
  ];
  const names = [...quantities, ...(control?.measures.map(({ column }) => column) ?? [])];
  const titles = ['time', ...simulators.flatMap((simulator) => names.map((name) => `${simulator} ${name}`.trim()))];
  const rows = player.frames.map((frame) => [
    frame.time,
    ...frame.simulators.flatMap((simulator) => [...quantities.map((name) => simulator[name]), ...simulator.measured]),
  ]);
  download('simulation.csv', [titles, ...rows].map((row) => row.join(',')).join('\n'), 'text/csv');
}
