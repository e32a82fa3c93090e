// Derivatives of the query: samples of the smoothing, Jacobians, and contact poses found with them.
import { computed } from '@preact/signals';
import { type Derivatives, differentiate, type Estimator } from 'proximal/derivatives';
import { transformPoint } from 'proximal/math';
import { inFrame } from '../model/contact-pose.ts';
import { pair, set, viewState } from '../model/document.ts';
import { estimators, isCount, isNoise, isSeed } from '../model/settings.ts';
import { poseCloud, softMaxWeights, supportCloud } from '../model/smoothing.ts';
import { BodyPanel } from '../parts/body-panel.tsx';
import { Choice, NumberField } from '../parts/fields.tsx';
import { HeatMap } from '../parts/heat-map.tsx';
import { type Row, rounded, Table } from '../parts/table.tsx';
import { Canvas, type StageContent } from '../stage/canvas.tsx';
import { type Smoothed, type Smoothing, smoothingContent } from '../stage/smoothing.ts';
import type { Stage } from '../stage/stage.ts';
import { ContactPosePanel, ContactPoseTransport, chooseTarget, poseOfSearch } from './contact-pose.tsx';

const settings = computed(() => viewState.value.settings.derivatives);

const titles: Readonly<Record<Estimator, string>> = {
  gumbel: 'Gumbel: soft-max over vertices (27, 28)',
  gaussian: 'Gaussian: noisy normals (26)',
  'zeroth-order': 'Zeroth order: noisy poses (6)',
  'finite-difference': 'Finite differences',
  exact: 'Exact',
};

type Found =
  | { readonly derivatives: Derivatives; readonly problem: '' }
  | { readonly derivatives: null; readonly problem: string };

const found = computed((): Found => {
  const { estimator, noise, samples, seed } = settings.value;
  const { a, poseA, b, poseB } = pair.value;
  // Exact derivatives take no noise, and finite differences take a step instead. With `noiseOn: 'normal'`, the noise is relative to the unit normal,
  // as in the drawn cloud of support points and in the drawn weights.
  const smoothing =
    estimator === 'exact' || estimator === 'finite-difference'
      ? {}
      : { noise, noiseOn: 'normal' as const, neighbors: 1, samples, seed };
  try {
    return { derivatives: differentiate(a, poseA, b, poseB, { estimator, ...smoothing }), problem: '' };
  } catch (error) {
    return { derivatives: null, problem: (error as Error).message.replace(/^\w+: /, '') };
  }
});

const smoothing = computed((): Smoothing | null => {
  const { derivatives } = found.value;
  if (!derivatives) return null;
  const { estimator, noise, samples, seed } = settings.value;
  const { pointA, pointB, normal } = derivatives.result;
  const { a, poseA, b, poseB } = pair.value;
  const cloud =
    estimator === 'gaussian'
      ? supportCloud(pair.value, normal, { noise, samples, seed })
      : poseCloud(pair.value, { noise, samples, seed });
  const against = normal.map((x) => -x);
  const weights =
    estimator === 'gumbel'
      ? [...softMaxWeights(a, poseA, normal, noise), ...softMaxWeights(b, poseB, against, noise)]
      : [];
  return { cloud, weights, pointA, pointB, normal };
});

const shown = computed((): Smoothed => {
  const { targetA, targetB } = settings.value;
  const { poseA, poseB } = pair.value;
  const moved = poseOfSearch.value;
  const targets = [
    ...(targetA.length > 0 ? [transformPoint(poseA, targetA)] : []),
    ...(targetB.length > 0 ? [transformPoint(moved ?? poseB, targetB)] : []),
  ];
  return { smoothing: smoothing.value, targets, poseB: moved };
});

function pick(body: 'a' | 'b', world: readonly number[]): void {
  const { poseA, poseB } = pair.value;
  chooseTarget(body, inFrame(body === 'a' ? poseA : poseB, world));
}

function makeContent(stage: Stage): StageContent {
  return smoothingContent(stage, () => shown.value, pick);
}

export function DerivativesView() {
  return (
    <>
      <Canvas
        label="The two bodies and the cloud of their nearest points. A click on a body chooses a point to touch."
        make={makeContent}
      >
        <ContactPoseTransport />
      </Canvas>
      <aside class="panel">
        <EstimatorChoice />
        <Jacobians />
        <ContactPosePanel />
        <BodyPanel name="a" />
        <BodyPanel name="b" />
      </aside>
    </>
  );
}

/** The parameters of the noise. */
const amounts = [
  { name: 'noise', label: 'Noise', step: 0.01, isValid: isNoise, remedy: 'above 0, up to 10' },
  { name: 'samples', label: 'Samples', step: 10, isValid: isCount, remedy: 'from 1 to 2000' },
  { name: 'seed', label: 'Seed', step: 1, isValid: isSeed, remedy: 'a whole number' },
] as const;

function EstimatorChoice() {
  const { estimator } = settings.value;
  return (
    <>
      <Choice
        label="Estimator"
        value={estimator}
        choices={estimators.map((name) => [name, titles[name]])}
        onChange={(value) => set('derivatives', { estimator: value as Estimator })}
      />
      <div class="row">
        {amounts.map(({ name, label, step, isValid, remedy }) => (
          <NumberField
            key={name}
            label={label}
            value={settings.value[name]}
            step={step}
            onChange={(value) => {
              if (!isValid(value)) return remedy;
              set('derivatives', { [name]: value });
              return undefined;
            }}
          />
        ))}
      </div>
      <p class="note">
        {estimator === 'gaussian'
          ? 'The cloud: support points along normals with the noise, in radians.'
          : 'The cloud: nearest points while B moves by the noise.'}
        {estimator === 'gumbel' &&
          ' Violet: the soft-max weights on the vertices, the noise being the temperature over the bounding radius; curved shapes have none.'}
      </p>
    </>
  );
}

const columns = ['v x', 'v y', 'v z', 'ω x', 'ω y', 'ω z'];

function Jacobians() {
  const { derivatives, problem } = found.value;
  if (!derivatives) return <p class="notice">{problem}</p>;
  const { result, pointA, pointB, normal, distance, differentiable } = derivatives;
  const exists = (is: boolean): string => (is ? 'exists' : 'does not exist here');
  const rows: Row[] = [
    ['signed distance', rounded(result.distance, 'm')],
    ['true derivative of the distance', exists(differentiable.distance)],
    ['of the normal', exists(differentiable.normal)],
    ['of the points', exists(differentiable.points)],
  ];
  const axes = ['x', 'y', 'z'];
  return (
    <>
      <Table label="Answer" rows={rows} />
      <HeatMap title="Distance" rows={['']} columns={columns} values={distance} />
      <HeatMap title="Point of A" rows={axes} columns={columns} values={pointA} />
      <HeatMap title="Point of B" rows={axes} columns={columns} values={pointB} />
      <HeatMap title="Normal" rows={axes} columns={columns} values={normal} />
      <p class="note">Per meter and radian of B’s motion in its own frame; points and normal in A’s frame.</p>
    </>
  );
}
