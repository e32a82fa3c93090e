// The plan: its progress, its proof, its clearance over time, and its files.
import { computed } from '@preact/signals';
import { download } from '../parts/download.ts';
import { Plot } from '../parts/plot.tsx';
import { millimeters, quantity, type Row, Table } from '../parts/table.tsx';
import { playback, seek } from '../planning/playback.ts';
import type { PlannedMotion } from '../planning/protocol.ts';
import {
  cancel,
  certificate,
  certify,
  failure,
  isCertifying,
  isDragging,
  isPlanning,
  motion,
  plan,
  progress,
  robot,
} from '../planning/session.ts';

export function PlanResult() {
  return (
    <section aria-label="Plan">
      <div class="row">
        <button type="button" class="primary" disabled={!robot.value} onClick={plan}>
          Plan
        </button>
        {isPlanning.value && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
        <Progress />
      </div>
      {failure.value && (
        <p class="notice problem" role="alert">
          {failure.value}
        </p>
      )}
      {motion.value && <Found motion={motion.value} />}
    </section>
  );
}

function Progress() {
  if (isDragging.value) return <p class="note">The planner waits until you let go.</p>;
  if (!isPlanning.value) return null;
  const { nodes, seconds, length } = progress.value ?? { nodes: 0, seconds: 0, length: Infinity };
  return (
    <p class="note" role="status">
      Searching: {nodes} configurations, {seconds.toFixed(1)} s
      {Number.isFinite(length) && `, length ${quantity(length, '', 4)}`}
    </p>
  );
}

const clearances = computed(() => {
  if (!motion.value) return null;
  const { times, nearest } = motion.value;
  const values = nearest.map(({ distance }) => (Number.isFinite(distance) ? 1000 * distance : null));
  return { x: times, curves: [{ name: 'clearance', values }] };
});

function Found({ motion: found }: { readonly motion: PlannedMotion }) {
  return (
    <>
      <Proof />
      {found.notice && <p class="note">{found.notice}</p>}
      {clearances.value && (
        <Plot
          title="Clearance"
          xTitle="time, s"
          yTitle="mm"
          height={190}
          mark={found.times[playback.value]}
          {...clearances.value}
        />
      )}
      <Nearest motion={found} />
      <Table label="Plan" rows={rowsOf(found)} />
      <div class="row">
        <button type="button" onClick={() => download('plan.json', toJSON(found), 'application/json')}>
          Plan as JSON
        </button>
        <button type="button" onClick={() => download('plan.csv', toCSV(found), 'text/csv')}>
          Motion as CSV
        </button>
      </div>
    </>
  );
}

/** Whether the proof is valid, as recomputed from kinematics and support functions alone. */
function Proof() {
  if (!certificate.value) return null;
  const { valid, bound, reason, planes, seconds } = certificate.value;
  return (
    <div class={valid ? 'proof valid' : 'proof'} role="status" data-valid={valid}>
      <p>
        <b>{valid ? 'Proven free' : 'Not proven'}</b>
        {valid
          ? `: ${planes} separating planes cover every instant${Number.isFinite(bound) ? `, at least ${millimeters(bound)} apart` : ''}.`
          : `: ${reason}`}
      </p>
      <p class="note">
        Recomputed in {quantity(1000 * seconds, 'ms', 3)} from kinematics and support functions alone.{' '}
        <button type="button" disabled={isCertifying.value} onClick={certify}>
          {isCertifying.value ? 'Certifying…' : 'Certify again'}
        </button>
      </p>
    </div>
  );
}

/** The nearest pair at the shown sample, and a button that shows the sample at which a pair is nearest. */
function Nearest({ motion: { nearest, times } }: { readonly motion: PlannedMotion }) {
  const { distance, a, b } = nearest[playback.value] ?? nearest[0];
  if (!Number.isFinite(distance)) return <p class="note">Nothing is near.</p>;
  const closest = nearest.reduce((best, each, k) => (each.distance < nearest[best].distance ? k : best), 0);
  return (
    <p class="note">
      {a} is {millimeters(distance)} from {b}.{' '}
      <button type="button" onClick={() => seek(closest)}>
        Nearest: {millimeters(nearest[closest].distance)} at {times[closest].toFixed(2)} s
      </button>
    </p>
  );
}

function rowsOf({ path, via, length, duration, nodes, searchSeconds, finishSeconds }: PlannedMotion): Row[] {
  return [
    ['duration', quantity(duration, 's', 4)],
    ['motions', `${path.length - 1}, ${via.filter((each) => each !== null).length} of them curves`],
    ['length', `${quantity(length, '', 4)} (radians and meters)`],
    ['search', `${nodes} configurations, ${quantity(1000 * searchSeconds, 'ms', 3)}`],
    ['shortcuts, curves, timing', quantity(1000 * finishSeconds, 'ms', 3)],
  ];
}

function toJSON({ path, via, length, duration, certificate: proof }: PlannedMotion): string {
  const { valid, bound } = certificate.value ?? proof;
  const joints = robot.value?.names ?? [];
  return JSON.stringify(
    { status: 'solved', joints, path, via, isProven: valid, clearance: bound, length, duration },
    null,
    2,
  );
}

/** A row for each sample, as `proximal plan --csv` writes them with `--acceleration`. */
function toCSV({ times, configurations }: PlannedMotion): string {
  const names = robot.value?.names ?? [];
  const quoted = names.map((name) => (/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name));
  const rows = Array.from(times, (time, k) => [
    time,
    ...configurations.subarray(k * names.length, (k + 1) * names.length),
  ]);
  return [['time', ...quoted], ...rows].map((row) => row.join(',')).join('\n');
}
