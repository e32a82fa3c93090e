// The search for a pose at which two points touch, and the animation of its iterates.
import { computed, effect, signal } from '@preact/signals';
import { signedDistance } from 'proximal';
import { space } from '../model/body.ts';
import { findContactPose, onSurface, type PoseSearch } from '../model/contact-pose.ts';
import { type BodyName, changeBody, content, pair, set, viewState } from '../model/document.ts';
import { NumberField } from '../parts/fields.tsx';
import { showError } from '../parts/message.ts';
import { Plot } from '../parts/plot.tsx';
import { type Row, rounded, Table } from '../parts/table.tsx';
import { Transport } from '../parts/transport.tsx';
import { interpolatePoses } from '../stage/smoothing.ts';

const settings = computed(() => viewState.value.settings.derivatives);
const search = signal<PoseSearch | null>(null);
/** The position in the sequence of poses, with the fraction to the next. */
const position = signal(0);
const isPlaying = signal(false);
/** Poses per second. */
const pace = 8;

/** The pose at which B is drawn during the animation. */
export const poseOfSearch = computed(() => {
  if (!search.value) return undefined;
  const { poses } = search.value;
  const from = Math.min(Math.floor(position.value), poses.length - 1);
  return interpolatePoses(poses[from], poses[Math.min(from + 1, poses.length - 1)], position.value - from);
});

export function forgetSearch(): void {
  search.value = null;
  isPlaying.value = false;
}

// The result is dropped when the pair changes. Functions that change a target call `forgetSearch` themselves.
const subject = computed(() => pair.value);
effect(() => {
  void subject.value;
  forgetSearch();
});

effect(() => {
  if (!isPlaying.value || !search.value) return;
  const last = search.value.poses.length - 1;
  const [start, from] = [performance.now(), position.peek()];
  let handle = requestAnimationFrame(function move(now) {
    position.value = Math.min(last, from + (pace * Math.max(0, now - start)) / 1000);
    if (position.value >= last) isPlaying.value = false;
    else handle = requestAnimationFrame(move);
  });
  return () => cancelAnimationFrame(handle);
});

function find(): void {
  const { targetA, targetB } = settings.value;
  try {
    search.value = findContactPose(pair.value, targetA, targetB);
    position.value = 0;
    isPlaying.value = true;
  } catch (error) {
    showError('The contact pose', error);
  }
}

/** Sets the targets to the nearest points of the current pair. */
function takeNearest(): void {
  const { a, poseA, b, poseB } = pair.value;
  const { localA, localB } = signedDistance(a, poseA, b, poseB);
  forgetSearch();
  set('derivatives', { targetA: [...localA], targetB: [...localB] });
}

/** Moves B to the last pose found. */
function applyPose(): void {
  const end = search.value?.poses.at(-1);
  if (end) changeBody(space, 'b', space.bodyAt(content.value.b.shape, end));
}

export function ContactPoseTransport() {
  if (!search.value) return null;
  return (
    <Transport
      label="Pose"
      count={search.value.poses.length}
      index={Math.floor(position.value)}
      isPlaying={isPlaying.value}
      onSeek={(to) => {
        isPlaying.value = false;
        position.value = to;
      }}
      onPlay={(wanted) => {
        if (wanted && position.value >= (search.value?.poses.length ?? 0) - 1) position.value = 0;
        isPlaying.value = wanted;
      }}
    />
  );
}

export function ContactPosePanel() {
  const { targetA, targetB } = settings.value;
  const isReady = targetA.length === 3 && targetB.length === 3;
  return (
    <fieldset class="contact-pose">
      <legend>Contact pose</legend>
      <p class="note">Click a point on each body: B is moved until they touch there.</p>
      <Target name="a" point={targetA} />
      <Target name="b" point={targetB} />
      <div class="row">
        <button type="button" class="primary" disabled={!isReady} onClick={find}>
          Find the contact pose
        </button>
        <button type="button" onClick={takeNearest}>
          Use the nearest points
        </button>
      </div>
      {search.value && <Outcome search={search.value} />}
    </fieldset>
  );
}

/** Sets a target to the surface point nearest to `point`, both in the body's frame. */
export function chooseTarget(name: BodyName, point: readonly number[]): void {
  forgetSearch();
  const target = onSurface(pair.value[name], point);
  set('derivatives', name === 'a' ? { targetA: target } : { targetB: target });
}

function Target({ name, point }: { readonly name: BodyName; readonly point: readonly number[] }) {
  const take = (k: number, value: number): string | undefined => {
    if (!Number.isFinite(value) || Math.abs(value) > 1e6) return 'between −10⁶ and 10⁶';
    chooseTarget(
      name,
      point.map((each, at) => (at === k ? value : each)),
    );
    return undefined;
  };
  return (
    <fieldset class="vector">
      <legend>Target on {name.toUpperCase()}</legend>
      {point.map((value, k) => (
        <NumberField
          key={space.axes[k]}
          label={space.axes[k]}
          unit="m"
          step={0.05}
          value={value}
          onChange={(next) => take(k, next)}
        />
      ))}
      {point.length === 0 && <p class="note">none yet</p>}
    </fieldset>
  );
}

/** The plotted value of zero cost, on a logarithmic scale. */
const smallestCost = 1e-32;
const costs = computed(() => {
  const values = search.value?.costs.map((cost) => Math.max(smallestCost, cost)) ?? [];
  return { x: values.map((_, k) => k), curves: [{ name: 'cost', values }] };
});

const ends: Readonly<Record<PoseSearch['end'], string>> = {
  met: 'converged',
  flat: 'the targets touch, as part of a contact along an edge or face',
  apart: 'not reached: the targets do not touch; the lowest cost found is shown',
};

function Outcome({ search: { costs: all, end, distance } }: { readonly search: PoseSearch }) {
  const rows: Row[] = [
    ['status', ends[end]],
    ['steps', String(all.length - 1)],
    ['cost', `${(all.at(-1) ?? Number.NaN).toExponential(1)} m²`],
    ['signed distance', rounded(distance, 'm')],
  ];
  return (
    <>
      <Table label="Contact pose" rows={rows} />
      {all.length > 1 && (
        <Plot
          title="Cost, eq. (30) of Montaut et al. 2023"
          xTitle="step"
          yTitle="m²"
          height={170}
          isLog
          mark={Math.max(0, position.value - 1)}
          {...costs.value}
        />
      )}
      <button type="button" onClick={applyPose}>
        Move B to the pose found
      </button>
    </>
  );
}
