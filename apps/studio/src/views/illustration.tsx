// The illustration of a query and its progress: the steps of the bounds, a translucent body that moves or grows, a sweep, or the response to a small
// motion.
import { computed, effect, signal } from '@preact/signals';
import { pair, set, viewState } from '../model/document.ts';
import { type BoundsStep, impactOf, responsesTo, sweepThrough } from '../model/illustrations.ts';
import type { Illustration } from '../model/settings.ts';
import { NumberField, Segments } from '../parts/fields.tsx';
import { quantity, type Row, rounded, Table } from '../parts/table.tsx';
import { Transport } from '../parts/transport.tsx';
import { responseColors } from '../stage/query-marks.ts';

export const settings = computed(() => viewState.value.settings.query);
/** The sweep that is shown: the chosen one, or the one through A. */
export const sweep = computed(() =>
  settings.value.sweep.length === 6 ? settings.value.sweep : sweepThrough(pair.value),
);
const isSweep = computed(() => settings.value.illustration === 'sweep');
const isDerivative = computed(() => settings.value.illustration === 'derivative');
export const impact = computed(() => (isSweep.value ? impactOf(pair.value, sweep.value) : ''));
const motion = computed(() => [settings.value.axis, settings.value.amount] as const);
export const responses = computed(() => (isDerivative.value ? responsesTo(pair.value, ...motion.value) : ''));

/** The duration of an illustration that is played, in milliseconds, and the number of its positions if it has no steps. */
const [duration, positions] = [2500, 101];
const isPlaying = signal(false);

effect(() => {
  if (!isPlaying.value) return;
  const from = settings.peek().progress < 1 ? settings.peek().progress : 0;
  const begin = performance.now() - from * duration;
  let handle = requestAnimationFrame(function move(now) {
    const progress = Math.min(1, Math.max(0, (now - begin) / duration));
    set('query', { progress });
    if (progress < 1) handle = requestAnimationFrame(move);
    else isPlaying.value = false;
  });
  return () => cancelAnimationFrame(handle);
});

/** @param step the step that is shown, if there are steps */
export function IllustrationTransport({
  step,
  stepCount,
}: {
  readonly step: BoundsStep | undefined;
  readonly stepCount: number;
}) {
  const count = stepCount > 1 ? stepCount : positions;
  const { progress } = settings.value;
  const text = step
    ? `${quantity(step.lower, '', 3)} … ${quantity(step.upper, 'm', 3)}`
    : isSweep.value
      ? `time ${progress.toFixed(2)}`
      : `${Math.round(100 * progress)} %`;
  return (
    <Transport
      label="Illustration"
      count={count}
      index={Math.round(progress * (count - 1))}
      isPlaying={isPlaying.value}
      onPlay={(value) => {
        isPlaying.value = value;
      }}
      onSeek={(index) => {
        isPlaying.value = false;
        set('query', { progress: index / (count - 1) });
      }}
      text={text}
    />
  );
}

const titles: Readonly<Record<Illustration, string>> = { answer: 'Answer', sweep: 'Sweep', derivative: 'Derivative' };

export function IllustrationPanel() {
  return (
    <>
      <Segments
        label="Illustration"
        value={settings.value.illustration}
        choices={Object.entries(titles)}
        onChange={(value) => set('query', { illustration: value as Illustration, progress: 1 })}
      />
      {isSweep.value && <SweepPanel />}
      {isDerivative.value && <DerivativePanel />}
    </>
  );
}

const parts = ['x', 'y', 'z', 'rotation x', 'rotation y', 'rotation z'];

function SweepPanel() {
  const { value: found } = impact;
  return (
    <fieldset class="body-b">
      <legend>Sweep of B</legend>
      <div class="vector">
        {parts.map((name, k) => (
          <NumberField
            key={name}
            label={name}
            unit={k < 3 ? 'm' : 'rad'}
            value={sweep.value[k]}
            onChange={(value) => {
              if (!(Math.abs(value) <= 1e6)) return 'between −10⁶ and 10⁶';
              set('query', { sweep: sweep.value.map((x, at) => (at === k ? value : x)) });
              return undefined;
            }}
          />
        ))}
      </div>
      {typeof found === 'string' ? (
        <p class="notice">{found}</p>
      ) : (
        <Table label="Time of impact" rows={impactRows(found)} />
      )}
      <p class="note">Time goes from 0 to 1. Green: B at the lower bound of the time of impact.</p>
    </fieldset>
  );
}

function impactRows({ hit, time, upper, status, iterations }: Exclude<typeof impact.value, string>): Row[] {
  return [
    ['touches', hit ? 'yes' : 'no'],
    ['time of impact, lower bound', rounded(time, '')],
    ['upper bound', rounded(upper, '')],
    ['status', status],
    ['iterations', String(iterations)],
  ];
}

/** Changes below rounding errors are shown as 0. */
const short = (change: number): string => quantity(Math.abs(change) < 1e-9 ? 0 : change, '', 3);

const kinds = ['exact', 'smoothed', 'true'] as const;

function DerivativePanel() {
  const { axis, amount } = settings.value;
  const { value: found } = responses;
  return (
    <fieldset class="body-b">
      <legend>Small motion of B</legend>
      <Segments
        label="Axis"
        value={String(axis)}
        choices={['x', 'y', 'z', '↻ x', '↻ y', '↻ z'].map((name, k) => [String(k), name])}
        onChange={(value) => set('query', { axis: Number(value) })}
      />
      <label class="joint">
        <span>Perturbation</span>
        <input
          type="range"
          min={-1}
          max={1}
          step={0.01}
          value={amount}
          onInput={(event) => set('query', { amount: event.currentTarget.valueAsNumber })}
        />
        <output>{quantity(amount, axis < 3 ? 'm' : 'rad')}</output>
      </label>
      {typeof found === 'string' ? (
        <p class="notice">{found}</p>
      ) : (
        <section class="report responses" aria-label="Responses">
          <table>
            <thead>
              <tr>
                <th scope="col">change, in m</th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col" class="number">
                    <span class="swatch" style={{ background: responseColors[kind] }} /> {kind}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">distance</th>
                {kinds.map((kind) => (
                  <td key={kind} title={`${found[kind].distance} m`}>
                    {short(found[kind].distance)}
                  </td>
                ))}
              </tr>
              {['x', 'y', 'z'].map((name, k) => (
                <tr key={name}>
                  <th scope="row">point of A, {name}</th>
                  {kinds.map((kind) => (
                    <td key={kind} title={`${found[kind].pointA[k]} m`}>
                      {short(found[kind].pointA[k])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p class="note">
        Exact, smoothed: the derivative times the motion. True: the change between queries at both poses. Smoothed is a
        soft-max over vertices with a temperature of 0.1. The arrows show how the nearest point of A moves.
      </p>
    </fieldset>
  );
}
