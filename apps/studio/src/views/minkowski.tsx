// The Minkowski difference with the origin, and the steps of an algorithm on it.
import { computed, effect, signal } from '@preact/signals';
import { algorithmSets } from '../model/algorithm-sets.ts';
import { changeBody, set, viewState } from '../model/document.ts';
import { bestBounds, frankWolfeNote, isFrankWolfe, type Recording } from '../model/recorders.ts';
import { BodyPanel } from '../parts/body-panel.tsx';
import { Choice, Segments } from '../parts/fields.tsx';
import { type Curve, Plot } from '../parts/plot.tsx';
import { type Rounded, type Row, rounded, Table, vector } from '../parts/table.tsx';
import { Transport } from '../parts/transport.tsx';
import { Canvas, type StageContent } from '../stage/canvas.tsx';
import { type DifferenceSet, minkowskiContent, roles } from '../stage/minkowski.ts';
import type { Stage } from '../stage/stage.ts';

const noSteps = {
  halfspace: 'Queries with a half-space have a closed form: there are no steps to show.',
  centers: 'Both centers coincide: there is no ray to follow.',
};
const settings = computed(() => viewState.value.settings.minkowski);
const is2D = computed(() => settings.value.is2D);
const algorithmSet = computed(() => (is2D.value ? algorithmSets.plane : algorithmSets.space));
const field = computed(() => (is2D.value ? 'planeAlgorithm' : 'algorithm'));
const chosen = computed(() => settings.value[field.value]);
const algorithm = computed(() => {
  const { algorithms } = algorithmSet.value;
  return algorithms.find(({ name }) => name === chosen.value) ?? algorithms[0];
});

/** A recording, or why there is none. */
const recording = computed((): Recording & { readonly problem: string } => {
  try {
    const { steps, radii } = algorithm.value.record();
    const reason = algorithm.value.set === 'centered' ? noSteps.centers : noSteps.halfspace;
    return { steps, radii, problem: steps.length > 0 ? '' : reason };
  } catch (error) {
    return { steps: [], radii: 0, problem: (error as Error).message.replace(/^\w+: /, '') };
  }
});
const count = computed(() => recording.value.steps.length);
const stepIndex = computed(() => Math.max(0, Math.min(settings.value.step, count.value - 1)));
const step = computed(() => recording.value.steps[stepIndex.value]);
/** The best bounds up to each step, as in the view that compares algorithms. */
const best = computed(() => bestBounds(recording.value.steps));
const radii = computed(() => recording.value.radii);
const difference = computed(
  (): DifferenceSet => ({
    points: algorithm.value.difference(radii.value),
    is2D: is2D.value,
    name: `${is2D.value ? 'plane' : 'space'} ${algorithm.value.set}`,
  }),
);

/** Whether a depth algorithm is chosen but GJK alone answers, because the cores are apart. */
const isWithoutDepth = computed(
  () => algorithm.value.isDepthAlgorithm && !recording.value.steps.some(({ phase }) => phase !== 'gjk'),
);

function letOverlap(): void {
  changeBody(algorithmSet.value.ambient, 'b', { position: algorithmSet.value.overlappingPosition() });
}

const isPlaying = signal(false);
/** Milliseconds per step. */
const pace = 600;
effect(() => {
  if (!isPlaying.value) return;
  if (stepIndex.value >= count.value - 1) isPlaying.value = false;
  const timer = setTimeout(() => go(stepIndex.peek() + 1), pace);
  return () => clearTimeout(timer);
});

function go(to: number): void {
  set('minkowski', { step: Math.max(0, Math.min(count.peek() - 1, to)) });
}

function play(wanted: boolean): void {
  if (wanted && stepIndex.value >= count.value - 1) go(0);
  isPlaying.value = wanted;
}

function makeContent(stage: Stage): StageContent {
  return minkowskiContent(
    stage,
    () => difference.value,
    () => step.value,
  );
}

function stepByKey(event: KeyboardEvent): void {
  if (event.key === 'ArrowRight') go(stepIndex.value + 1);
  else if (event.key === 'ArrowLeft') go(stepIndex.value - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(count.value - 1);
  else if (event.key === ' ') play(!isPlaying.value);
  else return;
  event.preventDefault();
}

export function MinkowskiView() {
  const { ambient } = algorithmSet.value;
  return (
    <>
      <Canvas
        label="The Minkowski difference around the origin. Left and right arrow keys step, the space bar plays."
        make={makeContent}
        onKeyDown={stepByKey}
      >
        <Transport
          label="Step"
          count={count.value}
          index={stepIndex.value}
          isPlaying={isPlaying.value}
          onSeek={go}
          onPlay={play}
        />
      </Canvas>
      <aside class="panel">
        <Segments
          label="Dimension"
          value={is2D.value ? 'plane' : 'space'}
          choices={[
            ['space', 'Space'],
            ['plane', 'Plane'],
          ]}
          onChange={(value) => set('minkowski', { is2D: value === 'plane', step: 0 })}
        />
        <AlgorithmChoice />
        <StepReport />
        <BoundsPlot />
        <BodyPanel ambient={ambient} name="a" />
        <BodyPanel ambient={ambient} name="b" />
      </aside>
    </>
  );
}

function AlgorithmChoice() {
  const { name, reference } = algorithm.value;
  return (
    <>
      <Choice
        label="Algorithm"
        value={name}
        choices={algorithmSet.value.algorithms.map((each) => [each.name, each.title, each.group])}
        onChange={(value) => set('minkowski', { [field.value]: value, step: 0 })}
      />
      <p class="note">{reference}</p>
    </>
  );
}

function StepReport() {
  const { value } = step;
  const { name, unit } = algorithm.value.bounds;
  if (!value) return <p class="notice">{recording.value.problem}</p>;
  const rows: Row[] = [
    ['simplex', value.simplex.length === 1 ? '1 corner' : `${value.simplex.length} corners`],
    ...(value.barycode ? [['barycode', barycode(value.barycode)] as Row] : []),
    ['direction', point(value.direction)],
    ['support point', point(value.support)],
    [value.ray ? 'point on the ray' : 'nearest point', point(value.point)],
    ['lower bound', bound(best.value[stepIndex.value].lower, unit)],
    ['upper bound', bound(best.value[stepIndex.value].upper, unit)],
  ];
  if (radii.value > 0) rows.push(['radius left out', rounded(radii.value, 'm')]);
  if (value.surface) rows.push(['triangles of the polytope', String(value.surface.triangles.length / 3)]);
  if (value.outline?.length) rows.push(['corners of the polygon', String(value.outline.length)]);
  return (
    <>
      <Table label="Step" rows={rows} />
      <p class="note">
        The best bounds so far of the {name}. All vectors are in A’s frame.
        {isFrankWolfe(algorithm.value.name) && ` ${frankWolfeNote}`}
      </p>
      {isWithoutDepth.value && (
        <p class="notice">
          The cores are apart: GJK finds the signed distance, and the depth algorithm takes no steps.{' '}
          <button type="button" onClick={letOverlap}>
            Let them overlap
          </button>
        </p>
      )}
      <Legend hasRay={value.ray !== undefined} />
    </>
  );
}

/** The code in binary, and the part of the last triangle that it selects. */
function barycode(code: number): string {
  const parts: Readonly<Record<number, string>> = {
    4: 'newest corner',
    5: 'edge with the newer corner',
    6: 'edge with the older corner',
    7: 'inside',
  };
  return `${code} (${code.toString(2).padStart(3, '0')}${code in parts ? `, ${parts[code]}` : ''})`;
}

function Legend({ hasRay }: { readonly hasRay: boolean }) {
  const shown = (Object.keys(roles) as (keyof typeof roles)[]).filter((role) => role !== 'ray' || hasRay);
  const titles: Readonly<Record<string, string>> = {
    support: 'direction and support',
    nearest: hasRay ? 'inner approximation' : 'nearest point',
    ray: is2D.value ? 'ray and outer line' : 'ray and outer plane',
  };
  return (
    <ul class="legend" aria-label="Colors">
      {shown.map((role) => (
        <li key={role} class={`role-${role}`}>
          {titles[role] ?? role}
        </li>
      ))}
    </ul>
  );
}

const bounds = computed(() => {
  const { steps } = recording.value;
  const finite = (values: readonly number[]): (number | null)[] =>
    values.map((value) => (Number.isFinite(value) ? value : null));
  const curves: readonly Curve[] = [
    { name: 'lower', values: finite(best.value.map(({ lower }) => lower)) },
    { name: 'upper', values: finite(best.value.map(({ upper }) => upper)) },
  ];
  return { x: steps.map((_, k) => k + 1), curves };
});

/** The bounds over the steps, with a marker at the displayed step. */
function BoundsPlot() {
  if (count.value < 2) return null;
  return <Plot title="Bounds" xTitle="step" yTitle="bound" height={190} mark={stepIndex.value + 1} {...bounds.value} />;
}

function bound(value: number, unit: string): string | Rounded {
  return Number.isFinite(value) ? rounded(value, unit) : 'none yet';
}

function point(values: readonly number[]): string {
  if (!values.every(Number.isFinite)) return 'none';
  return vector(is2D.value ? values.slice(0, 2) : values, 3);
}
